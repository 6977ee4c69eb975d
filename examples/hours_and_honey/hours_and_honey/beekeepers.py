"""Beekeepers: their swarms grow by +1 power counters, and sting with them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from smashup.cards.conditions import (
    first_minion_here,
    itself,
    the_player,
    winners,
    your_minion_here,
)
from smashup.model.card import HANDS, HERE, ON_BASE, ON_MINION, POWERS, Cause, Faction
from smashup.model.decision import Ability
from smashup.model.edition import Harm
from smashup.model.event import MINION_DESTROYED, MINION_PLAYED, Event
from smashup.model.ids import CardId, Seat

if TYPE_CHECKING:
    from smashup.engine.rules import Rules

beekeepers = Faction(
    "Beekeepers",
    set="hours_and_honey",
    plays="A queen and her swarm: many small minions that make each other stronger.",
)

mother_of_the_hive = beekeepers.minion(
    "Mother of the Hive",
    power=5,
    copies=1,
    text="Talent: place a +1 power counter on another of your minions here.",
)


@mother_of_the_hive.talent()
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    others = [minion for minion in g.minions(at=g.place(me), of=you) if minion != me]
    minion = yield from g.choose(you, others, "Place a counter on which minion?")
    yield from g.place_counters(minion)


smoke_bearer = beekeepers.minion(
    "Smoke Bearer",
    power=4,
    copies=2,
    text="When played: you may give another minion here -2 power until the end of the turn.",
)


@smoke_bearer.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    others = [minion for minion in g.minions(at=g.place(me)) if minion != me]
    minion = yield from g.may_choose(you, others, "Give a minion here -2 power")
    yield from g.add_power(minion, -2)


comb_builder = beekeepers.minion(
    "Comb Builder",
    power=3,
    copies=3,
    text="After you play another minion here, place a +1 power counter on this one.",
)


def _you_play_another_here(g: Rules, me: CardId, ev: Event) -> bool:
    return ev.card != me and ev.place == g.place(me) and ev.seat == g.controller(me)


@comb_builder.after(MINION_PLAYED, when=_you_play_another_here, each_its_own=True, adds=POWERS)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    yield from g.place_counters(me)


forager = beekeepers.minion(
    "Forager",
    power=2,
    copies=4,
    text="After this minion is destroyed, draw a card.",
)


@forager.after(MINION_DESTROYED, when=itself, each_its_own=True, adds=HANDS)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    yield from g.draw(you, 1)


honey_harvest = beekeepers.action(
    "Honey Harvest", copies=2, text="Draw two cards, then discard one."
)


@honey_harvest.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    yield from g.draw(you, 2)
    yield from g.choose_and_discard(you)


swarm = beekeepers.action(
    "Swarm",
    copies=2,
    text="Move one of your minions to another base, then place a +1 power counter on it.",
)


@swarm.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    minion = yield from g.choose(you, g.minions(of=you), "Move which minion?")
    yield from g.choose_and_move(you, minion)
    yield from g.place_counters(minion)


sting = beekeepers.action(
    "Sting",
    copies=2,
    text="Remove a +1 power counter from one of your minions to destroy a minion there of power"
    " 3 or less.",
)


@sting.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    armed = [minion for minion in g.minions(of=you) if g.counters(minion)]
    stinging = yield from g.choose(you, armed, "Which minion stings?")
    if stinging is not None and (yield from g.remove_counters(stinging)):
        weak = g.minions(at=g.place(stinging), power_at_most=3)
        minion = yield from g.choose(you, weak, "Destroy a minion there of power 3 or less")
        yield from g.destroy(minion)


beekeepers_veil = beekeepers.action(
    "Beekeeper's Veil",
    copies=2,
    plays_on=ON_MINION,
    text="Play on a minion. Ongoing: other players cannot destroy this minion.",
    rulings=("Other players than the one who controls this card.",),
)


@beekeepers_veil.protects_minions
def _(g: Rules, me: CardId, minion: CardId, harm: Harm, cause: Cause) -> bool:
    theirs = cause.seat >= 0 and cause.seat != g.controller(me)
    return harm == "destroy" and minion == g.host(me) and theirs


waggle_dance = beekeepers.action(
    "Waggle Dance",
    copies=1,
    plays_on=ON_BASE,
    text="Play on a base. Ongoing: your minions here have +1 power.",
)


@waggle_dance.power_change(HERE)
def _(g: Rules, me: CardId, minion: CardId) -> int:
    return 1 if your_minion_here(g, me, minion) else 0


royal_jelly = beekeepers.action(
    "Royal Jelly",
    copies=1,
    text="Place three +1 power counters on one of your minions.",
)


@royal_jelly.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    minion = yield from g.choose(you, g.minions(of=you), "Feed which minion?")
    yield from g.place_counters(minion, 3)


the_meadow = beekeepers.base(
    "The Meadow",
    breakpoint=16,
    vp=(3, 2, 1),
    text="After the first minion of a turn is played here, place a +1 power counter on it.",
)


@the_meadow.after(MINION_PLAYED, when=first_minion_here, seats=the_player, adds=POWERS)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    if g.is_still_there(ev):
        yield from g.place_counters(ev.card)


the_old_orchard = beekeepers.base(
    "The Old Orchard",
    breakpoint=22,
    vp=(4, 3, 2),
    text="After this base scores, the winner may return one of their minions here to their hand.",
    rulings=("Players who tie for first place may each do so.",),
)


@the_old_orchard.after_scoring(seats=winners, asks=True)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    yours = g.minions(at=ev.place, of=you)
    minion = yield from g.may_choose(you, yours, "Return one of your minions to your hand")
    yield from g.return_to_hand(minion)
