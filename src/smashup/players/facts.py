"""What a move does, as facts for one seat, in words: a place taken, a minion destroyed.

Nothing is named that the seat cannot know: only cards it sees now, and bases in play now.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from smashup.chronicle import PLACES, counted
from smashup.engine.game import Game
from smashup.engine.observation import Observation
from smashup.model import event as kinds
from smashup.model.event import Event


class Fact(NamedTuple):
    """Something that a move does, and how much it matters."""

    weight: float
    words: str


class Told:
    """Events and positions as facts for one seat; `before` is the table before the move."""

    def __init__(
        self, observation: Observation, seat: int, names: Sequence[str], before: Game
    ) -> None:
        self.seat = seat
        self.names = names
        self.sees = observation.sees
        self.before = before

    def at_once(self, event: Event) -> list[Fact]:
        """What an event that the move causes is good for, if it is worth saying."""
        fact = FACTS[event.kind](self, event) if event.kind in FACTS else None
        return [] if fact is None else [fact]

    def scored(self, events: list[Event], without: list[Event]) -> list[Fact]:
        """Who takes which place where, unless they would without the move too."""
        usual = {_award(event) for event in without if event.kind == kinds.AWARDED}
        awards = [event for event in events if event.kind == kinds.AWARDED]
        facts = [
            self._takes(event)
            for event in awards
            if event.seat == self.seat and event.amount > 0 and _award(event) not in usual
        ]
        now = {_award(event) for event in awards}
        denied = [
            event
            for event in without
            if event.kind == kinds.AWARDED
            and event.seat != self.seat
            and event.amount > 0
            and _award(event) not in now
        ]
        return facts + [self._denies(event) for event in denied]

    def _takes(self, event: Event) -> Fact:
        words = f"takes {PLACES[event.to]} place at {self.base(event.place)}"
        words += f", {counted(event.amount, 'point')}"
        if self.before.turn == self.seat:
            words += ", before the next player can answer"
        return Fact(10.0 * event.amount, words)

    def _denies(self, event: Event) -> Fact:
        words = f"denies {self.who(event.seat)} {PLACES[event.to]} place"
        return Fact(8.0 * event.amount, f"{words} at {self.base(event.place)}")

    def table(self, after: Game) -> list[Fact]:
        """Where the seat takes the lead, or a base comes near its breakpoint."""
        facts: list[Fact] = []
        for place in self.before.columns.row:
            if place not in after.columns.places or after.is_ready(place):
                continue  # it scores: who takes which place says more
            was, now = self.before.player_powers(place), after.player_powers(place)
            if now[self.seat] <= was[self.seat]:
                continue
            total = f"{sum(now)} of {after.breakpoint(place)}"
            if _leads(now, self.seat) and not _leads(was, self.seat):
                facts.append(Fact(4.0, f"takes the lead at {self.base(place)} ({total})"))
            elif _leads(now, self.seat):
                facts.append(Fact(1.5, f"makes the lead at {self.base(place)} safer ({total})"))
            else:
                facts.append(Fact(1.0, f"adds power at {self.base(place)} ({total})"))
        return facts

    # -- words -------------------------------------------------------------------------

    def base(self, place: int) -> str:
        row = self.before.columns.row
        return self.before.base_card(place).name if place in row else "a new base"

    def who(self, seat: int) -> str:
        return "you" if seat == self.seat else self.names[seat]

    def whose(self, event: Event) -> str:
        """A card in play with its controller."""
        name = self.before.name(event.card) if self.sees(event.card) else "a card"
        return (
            f"your {name}"
            if event.controller == self.seat
            else (f"{self.names[event.controller]}'s {name}")
        )


def _award(event: Event) -> tuple[int, int, int, int]:
    return (event.seat, event.place, event.to, event.amount)


def _leads(powers: list[int], seat: int) -> bool:
    others = [power for other, power in enumerate(powers) if other != seat]
    return powers[seat] > max(others)


def _harm(verb: str) -> Callable[[Told, Event], Fact | None]:
    """Something done to another player's card in play."""

    def fact(told: Told, event: Event) -> Fact | None:
        if event.controller in (-1, told.seat) or not told.sees(event.card):
            return None
        return Fact(3.0 + event.power, f"{verb} {told.whose(event)}")

    return fact


def _control(told: Told, event: Event) -> Fact | None:
    if event.to != told.seat or not told.sees(event.card):
        return None
    return Fact(7.0, f"takes control of {told.whose(event)}")


def _draws(told: Told, event: Event) -> Fact | None:
    if event.seat != told.seat or event.by < 0:
        return None  # what everybody draws at the end of a turn is not worth a word
    return Fact(2.0 * event.amount, f"draws {counted(event.amount, 'card')}")


def _extra(told: Told, event: Event) -> Fact | None:
    if event.seat != told.seat:
        return None
    return Fact(3.5, f"gives you an extra {event.word} to play")


def _points(told: Told, event: Event) -> Fact | None:
    if event.by < 0 or told.before.is_base(event.by):
        return None  # what bases award is told with the place taken
    if event.seat != told.seat or event.amount <= 0:
        return None
    return Fact(10.0 * event.amount, f"gains {counted(event.amount, 'point')}")


def _wins(told: Told, event: Event) -> Fact | None:
    return Fact(1000.0, "wins the game") if event.seat == told.seat else None


#: The kinds of event that are worth a word.
FACTS: dict[str, Callable[[Told, Event], Fact | None]] = {
    kinds.MINION_DESTROYED: _harm("destroys"),
    kinds.ACTION_DESTROYED: _harm("destroys"),
    kinds.RETURNED: _harm("sends home"),
    kinds.MINION_MOVED: _harm("moves away"),
    kinds.CONTROL_CHANGED: _control,
    kinds.DRAWN: _draws,
    kinds.EXTRA_PLAY: _extra,
    kinds.VICTORY_POINTS: _points,
    kinds.GAME_OVER: _wins,
}
