"""Superheroes: mild mannered citizens who turn out to be something else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from smashup.cards.conditions import here, none_of, the_player, your_minion_here
from smashup.model.card import HANDS, HOST, MINION, ON_BASE, ON_MINION, PLACES, Cause, Faction
from smashup.model.decision import Ability
from smashup.model.edition import Harm
from smashup.model.event import MINION_PLAYED, Event
from smashup.model.ids import CardId, PlaceId, Seat
from smashup.model.state import DECK, Permission
from smashup.model.words import Words

if TYPE_CHECKING:
    from smashup.engine.rules import Rules

superheroes = Faction(
    "Superheroes",
    set="its_your_fault",
    plays="A few strong heroes with powers of their own, and citizens who become one.",
)

awesome_guy = superheroes.minion(
    "Awesome Guy",
    power=5,
    copies=1,
    text="Ongoing: other players cannot destroy your minions here, this one included.",
    rulings=(
        "What counts is who carries it out: if another player's card makes you destroy one of"
        " your minions here, it is destroyed. Your own cards may destroy them too.",
        "Another player who destroys by a base's ability (The Deep) is another player as well.",
        "Moving, returning, losing power and being discarded after scoring are not prevented.",
        "A guarded minion may be chosen; it stays, and nothing reacts to a destruction.",
    ),
)


def _by_another(g: Rules, me: CardId, harm: Harm, cause: Cause) -> bool:
    """Another player than this card's controller carries out a destruction."""
    return harm == "destroy" and cause.seat != g.controller(me)


@awesome_guy.protects_minions
def _(g: Rules, me: CardId, minion: CardId, harm: Harm, cause: Cause) -> bool:
    return _by_another(g, me, harm, cause) and your_minion_here(g, me, minion)


captain_amazing = superheroes.minion(
    "Captain Amazing",
    power=5,
    copies=1,
    text="Talent: each of your minions here gains +1 power until the end of the turn.",
    rulings=(
        "He is one of them. Minions that come later get nothing.",
        "Those that got it keep it if they move or he leaves.",
    ),
)


@captain_amazing.talent()
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    yield from g.add_power(g.minions(at=g.place(me), of=you), 1)


mind_lady = superheroes.minion(
    "Mind Lady",
    power=5,
    copies=1,
    text="Talent: choose another player's minion. Its abilities are cancelled until the start"
    " of your next turn.",
    rulings=(
        "At any base, and for the whole time even if Mind Lady leaves play.",
        "Its power, its counters and what it did before stay.",
        "Actions on it keep their own abilities; those they would give to it are cancelled.",
        "It ends before the start-of-turn abilities of your turn, or when that minion leaves play.",
    ),
)


def _minion_of_another(g: Rules, me: CardId, you: Seat) -> bool:
    return bool(g.minions(not_of=you))


@mind_lady.talent(when=_minion_of_another)
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    minion = yield from g.choose(you, g.minions(not_of=you), "Silence which minion?")
    yield from g.cancel_abilities(minion, until_start_of_turn_of=you)


the_burst = superheroes.minion(
    "The Burst",
    power=5,
    copies=1,
    text="Ongoing: after a minion is played, you may move this minion to the base where it"
    " was played.",
    rulings=(
        "Any player's minion at any base, each time, on any turn and while a base scores.",
        "Minions that move do not count, nor does one played where The Burst is.",
        "The played minion's ability comes first, and The Burst must have been in play already.",
    ),
)


# ORDER-6: where The Burst is matters when its turn comes, not when the minion was played.
def _is_there_already(g: Rules, me: CardId, you: Seat, ev: Event) -> bool:
    return ev.place not in g.bases(other_than=g.place(me))


@the_burst.after(MINION_PLAYED, asks=True, alters=PLACES, moot=_is_there_already)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    if not _is_there_already(g, me, you, ev):
        base = g.base_card(ev.place).name
        prompt = Words("Move {minion} to {base}?", minion=g.name(me), base=base)
        if (yield from g.may(you, prompt, at=ev.place)):
            yield from g.move(me, ev.place)


mild_mannered_citizen = superheroes.minion(
    "Mild Mannered Citizen",
    power=2,
    copies=5,
    text="Ongoing: at the start of your turn, you may destroy this minion to search your deck for"
    " a minion of power 5 or more and play it here as an extra minion. Shuffle your deck.",
    rulings=(
        "If it is not really destroyed, you do not search.",
        "You destroy it yourself: protection from other players is no hindrance, and whatever"
        " waits for a minion of yours being destroyed, or for you destroying one, reacts.",
        "Any faction's minion of printed power 5 or more, played at once and really played.",
        "If you find none, the Citizen is destroyed all the same and the deck is shuffled.",
        "Several are used one after the other. An empty deck is remade from the discard pile"
        " first, the Citizen in it.",
    ),
)


@mild_mannered_citizen.at_start_of_turn(may=True)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    base = g.place(me)
    if (yield from g.destroy(me)):
        yield from _find_stronger(g, me, you, base, 5)


def _find_stronger(g: Rules, me: CardId, you: Seat, base: PlaceId, power: int) -> Ability[None]:
    """Searches the deck for a minion of that power or more, plays it there, and shuffles."""

    def fits(card: CardId) -> bool:
        return g.is_minion(card) and g.printed_power(card) >= power

    found = yield from g.search_deck(you, fits)
    plays = [Permission(MINION, me, zone=DECK, place=base, card=card) for card in g.distinct(found)]
    yield from g.play_now(you, plays, "Play one of these from your deck?", more=True)
    g.shuffle_deck(you)


expanded_power = superheroes.action(
    "Expanded Power",
    copies=1,
    plays_on=ON_MINION,
    text="Play on a minion. Ongoing: it has +1 power and other players cannot destroy it.",
    rulings=(
        "Other players are all but the controller of this action: on another player's minion"
        " even that player cannot destroy it, and you can.",
        "What counts is who carries the destruction out, not whose card caused it.",
        "It may still be moved, returned, placed, or discarded after scoring.",
    ),
)


@expanded_power.power_change(HOST)
def _(g: Rules, me: CardId, minion: CardId) -> int:
    return 1


@expanded_power.protects_minions
def _(g: Rules, me: CardId, minion: CardId, harm: Harm, cause: Cause) -> bool:
    return minion == g.host(me) and _by_another(g, me, harm, cause)


golden_age = superheroes.action(
    "Golden Age",
    copies=2,
    text="Place up to three minions from your discard pile on the bottom of your deck.",
    rulings=("None is allowed. You choose their order, and the deck is not shuffled.",),
)


@golden_age.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    prompt = "Place minions on the bottom of your deck"
    minions = yield from g.choose_some(you, g.discarded_minions(you), prompt, at_most=3)
    ordered = yield from g.choose_order(you, minions, "Which of them lies on top?")
    yield from g.put_under_deck(you, ordered)


justice_friends = superheroes.action(
    "Justice Friends",
    copies=2,
    text="Each of your minions of power 5 or more gains +2 power until the end of the turn.",
    rulings=(
        "At all bases, by their power at this moment; minions that come later get nothing.",
        "A second one looks again and adds another +2.",
    ),
)


@justice_friends.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    yield from g.add_power(g.minions(of=you, power_at_least=5), 2)


my_only_weakness = superheroes.action(
    "My Only Weakness!",
    copies=1,
    plays_on=ON_MINION,
    text="Play on a minion. Ongoing: its abilities are cancelled.",
    rulings=(
        "Any player's minion. Its power, its counters and what it did before stay.",
        "Other actions on it keep their own abilities; those they would give to it are cancelled.",
        "When this card leaves, the abilities are back.",
    ),
)
my_only_weakness.cancels_host = True

not_really_dead = superheroes.action(
    "Not Really Dead",
    copies=2,
    text="Place up to two minions of power 2 or less from your discard pile in your hand.",
    rulings=("None is allowed; in the discard pile the printed power counts.",),
)


@not_really_dead.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    weak = g.discarded_minions(you, power_at_most=2)
    minions = yield from g.choose_some(you, weak, "Take up to two minions back", at_most=2)
    yield from g.take_from_discard(you, minions)


radioactive_exposure = superheroes.action(
    "Radioactive Exposure",
    copies=1,
    text="Destroy one of your minions to search your deck for a minion of more power than it had"
    " and play it there as an extra minion. Shuffle your deck.",
    rulings=(
        "If yours is not really destroyed, you do not search.",
        "The last power it had in play is compared with the printed power of the card found,"
        " which must be higher.",
        "If you find none, yours is destroyed all the same and the deck is shuffled.",
        "The minion found is played at once and really played. You destroyed a minion: Mako,"
        " Hammerhead and the like react.",
    ),
)


@radioactive_exposure.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    minion = yield from g.choose(you, g.minions(of=you), "Destroy which of your minions?")
    if minion is None:
        return
    base, power = g.place(minion), g.power(minion)
    if (yield from g.destroy(minion)):
        yield from _find_stronger(g, me, you, base, power + 1)


secret_base = superheroes.action(
    "Secret Base",
    copies=1,
    plays_on=ON_BASE,
    text="Play on a base. Ongoing: other players cannot destroy your minions here of power 3"
    " or less.",
    rulings=(
        "The power a minion has at that moment counts. Lowered to 3 or less by another player,"
        " it has that lower power and is safe from then on.",
        "What counts is who carries the destruction out, not whose card caused it.",
    ),
)


@secret_base.protects_minions
def _(g: Rules, me: CardId, minion: CardId, harm: Harm, cause: Cause) -> bool:
    return (
        _by_another(g, me, harm, cause) and your_minion_here(g, me, minion) and g.power(minion) <= 3
    )


sidekick = superheroes.action(
    "Sidekick",
    copies=1,
    text="Choose a base where you have a minion of power 5 or more. Play an extra minion of power"
    " 2 or less there.",
    rulings=(
        "In play the power now counts, in your hand the printed power.",
        "Without such a base there is no extra minion. The play is optional and only for there.",
    ),
)


@sidekick.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    guarded = [base for base in g.bases() if g.minions(at=base, of=you, power_at_least=5)]
    base = yield from g.choose_base(you, guarded, "Play a sidekick at which base?")
    if base is not None:
        yield from g.extra_minion(you, power_at_most=2, at=base)


converted_cave = superheroes.base(
    "Converted Cave",
    breakpoint=18,
    vp=(4, 3, 2),
    text="A minion here of power 2 or less can be destroyed only by its controller.",
    rulings=(
        "What counts is who carries it out: made to do so by another player's card, its"
        " controller does destroy it.",
        "With Infiltrate here, the player who ignores this base loses the protection for their"
        " own minions only.",
        "Power at that moment counts; lowered to 2 or less by another player it is safe.",
        "It may still be moved, returned, or discarded after scoring.",
    ),
)


@converted_cave.protects_minions
def _(g: Rules, me: CardId, minion: CardId, harm: Harm, cause: Cause) -> bool:
    return (
        harm == "destroy"
        and cause.seat != g.controller(minion)
        and g.place(minion) == g.place(me)
        and g.power(minion) <= 2
    )


crystal_fortress = superheroes.base(
    "Crystal Fortress",
    breakpoint=19,
    vp=(3, 1, 1),
    text="After a player plays a minion here, that player may place a minion from their discard"
    " pile on the bottom of their deck.",
    rulings=("Each time a minion is played here. The deck is not shuffled.",),
)


def _your_discarded_minions(g: Rules, me: CardId, you: Seat, ev: Event) -> list[CardId]:
    return g.discarded_minions(you)


@crystal_fortress.after(
    MINION_PLAYED,
    when=here,
    seats=the_player,
    asks=True,
    alters=HANDS,
    looks=HANDS,
    moot=none_of(_your_discarded_minions),
)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    prompt = "Place a minion from your discard pile on the bottom of your deck"
    minion = yield from g.may_choose(you, _your_discarded_minions(g, me, you, ev), prompt)
    if minion is not None:
        yield from g.put_under_deck(you, [minion])
