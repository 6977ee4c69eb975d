"""Connections that say half of something, or nothing, keep nobody from the server.

One address opens as many as it can; each sends the beginning of a request and then a byte now and
then. What the server closes is opened again. Meanwhile somebody at another address keeps knocking.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable
from functools import partial

from proofs.figures import Finding, percentile
from proofs.running import Server
from proofs.sockets import BROKEN, goes_on
from proofs.storms import FIRST, MOST_WAIT, Attack
from proofs.tables import call, source_of

_SOURCE = source_of(FIRST)
_GUEST = source_of(FIRST + 1)
_BEGINNINGS = (
    b"",
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ",
    b"POST /api/rooms HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    b"Content-Length: 20000\r\n\r\n{",
    b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
)
_DRIP = 2.0  # seconds between two bytes
_AGAIN = 3.0  # seconds until a closed one is opened again
MOST_LOG = 100_000  # bytes


class HalfOpen(Attack):
    """So many connections of one address."""

    claim = "half-open connections of one address shut nobody out"

    def __init__(self, connections: int) -> None:
        self._connections = connections
        self._opened = 0
        self._closed = 0
        self._knocks: list[float] = []
        self._unanswered = 0
        self._log = 0

    def prepare(self, server: Server) -> None:
        self._log = server.log.stat().st_size

    async def run(self, server: Server) -> None:
        async with asyncio.TaskGroup() as group:
            for number in range(self._connections):
                beginning = _BEGINNINGS[number % len(_BEGINNINGS)]
                group.create_task(self._again(partial(self._hold, server.port, beginning)))
            group.create_task(self._knock(server.port))

    async def _again(self, hold: Callable[[], Awaitable[None]]) -> None:
        while goes_on():
            with contextlib.suppress(*BROKEN):
                await hold()
            await asyncio.sleep(_AGAIN)

    async def _hold(self, port: int, beginning: bytes) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(_SOURCE, 0))
        self._opened += 1
        dripping = asyncio.create_task(_drip(writer, beginning))
        try:
            while await reader.read(1000):
                pass
            self._closed += 1
        finally:
            dripping.cancel()
            writer.close()

    async def _knock(self, port: int) -> None:
        """Asks how the server is, as somebody would who comes just now."""
        while goes_on():
            began = time.monotonic()
            try:
                status, _ = await asyncio.to_thread(call, port, "GET", "/api/health", source=_GUEST)
                self._unanswered += status != 200
            except OSError:
                self._unanswered += 1
            self._knocks.append(time.monotonic() - began)
            await asyncio.sleep(0.2)

    @property
    def was_tried(self) -> bool:
        return self._opened >= self._connections / 2 and bool(self._knocks)

    def judge(self, server: Server, result: Finding) -> None:
        written = server.log.stat().st_size - self._log
        slowest = percentile(self._knocks, 0.99)
        result.figures |= {
            "connections opened": f"{self._opened:,}, at most {self._connections:,} at once",
            "closed by the server": f"{self._closed:,}",
            "knocks of a guest, not answered": f"{len(self._knocks)}, {self._unanswered}",
            "a guest's 99th percentile": f"{1000 * slowest:.0f} ms",
            "written to the log": f"{written:,} bytes",
        }
        result.require(not self._unanswered, "a guest was shut out")
        result.require(slowest <= MOST_WAIT, "a guest was kept waiting")
        result.require(written <= MOST_LOG, "the log was flooded")


async def _drip(writer: asyncio.StreamWriter, beginning: bytes) -> None:
    try:
        writer.write(beginning)
        while True:
            await asyncio.sleep(_DRIP)
            writer.write(b"x")
            await writer.drain()
    except BROKEN:
        pass
