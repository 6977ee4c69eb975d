"""How what a call is answered with gets to who made it: piece by piece, as they read it.

What is given to a connection at once is copied and kept until it is read, and a client may ask for
much, on hundreds of connections, and read nothing. So of each answer only a little is given away at
once, and of what waits meanwhile there is a bound for each address and for all together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from smashup.server.errors import too_busy
from smashup.server.limits import Limits

PIECE = 16 * 1024  # bytes that are given away at once; answers no longer than that do not count


class Deliveries:
    """How many bytes of answers wait to be read, and by whom."""

    def __init__(self, limits: Limits) -> None:
        self._most = limits.all_waiting
        self._most_of_one = limits.waiting * limits.people
        self._waiting: Counter[str] = Counter()

    @contextmanager
    def place(self, address: str, size: int) -> Iterator[None]:
        """A place for an answer while it is sent; `Refused` if too much waits already. One at a
        time may be of any length, but where all together have much, each has their share."""
        if not self._may_come(address, size):
            raise too_busy()
        self._waiting[address] += size
        try:
            yield
        finally:
            self._waiting[address] -= size
            if not self._waiting[address]:
                del self._waiting[address]

    def _may_come(self, address: str, size: int) -> bool:
        own = self._waiting.get(address, 0)
        if own and own + size > self._most_of_one:
            return False
        share = self._most // (len(self._waiting) + (not own))
        return self._waiting.total() + size <= self._most or own + size <= share


def in_pieces(send: Any) -> Any:
    """A way to send by which a long body goes a little at a time: each waits for its reader."""

    async def send_on(message: Any) -> None:
        body = message.get("body", b"")
        if len(body) <= PIECE:
            await send(message)
            return
        for begin in range(0, len(body), PIECE):
            end = begin + PIECE
            more = end < len(body) or message.get("more_body", False)
            await send({**message, "body": body[begin:end], "more_body": more})

    return send_on
