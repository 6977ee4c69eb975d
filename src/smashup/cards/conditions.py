"""Conditions that many cards share: which events a card waits for, and whom they concern."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from smashup.model.event import MINION_MOVED, Event
from smashup.model.ids import NO_SEAT, CardId, Seat

if TYPE_CHECKING:
    from smashup.engine.rules import Rules
    from smashup.model.card import Moot

    Found: TypeAlias = Callable[[Rules, CardId, Seat, Event], list[CardId]]  # g, me, you, ev


def here(g: Rules, me: CardId, ev: Event) -> bool:
    """It happened at this card's base."""
    return ev.place == g.place(me)


def itself(g: Rules, me: CardId, ev: Event) -> bool:
    """It happened to this very card."""
    return ev.card == me


def to_its_host(g: Rules, me: CardId, ev: Event) -> bool:
    """It happened to the minion this action is on."""
    return ev.card == g.host(me)


def your_minion_here(g: Rules, me: CardId, minion: CardId) -> bool:
    """A minion at this card's base that this card's controller controls."""
    return g.controller(minion) == g.controller(me) and g.place(minion) == g.place(me)


def by_you(g: Rules, me: CardId, ev: Event) -> bool:
    """This card's controller did it, wherever."""
    return ev.seat == g.controller(me)


def by_you_here(g: Rules, me: CardId, ev: Event) -> bool:
    """This card's controller did it at this card's base."""
    return ev.place == g.place(me) and ev.seat == g.controller(me)


def by_another_player_here(g: Rules, me: CardId, ev: Event) -> bool:
    """Another player did it at this card's base."""
    return ev.place == g.place(me) and ev.seat != g.controller(me)


def elsewhere(g: Rules, me: CardId, ev: Event) -> bool:
    """It happens at another base than this card's."""
    return g.place(me) != ev.place


def another_base(g: Rules, me: CardId, _: object) -> bool:
    """There is another base to go to."""
    return len(g.bases()) > 1


def has_a_counter(g: Rules, me: CardId, you: Seat) -> bool:
    """There is a +1 power counter on this card."""
    return g.counters(me) > 0


def can_bring_a_minion(g: Rules, me: CardId, ev: Event) -> bool:
    """Whoever has this card has a minion to play at the base where it happens."""
    return g.minions_to_play(g.controller(me), ev.place) > 0


def first_minion_here(g: Rules, me: CardId, ev: Event) -> bool:
    """It is the first minion that anyone played at this base this turn."""
    return ev.place == g.place(me) and len(g.played_minions(at=ev.place)) == 1


def arrives_here(g: Rules, me: CardId, ev: Event) -> bool:
    """A minion was played at this card's base, or moved to it."""
    return g.place(me) == (ev.to if ev.kind == MINION_MOVED else ev.place)


def another_brings_a_minion(g: Rules, me: CardId, ev: Event) -> bool:
    """Another player plays or moves a minion to this card's base, or moves this card."""
    # Asked before anything moves: a card that moves itself at that moment is neither here any
    # more for what takes its place nor there yet for what comes along.
    comes_here = arrives_here(g, me, ev) and me not in ev.together
    return ev.seat != g.controller(me) and (comes_here or ev.card == me)


def the_player(g: Rules, me: CardId, ev: Event) -> list[Seat]:
    """Whoever did it, or whose turn it is."""
    return [ev.seat]


def everyone(g: Rules, me: CardId, ev: Event) -> list[Seat]:
    """All players, in order of play."""
    return g.seats()


def nobody_in_particular(g: Rules, me: CardId, ev: Event) -> list[Seat]:
    """A base does it by itself; the ability looks who ignores the base."""
    return [NO_SEAT]


def its_owner(g: Rules, me: CardId, ev: Event) -> list[Seat]:
    """The owner of the card it happened to."""
    return [ev.owner]


def its_controller(g: Rules, me: CardId, ev: Event) -> list[Seat]:
    """Who controlled the card it happened to."""
    return [ev.controller]


def winners(g: Rules, me: CardId, ev: Event) -> list[Seat]:
    """The winners of the base, all that tied, in order of play (SCORE-7)."""
    assert ev.scoring is not None
    return g.clockwise(ev.scoring.winners)


def players_here(g: Rules, me: CardId, ev: Event) -> list[Seat]:
    """The players with a minion at this base, in order of play."""
    return [seat for seat in g.seats() if g.has_minion(seat, g.place(me))]


def still_together(g: Rules, me: CardId, ev: Event) -> bool:
    """The minion the event is about is still in play at this card's base."""
    return g.is_still_there(ev) and g.place(ev.card) == g.place(me)


def none_of(found: Found) -> Moot:
    """There is none of those with which the ability could do something."""

    def moot(g: Rules, me: CardId, you: Seat, ev: Event) -> bool:
        return not found(g, me, you, ev)

    return moot


def nothing_to_draw(g: Rules, me: CardId, you: Seat, ev: Event) -> bool:
    """The player has neither a deck nor a discard pile."""
    return not g.can_draw(you)
