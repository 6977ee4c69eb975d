"""Tornados: whatever stands anywhere, blown somewhere else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from smashup.cards.conditions import elsewhere, nobody_in_particular, none_of, the_player
from smashup.model.card import PLACES, POWERS, Faction
from smashup.model.decision import Ability
from smashup.model.event import (
    AFTER_SCORING,
    BEFORE_SCORING,
    MINION_MOVED,
    MINION_PLAYED,
    Event,
)
from smashup.model.ids import CardId, Seat
from smashup.model.words import Words

if TYPE_CHECKING:
    from smashup.engine.rules import Rules

tornados = Faction(
    "Tornados",
    set="its_your_fault",
    plays="Moves minions about, its own and others', above all when a base is about to score.",
)


def _to_or_from_here(g: Rules, me: CardId, you: Seat, minion: CardId | None) -> Ability[None]:
    """Moves a minion of this base to another one, or one of another base to this one."""
    if minion is None:
        return
    if g.place(minion) == g.place(me):
        yield from g.choose_and_move(you, minion)
    else:
        yield from g.move(minion, g.place(me))


monster_tornado = tornados.minion(
    "Monster Tornado",
    power=5,
    copies=1,
    text="Talent: move a minion of power 4 or less from here to another base,"
    " or from another base to here.",
    rulings=(
        "Any player's minion; its power now is what counts. It is you who moves it.",
        "It can move itself only while it has power 4 or less.",
    ),
)


@monster_tornado.talent()
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    light = g.minions(power_at_most=4)
    minion = yield from g.choose(you, light, "Move a minion from here, or to here")
    yield from _to_or_from_here(g, me, you, minion)


cyclone = tornados.minion(
    "Cyclone",
    power=4,
    copies=2,
    text="Talent: move this minion to another base.",
    rulings=("What is on it goes along. Moving is not playing.",),
)


@cyclone.talent()
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    yield from g.choose_and_move(you, me)


twister = tornados.minion(
    "Twister",
    power=3,
    copies=3,
    text="When played: you may move a minion of power 3 or less from here to another base,"
    " or from another base to here.",
    rulings=("Any player's minion, itself too; its power now is what counts.",),
)


@twister.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    light = g.minions(power_at_most=3)
    minion = yield from g.may_choose(you, light, "Move a minion from here, or to here")
    yield from _to_or_from_here(g, me, you, minion)


dust_devil = tornados.minion(
    "Dust Devil",
    power=2,
    copies=4,
    text="Special: before another base scores, you may move this minion there.",
    rulings=(
        "On any player's turn, once for each base that scores; several may go to one base.",
        "The base it leaves may no longer be ready to score afterwards.",
    ),
)


@dust_devil.before_scoring(when=elsewhere, anywhere=True)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    yield from g.move(me, ev.place)


carried_away = tornados.action(
    "Carried Away",
    copies=2,
    text="Move a minion to another base.",
    rulings=("Any player's minion, of any power.",),
)


@carried_away.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    minion = yield from g.choose(you, g.minions(), "Move a minion to another base")
    yield from g.choose_and_move(you, minion)


gone_with_the_wind = tornados.action(
    "Gone with the Wind",
    copies=1,
    special_only=True,
    text="Special: after a base scores, play this; you may move one of your minions there"
    " to another base instead of the discard pile.",
    rulings=(
        "Playable on any player's turn; it does not use your action of the turn.",
        "The base that comes next is not in play yet and cannot be the goal.",
        "What is on the minion goes along. Its goal may become ready and score in the same phase.",
    ),
)


@gone_with_the_wind.special_from_hand(AFTER_SCORING)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    mine = g.minions(at=ev.place, of=you)
    minion = yield from g.may_choose(you, mine, "Move one of your minions from the scored base")
    yield from g.choose_and_move(you, minion)


not_in_kansas = tornados.action(
    "Not in Kansas",
    copies=1,
    text="Destroy a base, all actions on it and all actions on the minions there. Replace it with"
    " the top card of the base deck. The minions stay.",
    rulings=(
        "Counters on the minions stay. The minions are not played, moved or destroyed.",
        "An empty base deck is remade first, the base just destroyed included.",
        "If the base was about to score, its scoring stops and all bases are checked anew.",
    ),
)


@not_in_kansas.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    place = yield from g.choose_base(you, g.bases(), "Destroy which base?")
    if place is not None:
        yield from g.destroy_base(place, g.top_base, on_minions=True)


over_the_rainbow = tornados.action(
    "Over the Rainbow",
    copies=1,
    special_only=True,
    text="Special: before a base scores, play this to move one of your minions there"
    " from another base.",
    rulings=(
        "Playable on any player's turn; it does not use your action of the turn.",
        "Only a minion you control.",
    ),
)


@over_the_rainbow.special_from_hand(BEFORE_SCORING)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    mine = [minion for minion in g.minions(of=you) if g.place(minion) != ev.place]
    minion = yield from g.choose(you, mine, "Move one of your minions to the scoring base")
    yield from g.move(minion, ev.place)


picked_up = tornados.action(
    "Picked Up",
    copies=1,
    special_only=True,
    text="Special: before a base scores, play this to move a minion from there to another base.",
    rulings=(
        "Playable on any player's turn; it does not use your action of the turn.",
        "The base scores even if its total is below its breakpoint now; who has nothing left"
        " there gets nothing.",
    ),
)


@picked_up.special_from_hand(BEFORE_SCORING)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    there = g.minions(at=ev.place)
    minion = yield from g.choose(you, there, "Move a minion from the scoring base")
    yield from g.choose_and_move(you, minion)


ripped_off = tornados.action(
    "Ripped Off",
    copies=1,
    text="Transfer an action from a base to another base, or from a minion to another minion.",
    rulings=(
        "Any player's action, to any base or minion; it keeps its controller.",
        "It is not played again: what it did when played does not happen.",
        "If its new minion cannot be affected, it is discarded.",
    ),
)


@ripped_off.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    def can_go(action: CardId) -> bool:
        return len(g.bases() if g.host(action) < 0 else g.minions()) > 1

    actions = [action for action in g.actions_in_play() if can_go(action)]
    action = yield from g.choose(you, actions, "Transfer which action?")
    if action is None:
        return
    if g.host(action) < 0:
        bases = g.bases(other_than=g.place(action))
        base = yield from g.choose_base(you, bases, "Transfer it to which base?")
        if base is not None:
            yield from g.transfer(action, to_place=base)
    else:
        others = g.minions(other_than=g.host(action))
        minion = yield from g.choose(you, others, "Transfer it to which minion?")
        if minion is not None:
            yield from g.transfer(action, to_host=minion)


trade_winds = tornados.action(
    "Trade Winds",
    copies=2,
    text="Choose two minions of power 3 or less. Move each to the base of the other.",
    rulings=(
        "Any players' minions; their power now is what counts. Both move together, by you.",
        "With only one such minion nothing moves; two at the same base do not move either.",
    ),
)


@trade_winds.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    light = g.minions(power_at_most=3)
    pair = yield from g.choose_some(you, light, "Swap two minions", at_most=2, at_least=2)
    if len(pair) == 2:
        one, other = pair
        # One that is protected stays, the other still goes (FILL-3).
        yield from g.move_each([(one, g.place(other)), (other, g.place(one))])


whirlwinds = tornados.action(
    "Whirlwinds",
    copies=1,
    text="You may move any number of your minions to other bases.",
    rulings=("Each goes to a base of your choice; none at all is allowed too.",),
)


@whirlwinds.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    yield from g.choose_moves(you, g.minions(of=you), "Move one of your minions")


tornado_alley = tornados.base(
    "Tornado Alley",
    breakpoint=25,
    vp=(4, 3, 2),
    text="After a player plays their first minion here each turn, that player may move another"
    " minion here from another base.",
    rulings=(
        "Each player has a first time in each turn, on other players' turns too.",
        "Any player's minion of any power. Declined, it is not offered again that turn.",
        "A minion moved here was not played here.",
    ),
)


def _first_here(g: Rules, me: CardId, ev: Event) -> bool:
    here = g.place(me)
    return ev.place == here and len(g.played_minions(ev.seat, at=here)) == 1


def _others_elsewhere(g: Rules, me: CardId, you: Seat, ev: Event) -> list[CardId]:
    # The one just played may have blown itself away: it is no "other" minion.
    return [m for m in g.minions(other_than=ev.card) if g.place(m) != g.place(me)]


@tornado_alley.after(
    MINION_PLAYED,
    when=_first_here,
    seats=the_player,
    asks=True,
    looks=PLACES,
    moot=none_of(_others_elsewhere),
)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    others = _others_elsewhere(g, me, you, ev)
    prompt = Words("Move another minion to {base}", base=g.name(me))
    minion = yield from g.may_choose(you, others, prompt)
    yield from g.move(minion, g.place(me))


trailer_park = tornados.base(
    "Trailer Park",
    breakpoint=20,
    vp=(4, 2, 1),
    text="After a player moves a minion here, that player places a +1 power counter on it.",
    rulings=(
        "Whoever moves it and whoever controls it, each time, also while a base scores.",
        "A minion played here, or found here when this base came, was not moved here.",
    ),
)


def _moved_here(g: Rules, me: CardId, ev: Event) -> bool:
    return ev.to == g.place(me)


# It does something to the minion, not to who moves it: its controller is who may ignore that.
@trailer_park.after(MINION_MOVED, when=_moved_here, seats=nobody_in_particular, adds=POWERS)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    if g.is_still_there(ev):
        yield from g.place_counters(ev.card)
