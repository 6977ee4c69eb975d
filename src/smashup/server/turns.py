"""Whose turn it is to have something done: addresses take turns, however much one asks for."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

from smashup.model.errors import SmashUpError


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
    """So many may be at it at once; the others wait, and who asked for less waits less.

    A room asks for one thing at a time, so that those of one address take turns as well.
    """

    def __init__(self, places: int) -> None:
        self._free = places
        self._queues: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
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
        try:
            yield
        finally:
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
        """Gives a place to the owner who has waited longest since their last turn."""
        while self._queues:
            owner, queue = self._queues.popitem(last=False)
            place = queue.popleft()
            if queue:
                self._queues[owner] = queue  # behind all others
            if not place.done():
                place.set_result(None)
                return
        self._free += 1
