"""Whose work the event loop does: no address takes so much of its time that the others wait.

Everything that is done for a client on the loop is measured, step by step, and counted for its
address. While the loop has time to spare nobody notices. When it has not, those who took most of it
wait with what they ask for next, and take no more than is left when all others have theirs.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Generator, Sequence
from time import perf_counter, thread_time
from typing import Any, Generic, TypeVar

T = TypeVar("T")

WINDOW = 0.05  # seconds over which is measured
MOST = 0.9  # of the loop's time, that is shared out; the rest is for what nobody asked for


class LoopTime:
    """How the time of one loop is shared out."""

    def __init__(self, now: Callable[[], float] = perf_counter) -> None:
        self._now = now
        self._began = now()
        self._used: dict[str, float] = {}  # in this window, by address
        self._owed: dict[str, float] = {}  # what was used in those before, above one's share
        self._share = MOST * WINDOW  # what each may use in this one
        #: Who had a turn in this round of the loop or waits for one, with all who wait there.
        self._lines: dict[str, deque[asyncio.Future[None]]] = {}

    async def of(self, address: str, work: Awaitable[T]) -> T:
        """Does some work, measured as that of an address."""
        return await _Measured(work, address, self)

    def count(self, address: str, seconds: float) -> None:
        """So much was used just now."""
        self._used[address] = self._used.get(address, 0.0) + seconds

    async def turn(self, address: str) -> None:
        """Waits until something may be begun for an address: one thing in each round of the loop,
        so that whoever else has something to do comes in between, and nothing where it has had its
        share. Mostly that is now."""
        loop = asyncio.get_running_loop()
        line = self._lines.get(address)
        if line is None and not self.had_share(address):
            self._lines[address] = deque()
            loop.call_soon(self._go_on, loop, address)
            return
        place = loop.create_future()
        if line is None:
            line = self._lines[address] = deque()
            loop.call_soon(self._go_on, loop, address)
        line.append(place)
        await place

    def _go_on(self, loop: asyncio.AbstractEventLoop, address: str) -> None:
        """Lets the next one begin who waits at an address."""
        line = self._lines[address]
        while line and line[0].done():  # who waited is gone
            line.popleft()
        if not line:
            del self._lines[address]
        elif self.had_share(address):
            left = self._began + WINDOW - self._now()
            loop.call_later(max(left, 0.0), self._go_on, loop, address)
        else:
            line.popleft().set_result(None)
            loop.call_soon(self._go_on, loop, address)  # behind what begins now

    def had_share(self, address: str) -> bool:
        """Whether an address has to wait with what it wants next."""
        self._look_at_the_clock()
        return self._owed.get(address, 0.0) + self._used.get(address, 0.0) >= self._share

    def _look_at_the_clock(self) -> None:
        """Begins the next window, if it is time."""
        passed = self._now() - self._began
        if passed < WINDOW:
            return
        wanted = self._used
        for who, owed in self._owed.items():
            wanted[who] = wanted.get(who, 0.0) + owed
        share = fair_share(MOST * passed, list(wanted.values()))
        self._owed = {who: used - share for who, used in wanted.items() if used > share}
        self._share = share * WINDOW / passed
        self._used = {}
        self._began += passed


def fair_share(whole: float, wanted: Sequence[float]) -> float:
    """The most that one of them gets of a whole. Who wants less leaves the rest to the others; all
    of it for one where there is enough.

    >>> fair_share(1.0, [0.25, 0.5]), fair_share(1.0, [0.25, 2.0, 3.0])
    (1.0, 0.375)
    """
    left, wanting = whole, len(wanted)
    if sum(wanted) <= whole:
        return whole
    for one in sorted(wanted):
        if one * wanting >= left:
            break
        left -= one
        wanting -= 1
    return left / wanting


class _Measured(Generic[T]):
    """Something that is awaited, and what each of its steps takes of a core: that a busy machine
    keeps it waiting is not its fault."""

    def __init__(self, work: Awaitable[T], address: str, time: LoopTime) -> None:
        self._work = work
        self._address = address
        self._time = time

    def __await__(self) -> Generator[Any, Any, T]:
        return _Steps(self._work.__await__(), self._address, self._time)


class _Steps(Generator[Any, Any, T]):
    __slots__ = ("_address", "_inner", "_time")

    def __init__(self, inner: Any, address: str, time: LoopTime) -> None:
        self._inner = inner
        self._address = address
        self._time = time

    def send(self, value: Any) -> Any:
        began = thread_time()
        try:
            return self._inner.send(value)
        finally:
            self._time.count(self._address, thread_time() - began)

    def throw(self, *error: Any) -> Any:
        began = thread_time()
        try:
            return self._inner.throw(*error)
        finally:
            del error  # which knows this step by its traceback, and so all that it is about
            self._time.count(self._address, thread_time() - began)
