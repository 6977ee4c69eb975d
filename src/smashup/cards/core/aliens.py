"""Aliens: send minions home, and change the bases under them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from smashup.cards.conditions import here, winners
from smashup.model.card import ON_BASE, Faction
from smashup.model.decision import Ability
from smashup.model.event import MINION_PLAYED, Event

if TYPE_CHECKING:
    from smashup.engine.game import Game

aliens = Faction("Aliens", set="core")

supreme_overlord = aliens.minion(
    "Supreme Overlord",
    power=5,
    copies=1,
    text="When played: you may return a minion to its owner's hand.",
)


@supreme_overlord.on_play
def _(g: Game, me: int, you: int) -> Ability[None]:
    minion = yield from g.may_choose(you, g.minions(), "Return a minion to its owner's hand")
    yield from g.return_to_hand(minion)


invader = aliens.minion("Invader", power=3, copies=2, text="When played: gain 1 VP.")


@invader.on_play
def _(g: Game, me: int, you: int) -> Ability[None]:
    yield from g.gain_vp(you, 1)


scout = aliens.minion(
    "Scout",
    power=3,
    copies=3,
    text="Special: after this base scores, you may place this minion in your hand"
    " instead of the discard pile.",
)


@scout.after_scoring()
def _(g: Game, me: int, you: int, ev: Event) -> Ability[None]:
    yield from g.place_in_hand(me)


collector = aliens.minion(
    "Collector",
    power=2,
    copies=4,
    text="When played: you may return a minion here of power 3 or less to its owner's hand.",
)


@collector.on_play
def _(g: Game, me: int, you: int) -> Ability[None]:
    weak = g.minions(at=g.place(me), power_at_most=3)
    minion = yield from g.may_choose(you, weak, "Return a minion here to its owner's hand")
    yield from g.return_to_hand(minion)


abduction = aliens.action(
    "Abduction", copies=1, text="Return a minion to its owner's hand. Play an extra minion."
)


@abduction.on_play
def _(g: Game, me: int, you: int) -> Ability[None]:
    minion = yield from g.choose(you, g.minions(), "Return a minion to its owner's hand")
    yield from g.return_to_hand(minion)
    yield from g.extra_minion(you)


beam_up = aliens.action("Beam Up", copies=2, text="Return a minion to its owner's hand.")


@beam_up.on_play
def _(g: Game, me: int, you: int) -> Ability[None]:
    minion = yield from g.choose(you, g.minions(), "Return a minion to its owner's hand")
    yield from g.return_to_hand(minion)


crop_circles = aliens.action(
    "Crop Circles",
    copies=1,
    text="Choose a base. Return all minions there to their owners' hands.",
)


@crop_circles.on_play
def _(g: Game, me: int, you: int) -> Ability[None]:
    base = yield from g.choose_base(you, g.bases(), "Return all minions at which base?")
    if base is not None:
        yield from g.return_to_hand(g.minions(at=base))


disintegrator = aliens.action(
    "Disintegrator",
    copies=2,
    text="Place a minion of power 3 or less on the bottom of its owner's deck.",
)


@disintegrator.on_play
def _(g: Game, me: int, you: int) -> Ability[None]:
    weak = g.minions(power_at_most=3)
    minion = yield from g.choose(you, weak, "Place a minion on the bottom of its owner's deck")
    yield from g.place_under_deck(minion)


invasion = aliens.action("Invasion", copies=1, text="Move a minion to another base.")


@invasion.on_play
def _(g: Game, me: int, you: int) -> Ability[None]:
    minion = yield from g.choose(you, g.minions(), "Move a minion to another base")
    yield from g.choose_and_move(you, minion)


jammed_signal = aliens.action(
    "Jammed Signal",
    copies=1,
    plays_on=ON_BASE,
    text="Play on a base. Ongoing: all players ignore this base's ability.",
)


@jammed_signal.ignores_base
def _(g: Game, me: int, seat: int) -> bool:
    return True


probe = aliens.action(
    "Probe",
    copies=1,
    text="Look at another player's hand and choose a minion in it; that player discards it.",
)


@probe.on_play
def _(g: Game, me: int, you: int) -> Ability[None]:
    player = yield from g.choose_player(you, g.others(you), "Look at whose hand?")
    if player is None:
        return
    hand = yield from g.look_at_hand(you, player)
    minions = [card for card in hand if g.is_minion(card)]
    minion = yield from g.choose(you, minions, "Choose a minion to be discarded")
    yield from g.discard(player, minion)


terraforming = aliens.action(
    "Terraforming",
    copies=1,
    text="Search the base deck for a base and swap it with one in play, discarding the actions"
    " played on that base. Shuffle the base deck. Play an extra minion on the new base.",
)


@terraforming.on_play
def _(g: Game, me: int, you: int) -> Ability[None]:
    found = yield from g.search_base_deck(you)
    base = yield from g.choose(you, found, "Choose the base that comes into play")
    if base is not None:
        place = yield from g.choose_base(you, g.bases(), f"Swap {g.name(base)} with which base?")
        if place is not None:
            yield from g.swap_base(place, base)
            g.shuffle_base_deck()
            yield from g.extra_minion(you, at=place)


the_homeworld = aliens.base(
    "The Homeworld",
    breakpoint=23,
    vp=(4, 2, 1),
    text="After a minion is played here, its owner may play an extra minion of power 2 or less.",
)


def _its_owner(g: Game, me: int, ev: Event) -> list[int]:
    return [ev.owner]


@the_homeworld.after(MINION_PLAYED, when=here, seats=_its_owner)
def _(g: Game, me: int, you: int, ev: Event) -> Ability[None]:
    yield from g.extra_minion(you, power_at_most=2)


the_mothership = aliens.base(
    "The Mothership",
    breakpoint=20,
    vp=(4, 2, 1),
    text="After this base scores, the winner may return one of their minions here"
    " of power 3 or less to their hand.",
)


@the_mothership.after_scoring(seats=winners, asks=True)
def _(g: Game, me: int, you: int, ev: Event) -> Ability[None]:
    mine = g.minions(at=ev.place, of=you, power_at_most=3)
    minion = yield from g.may_choose(you, mine, "Return one of your minions here to your hand")
    yield from g.return_to_hand(minion)
