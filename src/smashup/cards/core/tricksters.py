"""Tricksters: traps for everyone else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from smashup.cards.conditions import (
    by_another_player_here,
    here,
    its_owner,
    itself,
    none_of,
    still_together,
    the_player,
)
from smashup.cards.registry import faction_number
from smashup.model.card import (
    ANYONES,
    BY_CHOICE,
    HANDS,
    MINION,
    ON_BASE,
    PLACES,
    POINTS,
    POWERS,
    THEIRS,
    Cause,
    Faction,
)
from smashup.model.decision import Ability
from smashup.model.edition import Harm
from smashup.model.event import AFFECTED, MINION_DESTROYED, MINION_PLAYED, Event
from smashup.model.ids import CardId, PlaceId, Seat
from smashup.model.state import Permission

if TYPE_CHECKING:
    from smashup.engine.rules import Rules

tricksters = Faction(
    "Tricksters",
    set="core",
    plays="Gets in everybody's way: weakens, forbids and destroys the small ones.",
)

leprechaun = tricksters.minion(
    "Leprechaun",
    power=5,
    copies=1,
    text="Ongoing: after another player plays a minion here with less power than this one,"
    " and its ability is resolved, destroy it.",
    rulings=(
        "Power is compared once the minion's own ability is done, bonuses of the base included.",
        "It is safe if the two no longer share a base, or Leprechaun is gone.",
        "Minions moved here are safe; those played as Specials or from the discard pile are not.",
        "There is no limit in a turn, and you cannot spare anyone.",
    ),
)


def _spares_it(g: Rules, me: CardId, you: Seat, ev: Event) -> bool:
    return not still_together(g, me, ev) or g.power(ev.card) >= g.power(me)


@leprechaun.after(
    MINION_PLAYED, when=by_another_player_here, looks=POWERS | PLACES, moot=_spares_it
)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    if not _spares_it(g, me, you, ev):
        yield from g.destroy(ev.card)


brownie = tricksters.minion(
    "Brownie",
    power=4,
    copies=2,
    text="Ongoing: after another player plays a card that affects this minion,"
    " that player discards two cards at random.",
    rulings=(
        "Only a card just being played counts, and only if it affects Brownie itself.",
        "It works even if that card removed Brownie; two cards at most, or as many as there are.",
        "Moved, returned, destroyed or given an action counts in every edition; placed, changed"
        " in power or control, or cancelled from 2016 on.",
    ),
)


def _affected_by_another(g: Rules, me: CardId, ev: Event) -> bool:
    return ev.card == me and ev.by_seat != g.controller(me)


@brownie.after(AFFECTED, when=_affected_by_another, once=True, alters=HANDS | ANYONES)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    yield from g.discard_at_random(ev.by_seat, 2)


gnome = tricksters.minion(
    "Gnome",
    power=3,
    copies=3,
    text="When played: you may destroy a minion here with less power than the number of your"
    " minions here.",
    rulings=("It counts itself. Any player's minion here; power now decides.",),
)


@gnome.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
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
    rulings=(
        "The controller at that moment draws.",
        "Only destruction counts: not being returned, placed or discarded after scoring.",
        "At Tar Pits it still happens.",
    ),
)


@gremlin.after(MINION_DESTROYED, when=itself, alters=HANDS | ANYONES)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    yield from g.draw(you, 1)
    for player in g.others(you):
        yield from g.discard_at_random(player, 1)


block_the_path = tricksters.action(
    "Block the Path",
    copies=1,
    plays_on=ON_BASE,
    text="Play on a base and name a faction. Ongoing: minions of that faction cannot be played"
    " here.",
    rulings=(
        "It binds everyone, you too.",
        "Minions of that faction can be moved here, and those already here stay.",
    ),
)


@block_the_path.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    named = yield from g.choose_word(you, g.factions_in_game(), "Name a faction")
    g.remember(me, faction_number(named))


@block_the_path.forbids_playing
def _(g: Rules, me: CardId, seat: Seat, card: CardId, place: PlaceId) -> bool:
    return place == g.place(me) and faction_number(g.card(card).faction) == g.memory(me)


disenchant = tricksters.action(
    "Disenchant",
    copies=2,
    text="Destroy an action on a minion or on a base.",
    rulings=("Any player's. If there is one in play, you have to.",),
)


@disenchant.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    action = yield from g.choose(you, g.actions_in_play(), "Destroy an action")
    yield from g.destroy(action)


enshrouding_mist = tricksters.action(
    "Enshrouding Mist",
    copies=2,
    plays_on=ON_BASE,
    text="Play on a base. Ongoing: on your turn you may play an extra minion here.",
    rulings=(
        "From the turn it is played on; two of them here give two extra minions.",
        "Once each turn, in your Play Cards phase.",
    ),
)


@enshrouding_mist.extra_play_each_turn
def _(g: Rules, me: CardId, you: Seat) -> Permission:
    return Permission(MINION, me, place=g.place(me))


flame_trap = tricksters.action(
    "Flame Trap",
    copies=1,
    plays_on=ON_BASE,
    text="Play on a base. Ongoing: after another player plays a minion here and its ability"
    " is resolved, destroy it and this card.",
    rulings=(
        "The minion must have been played here and still be here after its ability.",
        "If it survives (Warbot), Flame Trap is destroyed all the same.",
        "A minion that is moved here is safe.",
    ),
)


@flame_trap.after(MINION_PLAYED, when=by_another_player_here)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    if still_together(g, me, ev):
        yield from g.destroy([ev.card, me])


hideout = tricksters.action(
    "Hideout",
    copies=1,
    plays_on=ON_BASE,
    text="Play on a base. Ongoing: if another player's action would affect your minions here,"
    " destroy this card and they are not affected by it.",
    rulings=(
        "It goes for the first such action, whether you like it or not, and stops it for all"
        " your minions here.",
        "Other players' minions are affected as usual.",
        "A continuous effect it stops is off until the turn ends.",
    ),
)


@hideout.shields_once
def _(g: Rules, me: CardId, minion: CardId, harm: Harm, cause: Cause) -> list[CardId]:
    you = g.controller(me)
    mine = g.minions(at=g.place(me), of=you)
    return mine if minion in mine and g.by_others_action(cause, you) else []


mark_of_sleep = tricksters.action(
    "Mark of Sleep",
    copies=1,
    text="Choose a player, who cannot play actions on their next turn.",
    rulings=(
        "Extra actions and Specials too, for all of that turn. You may choose yourself.",
        "Actions already in play go on working.",
    ),
)


@mark_of_sleep.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    player = yield from g.choose_player(you, g.seats(), "Who plays no actions next turn?")
    yield from g.forbid_actions(player)


pay_the_piper = tricksters.action(
    "Pay the Piper",
    copies=1,
    plays_on=ON_BASE,
    text="Play on a base. Ongoing: after another player plays a minion here,"
    " that player discards a card.",
    rulings=(
        "The player chooses the card, after the minion's own ability; an empty hand pays nothing.",
        "Minions moved here cost nothing.",
    ),
)


# It asks for the card though it was carried elsewhere meanwhile: it is still in play (FILL-2).
@pay_the_piper.after(MINION_PLAYED, when=by_another_player_here, alters=HANDS | THEIRS | BY_CHOICE)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    yield from g.choose_and_discard(ev.seat)


take_the_shinies = tricksters.action(
    "Take the Shinies",
    copies=1,
    text="Each other player discards two cards at random.",
    rulings=("Whoever has fewer discards what there is.",),
)


@take_the_shinies.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    for player in g.others(you):
        yield from g.discard_at_random(player, 2)


cave_of_shinies = tricksters.base(
    "Cave of Shinies",
    breakpoint=23,
    vp=(4, 2, 1),
    text="After a minion is destroyed here, its owner gains 1 VP.",
    rulings=(
        "1 VP for each minion, also if several are destroyed together, or by their own side.",
        "Its owner gains it, not its controller; Infiltrate does not change that for others.",
        "Not destroyed (moved instead, discarded after scoring, the base itself destroyed): no VP.",
    ),
)


@cave_of_shinies.after(MINION_DESTROYED, when=here, seats=its_owner, adds=POINTS)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    yield from g.gain_vp(you, 1)


mushroom_kingdom = tricksters.base(
    "Mushroom Kingdom",
    breakpoint=20,
    vp=(5, 3, 2),
    text="At the start of their turn, a player may move another player's minion here"
    " from another base.",
    rulings=(
        "Each player on their own turns, with or without minions here.",
        "It is a move: When played abilities and Leprechaun do not happen.",
    ),
)


def _theirs_elsewhere(g: Rules, me: CardId, you: Seat, ev: Event) -> list[CardId]:
    return [minion for minion in g.minions(not_of=you) if g.place(minion) != g.place(me)]


@mushroom_kingdom.at_start_of_turn(
    seats=the_player, asks=True, looks=PLACES, moot=none_of(_theirs_elsewhere)
)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    theirs = _theirs_elsewhere(g, me, you, ev)
    minion = yield from g.may_choose(you, theirs, "Move another player's minion here")
    yield from g.move(minion, g.place(me))
