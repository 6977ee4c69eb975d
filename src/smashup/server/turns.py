"""Whose turn it is to have something done: addresses take turns, however much one asks for."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Turns:
    """So many may be at it at once; the others wait, and who asked for less waits less.

    A room asks for one thing at a time, so that those of one address take turns as well.
    """

    def __init__(self, places: int) -> None:
        self._free = places
        self._queues: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        self.waiting = 0

    @asynccontextmanager
    async def turn(self, owner: str) -> AsyncIterator[None]:
        """Waits for a place, holds it for the block, and gives it to the next."""
        if self._free:
            self._free -= 1
        else:
            await self._wait(owner)
        try:
            yield
        finally:
            self._pass_on()

    async def _wait(self, owner: str) -> None:
        place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queues.setdefault(owner, deque()).append(place)
        self.waiting += 1
        try:
            await place
        except asyncio.CancelledError:
            if place.done() and not place.cancelled():  # it was given just now
                self._pass_on()
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
