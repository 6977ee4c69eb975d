"""Whose turn it is to have something done: addresses take turns, however much one asks for."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from time import monotonic

from smashup.model.errors import SmashUpError

MOST_OWED = 10.0  # seconds of turns, to who had fewer than the others
_REMEMBERED = 1000  # owners, before those are forgotten of whom nothing need be known


class Crowded(SmashUpError):
    """So much is asked for already that no more is taken in."""


class Stopped(SmashUpError):
    """Nothing more is done: the server ends."""


class Shares:
    """How much may be under way at once, in all and of one owner.

    Where all places are taken, who has less than their share is let in all the same: however many
    places the others hold, nobody is kept out by them.
    """

    def __init__(self, most: int, most_of_one: int) -> None:
        self._most = most
        self._most_of_one = most_of_one
        self._counts: Counter[str] = Counter()

    @contextmanager
    def place(self, owner: str) -> Iterator[None]:
        """A place for the block; `Crowded` if there is none."""
        if not self._may_come(owner):
            raise Crowded("Too much is asked for at once.")
        self._counts[owner] += 1
        try:
            yield
        finally:
            self._counts[owner] -= 1
            if not self._counts[owner]:
                del self._counts[owner]

    def _may_come(self, owner: str) -> bool:
        count = self._counts.get(owner, 0)
        if count >= self._most_of_one:
            return False
        owners = len(self._counts) + (owner not in self._counts)
        return self._counts.total() < self._most or count < self._most // owners


class Turns:
    """So many may be at it at once; of the others who wait whoever has had least of the time is
    next, so that one who asks for what takes long is not in the way of those who ask for little.

    A room asks for one thing at a time, so that those of one address take turns as well.
    """

    def __init__(self, places: int, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._free = places
        self._queues: dict[str, deque[asyncio.Future[None]]] = {}
        #: Seconds that owners have had. Who comes anew begins where whoever was next last stands,
        #: and who stays away for a while is owed little for that.
        self._had: dict[str, float] = {}
        self._level = 0.0
        self._closed = False
        self.waiting = 0

    @asynccontextmanager
    async def turn(self, owner: str) -> AsyncIterator[None]:
        """Waits for a place, holds it for the block, and gives it to the next; `Stopped` if there
        are no more turns."""
        if self._closed:
            raise Stopped("The server ends.")
        if self._free:
            self._free -= 1
        else:
            await self._wait(owner)
        began = self._now()
        try:
            yield
        finally:
            self._count(owner, self._now() - began)
            self._pass_on()

    def close(self) -> None:
        """Sends everybody away who waits, and whoever comes."""
        self._closed = True
        for queue in self._queues.values():
            for place in queue:
                if not place.done():
                    place.set_exception(Stopped("The server ends."))
        self._queues.clear()

    async def _wait(self, owner: str) -> None:
        place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queues.setdefault(owner, deque()).append(place)
        self.waiting += 1
        try:
            await place
        except asyncio.CancelledError:
            if place.done() and not place.cancelled() and place.exception() is None:
                self._pass_on()  # it was given just now
            raise
        finally:
            self.waiting -= 1

    def _pass_on(self) -> None:
        """Gives a place to the owner who has had least; of those alike, who has waited longest."""
        while self._queues:
            owner = min(self._queues, key=self._stand)
            self._level = self._stand(owner)
            queue = self._queues.pop(owner)
            place = queue.popleft()
            if queue:
                self._queues[owner] = queue  # behind all others
            if not place.done():
                place.set_result(None)
                return
        self._free += 1
        self._had.clear()  # nobody waits: all begin anew
        self._level = 0.0

    def _count(self, owner: str, seconds: float) -> None:
        self._had[owner] = self._stand(owner) + seconds
        if len(self._had) > _REMEMBERED:  # who is not ahead stands where who comes anew does
            self._had = {one: had for one, had in self._had.items() if had > self._level}

    def _stand(self, owner: str) -> float:
        return max(self._had.get(owner, self._level), self._level - MOST_OWED)
