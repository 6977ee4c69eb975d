"""Sharks: every minion destroyed calls for more of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from smashup.cards.conditions import another_base, here, none_of, the_player
from smashup.model.card import ANY_BASE, HANDS, ON_BASE, ON_MINION, PLACES, POWERS, Faction
from smashup.model.decision import Ability
from smashup.model.event import MINION_DESTROYED, MINION_PLAYED, Event
from smashup.model.ids import CardId, Seat
from smashup.model.words import Words

if TYPE_CHECKING:
    from smashup.engine.rules import Rules

sharks = Faction(
    "Sharks",
    set="its_your_fault",
    plays="Destroys minions and feeds on it: blood brings counters and more sharks.",
)

megalodon = sharks.minion(
    "Megalodon",
    power=5,
    copies=1,
    text="When played: you may destroy a minion here of power 4 or less."
    " Special: before this base scores, you may destroy a minion here of power 3 or less.",
    rulings=(
        "Any player's minion may be the one; its power at that moment counts.",
        "The Special works on anyone's turn, once for each time its base scores.",
        "The base still scores, even if its total falls below the breakpoint by this.",
        "You are the one who destroys, so a Mako of yours may follow at once.",
    ),
)


@megalodon.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    weak = g.minions(at=g.place(me), power_at_most=4)
    minion = yield from g.may_choose(you, weak, "Destroy a minion here of power 4 or less")
    yield from g.destroy(minion)


def _prey_here(g: Rules, me: CardId, ev: Event) -> bool:
    return bool(g.minions(at=g.place(me), power_at_most=3))


@megalodon.before_scoring(when=_prey_here, asks=True)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    weak = g.minions(at=g.place(me), power_at_most=3)
    minion = yield from g.may_choose(you, weak, "Destroy a minion here of power 3 or less")
    yield from g.destroy(minion)


great_white = sharks.minion(
    "Great White",
    power=4,
    copies=2,
    text="Talent: move this minion to another base and destroy a minion there of power 2 or less.",
    rulings=(
        "You need not use the talent. If you do, both parts are done as far as they can be:"
        " your own minion has to go if it is the only weak one there.",
        "With nobody weak enough there, it moves all the same.",
        "What reacts to the move waits until the destruction is done too.",
    ),
)


# The two parts are independent (FILL-14): kept from moving, it still destroys at the base chosen.
@great_white.talent(when=another_base)
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    others = g.bases(other_than=g.place(me))
    prompt = Words("Move {minion} to which base?", minion=g.name(me))
    base = yield from g.choose_base(you, others, prompt)
    yield from g.move(me, base)
    weak = g.minions(at=base, power_at_most=2)
    minion = yield from g.choose(you, weak, "Destroy a minion there of power 2 or less")
    yield from g.destroy(minion)


hammerhead = sharks.minion(
    "Hammerhead",
    power=3,
    copies=3,
    text="Ongoing: after a minion is destroyed here, place a +1 power counter on this minion.",
    rulings=(
        "It does not matter whose minion it was, nor who destroyed it.",
        "Several destroyed at once give one counter each; its own destruction gives none.",
        "A minion that was saved, or discarded because the base scored, was not destroyed.",
    ),
)


def _another_here(g: Rules, me: CardId, ev: Event) -> bool:
    return here(g, me, ev) and me not in ev.together


@hammerhead.after(MINION_DESTROYED, when=_another_here, each_its_own=True, adds=POWERS)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    yield from g.place_counters(me)


mako = sharks.minion(
    "Mako",
    power=2,
    copies=4,
    text="Special: after you destroy a minion, you may play this from your hand at the base"
    " where that minion was, as an extra minion.",
    rulings=(
        "You destroyed it if your card did, unless that card told another player to do it;"
        " with a base's ability it is the player who uses it.",
        "Your own minion counts. One that was saved, or discarded after scoring, does not.",
        "Each destruction may bring every Mako you hold, even one drawn by the very card that"
        " destroyed (Torn Apart).",
        "It comes at once, when that card and all reactions in play are done, or not at all;"
        " on any player's turn, also while a base scores, and beside your normal plays.",
    ),
)


def _you_destroyed_it(g: Rules, me: CardId, ev: Event) -> bool:
    return ev.by_seat == g.holder(me)


mako.playable_from_hand(MINION_DESTROYED, when=_you_destroyed_it)

air_jaws = sharks.action(
    "Air Jaws",
    copies=1,
    text="Move one of your minions to another base. Then destroy a minion there of power 3"
    " or less.",
    rulings=(
        "Someone has to be destroyed if anyone there is weak enough, even the minion just moved.",
        "Power is looked at after the move. If you have nothing to move, nothing is destroyed.",
    ),
)


@air_jaws.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    mine = yield from g.choose(you, g.minions(of=you), "Move one of your minions")
    if mine is None:
        return
    others = g.bases(other_than=g.place(mine))
    prompt = Words("Move {minion} to which base?", minion=g.name(mine))
    base = yield from g.choose_base(you, others, prompt, idle=g.must_stay([mine]))
    if (yield from g.move(mine, base)):  # who stays has gone nowhere, so there is no "there"
        weak = g.minions(at=base, power_at_most=3)
        minion = yield from g.choose(you, weak, "Destroy a minion there of power 3 or less")
        yield from g.destroy(minion)


blood_in_the_water = sharks.action(
    "Blood in the Water",
    copies=2,
    plays_on=ON_BASE,
    text="Play on a base. Ongoing: after a minion is destroyed here, you may play an extra minion"
    " of power 3 or less here.",
    rulings=(
        "Whoever's minion it was and whoever destroyed it; you need no minion here yourself.",
        "Each minion destroyed and each copy of this card gives a play of its own.",
        "In your own Play Cards phase the play may wait, otherwise it is now or never.",
        "In your hand the printed power counts.",
    ),
)


# Carried elsewhere before its turn comes, it speaks of the base where it lies then (TERM-here).
@blood_in_the_water.after(MINION_DESTROYED, when=here, extra_play=True)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    yield from g.extra_minion(you, power_at_most=3, at=g.place(me))


chum = sharks.action(
    "Chum",
    copies=1,
    plays_on=ON_MINION,
    text="Play on a minion. Ongoing: after a minion is destroyed anywhere, place a +1 power"
    " counter on this minion.",
    rulings=(
        "Any player's minion at any base, destroyed by anybody; one counter for each.",
        "It may be on any player's minion: that minion gets the counters and keeps them if"
        " Chum goes. If that minion is destroyed, nothing is placed.",
    ),
)


def _besides_its_host(g: Rules, me: CardId, ev: Event) -> bool:
    return g.host(me) not in ev.together and me not in ev.together


@chum.after(MINION_DESTROYED, when=_besides_its_host, each_its_own=True, adds=POWERS)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    yield from g.place_counters(g.host(me))  # on none if that was saved, to a hand


dangerous_waters = sharks.action(
    "Dangerous Waters",
    copies=1,
    plays_on=ON_BASE,
    text="Play on a base. Talent: a minion here has -2 power until the end of the turn.",
    rulings=(
        "Used once in each of your turns, the turn in which you play it included.",
        "Any player's minion here; power never falls below 0. You need no minion here.",
    ),
)


def _any_minion_here(g: Rules, me: CardId, you: Seat) -> bool:
    return bool(g.minions(at=g.place(me)))


@dangerous_waters.talent(when=_any_minion_here)
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    minion = yield from g.choose(you, g.minions(at=g.place(me)), "Give a minion here -2 power")
    yield from g.add_power(minion, -2)


feeding_frenzy = sharks.action(
    "Feeding Frenzy",
    copies=1,
    text="Choose a base. Destroy any number of minions there of power 2 or less.",
    rulings=(
        "Any players' minions; none at all is allowed too.",
        "They go at the same moment: each counts for a Hammerhead that stays, and for Makos.",
    ),
)


@feeding_frenzy.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    idle = not g.minions(power_at_most=2)
    base = yield from g.choose_base(you, g.bases(), "Feed at which base?", idle)
    if base is not None:
        weak = g.minions(at=base, power_at_most=2)
        minions = yield from g.choose_some(you, weak, "Destroy any number of minions there")
        yield from g.destroy(minions)


freakin_laser_beam = sharks.action(
    "Freakin' Laser Beam",
    copies=1,
    text="Choose one of your minions. Destroy a minion at its base whose power is not higher.",
    rulings=(
        "Current power is compared, and equal power is enough: the chosen minion is a target too,"
        " the only one if nothing else there is weak enough.",
    ),
)


@freakin_laser_beam.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    yield from g.destroy_weaker_than_yours(you, or_equal=True)


torn_apart = sharks.action(
    "Torn Apart",
    copies=1,
    text="Destroy a minion of power 3 or less. Draw a card.",
    rulings=(
        "You draw even if there is nothing to destroy.",
        "A Mako you draw by it may be played at once for the minion it destroyed.",
    ),
)


@torn_apart.on_play
def _(g: Rules, me: CardId, you: Seat) -> Ability[None]:
    weak = g.minions(power_at_most=3)
    minion = yield from g.choose(you, weak, "Destroy a minion of power 3 or less")
    yield from g.destroy(minion)
    yield from g.draw(you, 1)


week_of_sharks = sharks.action(
    "Week of Sharks",
    copies=2,
    plays_on=ON_BASE,
    text="Play on a base. Ongoing: at the end of your turn, draw a card if you have a minion here."
    " Only one Week of Sharks may be used each turn.",
    rulings=(
        "Both copies together give one card a turn.",
        "It comes in End Turn: after your two cards and after the hand limit was checked.",
    ),
)


# ORDER-6: the minion is looked for when its turn comes.
@week_of_sharks.at_end_of_turn(adds=HANDS, looks=PLACES)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    if g.has_minion(you, g.place(me)) and not g.used_special(me, you):
        g.note_special(me, you)
        yield from g.draw(you, 1)


shark_reef = sharks.base(
    "Shark Reef",
    breakpoint=20,
    vp=(4, 2, 1),
    text="After a player destroys a minion here, that player may place a +1 power counter"
    " on one of their minions.",
    rulings=(
        "The destroyer is the controller of the card that did it, unless it told another player"
        " to do it.",
        "Your own minion counts; one that was saved does not. Each minion destroyed counts.",
        "The counter may go on your minion at any base.",
    ),
)


def _its_destroyer(g: Rules, me: CardId, ev: Event) -> list[Seat]:
    return [ev.by_seat] if ev.by_seat >= 0 else []


def _your_minions(g: Rules, me: CardId, you: Seat, ev: Event) -> list[CardId]:
    return g.minions(of=you)


@shark_reef.after(
    MINION_DESTROYED,
    when=here,
    seats=_its_destroyer,
    asks=True,
    adds=POWERS | ANY_BASE,
    looks=PLACES,
    moot=none_of(_your_minions),
)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    mine = _your_minions(g, me, you, ev)
    minion = yield from g.may_choose(you, mine, "Place a +1 power counter on one of your minions")
    yield from g.place_counters(minion)


the_deep = sharks.base(
    "The Deep",
    breakpoint=16,
    vp=(3, 2, 2),
    text="After a player plays a minion of power 4 or more here, that player may destroy a minion"
    " here with less power than it.",
    rulings=(
        "The played minion's own ability comes first.",
        "What counts is the power it has then, and the power of the others here then.",
    ),
)


# Open: when "4 or more" is looked at. By ORDER-6: when the base's turn comes, if still in play.
def _drowning(g: Rules, ev: Event) -> list[CardId]:
    """The minions that may be destroyed after this play."""
    if not g.is_still_there(ev) or g.power(ev.card) < 4:
        return []
    return g.minions(at=ev.place, power_at_most=g.power(ev.card) - 1)


def _spares_all(g: Rules, me: CardId, you: Seat, ev: Event) -> bool:
    return not _drowning(g, ev)


@the_deep.after(
    MINION_PLAYED, when=here, seats=the_player, asks=True, looks=POWERS | PLACES, moot=_spares_all
)
def _(g: Rules, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    minion = yield from g.may_choose(you, _drowning(g, ev), "Destroy a weaker minion here")
    yield from g.destroy(minion)
