"""How long to think, and how much of it is used up."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from time import perf_counter

SHARE = 0.7  # of what is left for a turn, one thought takes at most so much
LEAST_ITERATIONS = 8  # in one thought


@dataclass(frozen=True)
class Limits:
    """How long to think: iterations or seconds or both, whichever is used up first.

    To play one turn on one world, with all replies to it, is one iteration.
    """

    iterations: int | None = None
    seconds: float | None = None


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


class Purse:
    """What may be spent on a turn, shared out among its decisions."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._turn = -1
        self._left = 1.0

    @contextmanager
    def opened(self, turn: int) -> Iterator[Limits]:
        """Limits for one thought about the turn of this number; what it spent is taken out."""
        if turn != self._turn:
            self._turn, self._left = turn, 1.0
        share = SHARE * self._left
        iterations, seconds = self._limits.iterations, self._limits.seconds
        limits = Limits(
            None if iterations is None else max(LEAST_ITERATIONS, round(share * iterations)),
            None if seconds is None else share * seconds,
        )
        started = perf_counter()
        yield limits
        if seconds is not None:
            share = min(share, (perf_counter() - started) / seconds)
        self._left -= share
