"""What a player is: the one small protocol that all of them follow."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from smashup.engine.observation import Observation
from smashup.model.decision import Decision


class Player(Protocol):
    """Anyone who can answer for a seat, knowing only what that seat may know."""

    def choose(self, observation: Observation, decision: Decision) -> int:
        """The index of the chosen option."""


#: Makes a player from a seed; the same seed and the same questions give the same answers.
Factory = Callable[[int], Player]
