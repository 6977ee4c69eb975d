"""Dragons: bases nobody else likes to come to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from smashup.cards.conditions import another_brings_a_minion, can_bring_a_minion, winners
from smashup.model.card import HANDS, HERE, MINION, ON_BASE, POWERS, Faction
from smashup.model.decision import Ability, Option
from smashup.model.event import BEFORE_SCORING, MINION_MOVED, MINION_PLAYED, Event
from smashup.model.ids import CardId, PlaceId, Seat
from smashup.model.state import Permission

if TYPE_CHECKING:
    from smashup.engine.rules import Rules

dragons = Faction(
    "Dragons",
    set="its_your_fault",
    plays="Claims bases with actions that stay there, and makes them poor for everybody else.",
)

great_wyrm = dragons.minion(
    "Great Wyrm",
    power=5,
    copies=1,
    text="Ongoing: when this base scores, it awards each other player 1 VP less.",
    rulings=(
        "Only what the base itself awards for a place is cut, never VP from an ability.",
        "An award is never cut below 0.",
        "Each Great Wyrm and each Ruins here takes off 1 more.",
        "It must still be here when the VP are awarded; whose turn it is does not matter.",
    ),
)


@great_wyrm.changes_award
def _one_less_for_others(g: Rules, me: CardId, place: PlaceId, seat: Seat) -> int:
    return -1 if place == g.place(me) and seat != g.controller(me) else 0


wyvern = dragons.minion(
    "Wyvern",
    power=4,
    copies=2,
    text="When played: destroy a minion here of power 3 or less."
    " Talent: this base has -3 breakpoint until the end of the turn.",
    rulings=(
        "The destruction is not optional: your own minion must go if no other fits, and Wyvern"
        " itself if its power here is 3 or less.",
        "Power now counts. If no minion fits, none is destroyed.",
        "Lowered breakpoints add up, but never go below 0.",
        "The base keeps the -3 even if Wyvern moves or leaves play later in the turn.",
    ),
)


@wyvern.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    weak = g.minions(at=g.place(me), power_at_most=3)
    minion = yield from g.choose(you, weak, "Destroy a minion here of power 3 or less")
    yield from g.destroy(minion)


@wyvern.talent()
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    yield from g.change_breakpoint(g.place(me), -3)


imperial_dragon = dragons.minion(
    "Imperial Dragon",
    power=3,
    copies=3,
    text="Ongoing: after another player plays a minion here or moves a minion to here,"
    " draw a card.",
    rulings=(
        "Who plays or moves the minion counts, not whose minion it is.",
        "Another player who moves this minion itself to a base sets it off too.",
        "One card for each minion, and for each Imperial Dragon that was here.",
        "Moved along with other minions, it answers its own move only.",
        "A minion that leaves, is placed here or changes controller here does not count.",
        "The played minion's own ability comes first.",
    ),
)


@imperial_dragon.after(
    MINION_PLAYED, MINION_MOVED, when=another_brings_a_minion, each_its_own=True, adds=HANDS
)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    yield from g.draw(you, 1)


hatchling = dragons.minion(
    "Hatchling",
    power=2,
    copies=4,
    text="Ongoing: after another player plays a minion here or moves a minion to here,"
    " that minion has -1 power until the end of the turn.",
    rulings=(
        "Who plays or moves the minion counts, not whose minion it is.",
        "Another player who moves this minion itself to a base gives it the -1.",
        "Each Hatchling here gives its own -1; power never goes below 0.",
        "The played minion's own ability comes first. The -1 stays on the minion if it moves on"
        " or the Hatchling leaves.",
        "It affects the minion: one that other players' cards cannot affect is safe.",
    ),
)


@hatchling.after(
    MINION_PLAYED, MINION_MOVED, when=another_brings_a_minion, each_its_own=True, adds=POWERS
)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    if g.is_still_there(ev):
        yield from g.add_power(ev.card, -1)


bring_down_the_walls = dragons.action(
    "Bring Down the Walls",
    copies=2,
    plays_on=ON_BASE,
    text="Play on a base. Ongoing: before this base scores, you may play a minion here.",
    rulings=(
        "From your hand, at once or not at all; it does not use up your minion of the turn.",
        "On any player's turn, with or without a minion of yours here.",
        "Each copy here gives a minion of its own.",
        "The minion is really played: its ability and all that waits for minions work.",
    ),
)


@bring_down_the_walls.before_scoring(when=can_bring_a_minion, asks=True)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    play = Permission(MINION, me, place=ev.place)
    yield from g.play_now(you, [play], "Play a minion at the base that is about to score")


burn_it_down = dragons.action(
    "Burn It Down",
    copies=1,
    text="Destroy a base and all actions played on it. Replace it with a base from the base"
    " discard pile or with the top of the base deck. The minions stay.",
    rulings=(
        "The replacement is chosen before the top of the base deck is seen.",
        "The destroyed base may itself be chosen: by then it lies in the discard pile.",
        "Actions on minions and counters stay. Actions on the base go to their owners'"
        " discard piles.",
        "No minion is destroyed, moved or played by it.",
        "Changes of the old base's breakpoint end with it.",
    ),
)


# The card leaves it open, we play it so: the destroyed base counts as lying in the discard pile.
@burn_it_down.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    place = yield from g.choose_base(you, g.bases(), "Destroy which base?")
    if place is None:
        return
    pile = [*g.discarded_bases(), g.at(place).base]
    ways = ["top of the base deck"] if g.base_can_come() else []
    chosen = yield from g.choose_or_word(you, pile, ways, "Which base replaces it?")

    def replacement() -> CardId | None:
        return g.top_base() if chosen.word else chosen.card

    yield from g.destroy_base(place, replacement)


dangerous_ground = dragons.action(
    "Dangerous Ground",
    copies=1,
    plays_on=ON_BASE,
    text="Play on a base. Ongoing: other players must discard a card to play a minion here.",
    rulings=(
        "A cost: without another card in hand to discard, the minion cannot be played here.",
        "The player picks the card; the minion being played cannot be the one.",
        "One discard for each minion played, extra minions and Specials too. Moving here is free.",
        "An Argonaut played in place of an action is a minion and costs a card.",
        "You never pay.",
    ),
)


@dangerous_ground.costs_a_discard
def _(g: Rules, me: CardId, seat: Seat, card: CardId, place: PlaceId) -> bool:
    return place == g.place(me) and seat != g.controller(me)


dragon_lands = dragons.action(
    "Dragon Lands",
    copies=1,
    plays_on=ON_BASE,
    text="Play on a base. Ongoing: your minions here have +1 power."
    " Special: before a base scores, you may play this on it.",
    rulings=(
        "By its Special on any player's turn, without using up your action of the turn,"
        " and without a minion of yours there.",
        "Minions that come later have the bonus too, those that leave lose it.",
        "Either way you have played an action.",
    ),
)
dragon_lands.playable_from_hand(BEFORE_SCORING)


@dragon_lands.power_change(HERE)
def _(g: Rules, me: CardId, minion: CardId) -> int:
    return int(g.controller(minion) == g.controller(me))


flank_attack = dragons.action(
    "Flank Attack",
    copies=1,
    text="Search your deck and/or discard pile for an action that is played on a base and play"
    " it as an extra action. If you searched your deck, shuffle it.",
    rulings=(
        "The card found is played at once or not at all, on any base; then this card is finished.",
        "It is one particular card, so no Argonaut can be played in its place.",
        "You have played two actions.",
        "A card from the discard pile: the deck is neither searched nor shuffled.",
        "Searching an empty deck shuffles the discard pile into it first.",
    ),
)


# The cards of both places are offered in one choice: who takes one of the discard pile has
# searched that only, anyone else the deck as well. An empty deck is searched, and so made of the
# discard pile first (TURN-7), only by who wants that.
@flank_attack.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    pile = [card for card in g.discard_pile(you) if g.is_played_on_base(card)]
    was_known = g.known_in_deck(you)
    has_deck = bool(g.deck(you))
    found = (yield from g.search_deck(you, g.is_played_on_base)) if has_deck else []
    other_way = [Option("choose", word="deck")] if pile and g.remakes_to_search(you) else []
    done = yield from _play_found(g, you, [*g.distinct(found), *g.distinct(pile)], other_way)
    if done.word:
        found = yield from g.search_deck(you, g.is_played_on_base)
        yield from _play_found(g, you, g.distinct(found), [])
    if done.card in pile:
        g.forget_search(you, was_known)
    elif has_deck or done.word:
        g.shuffle_deck(you)


def _play_found(g: Rules, you: Seat, cards: list[CardId], instead: list[Option]) -> Ability[Option]:
    plays = [g.permission_for(card) for card in cards]
    return (yield from g.play_now(you, plays, "Play which action?", instead=instead))


intimidating_presence = dragons.action(
    "Intimidating Presence",
    copies=1,
    plays_on=ON_BASE,
    text="Play on a base. Ongoing: other players' minions here have -1 power."
    " Special: before a base scores, you may play this on it.",
    rulings=(
        "By its Special on any player's turn, without using up your action of the turn.",
        "Minions that come later have the -1 too, those that leave lose it; power never goes"
        " below 0.",
        "The -1 that brings a minion into the range of a protection still counts.",
    ),
)
intimidating_presence.playable_from_hand(BEFORE_SCORING)


@intimidating_presence.power_change(HERE)
def _(g: Rules, me: CardId, minion: CardId) -> int:
    return -1 if g.controller(minion) != g.controller(me) else 0


raze = dragons.action(
    "Raze",
    copies=1,
    plays_on=ON_BASE,
    text="Play on a base. Ongoing: this base's ability is cancelled.",
    rulings=(
        "Breakpoint, VP and the cards here are not touched.",
        "What the ability did before stays done.",
        "When Raze leaves, the ability works again.",
    ),
)


@raze.ignores_base
def _(g: Rules, me: CardId, seat: Seat) -> bool:
    return True


ruins = dragons.action(
    "Ruins",
    copies=2,
    plays_on=ON_BASE,
    text="Play on a base. Ongoing: when this base scores, it awards each other player 1 VP less.",
    rulings=(
        "Only what the base itself awards for a place is cut, never VP from an ability,"
        " and never below 0.",
        "Each Ruins and each Great Wyrm here takes off 1 more.",
        "You need no minion here.",
    ),
)
ruins.changes_award(_one_less_for_others)

dragons_lair = dragons.base(
    "Dragon's Lair",
    breakpoint=18,
    vp=(2, 2, 1),
    text="When this base scores, the winner draws three cards.",
    rulings=("Players who tie for first place each draw.",),
)


@dragons_lair.when_scoring(seats=winners)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    yield from g.draw(you, 3)


wyrms_desolation = dragons.base(
    "Wyrm's Desolation",
    breakpoint=20,
    vp=(5, 3, 2),
    text="Each minion here has -1 power.",
    rulings=(
        "All players' minions; it counts wherever power counts, and never goes below 0.",
        "A minion of power 0 is still a minion here.",
    ),
)


@wyrms_desolation.power_change(HERE)
def _(g: Rules, me: CardId, minion: CardId) -> int:
    return -1
