"""Thousands of frames and chunks of a few bytes, by one address, keep nobody else waiting.

What a message costs is counted where it is taken up. But a frame may be no message: a ping, the
answer to one, a piece of a message of which another follows; and a request may come in chunks of a
byte. Of each, thousands come at once. All of it is sent by a process of its own, over connections
that are opened again when they are closed, and nothing is read of the answer.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
from typing import Any

from proofs.figures import Finding
from proofs.running import Server
from proofs.sockets import BROKEN, goes_on
from proofs.storms import FIRST, SPAWN, Attack, attacking
from proofs.tables import source_of

_SOURCE = source_of(FIRST)
_PAUSE = 0.01  # seconds between two connections, and between what is sent at once
_MANY = 3000  # of them at once: as much as is read
_MOST_MEMORY = 300_000_000  # bytes that the server may hold, with the processes of bots
_SOCKET = (
    b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
_REQUEST = (
    b"POST /api/rooms HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n"
    b"Content-Type: application/json\r\n\r\n"
)
_MASK = bytes(4)
#: What is said first, and then over and over.
_CRUMBS: tuple[tuple[bytes, bytes], ...] = (
    (_SOCKET, b"\x89\x80" + _MASK),  # pings
    (_SOCKET, b"\x8a\x80" + _MASK),  # answers to none
    (_SOCKET + b"\x01\x80" + _MASK, b"\x00\x80" + _MASK),  # pieces of nothing
    (_SOCKET, b"\x81\x81" + _MASK + b"x"),  # messages of one letter
    (_REQUEST, b"1\r\n \r\n"),  # chunks of one byte
)


class Crumbs(Attack):
    """So many connections of one address."""

    claim = "frames and chunks of a few bytes, however many, keep nobody else waiting"

    def __init__(self, connections: int) -> None:
        self._connections = connections
        self._did = SPAWN.Array("q", 2)  # connections opened, bytes sent

    async def run(self, server: Server) -> None:
        await attacking(_attack, server.port, self._connections, self._did)

    @property
    def was_tried(self) -> bool:
        opened, sent = self._did[:]
        return bool(opened >= len(_CRUMBS) and sent)

    def judge(self, server: Server, result: Finding) -> None:
        opened, sent = self._did[:]
        memory = server.peak_memory()
        result.figures["connections opened"] = f"{opened:,}, {self._connections} at once"
        result.figures["sent"] = f"{sent / 1e6:,.0f} MB"
        result.figures["memory at most"] = f"{memory / 1e6:.0f} MB"
        result.require(memory <= _MOST_MEMORY, "the server held too much of it")


def _attack(port: int, connections: int, did: Any) -> None:
    os.nice(19)  # what it takes of the core that it shares with who measures is not the server's

    async def run() -> None:
        async with asyncio.TaskGroup() as group:
            for number in range(connections):
                group.create_task(_strew(port, *_CRUMBS[number % len(_CRUMBS)], did))

    asyncio.run(run())


async def _strew(port: int, first: bytes, crumb: bytes, did: Any) -> None:
    while goes_on():
        with contextlib.suppress(*BROKEN):
            _, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(_SOURCE, 0))
            did[0] += 1
            try:
                writer.write(first)
                while not writer.is_closing():
                    await asyncio.sleep(_PAUSE)  # first of all till the socket is one
                    writer.write(crumb * _MANY)
                    did[1] += _MANY * len(crumb)
                    await writer.drain()
            finally:
                writer.transport.abort()
        await asyncio.sleep(_PAUSE)
