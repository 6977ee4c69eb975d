"""Commands sent one to three times, late and out of order, over several connections: applied once.

Each seat says things, and answers when asked. Every command is sent one to three times, each copy
at a moment of its own among the others, some over a new connection. All copies must get the same
reply, and the log on disk must hold the command once.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import msgspec
from websockets.asyncio.client import ClientConnection

from proofs.crowd import make_tables
from proofs.figures import Finding
from proofs.running import running
from proofs.sockets import BROKEN, POSITIONS, decode, dial, hello
from proofs.tables import Table
from smashup.server.storage import open_storage

CLAIM = "commands sent one to three times and out of order are applied once"
_SPREAD = 12  # among how many messages a copy is shuffled
_PACE = 1 / 15  # seconds between two messages of a seat: within what it is allowed
_BREAKS = 0.01  # the chance that a seat connects anew after a message
_PATIENCE = 3600.0  # seconds for all of it


class Repeater:
    """One seat that sends everything once to three times."""

    def __init__(self, port: int, table: Table, seat: int, commands: int) -> None:
        self.table = table
        self.seat = seat
        self.sent = 0
        self.replies: dict[str, set[int]] = {}
        """The versions in the acknowledgements of each command, by id."""
        self.refused: list[str] = []
        self._port = port
        self._commands = commands
        self._rng = random.Random(f"{table.room} {seat}")
        self._bodies: dict[str, bytes] = {}
        self._ahead: list[bytes] = []
        """Copies not sent yet, in the order they will be."""
        self._v = self._asked_at = -1
        self._options = 0

    @property
    def is_done(self) -> bool:
        all_made = len(self._bodies) >= self._commands
        return all_made and not self._ahead and len(self.replies) == len(self._bodies)

    async def run(self) -> None:
        """Send all commands and their copies, until each is acknowledged."""
        while not self.is_done:
            try:
                async with dial(self._port, self.table.source) as socket:
                    await self._one_connection(socket)
            except BROKEN:
                pass
            # What a broken connection swallowed is sent once more.
            waiting = set(self._ahead)
            for id, body in self._bodies.items():
                if id not in self.replies and body not in waiting:
                    self._ahead.append(body)

    async def _one_connection(self, socket: ClientConnection) -> None:
        await socket.send(hello(self.table, self.seat), text=True)
        reading = asyncio.create_task(self._read(socket))
        try:
            while not self.is_done and not reading.done():
                await asyncio.sleep(_PACE)
                self._make_command()
                if self._ahead:
                    await socket.send(self._ahead.pop(0), text=True)
                    self.sent += 1
                    if self._rng.random() < _BREAKS:
                        socket.transport.abort()
                        return
        finally:
            reading.cancel()
            await asyncio.gather(reading, return_exceptions=True)

    async def _read(self, socket: ClientConnection) -> None:
        async for frame in socket:
            message = decode(frame)
            if message.t == "ok" and message.id in self._bodies:
                self.replies.setdefault(message.id, set()).add(message.v or 0)
            elif message.code == "too_many" and message.id in self._bodies:
                self._ahead.append(self._bodies[message.id])  # the server stalled: once more, later
            elif message.t == "error":
                self.refused.append(f"{message.code}: {message.message}")
            elif message.t in POSITIONS and message.v is not None:
                self._v = message.v
                if message.options is not None:
                    self._options = message.options

    def _make_command(self) -> None:
        """A new answer if asked, else something to say; its copies go among what lies ahead."""
        if len(self._bodies) >= self._commands:
            return
        id = f"{self.seat}-{len(self._bodies)}"
        if self._options and self._v > self._asked_at:
            self._asked_at = self._v
            option = self._rng.randrange(self._options)
            command: dict[str, object] = {"t": "answer", "v": self._v, "option": option}
        else:
            command = {"t": "chat", "text": f"{id} says so"}
        body = self._bodies[id] = msgspec.json.encode({**command, "id": id})
        for _ in range(self._rng.randint(1, 3)):
            self._ahead.insert(self._rng.randint(0, min(_SPREAD, len(self._ahead))), body)


def prove(folder: Path, commands: int, tables: int) -> Finding:
    """That many commands, spread over the seats of so many tables."""
    result = Finding(CLAIM)
    with running(folder) as server:
        made = make_tables(server.port, tables)
        each = -(-commands // (4 * tables))
        repeaters = [
            Repeater(server.port, table, seat, each) for table in made for seat in range(4)
        ]
        asyncio.run(_run(repeaters))
        server.stop()
    kept, answers = asyncio.run(_kept(folder, made))
    given = [
        (one.table.room, one.seat, id, versions)
        for one in repeaters
        for id, versions in one.replies.items()
    ]
    lost = sum((room, seat, id) not in kept for room, seat, id, _ in given)
    doubled = sum(count > 1 for count in kept.values())
    different = sum(len(versions) > 1 for *_, versions in given)
    refused = Counter(words for one in repeaters for words in one.refused)
    result.figures |= {
        "commands": f"{len(given):,} at {tables} tables, {answers:,} of them answers",
        "messages sent": f"{sum(one.sent for one in repeaters):,}",
        "lost, doubled, answered differently": f"{lost}, {doubled}, {different}",
    }
    result.require(lost == doubled == different == 0, "commands were not applied exactly once")
    result.require(len(given) >= commands, "some commands were never acknowledged")
    result.require(len(kept) == len(given), "the log holds commands that were never sent")
    result.require(not refused, f"commands were refused: {refused.most_common(3)}")
    result.require("Traceback" not in server.words(), "the server logged an unhandled error")
    return result


async def _run(repeaters: Sequence[Repeater]) -> None:
    async with asyncio.timeout(_PATIENCE):
        await asyncio.gather(*(one.run() for one in repeaters))


async def _kept(folder: Path, tables: Sequence[Table]) -> tuple[Counter[tuple[str, int, str]], int]:
    """How often each command is in the logs, and how many are answers."""
    store = open_storage(folder / "games.sqlite")
    await store.open()
    kept: Counter[tuple[str, int, str]] = Counter()
    answers = 0
    for table in tables:
        for entry in await store.read(table.room):
            if entry.id:
                kept[table.room, entry.seat, entry.id] += 1
                answers += entry.kind == "answer"
    await store.close()
    return kept, answers
