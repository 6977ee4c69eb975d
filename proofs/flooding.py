"""Messages and calls of one address, as many as its limits allow, keep nobody else waiting.

Many sockets say what costs the server most for least: answers to questions that are long past, each
of which is answered with the whole table, words to read, and nonsense. Beside them calls are made
for whatever is large. All of it is done by a process of its own, so that who measures need not read
what the attacker is sent.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from dataclasses import replace
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection

from proofs.crowd import make_tables
from proofs.figures import Finding
from proofs.running import Server
from proofs.sockets import BROKEN, dial, goes_on, hello
from proofs.storms import FIRST, SPAWN, Attack, attacking
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
        self._did = SPAWN.Array("q", 3)  # messages sent, calls answered, refused

    def prepare(self, server: Server) -> None:
        made = make_tables(server.port, -(-self._sockets // _SEATS), _SEATS, first=FIRST)
        self._tables = [replace(table, source=_SOURCE) for table in made]

    async def run(self, server: Server) -> None:
        seats = [(table, seat) for table in self._tables for seat in range(_SEATS)]
        await attacking(_attack, server.port, seats[: self._sockets], self._callers, self._did)

    @property
    def was_tried(self) -> bool:
        return all(self._did[:2])

    def judge(self, server: Server, result: Finding) -> None:
        sent, answered, refused = self._did[:]
        result.figures["messages sent"] = f"{sent:,} by {self._sockets} sockets"
        result.figures["calls answered, refused"] = f"{answered:,}, {refused:,}"


def _attack(port: int, seats: list[tuple[Table, int]], callers: int, did: Any) -> None:
    async def run() -> None:
        async with asyncio.TaskGroup() as group:
            for table, seat in seats:
                group.create_task(_say(port, table, seat, did))
            for number in range(callers):
                group.create_task(_call(port, _CALLED[number % len(_CALLED)], did))

    asyncio.run(run())


async def _say(port: int, table: Table, seat: int, did: Any) -> None:
    while goes_on():
        try:
            async with dial(port, _SOURCE) as socket, asyncio.TaskGroup() as group:
                await socket.send(hello(table, seat), text=True)
                group.create_task(_drain(socket))
                for number in itertools.count():
                    said = {**_SAID[number % len(_SAID)], "id": f"f{number}"}
                    await socket.send(msgspec.json.encode(said), text=True)
                    did[0] += 1
                    await asyncio.sleep(_PAUSE)
        except* BROKEN:
            await asyncio.sleep(_PAUSE)  # cut off: it comes again


async def _drain(socket: ClientConnection) -> None:
    while True:
        await socket.recv()


async def _call(port: int, path: str, did: Any) -> None:
    request = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()
    while goes_on():
        with contextlib.suppress(*BROKEN):
            where = asyncio.open_connection("127.0.0.1", port, local_addr=(_SOURCE, 0))
            reader, writer = await where
            try:
                while True:
                    writer.write(request)
                    head = await reader.readuntil(b"\r\n\r\n")
                    size = head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0]
                    await reader.readexactly(int(size))
                    did[2 if head[9:12] == b"429" else 1] += 1
            finally:
                writer.close()
        await asyncio.sleep(_PAUSE)
