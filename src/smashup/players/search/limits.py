"""How long to think, and how much of it is used up."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from time import perf_counter, process_time

MOST_NODES = 20_000  # of a tree; about 80 MB
SHARE = 0.5  # of what is left for a turn, one thought takes at most so much


class Clock:
    """What the seconds of a budget are counted by: people at a table wait by the clock."""

    def __init__(self) -> None:
        self._of_processor = False

    def now(self) -> float:
        """Seconds since some moment."""
        return process_time() if self._of_processor else perf_counter()

    @contextmanager
    def of_processor(self) -> Iterator[None]:
        """Counts what this process has worked, so that it does not matter who else works here."""
        before, self._of_processor = self._of_processor, True
        try:
            yield
        finally:
            self._of_processor = before


CLOCK = Clock()


@dataclass(frozen=True)
class Limits:
    """How long to think, and how much of it to remember.

    iterations or seconds or both, whichever is used up first; a playout is one iteration.
    """

    iterations: int | None = None
    seconds: float | None = None
    max_nodes: int = MOST_NODES


class Budget:
    """How much of the limits is used up."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._started = CLOCK.now()
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
        if seconds is None:
            return 0.0
        return (CLOCK.now() - self._started) / seconds if seconds > 0 else 1.0


class Purse:
    """What may be spent on a turn, shared out among its decisions."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._turn = -1
        self._iterations = 0
        self._seconds = 0.0

    def open(self, turn: int) -> Limits:
        """What may be spent on the next decision in the turn of this number."""
        if turn != self._turn:
            self._turn, self._iterations, self._seconds = turn, 0, 0.0
        iterations, seconds = self._limits.iterations, self._limits.seconds
        if iterations is not None:
            iterations = max(1, math.ceil(SHARE * (iterations - self._iterations)))
        if seconds is not None:
            seconds = SHARE * max(0.0, seconds - self._seconds)
        return Limits(iterations, seconds, self._limits.max_nodes)

    def spend(self, iterations: int, seconds: float) -> None:
        """Takes out what the decision took."""
        self._iterations += iterations
        self._seconds += seconds
