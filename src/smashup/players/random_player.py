"""A player who rolls dice: every option is equally likely."""

from __future__ import annotations

import random

from smashup.engine.observation import Observation
from smashup.model.decision import Decision


class RandomPlayer:
    """Answers at random; the same seed gives the same answers."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)

    def choose(self, observation: Observation, decision: Decision) -> int:
        """The index of any option."""
        return int(self._rng.random() * len(decision.options))
