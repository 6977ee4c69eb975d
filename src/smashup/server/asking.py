"""Who asks for something: an address, and whether somebody there still waits for the answer."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from contextvars import ContextVar
from typing import Any, TypeVar

from smashup.server.errors import Refused

T = TypeVar("T")


class Asker:
    """Whoever made a call or opened a socket."""

    def __init__(self, address: str, receive: Callable[[], Awaitable[Any]] | None = None) -> None:
        """`receive`: what comes from them next, once their whole request has; None if they are
        taken to stay."""
        self.address = address
        self._receive = receive

    async def stays_for(self, work: Coroutine[Any, Any, T]) -> T:
        """Does what may take long. It is broken off when who asked hangs up: only for what changes
        nothing."""
        if self._receive is None:
            return await work
        loop = asyncio.get_running_loop()
        working, leaving = loop.create_task(work), loop.create_task(self._leave())
        try:
            await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
            if working.done():
                return working.result()
            raise Refused("too_slow", "Whoever asked has hung up.")
        finally:
            working.cancel()
            leaving.cancel()

    async def _leave(self) -> None:
        assert self._receive is not None
        while (await self._receive())["type"] != "http.disconnect":
            pass


NOBODY = Asker("")
_asking: ContextVar[Asker] = ContextVar("asking", default=NOBODY)


def begin(asker: Asker) -> None:
    """From here on this task, and what it begins, is asked for by them."""
    _asking.set(asker)


def who() -> Asker:
    """Who asked for what is being done."""
    return _asking.get()
