"""Explorers: new bases, and minions on the move to them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from smashup.cards.conditions import by_you_here, the_player
from smashup.model.card import BY_CHOICE, HANDS, ITS_BASE, ON_BASE, PLACES, POINTS, POWERS, Faction
from smashup.model.decision import Ability
from smashup.model.event import (
    AFTER_SCORING,
    BASE_ENTERED,
    BEFORE_SCORING,
    MINION_MOVED,
    MINION_PLAYED,
    Event,
)
from smashup.model.ids import CardId, PlaceId, Seat
from smashup.model.words import Words

if TYPE_CHECKING:
    from smashup.engine.rules import Rules

explorers = Faction(
    "Explorers",
    set="what_were_we_thinking",
    plays="Travels, brings new bases into play and profits from every move.",
)

idaho_smith = explorers.minion(
    "Idaho Smith",
    power=5,
    copies=1,
    text="When played: you may put the top base of the base deck into play as an additional base."
    " If you do, move this minion and any number of your other minions here to it.",
    rulings=(
        "The base is there for good: when it scores it is replaced like any other.",
        "All or nothing: the base does not come without Idaho Smith going there; only who else"
        " goes along is up to you.",
        "His companions move and are not played; the actions on them go along.",
        "An empty base deck is first remade from the discarded bases.",
        "Crypt Looters may answer the new base once he has moved.",
    ),
)


@idaho_smith.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    # Asked before the base is touched: declining must not remake an empty base deck (TURN-7).
    if not g.has_next_base() or not (yield from g.may(you, "Play the top base and move to it?")):
        return
    base = g.top_base()
    if base is not None:
        new = yield from g.add_base(base)
        mine = g.minions(at=g.place(me), of=you, other_than=me)
        prompt = Words("Who else moves to {base}?", base=g.name(base))
        party = yield from g.choose_some(you, mine, prompt)
        yield from g.move([me, *party], new)


guide = explorers.minion(
    "Guide",
    power=4,
    copies=2,
    text="Ongoing: after one of your minions moves for the first time in a turn, it has +1 power"
    " until the end of that turn.",
    rulings=(
        "Each of your minions can get this once a turn, on any player's turn, whoever moved it,"
        " this one too.",
        "Guide may be at any base; two Guides give +2.",
        "A minion that already moved before Guide came has had its first move.",
        "The bonus stays for the turn even if Guide leaves.",
    ),
)


def _first_move_of_yours(g: Rules, me: CardId, ev: Event) -> bool:
    return ev.controller == g.controller(me) and not g.has_moved(ev.card)


@guide.after(MINION_MOVED, when=_first_move_of_yours, adds=POWERS)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    if g.is_still_there(ev):
        yield from g.add_power(ev.card, 1)


crypt_looter = explorers.minion(
    "Crypt Looter",
    power=3,
    copies=3,
    text="Special: after a base comes into play, you may play this minion there from your hand"
    " as an extra minion.",
    rulings=(
        "On any player's turn and however the base came: a replacement, an additional base,"
        " or one swapped in under minions (Terraforming).",
        "At that moment or not at all; any number of Crypt Looters may answer one base.",
        "It can also be played as an ordinary minion. The bases of the set-up do not count.",
    ),
)
crypt_looter.playable_from_hand(BASE_ENTERED)

glory_hound = explorers.minion(
    "Glory Hound",
    power=2,
    copies=4,
    text="When played: look at the top two bases of the base deck. Put one back on top and the"
    " other on the bottom.",
    rulings=(
        "You must; you choose the one that goes on top, and nobody else sees them.",
        "If the base deck is too small, the discarded bases are shuffled and put under it.",
    ),
)


@glory_hound.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    bases = yield from g.look_at_bases(you, 2)
    top = yield from g.choose(you, bases, "Which base goes on top?")
    for base in bases:
        if base != top:
            g.put_under_base_deck(base)


dr_livingstone = explorers.action(
    "Dr Livingstone, I Presume?",
    copies=1,
    text="Choose a minion. If it is alone at its base, shuffle it into its owner's deck.",
    rulings=(
        "Minions of all players count as company. You may choose one that is not alone;"
        " then nothing happens.",
        "It is not destroyed. What is on it is discarded.",
        "Protection against being affected stops this.",
    ),
)


@dr_livingstone.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    idle = not any(_is_alone(g, minion) for minion in g.minions())
    minion = yield from g.choose(
        you, g.minions(), "Choose a minion; if it is alone at its base, it is shuffled away", idle
    )
    if minion is not None and _is_alone(g, minion):
        yield from g.shuffle_home(minion)


def _is_alone(g: Rules, minion: CardId) -> bool:
    return not g.minions(at=g.place(minion), other_than=minion)


forgotten_horrors = explorers.action(
    "Forgotten Horrors",
    copies=1,
    plays_on=ON_BASE,
    text="Play on a base. Ongoing: after you play a minion here, or play a card that moves one or"
    " more of your minions here, draw a card and transfer this to another base.",
    rulings=(
        "One card gives one draw, however many minions it brings here, itself included.",
        "A talent that moves minions counts only if it is used in the turn its card was played.",
        "You must draw and transfer, and you choose the base. Other players' cards that move your"
        " minions here do not count.",
        "The transfer is no play, and minions already at the new base do not set it off.",
    ),
)


def _where_to(ev: Event) -> PlaceId:
    """The base where the minion was played, or that it moved to."""
    return ev.place if ev.kind == MINION_PLAYED else ev.to


def _you_bring_a_minion_here(g: Rules, me: CardId, ev: Event) -> bool:
    if ev.kind == MINION_PLAYED:
        return by_you_here(g, me, ev)
    you = g.controller(me)
    # The ruling on talents is taken for every ability: of a card played by you this turn.
    # FILL-19: it counts whoever carries it out (Run 'Em Off).
    by_card_you_play = ev.by >= 0 and g.was_played_by(you, ev.by)
    return ev.to == g.place(me) and ev.controller == you and by_card_you_play


@forgotten_horrors.after(
    MINION_PLAYED,
    MINION_MOVED,
    when=_you_bring_a_minion_here,
    once=True,
    adds=HANDS | BY_CHOICE,
)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    base = g.place(me)
    if base != _where_to(ev):
        return  # ORDER-6: another card's doing has taken it away from there
    yield from g.draw(you, 1)
    to = yield from g.choose_base(you, g.bases(other_than=base), "Transfer it to which base?")
    if to is not None:
        yield from g.transfer(me, to_place=to)


fortune_and_glory = explorers.action(
    "Fortune and Glory",
    copies=2,
    text="Choose a base. You may move up to two minions from there to another base.",
    rulings=("Any players' minions; both go to the same base. You may move one or none.",),
)


@fortune_and_glory.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    nobody = not g.minions()
    base = yield from g.choose_base(you, g.bases(), "Move minions from which base?", idle=nobody)
    if base is not None:
        prompt = "Move up to two minions from there"
        minions = yield from g.choose_some(you, g.minions(at=base), prompt, at_most=2)
        if minions:
            others = g.bases(other_than=base)
            idle = g.must_stay(minions)
            to = yield from g.choose_base(you, others, "Move them to which base?", idle)
            yield from g.move(minions, to)


i_said_no_camels = explorers.action(
    "I Said No Camels!",
    copies=1,
    text="Choose a base. Either place a +1 power counter on each of your minions there, or draw"
    " a card for each of them.",
    rulings=(
        "The same for all of them: counters or cards.",
        "The counters last beyond the turn.",
    ),
)


@i_said_no_camels.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    idle = not g.minions(of=you)
    base = yield from g.choose_base(you, g.bases(), "Count your minions at which base?", idle)
    if base is None:
        return
    mine = g.minions(at=base, of=you)
    ways = ["counters", "draw"]
    if mine and not g.deck(you) and not g.discard_pile(you):
        ways.remove("draw")  # a way that does nothing is no way while the other does something
    prompt = "Counters for your minions, or cards for you?"
    way = yield from g.choose_word(you, ways, prompt, idle=not mine)
    if way == "counters":
        yield from g.place_counters(mine)
    else:
        yield from g.draw(you, len(mine))


it_belongs_in_a_museum = explorers.action(
    "It Belongs in a Museum",
    copies=1,
    text="Choose two minions at different bases. Each moves to the base where the other was.",
    rulings=(
        "Any players' minions. With minions at one base only, nothing happens.",
        "If one of the two cannot be moved, the other still moves.",
    ),
)


@it_belongs_in_a_museum.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    minions = g.minions()

    def elsewhere(picked: list[CardId]) -> list[CardId]:
        return [m for m in minions if not picked or g.place(m) != g.place(picked[0])]

    if len({g.place(minion) for minion in minions}) < 2:
        return
    prompt = "Choose two minions at different bases to change places"
    first, second = yield from g.choose_some(
        you, minions, prompt, at_most=2, at_least=2, still=elsewhere
    )
    # Left open by the card: the moves do not depend on each other (FILL-3).
    yield from g.move_each([(first, g.place(second)), (second, g.place(first))])


lost_city = explorers.action(
    "Lost City",
    copies=2,
    special_only=True,
    text="Special: after a base scores, reveal the top two bases of the base deck. Choose one to"
    " replace the scored base and discard the other. You may play an extra minion on the new"
    " base.",
    rulings=(
        "On any player's turn, with or without minions at the scored base.",
        "The extra minion waits for the new base, and is then played at once or not at all.",
        "If several abilities choose the next base, the last one counts; a base chosen before"
        " goes back on top of the base deck. The extra minion is played there all the same.",
        "The base is new for Crypt Looter.",
    ),
)


def _nobody_to_play_there(g: Rules, me: CardId, you: Seat, ev: Event) -> bool:
    return not g.hand(you) or ev.place not in g.bases()  # TERM-here: another may lie there by then


@lost_city.special_from_hand(AFTER_SCORING)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    assert ev.scoring is not None
    bases = yield from g.reveal_bases(2, besides=ev.scoring.replacement)
    chosen = yield from g.choose(you, bases, "Which base comes next?")
    for base in bases:
        if base != chosen:
            g.discard_base(base)
    if chosen is not None:
        g.put_on_base_deck([chosen])  # above one that was chosen before
        ev.scoring.replacement = chosen
    g.once_replaced()


@lost_city.after_replacement(extra_play=True, moot=_nobody_to_play_there)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    yield from g.extra_minion(you, at=ev.place)


x_never_marks_the_spot = explorers.action(
    "X Never Marks the Spot",
    copies=1,
    text="Move all of your minions, each to another base of your choice.",
    rulings=(
        "Every one of them that can move must; you choose for each where it goes.",
        "It is one card: Forgotten Horrors gives one card for it.",
    ),
)


@x_never_marks_the_spot.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    yield from g.choose_moves(you, g.minions(of=you), "Move each of your minions", must=True)


archaeology = explorers.action(
    "You Call This Archaeology?",
    copies=1,
    text="Move one of your minions to another base."
    " Special: you may also play this before or after a base scores.",
    rulings=(
        "Played by its Special it is no action play of your turn, and may come on any player's.",
        "The minion may go to the scoring base, leave it, or have nothing to do with it.",
        "A minion moved away after scoring is not discarded; the points stay as awarded.",
    ),
)
archaeology.playable_from_hand(BEFORE_SCORING, AFTER_SCORING)


@archaeology.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    minion = yield from g.choose(you, g.minions(of=you), "Move one of your minions")
    yield from g.choose_and_move(you, minion)


ancient_temple = explorers.base(
    "Ancient Temple",
    breakpoint=20,
    vp=(4, 2, 1),
    text="At the start of a player's turn, if they have exactly one minion here, it has +5 power"
    " while it is here, until the end of the turn.",
    rulings=(
        "Counted only then: more minions that come later do not end it.",
        "The bonus rests while the minion is elsewhere. Other players' minions do not matter.",
    ),
)


def _is_not_one(g: Rules, me: CardId, you: Seat, ev: Event) -> bool:
    return len(g.minions(at=g.place(me), of=you)) != 1


@ancient_temple.at_start_of_turn(
    seats=the_player, adds=POWERS | ITS_BASE, looks=PLACES, moot=_is_not_one
)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    if not _is_not_one(g, me, you, ev):
        base = g.place(me)
        yield from g.add_power(g.minions(at=base, of=you), 5, only_at=base)


city_of_gold = explorers.base(
    "City of Gold",
    breakpoint=16,
    vp=(3, 1, 1),
    text="At the start of a player's turn, they gain 1 VP if they have a minion here.",
    rulings=(
        "Only on their own turn, and 1 VP for any number of minions.",
        "The game does not end before the end of the turn.",
    ),
)


@city_of_gold.at_start_of_turn(seats=the_player, adds=POINTS, looks=PLACES)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    if g.has_minion(you, g.place(me)):
        yield from g.gain_vp(you, 1)
