"""A player who searches: it tries its answers on many worlds that could be the real one."""

from __future__ import annotations

import random

from smashup.engine.observation import Observation
from smashup.model.decision import Decision
from smashup.players.search.thinking import MOST_NODES, Budget, Thinking

ITERATIONS = 400  # for a decision, if nothing else is said
PATIENCE = 60  # own decisions in one turn; some cards would let a turn go on for ever


class SearchPlayer:
    """Thinks for so many iterations, or so many seconds, about each decision."""

    def __init__(
        self,
        seed: int,
        *,
        iterations: int | None = None,
        seconds: float | None = None,
        workers: int = 1,
        max_nodes: int = MOST_NODES,
    ) -> None:
        if iterations is None and seconds is None:
            iterations = ITERATIONS
        self._rng = random.Random(seed)
        self._iterations = iterations
        self._seconds = seconds
        self._max_nodes = max_nodes
        self._turn = 0
        self._taken = 0  # decisions in that turn

    def choose(self, observation: Observation, decision: Decision) -> int:
        """The index of the option that did best."""
        last = len(decision.options) - 1
        if last == 0 or self._tired(observation.turn_number):
            return last  # to end or to decline comes last
        thinking = Thinking(observation, decision, self._rng, self._max_nodes)
        thinking.run(Budget(self._iterations, self._seconds))
        return thinking.ranking()[0].index

    def _tired(self, turn: int) -> bool:
        """Whether this turn has gone on for too long."""
        if turn != self._turn:
            self._turn, self._taken = turn, 0
        self._taken += 1
        return self._taken > PATIENCE
