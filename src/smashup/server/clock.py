"""Time as the server sees it. It is handed in, so that a test need not wait."""

from __future__ import annotations

import asyncio
import heapq
import itertools
import time
from collections.abc import Callable
from typing import Protocol


class Appointment(Protocol):
    """Something that will be called at its time, unless it is cancelled."""

    def cancel(self) -> None: ...


class Clock(Protocol):
    """What the server needs to know about time."""

    def now(self) -> float:
        """Seconds since the epoch."""
        ...

    def later(self, seconds: float, call: Callable[[], object]) -> Appointment:
        """Calls it on the event loop after so many seconds."""
        ...


class WallClock:
    """Real time."""

    def now(self) -> float:
        return time.time()

    def later(self, seconds: float, call: Callable[[], object]) -> Appointment:
        return asyncio.get_running_loop().call_later(seconds, call)


class _Planned:
    def __init__(self, call: Callable[[], object]) -> None:
        self.call: Callable[[], object] | None = call

    def cancel(self) -> None:
        self.call = None


class HandClock:
    """Time that stands still until it is turned on by hand.

    >>> clock = HandClock()
    >>> appointment = clock.later(5, lambda: print("now"))
    >>> clock.turn(6)
    now
    """

    def __init__(self, start: float = 1_000_000.0) -> None:
        self._now = start
        self._count = itertools.count()
        self._planned: list[tuple[float, int, _Planned]] = []

    def now(self) -> float:
        return self._now

    def later(self, seconds: float, call: Callable[[], object]) -> Appointment:
        planned = _Planned(call)
        heapq.heappush(self._planned, (self._now + seconds, next(self._count), planned))
        return planned

    def turn(self, seconds: float) -> None:
        """Lets so many seconds pass, and everything happen that was due in them."""
        until = self._now + seconds
        while self._planned and self._planned[0][0] <= until:
            at, _, planned = heapq.heappop(self._planned)
            self._now = max(at, self._now)
            if planned.call is not None:
                planned.call()
        self._now = until

    def skip(self, seconds: float) -> None:
        """Lets so many seconds pass at once, as on a machine that slept: all that was due happens
        at their end."""
        self._now += seconds
        self.turn(0)
