"""What several ask for at the same time: done once, and broken off when nobody waits for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class Together(Generic[T]):
    """Work that is under way, each piece by a key that tells it from all others."""

    def __init__(self) -> None:
        self._pieces: dict[bytes, _Piece[T]] = {}

    async def do(self, key: bytes, owner: str, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """What comes of a piece of work, whoever began it. It goes on as long as anybody waits.

        Each owner begins it once: where owners take turns, whose turn is first does it for all.
        """
        piece = self._pieces.get(key)
        if piece is None:
            piece = self._pieces[key] = _Piece()
        piece.waiting += 1
        try:
            return await piece.wait(owner, work)
        finally:
            piece.waiting -= 1
            if not piece.waiting:
                del self._pieces[key]
                piece.break_off()


class _Piece(Generic[T]):
    def __init__(self) -> None:
        self.waiting = 0
        self._found: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._tries: dict[str, asyncio.Task[None]] = {}

    async def wait(self, owner: str, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        mine = self._tries.get(owner)
        if mine is None:
            mine = self._tries[owner] = asyncio.get_running_loop().create_task(self._try(work))
            mine.add_done_callback(look_at)
        either: set[asyncio.Future[Any]] = {self._found, mine}
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        if not self._found.done():
            mine.result()  # which failed
        return self._found.result()

    async def _try(self, work: Callable[[], Coroutine[Any, Any, T]]) -> None:
        found = await work()
        if not self._found.done():
            self._found.set_result(found)
        self.break_off(asyncio.current_task())

    def break_off(self, besides: asyncio.Task[None] | None = None) -> None:
        """Ends all tries but one."""
        for task in self._tries.values():
            if task is not besides:
                task.cancel()


def look_at(task: asyncio.Task[Any]) -> None:
    """For when a task has ended: whoever waited was told how; if nobody did, nobody need be."""
    if not task.cancelled():
        task.exception()
