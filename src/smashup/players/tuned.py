"""A player who plans its whole turn and judges how it would end by weights tuned in self-play.

It thinks only on determinized games, made from what its seat may know. On each of them it looks
for the best way to go on to the end of its turn: a small beam of rows of plays, each judged as if
the turn ended right after it, bases scored and all. An option is worth what the best row that
begins with it is worth.
"""

from __future__ import annotations

import math
import random
from typing import NamedTuple

from smashup.engine.game import Game
from smashup.engine.observation import Observation
from smashup.model.decision import Decision
from smashup.model.state import DRAFT
from smashup.players.foresight import Patience, follow, some_options
from smashup.players.standing import PRESENT, Weights, standings

MOST_OPTIONS = 32  # of more than this many at one decision, a random selection is looked at
NOISE = 1e-9  # a difference that is none
PATIENCE = 60  # own decisions in one turn; some cards would let a turn go on for ever
WON = 30.0  # a game that is over and won; one that is lost is worth as much less


class Effort(NamedTuple):
    """How much a player thinks about one decision."""

    worlds: int = 2  # how many determinized games are thought on
    plays: int = 3  # how many plays ahead
    beam: int = 3  # how many rows of plays are gone on with


FULL = Effort()
QUICK = Effort(worlds=1, plays=1)


class _Row(NamedTuple):
    """A row of plays."""

    first: int  # the option it began with
    value: float  # if the turn ends after it
    game: Game | None  # before it ends, where one more play could be made


class TunedPlayer:
    """Plans its turn on a few games that could be the real one, and begins the best plan."""

    def __init__(self, seed: int, weights: Weights = PRESENT, effort: Effort = FULL) -> None:
        self._rng = random.Random(seed)
        self._patience = Patience(PATIENCE)
        self._weights = weights
        self._effort = effort

    def choose(self, observation: Observation, decision: Decision) -> int:
        """The index of the option that begins the best plan, on average."""
        worlds = [observation.determinize(self._rng) for _ in range(self._effort.worlds)]
        state = worlds[0].s
        if self._patience.is_over(state.turn_number) or len(decision.options) == 1:
            return len(decision.options) - 1  # to end or to decline comes last
        if state.phase == DRAFT:
            return self._draft(decision)
        return self._best(worlds, decision)

    def judge(self, game: Game, seat: int) -> float:
        """The logarithm of the odds that this seat wins."""
        if game.over:
            return WON if seat in game.winners else -WON
        standing = standings(game, self._weights)
        mine = standing.pop(seat)
        most = max(standing)
        return mine - most - math.log(sum([math.exp(other - most) for other in standing]))

    def _draft(self, decision: Decision) -> int:
        """The faction that did best in self-play."""
        strengths = [self._weights.factions.get(o.word, 0.0) for o in decision.options]
        return strengths.index(max(strengths))

    def _best(self, worlds: list[Game], decision: Decision) -> int:
        candidates = some_options(decision, MOST_OPTIONS, self._rng)
        values = dict.fromkeys(candidates, 0.0)
        for world in worlds:
            for index, value in self._plan(world, decision.seat, candidates).items():
                values[index] += value
        best = max(values.values()) - NOISE
        # The last of equals: to end or to decline comes last, and wins where nothing is gained.
        return max(index for index, value in values.items() if value >= best)

    def _plan(self, world: Game, seat: int, candidates: list[int]) -> dict[int, float]:
        """For each option what the best row of plays found is worth that begins with it."""
        rows = [self._try(world, seat, index, index) for index in candidates]
        values = {row.first: row.value for row in rows}
        seen: set[object] = set()
        for _ in range(self._effort.plays - 1):
            rows = [row for row in rows if row.game is not None and _is_new(row.game, seen)]
            rows.sort(key=lambda row: -row.value)
            best = rows[: self._effort.beam]
            rows = [longer for row in best for longer in self._go_on(row, seat)]
            for row in rows:
                values[row.first] = max(values[row.first], row.value)
        return values

    def _go_on(self, row: _Row, seat: int) -> list[_Row]:
        """The rows with one play more."""
        game = row.game
        assert game is not None and game.decision is not None
        *plays, _ = some_options(game.decision, MOST_OPTIONS, self._rng)  # the last is to end
        return [self._try(game, seat, index, row.first) for index in plays]

    def _try(self, world: Game, seat: int, index: int, first: int) -> _Row:
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
    s = game.s
    position = (*s.zone, *s.place, *s.controller, *s.counters, len(s.permissions), *s.vp)
    if position in seen:
        return False
    seen.add(position)
    return True
