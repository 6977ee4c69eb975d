"""A player who searches: it tries its answers on many worlds that could be the real one."""

from __future__ import annotations

import random

from smashup.engine.observation import Observation
from smashup.model.decision import Decision
from smashup.players.foresight import Patience
from smashup.players.judge import Judge
from smashup.players.search.limits import CLOCK, MOST_NODES, Limits, Purse
from smashup.players.search.memory import Memory
from smashup.players.search.workers import think

ITERATIONS = 1000  # for a turn, if nothing else is said
PATIENCE = 60  # own decisions in one turn; some cards would let a turn go on for ever


class SearchPlayer:
    """Thinks for so many iterations, or so many seconds, about each turn.

    A decision takes at most half of what is left, and less where nothing is left to find out; what
    was found out about the next one on the way is remembered. With iterations the same seed and the
    same questions give the same answers, for any number of workers; with seconds it depends on the
    machine. `max_nodes` bounds the memory of each worker. Without a judge of its own it has the
    present one.
    """

    def __init__(
        self,
        seed: int,
        *,
        iterations: int | None = None,
        seconds: float | None = None,
        workers: int = 1,
        max_nodes: int = MOST_NODES,
        judge: Judge | None = None,
    ) -> None:
        if iterations is None and seconds is None:
            iterations = ITERATIONS
        self._rng = random.Random(seed)
        self._purse = Purse(Limits(iterations, seconds, max_nodes))
        self._workers = workers
        self._judge = judge
        self._memory = Memory()
        self._patience = Patience(PATIENCE)

    def choose(self, observation: Observation, decision: Decision) -> int:
        """The index of the option that did best."""
        last = len(decision.options) - 1
        if self._patience.is_over(observation.turn_number) or last == 0:
            return last  # to end or to decline comes last
        started = CLOCK.now()
        limits = self._purse.open(observation.turn_number)
        given = (self._rng, limits, self._workers, self._judge, self._memory)
        tallies = think(observation, decision, *given)
        self._purse.spend(sum(tally.visits for tally in tallies), CLOCK.now() - started)
        return tallies[0].index
