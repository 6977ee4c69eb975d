"""A player who plans its whole turn and judges how it would end.

It thinks only on determinized games, made from what its seat may know (`worlds.py`). On each of
them an option is worth what the best row of plays that begins with it is worth (`planning.py`).
"""

from __future__ import annotations

import random

from smashup.engine.game import Game
from smashup.engine.observation import Observation
from smashup.model.decision import Decision
from smashup.model.state import DRAFT
from smashup.players.foresight import Patience, some_options
from smashup.players.judge import Judge, present
from smashup.players.planning import FULL, Effort, Planner
from smashup.players.standing import PRESENT
from smashup.players.worlds import Worlds

NOISE = 1e-9  # a difference that is none
PATIENCE = 60  # own decisions in one turn; some cards would let a turn go on for ever


class TunedPlayer:
    """Plans its turn on a few games that could be the real one, and begins the best plan."""

    def __init__(self, seed: int, judge: Judge | None = None, effort: Effort = FULL) -> None:
        self._rng = random.Random(seed)
        self._patience = Patience(PATIENCE)
        self._effort = effort
        self._planner = Planner(self._rng, judge or present(), effort)

    def choose(self, observation: Observation, decision: Decision) -> int:
        """The index of the option that begins the best plan, on average."""
        dealt = Worlds(observation, self._rng)
        worlds = [dealt.deal() for _ in range(self._effort.worlds)]
        state = worlds[0].columns
        if self._patience.is_over(state.turn_number) or len(decision.options) == 1:
            return len(decision.options) - 1  # to end or to decline comes last
        if state.phase == DRAFT:
            return self._draft(decision)
        return self._best(worlds, decision)

    def _draft(self, decision: Decision) -> int:
        """The faction that did best in self-play."""
        strengths = [PRESENT.factions.get(o.word, 0.0) for o in decision.options]
        return strengths.index(max(strengths))

    def _best(self, worlds: list[Game], decision: Decision) -> int:
        candidates = some_options(decision, self._effort.options, self._rng)
        values = dict.fromkeys(candidates, 0.0)
        for world in worlds:
            for index, value in self._planner.plan(world, decision.seat, candidates).items():
                values[index] += value
        best = max(values.values()) - NOISE
        # The last of equals: to end or to decline comes last, and wins where nothing is gained.
        return max(index for index, value in values.items() if value >= best)
