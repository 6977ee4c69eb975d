"""The planner of `tuned-1`: rows of plays, each judged by weights as if the turn ended after it.

It is not to be changed, whatever becomes of the planner that it was: what was measured with it
must stay comparable.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable
from typing import NamedTuple

from smashup.engine.game import Game
from smashup.model.ids import Seat
from smashup.players.foresight import follow, some_options
from smashup.players.standing import Weights, standings

MOST_OPTIONS = 32  # of more than this many at one decision, a random selection is looked at
WORLDS = 2  # how many determinized games are thought on
PLAYS = 3  # how many plays ahead
BEAM = 3  # how many rows of plays are gone on with
WON = 30.0  # a game that is over and won; one that is lost is worth as much less


class _Row(NamedTuple):
    """A row of plays."""

    first: int  # the option it began with
    value: float  # if the turn ends after it
    game: Game | None  # before it ends, where one more play could be made


class Planner:
    """Looks for the best way to go on to the end of a turn, in one world at a time."""

    def __init__(self, rng: random.Random, weights: Weights) -> None:
        self._rng = rng
        self._weights = weights

    def judge(self, game: Game, seat: Seat) -> float:
        """The logarithm of the odds that this seat wins."""
        if game.over:
            return WON if seat in game.winners else -WON
        standing = standings(game, self._weights)
        mine = standing.pop(seat)
        most = max(standing)
        return mine - most - math.log(sum([math.exp(other - most) for other in standing]))

    def plan(self, world: Game, seat: Seat, candidates: Iterable[int]) -> dict[int, float]:
        """For each of these options what the best row of plays found is worth that begins with it.

        A small beam of rows is gone on with; worth is as `judge` says.
        """
        rows = [self._try(world, seat, index, index) for index in candidates]
        values = {row.first: row.value for row in rows}
        seen: set[object] = set()
        for _ in range(PLAYS - 1):
            rows = [row for row in rows if row.game is not None and _is_new(row.game, seen)]
            rows.sort(key=lambda row: -row.value)
            best = rows[:BEAM]
            rows = [longer for row in best for longer in self._go_on(row, seat)]
            for row in rows:
                values[row.first] = max(values[row.first], row.value)
        return values

    def _go_on(self, row: _Row, seat: Seat) -> list[_Row]:
        """The rows with one play more."""
        game = row.game
        assert game is not None and game.decision is not None
        *plays, _ = some_options(game.decision, MOST_OPTIONS, self._rng)  # the last is to end
        return [self._try(game, seat, index, row.first) for index in plays]

    def _try(self, world: Game, seat: Seat, index: int, first: int) -> _Row:
        """Takes an option, and then ends the turn if that is the next question."""
        game = world.copy()
        game.decide(index)
        game = follow(game, seat, self.judge)
        decision = game.decision
        if decision is None or decision.kind != "play" or decision.seat != seat:
            return _Row(first, self.judge(game, seat), None)
        ended = game.copy()
        ended.decide(len(decision.options) - 1)
        ended = follow(ended, seat, self.judge)
        return _Row(first, self.judge(ended, seat), game)


def _is_new(game: Game, seen: set[object]) -> bool:
    """Whether no other row of plays led to the same position."""
    s = game.columns
    position = (*s.zone, *s.place, *s.controller, *s.counters, len(s.permissions), *s.vp)
    if position in seen:
        return False
    seen.add(position)
    return True
