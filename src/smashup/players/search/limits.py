"""How long to think, and how much of it is used up."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter

MOST_NODES = 20_000  # of a tree; about 80 MB


@dataclass(frozen=True)
class Limits:
    """How long to think about a decision, and how much of it to remember.

    iterations or seconds or both, whichever is used up first; a playout is one iteration.
    """

    iterations: int | None = None
    seconds: float | None = None
    max_nodes: int = MOST_NODES


class Budget:
    """How much of the limits is used up."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._started = perf_counter()
        self.spent = 0  # iterations

    def used(self) -> float:
        """The part that is used up; 1 or more: all of it."""
        part = self.overdue()
        if self._limits.iterations is not None:
            part = max(part, self.spent / self._limits.iterations)
        return part

    def overdue(self) -> float:
        """The same by the clock alone."""
        seconds = self._limits.seconds
        return 0.0 if seconds is None else (perf_counter() - self._started) / seconds
