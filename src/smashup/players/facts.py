"""What a move does, as facts for one seat, in words: a place taken, a minion destroyed.

Nothing is named that the seat cannot know: only cards it sees now, and bases in play now.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from smashup.chronicle import PLACES
from smashup.engine.game import Game
from smashup.engine.observation import Observation
from smashup.model import event as kinds
from smashup.model.card import MINION
from smashup.model.event import Event
from smashup.model.ids import PlaceId, Seat
from smashup.model.words import Player, Sentence, Value, Words


class Fact(NamedTuple):
    """Something that a move does, and how much it matters."""

    weight: float
    words: Words


class Told:
    """Events and positions as facts for one seat; `before` is the table before the move."""

    def __init__(self, observation: Observation, seat: Seat, before: Game) -> None:
        self.seat = seat
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
        nth, base, points = Words(PLACES[event.rank]), self.base(event.place), event.amount
        if points == 1:
            words = Words("takes {nth} place at {base}, 1 point", nth=nth, base=base)
        else:
            words = Words(
                "takes {nth} place at {base}, {number} points", nth=nth, base=base, number=points
            )
        if self.before.turn == self.seat:
            words = Words("{fact}, before the next player can answer", fact=words)
        return Fact(10.0 * points, words)

    def _denies(self, event: Event) -> Fact:
        words = Words(
            "denies {player} {nth} place at {base}",
            player=Player(event.seat),
            nth=Words(PLACES[event.rank]),
            base=self.base(event.place),
        )
        return Fact(8.0 * event.amount, words)

    def table(self, after: Game) -> list[Fact]:
        """Where the seat takes the lead, or a base comes near its breakpoint."""
        facts: list[Fact] = []
        for place in self.before.columns.row:
            if place not in after.columns.places or after.is_ready(place):
                continue  # it scores: who takes which place says more
            was, now = self.before.player_powers(place), after.player_powers(place)
            if now[self.seat] <= was[self.seat]:
                continue
            weight, sentence = _progress(_leads(was, self.seat), _leads(now, self.seat))
            total, needed = sum(now), after.breakpoint(place)
            words = Words(sentence, base=self.base(place), power=total, breakpoint=needed)
            facts.append(Fact(weight, words))
        return facts

    # -- words -------------------------------------------------------------------------

    def base(self, place: PlaceId) -> Value:
        row = self.before.columns.row
        return self.before.base_card(place).name if place in row else Words("a new base")

    def whose(self, event: Event) -> Words:
        """A card in play that the seat sees, with its controller."""
        name = self.before.name(event.card)
        if event.controller == self.seat:
            return Words("your {card}", card=name)
        return Words("{player}'s {card}", player=Player(event.controller), card=name)


def _award(event: Event) -> tuple[int, int, int, int]:
    return (event.seat, event.place, event.rank, event.amount)


def _leads(powers: list[int], seat: Seat) -> bool:
    others = [power for other, power in enumerate(powers) if other != seat]
    return powers[seat] > max(others)


def _progress(led: bool, leads: bool) -> tuple[float, Sentence]:
    """How much more power at a base matters, and what it does."""
    if leads and not led:
        return 4.0, "takes the lead at {base} ({power} of {breakpoint})"
    if leads:
        return 1.5, "makes the lead at {base} safer ({power} of {breakpoint})"
    return 1.0, "adds power at {base} ({power} of {breakpoint})"


def _harm(sentence: Sentence) -> Callable[[Told, Event], Fact | None]:
    """Something done to another player's card in play."""

    def fact(told: Told, event: Event) -> Fact | None:
        if event.controller in (-1, told.seat) or not told.sees(event.card):
            return None
        return Fact(3.0 + event.power, Words(sentence, card=told.whose(event)))

    return fact


def _draws(told: Told, event: Event) -> Fact | None:
    if event.seat != told.seat or event.by < 0:
        return None  # what everybody draws at the end of a turn is not worth a word
    number = event.amount
    words = Words("draws 1 card") if number == 1 else Words("draws {number} cards", number=number)
    return Fact(2.0 * number, words)


def _extra(told: Told, event: Event) -> Fact | None:
    if event.seat != told.seat:
        return None
    if event.word == MINION:
        return Fact(3.5, Words("gives you an extra minion to play"))
    return Fact(3.5, Words("gives you an extra action to play"))


def _points(told: Told, event: Event) -> Fact | None:
    if event.by < 0 or told.before.is_base(event.by):
        return None  # what bases award is told with the place taken
    if event.seat != told.seat or event.amount <= 0:
        return None
    number = event.amount
    words = Words("gains 1 point") if number == 1 else Words("gains {number} points", number=number)
    return Fact(10.0 * number, words)


def _wins(told: Told, event: Event) -> Fact | None:
    return Fact(1000.0, Words("wins the game")) if event.seat == told.seat else None


#: The kinds of event that are worth a word.
FACTS: dict[str, Callable[[Told, Event], Fact | None]] = {
    kinds.MINION_DESTROYED: _harm("destroys {card}"),
    kinds.ACTION_DESTROYED: _harm("destroys {card}"),
    kinds.RETURNED: _harm("sends home {card}"),
    kinds.MINION_MOVED: _harm("moves away {card}"),
    kinds.DRAWN: _draws,
    kinds.EXTRA_PLAY: _extra,
    kinds.VICTORY_POINTS: _points,
    kinds.GAME_OVER: _wins,
}
