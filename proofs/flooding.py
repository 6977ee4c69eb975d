"""Messages and calls of one address, as many as its limits allow, keep nobody else waiting.

Hundreds of sockets say what costs the server most for least: answers to questions that are long
past, each of which is answered with the whole table, words to read, and nonsense. Beside them
calls are made for whatever is large.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections import Counter
from dataclasses import replace
from typing import Any

import msgspec

from proofs.crowd import make_tables
from proofs.figures import Finding
from proofs.running import Server
from proofs.sockets import BROKEN, dial, hello
from proofs.storms import FIRST, Attack
from proofs.tables import Table, source_of

_SOURCE = source_of(FIRST)
_PAUSE = 0.05  # seconds between two messages of a socket: as many as the limits allow
_SEATS = 4
_SAID: tuple[dict[str, Any], ...] = (
    {"t": "answer", "v": 999_999, "option": 0},
    {"t": "answer", "v": 999_999, "option": 0},
    {"t": "emote", "emote": "wow"},
    {"t": "nonsense"},
)
_CALLED = ("/api/cards", "/api/openapi.json", "/api/puzzles", "/api/rooms/nowhere")


class Flooding(Attack):
    """So many sockets and so many callers of one address."""

    claim = "as much as one address may send keeps nobody else waiting"

    def __init__(self, sockets: int, callers: int) -> None:
        self._sockets = sockets
        self._callers = callers
        self._tables: list[Table] = []
        self._sent = 0
        self._calls: Counter[bytes] = Counter()

    def prepare(self, server: Server) -> None:
        made = make_tables(server.port, -(-self._sockets // _SEATS), _SEATS, first=FIRST)
        self._tables = [replace(table, source=_SOURCE) for table in made]

    async def run(self, server: Server) -> None:
        seats = [(table, seat) for table in self._tables for seat in range(_SEATS)]
        async with asyncio.TaskGroup() as group:
            for table, seat in seats[: self._sockets]:
                group.create_task(self._say(server.port, table, seat))
            for number in range(self._callers):
                path = _CALLED[number % len(_CALLED)]
                group.create_task(self._call(server.port, path))

    async def _say(self, port: int, table: Table, seat: int) -> None:
        while True:
            try:
                async with dial(port, _SOURCE) as socket, asyncio.TaskGroup() as group:
                    await socket.send(hello(table, seat), text=True)
                    group.create_task(_drain(socket))
                    for number in itertools.count():
                        said = {**_SAID[number % len(_SAID)], "id": f"f{number}"}
                        await socket.send(msgspec.json.encode(said), text=True)
                        self._sent += 1
                        await asyncio.sleep(_PAUSE)
            except* BROKEN:
                await asyncio.sleep(_PAUSE)  # cut off: it comes again

    async def _call(self, port: int, path: str) -> None:
        request = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()
        while True:
            with contextlib.suppress(*BROKEN):
                where = asyncio.open_connection("127.0.0.1", port, local_addr=(_SOURCE, 0))
                reader, writer = await where
                try:
                    while True:
                        writer.write(request)
                        await self._answered(reader)
                finally:
                    writer.close()
            await asyncio.sleep(_PAUSE)

    async def _answered(self, reader: asyncio.StreamReader) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        size = head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0]
        await reader.readexactly(int(size))
        self._calls[head[9:12]] += 1

    @property
    def was_tried(self) -> bool:
        return self._sent > 0 and self._calls.total() > 0

    def judge(self, server: Server, result: Finding) -> None:
        result.figures["messages sent"] = f"{self._sent:,} by {self._sockets} sockets"
        refused = self._calls[b"429"]
        answered = self._calls.total() - refused
        result.figures["calls answered, refused"] = f"{answered:,}, {refused:,}"


async def _drain(socket: Any) -> None:
    while True:
        await socket.recv()
