"""Tricksters: traps for everyone else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from smashup.cards.conditions import (
    by_another_player_here,
    here,
    itself,
    still_together,
    the_player,
)
from smashup.cards.registry import faction_number
from smashup.model.card import MINION, ON_BASE, Cause, Faction
from smashup.model.decision import Ability
from smashup.model.event import AFFECTED, MINION_DESTROYED, MINION_PLAYED, Event
from smashup.model.state import Permission

if TYPE_CHECKING:
    from smashup.engine.game import Game

tricksters = Faction("Tricksters", set="core")

leprechaun = tricksters.minion(
    "Leprechaun",
    power=5,
    copies=1,
    text="Ongoing: after another player plays a minion here with less power than this one,"
    " and its ability is resolved, destroy it.",
)


@leprechaun.after(MINION_PLAYED, when=by_another_player_here)
def _(g: Game, me: int, you: int, ev: Event) -> Ability[None]:
    if still_together(g, me, ev) and g.power(ev.card) < g.power(me):
        yield from g.destroy(ev.card)


brownie = tricksters.minion(
    "Brownie",
    power=4,
    copies=2,
    text="Ongoing: after another player plays a card that affects this minion,"
    " that player discards two cards at random.",
)


def _affected_by_another(g: Game, me: int, ev: Event) -> bool:
    return ev.card == me and ev.by_seat != g.controller(me)


@brownie.after(AFFECTED, when=_affected_by_another, once=True)
def _(g: Game, me: int, you: int, ev: Event) -> Ability[None]:
    yield from g.discard_at_random(ev.by_seat, 2)


gnome = tricksters.minion(
    "Gnome",
    power=3,
    copies=3,
    text="When played: you may destroy a minion here with less power than the number of your"
    " minions here.",
)


@gnome.on_play
def _(g: Game, me: int, you: int) -> Ability[None]:
    base = g.place(me)
    weak = g.minions(at=base, power_at_most=len(g.minions(at=base, of=you)) - 1)
    minion = yield from g.may_choose(you, weak, "Destroy a minion here")
    yield from g.destroy(minion)


gremlin = tricksters.minion(
    "Gremlin",
    power=2,
    copies=4,
    text="Ongoing: after this minion is destroyed, draw a card and each other player discards"
    " a card at random.",
)


@gremlin.after(MINION_DESTROYED, when=itself)
def _(g: Game, me: int, you: int, ev: Event) -> Ability[None]:
    yield from g.draw(you, 1)
    for player in g.others(you):
        yield from g.discard_at_random(player, 1)


block_the_path = tricksters.action(
    "Block the Path",
    copies=1,
    plays_on=ON_BASE,
    text="Play on a base and name a faction. Ongoing: minions of that faction cannot be played"
    " here.",
)


@block_the_path.on_play
def _(g: Game, me: int, you: int) -> Ability[None]:
    named = yield from g.choose_word(you, g.factions_in_game(), "Name a faction")
    g.remember(me, faction_number(named))


@block_the_path.forbids_playing
def _(g: Game, me: int, seat: int, card: int, place: int) -> bool:
    return place == g.place(me) and faction_number(g.card(card).faction) == g.memory(me)


disenchant = tricksters.action(
    "Disenchant", copies=2, text="Destroy an action on a minion or on a base."
)


@disenchant.on_play
def _(g: Game, me: int, you: int) -> Ability[None]:
    action = yield from g.choose(you, g.actions_in_play(), "Destroy an action")
    yield from g.destroy(action)


enshrouding_mist = tricksters.action(
    "Enshrouding Mist",
    copies=2,
    plays_on=ON_BASE,
    text="Play on a base. Ongoing: on your turn you may play an extra minion here.",
)


@enshrouding_mist.extra_play_each_turn
def _(g: Game, me: int, you: int) -> Permission:
    return Permission(MINION, me, place=g.place(me))


flame_trap = tricksters.action(
    "Flame Trap",
    copies=1,
    plays_on=ON_BASE,
    text="Play on a base. Ongoing: after another player plays a minion here and its ability"
    " is resolved, destroy it and this card.",
)


@flame_trap.after(MINION_PLAYED, when=by_another_player_here)
def _(g: Game, me: int, you: int, ev: Event) -> Ability[None]:
    if still_together(g, me, ev):
        yield from g.destroy([ev.card, me])


hideout = tricksters.action(
    "Hideout",
    copies=1,
    plays_on=ON_BASE,
    text="Play on a base. Ongoing: if another player's action would affect your minions here,"
    " destroy this card and they are not affected by it.",
)


@hideout.shields_once
def _(g: Game, me: int, minion: int, harm: str, cause: Cause) -> list[int]:
    you = g.controller(me)
    mine = g.minions(at=g.place(me), of=you)
    return mine if minion in mine and g.by_others_action(cause, you) else []


mark_of_sleep = tricksters.action(
    "Mark of Sleep",
    copies=1,
    text="Choose a player, who cannot play actions on their next turn.",
)


@mark_of_sleep.on_play
def _(g: Game, me: int, you: int) -> Ability[None]:
    player = yield from g.choose_player(you, g.seats(), "Who plays no actions next turn?")
    yield from g.forbid_actions(player)


pay_the_piper = tricksters.action(
    "Pay the Piper",
    copies=1,
    plays_on=ON_BASE,
    text="Play on a base. Ongoing: after another player plays a minion here,"
    " that player discards a card.",
)


@pay_the_piper.after(MINION_PLAYED, when=by_another_player_here)
def _(g: Game, me: int, you: int, ev: Event) -> Ability[None]:
    yield from g.choose_and_discard(ev.seat)


take_the_shinies = tricksters.action(
    "Take the Shinies", copies=1, text="Each other player discards two cards at random."
)


@take_the_shinies.on_play
def _(g: Game, me: int, you: int) -> Ability[None]:
    for player in g.others(you):
        yield from g.discard_at_random(player, 2)


cave_of_shinies = tricksters.base(
    "Cave of Shinies",
    breakpoint=23,
    vp=(4, 2, 1),
    text="After a minion is destroyed here, its owner gains 1 VP.",
)


def _its_owner(g: Game, me: int, ev: Event) -> list[int]:
    return [ev.owner]


@cave_of_shinies.after(MINION_DESTROYED, when=here, seats=_its_owner)
def _(g: Game, me: int, you: int, ev: Event) -> Ability[None]:
    yield from g.gain_vp(you, 1)


mushroom_kingdom = tricksters.base(
    "Mushroom Kingdom",
    breakpoint=20,
    vp=(5, 3, 2),
    text="At the start of their turn, a player may move another player's minion here"
    " from another base.",
)


@mushroom_kingdom.at_start_of_turn(seats=the_player, asks=True)
def _(g: Game, me: int, you: int, ev: Event) -> Ability[None]:
    base = g.place(me)
    theirs = [minion for minion in g.minions(not_of=you) if g.place(minion) != base]
    minion = yield from g.may_choose(you, theirs, "Move another player's minion here")
    yield from g.move(minion, base)
