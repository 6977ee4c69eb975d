"""Pirates: always on the move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from smashup.cards.conditions import another_base, elsewhere, none_of
from smashup.model.card import Faction
from smashup.model.decision import Ability
from smashup.model.event import BEFORE_SCORING, Event
from smashup.model.ids import CardId, PlaceId, Seat
from smashup.model.words import Words

if TYPE_CHECKING:
    from smashup.engine.rules import Rules

pirates = Faction(
    "Pirates",
    set="core",
    plays="Sails from base to base, often at the last moment, and shoots what is weak.",
)

pirate_king = pirates.minion(
    "Pirate King",
    power=5,
    copies=1,
    text="Special: before another base scores, you may move this minion there.",
    rulings=("On anyone's turn and for every base that scores. It moves; it is not played.",),
)


@pirate_king.before_scoring(when=elsewhere, anywhere=True)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    yield from g.move(me, ev.place)


buccaneer = pirates.minion(
    "Buccaneer",
    power=4,
    copies=2,
    text="Special: if this minion would be destroyed, move it to another base instead.",
    rulings=(
        "Its controller chooses the base. You have to, every time.",
        "It was not destroyed: nothing that follows a destruction happens.",
        "Returning, placing and the discard after scoring are not stopped.",
        "Under Powderkeg it moves away and the others are still destroyed.",
    ),
)


def _can_flee(g: Rules, me: CardId, minion: CardId) -> bool:
    return minion == me and len(g.bases()) > 1


buccaneer.moves_instead_of_destruction(when=_can_flee)

saucy_wench = pirates.minion(
    "Saucy Wench",
    power=3,
    copies=3,
    text="When played: you may destroy a minion here of power 2 or less.",
    rulings=("Any player's minion here; its power now decides.",),
)


@saucy_wench.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    weak = g.minions(at=g.place(me), power_at_most=2)
    minion = yield from g.may_choose(you, weak, "Destroy a minion here of power 2 or less")
    yield from g.destroy(minion)


first_mate = pirates.minion(
    "First Mate",
    power=2,
    copies=4,
    text="Special: after this base scores, you may move this minion to another base"
    " instead of the discard pile.",
    rulings=(
        "It counts at the scored base first, then also where it goes if that base scores.",
        "The replacement is not in play yet, so it cannot go there.",
        "It may do so each time its base scores; it takes along what is on it, and no other"
        " minion.",
    ),
)


@first_mate.after_scoring(when=another_base)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    yield from g.choose_and_move(you, me)


broadside = pirates.action(
    "Broadside",
    copies=2,
    text="Choose a base with a minion of yours, and a player. Destroy all of that player's"
    " minions there of power 2 or less.",
    rulings=("The player may be yourself. All that are weak enough now are destroyed.",),
)


@broadside.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    mine = [base for base in g.bases() if g.has_minion(you, base)]
    idle = not any(_weak_at(g, base) for base in mine)
    base = yield from g.choose_base(you, mine, "Fire from which base?", idle)
    if base is not None:
        weak = _weak_at(g, base)
        player = yield from g.choose_player(you, g.seats(), "Fire at whose minions?", idle=not weak)
        yield from g.destroy([minion for minion in weak if g.controller(minion) == player])


def _weak_at(g: Rules, base: PlaceId) -> list[CardId]:
    return g.minions(at=base, power_at_most=2)


cannon = pirates.action(
    "Cannon",
    copies=1,
    text="Destroy up to two minions of power 2 or less.",
    rulings=("None, one or two, of any players, at one base or two; power now counts.",),
)


@cannon.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    weak = g.minions(power_at_most=2)
    minions = yield from g.choose_some(you, weak, "Destroy up to two minions", at_most=2)
    yield from g.destroy(minions)


dinghy = pirates.action(
    "Dinghy",
    copies=2,
    text="Move up to two of your minions to other bases.",
    rulings=("The two may come from different bases and go to different ones.",),
)


@dinghy.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    yield from g.choose_moves(you, g.minions(of=you), "Move one of your minions", at_most=2)


full_sail = pirates.action(
    "Full Sail",
    copies=1,
    text="Move any number of your minions to other bases."
    " Special: you may also play this before a base scores.",
    rulings=(
        "Each minion may go to a different base; none at all is allowed.",
        "As a Special it does not cost your action, and may move minions to the scoring base too.",
        "A base left by your minions still scores, even below its breakpoint.",
    ),
)
full_sail.playable_from_hand(BEFORE_SCORING)


@full_sail.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    yield from g.choose_moves(you, g.minions(of=you), "Move one of your minions")


powderkeg = pirates.action(
    "Powderkeg",
    copies=1,
    text="Choose one of your minions. Destroy it and all minions there of equal or less power.",
    rulings=(
        "The chosen minion's power now is the measure; your own weaker minions go too.",
        "If it survives or moves away (Warbot, Buccaneer), the others are still destroyed.",
    ),
)


@powderkeg.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    minion = yield from g.choose(you, g.minions(of=you), "Blow up which of your minions?")
    if minion is not None:
        yield from g.destroy(g.minions(at=g.place(minion), power_at_most=g.power(minion)))


sea_dogs = pirates.action(
    "Sea Dogs",
    copies=1,
    text="Name a faction and choose a base. Move all other players' minions of that faction"
    " from there to another base.",
    rulings=("You choose both bases: all leave one, all arrive at one. Your own minions stay.",),
)


@sea_dogs.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    faction = yield from g.choose_word(you, g.factions_in_game(), "Name a faction")
    named = [m for m in g.minions(not_of=you) if g.card(m).faction == faction]
    harbours = [base for base in g.bases() if any(g.place(m) == base for m in named)]
    prompt = Words("Move {faction} from which base?", faction=faction)
    base = yield from g.choose_base(you, harbours, prompt)
    if base is not None:
        there = [m for m in named if g.place(m) == base]
        others = g.bases(other_than=base)
        idle = g.must_stay(there)
        to = yield from g.choose_base(you, others, "Move them to which base?", idle)
        yield from g.move(there, to)


shanghai = pirates.action(
    "Shanghai", copies=1, text="Move another player's minion to another base."
)


@shanghai.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    minion = yield from g.choose(you, g.minions(not_of=you), "Move another player's minion")
    yield from g.choose_and_move(you, minion)


swashbuckling = pirates.action(
    "Swashbuckling",
    copies=1,
    text="Each of your minions gains +1 power until the end of the turn.",
    rulings=("Only minions in play now get it, not those that come later.",),
)


@swashbuckling.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    yield from g.add_power(g.minions(of=you), 1)


the_grey_opal = pirates.base(
    "The Grey Opal",
    breakpoint=17,
    vp=(3, 1, 1),
    text="After this base scores, each player who did not win it may move one of their minions"
    " from here to another base instead of the discard pile.",
    rulings=(
        "We play: each of them moves a minion of their own.",
        "The current player goes first. Tied winners all won, so they move nothing.",
        "The base that comes next is not in play yet.",
    ),
)


def _losers(g: Rules, me: CardId, ev: Event) -> list[Seat]:
    assert ev.scoring is not None
    return [seat for seat in g.seats() if seat not in ev.scoring.winners]


def _your_minions_here(g: Rules, me: CardId, you: Seat, ev: Event) -> list[CardId]:
    return g.minions(at=ev.place, of=you)


# "A minion" is read as one of that player's own. It speaks to them one after the other (ORDER-8):
# who comes later sees where the others went.
@the_grey_opal.after_scoring(
    when=another_base, seats=_losers, asks=True, moot=none_of(_your_minions_here)
)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    mine = _your_minions_here(g, me, you, ev)
    prompt = Words("Move one of your minions from {base}", base=g.name(me))
    minion = yield from g.may_choose(you, mine, prompt)
    yield from g.choose_and_move(you, minion)


tortuga = pirates.base(
    "Tortuga",
    breakpoint=21,
    vp=(4, 3, 2),
    text="After this base scores and is replaced, the runner-up may move one of their minions"
    " to the new base.",
    rulings=(
        "The minions here are discarded by then, so it comes from another base.",
        "Tied runners-up each may; after a tie for first nobody is runner-up.",
    ),
)


def _runners_up(g: Rules, me: CardId, ev: Event) -> list[Seat]:
    assert ev.scoring is not None
    return ev.scoring.runners_up


def _elsewhere(g: Rules, me: CardId, you: Seat, ev: Event) -> list[CardId]:
    """That player's minions that can come, if the new base has not been replaced in turn."""
    if ev.place not in g.bases():  # TERM-here: not to what has come in its stead
        return []
    return [minion for minion in g.minions(of=you) if g.place(minion) != ev.place]


@tortuga.after_replacement(seats=_runners_up, moot=none_of(_elsewhere))
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    mine = _elsewhere(g, me, you, ev)
    minion = yield from g.may_choose(you, mine, "Move one of your minions to the new base")
    yield from g.move(minion, ev.place)
