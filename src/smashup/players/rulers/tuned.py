"""`tuned-1`: the level `tuned` as it was on 2026-11-15, before it learned to judge."""

from __future__ import annotations

import random

from smashup.compiled import PACKAGE
from smashup.engine.observation import Observation
from smashup.model.decision import Decision
from smashup.model.state import DRAFT
from smashup.players.foresight import Patience, some_options
from smashup.players.rulers.planning import MOST_OPTIONS, WORLDS, Planner
from smashup.players.standing import Weights

WEIGHTS = Weights.read(PACKAGE / "players" / "rulers" / "weights.json")
NOISE = 1e-9  # a difference that is none
PATIENCE = 60  # own decisions in one turn


class TunedRuler:
    """Plans its turn on two games that could be the real one, and judges by twelve weights."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)
        self._patience = Patience(PATIENCE)
        self._planner = Planner(self._rng, WEIGHTS)

    def choose(self, observation: Observation, decision: Decision) -> int:
        """The index of the option that begins the best plan, on average."""
        worlds = [observation.determinize(self._rng) for _ in range(WORLDS)]
        state = worlds[0].columns
        if self._patience.is_over(state.turn_number) or len(decision.options) == 1:
            return len(decision.options) - 1
        if state.phase == DRAFT:
            strengths = [WEIGHTS.factions.get(o.word, 0.0) for o in decision.options]
            return strengths.index(max(strengths))
        candidates = some_options(decision, MOST_OPTIONS, self._rng)
        values = dict.fromkeys(candidates, 0.0)
        for world in worlds:
            for index, value in self._planner.plan(world, decision.seat, candidates).items():
                values[index] += value
        best = max(values.values()) - NOISE
        return max(index for index, value in values.items() if value >= best)
