"""A player who searches: it races whole turns over many worlds that could be the real one."""

from __future__ import annotations

import random
from collections import deque

from smashup.engine.observation import Observation
from smashup.model.decision import Decision
from smashup.players.foresight import Patience
from smashup.players.planning import Step
from smashup.players.search.limits import Limits, Purse
from smashup.players.search.workers import think_ahead

ITERATIONS = 400  # for a turn, if nothing else is said
PATIENCE = 60  # own decisions in one turn; some cards would let a turn go on for ever


class SearchPlayer:
    """Thinks for so many iterations, or so many seconds, about each turn.

    What was planned is played as long as all comes as foreseen; where something new is seen it
    thinks again, with what is left of its time. With iterations the same seed and the same
    questions give the same answers; with seconds it depends on the machine.
    """

    def __init__(
        self,
        seed: int,
        *,
        iterations: int | None = None,
        seconds: float | None = None,
        workers: int = 1,
    ) -> None:
        if iterations is None and seconds is None:
            iterations = ITERATIONS
        self._rng = random.Random(seed)
        self._purse = Purse(Limits(iterations, seconds))
        self._workers = workers
        self._patience = Patience(PATIENCE)
        self.planned: deque[Step] = deque()  # the answers to come, if all goes as foreseen

    def choose(self, observation: Observation, decision: Decision) -> int:
        """The index of the option that begins the best turn found."""
        last = len(decision.options) - 1
        if self._patience.is_over(observation.turn_number) or last == 0:
            return last  # to end or to decline comes last
        planned = self._foreseen(observation)
        if planned is not None:
            return planned
        with self._purse.opened(observation.turn_number) as limits:
            tallies, turn = think_ahead(observation, decision, self._rng, limits, self._workers)
        self.planned = deque(turn.ended.steps[1:] if turn else ())
        return tallies[0].index

    def _foreseen(self, observation: Observation) -> int | None:
        """The answer that was planned for just this moment, if it has come as foreseen."""
        while self.planned:
            game, answer = self.planned.popleft()
            if game.turn_number != observation.turn_number:
                break
            if game.decision is not None and len(game.decision.options) == 1:
                continue  # was answered without a thought
            if game.observe(observation.seat) == observation:
                return answer
            break
        self.planned.clear()
        return None
