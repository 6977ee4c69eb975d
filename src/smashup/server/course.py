"""How a finished game went: points and chances turn by turn, who took which base, what cards did.

All of it is of events that everybody saw, and of what a spectator may know.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from smashup.engine.game import Game
from smashup.model.event import AWARDED, MINION_DESTROYED, VICTORY_POINTS, Event
from smashup.model.ids import NO_CARD, PlaceId, Seat
from smashup.protocol.calls import Course, Deed, Gain, Taken, TurnMark
from smashup.server.advice import chances

MOST_TURNING = 5  # turns that are pointed out
LEAST_CHANGE = 0.1  # of somebody's chance, in such a turn
MOST_DEEDS = 3  # of one seat
A_MINION = 0.5  # points that a destroyed minion counts as, where deeds are compared

#: The names and powers of a player's minions.
Minions = list[tuple[str, int]]


class Recorder:
    """Plays a game again, and notes what is worth telling."""

    def __init__(self, game: Game, look_up: Callable[[], None] = lambda: None) -> None:
        """`game`: at its beginning; `look_up`: what is called turn by turn, and may end it all."""
        self._game = game
        self._look_up = look_up
        self._course = Course([], [], [], [], [], [])
        self._deeds: dict[tuple[Seat, str], Deed] = {}

    def record(self, answers: Sequence[int]) -> Course:
        """The course of the game that these answers make."""
        game, course = self._game, self._course
        for move, answer in enumerate(answers):
            self._mark_turn(move)
            before = {place: self._minions(place) for place in game.columns.row}
            for event in game.decide(answer):
                self._note(event, move, before)
        self._measure()
        course.turning = turning_points(course.chances)
        course.deeds = self._best_deeds()
        return course

    def _mark_turn(self, move: int) -> None:
        game, turns = self._game, self._course.turns
        if not turns or turns[-1].turn != game.turn_number:
            turns.append(TurnMark(game.turn_number, game.turn, move))
            self._measure()

    def _measure(self) -> None:
        self._look_up()
        self._course.points.append(self._game.vp)
        self._course.chances.append(chances(self._game))

    def _minions(self, place: PlaceId) -> dict[Seat, Minions]:
        game = self._game
        there: dict[Seat, Minions] = {}
        for minion in game.minions(at=place):
            power = max(0, game.power(minion))
            there.setdefault(game.controller(minion), []).append((game.name(minion), power))
        return there

    def _note(self, event: Event, move: int, before: dict[PlaceId, dict[Seat, Minions]]) -> None:
        if event.kind == AWARDED:
            self._note_award(event, move, before.get(event.place, {}).get(event.seat, []))
        elif event.kind == VICTORY_POINTS and self._is_by_own_card(event):
            self._deed(event.seat, self._game.name(event.by)).points += event.amount
        elif event.kind == MINION_DESTROYED and event.by != NO_CARD:
            if event.by_seat >= 0 and event.controller != event.by_seat:
                if not self._game.is_base(event.by):
                    self._deed(event.by_seat, self._game.name(event.by)).destroyed += 1

    def _is_by_own_card(self, event: Event) -> bool:
        by_card = event.by != NO_CARD and not self._game.is_base(event.by)
        return by_card and event.seat == event.by_seat

    def _note_award(self, event: Event, move: int, minions: Minions) -> None:
        taken, base = self._course.taken, self._game.name(event.card)
        if not taken or (taken[-1].base, taken[-1].move) != (base, move + 1):
            turn = self._course.turns[-1].turn
            taken.append(Taken(base, turn, move + 1, []))
        taken[-1].gains.append(Gain(event.seat, event.power, event.amount))
        power = sum([power for _, power in minions])
        for name, part in minions:
            if power:
                self._deed(event.seat, name).points += event.amount * part / power

    def _deed(self, seat: Seat, name: str) -> Deed:
        return self._deeds.setdefault((seat, name), Deed(seat, name, 0.0, 0))

    def _best_deeds(self) -> list[Deed]:
        best: list[Deed] = []
        for seat in self._game.seats:
            own = [deed for deed in self._deeds.values() if deed.seat == seat and _worth(deed) > 0]
            best += sorted(own, key=lambda deed: (-_worth(deed), deed.name))[:MOST_DEEDS]
        for deed in best:
            deed.points = round(deed.points, 1)
        return best


def _worth(deed: Deed) -> float:
    return deed.points + A_MINION * deed.destroyed


def turning_points(measured: Sequence[Sequence[float]]) -> list[int]:
    """The turns in which somebody's chance changed most, in their order; `measured`: the chances
    of all seats as each turn began, and at the end.

    >>> turning_points([[0.5, 0.5], [0.55, 0.45], [0.2, 0.8], [0.0, 1.0]])
    [1, 2]
    """
    changes = [
        (max([abs(now - then) for then, now in zip(before, after, strict=True)]), turn)
        for turn, (before, after) in enumerate(pairwise(measured))
    ]
    most = sorted(changes, key=lambda change: (-change[0], change[1]))[:MOST_TURNING]
    return sorted([turn for change, turn in most if change >= LEAST_CHANGE])
