"""Tables of the strongest bots that were under way when the server was killed stop nobody's bots.

One address makes hundreds of tables of a person and three bots, and looks in at each, so that its
bots begin to think. The server is killed and started again; then the same address looks in at one
table after the other, is gone at once, and begins again from the first. Nobody sits at any of them
for long, and every one of them has a bot to move.
"""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import Iterator

from proofs.figures import Finding
from proofs.running import Server
from proofs.sockets import BROKEN, decode, dial, goes_on, hello
from proofs.storms import FIRST, Attack
from proofs.tables import Table, call, source_of

_SOURCE = source_of(FIRST)
_BOTS = 3  # at every table
_MOST_OPEN = 800  # rooms: those that were left a moment ago, and those of honest players
_MOST_MEMORY = 350_000_000  # bytes, with the processes of bots
_PAUSE = 0.2  # seconds before somebody asks again who was refused


class Haunting(Attack):
    """So many tables, looked in at by so many at a time."""

    claim = "tables of bots that were under way at a restart, and are looked in at, stop nobody's"
    program = "from proofs.hoarding import in_a_hurry; in_a_hurry()"

    def __init__(self, tables: int, at_once: int, strength: str = "expert") -> None:
        self._count = tables
        self._at_once = at_once
        self._strength = strength
        self._tables: list[Table] = []
        self._looks = 0
        self._turned_away = 0

    def prepare(self, server: Server) -> None:
        self._tables = [self._make(server.port) for _ in range(self._count)]
        asyncio.run(self._look_in(server.port, iter(self._tables)))
        server.kill()
        server.start()
        self._looks = 0

    def _make(self, port: int) -> Table:
        """A table where a bot begins."""
        bots = [{"kind": "bot", "strength": self._strength}] * _BOTS
        seats = [{"kind": "human", "name": "Mo"}, *bots]
        wish = {"seats": seats, "factions": "random", "options": {"first": 1}}
        while True:
            status, made = call(port, "POST", "/api/rooms", wish, source=_SOURCE)
            if status < 300:
                return Table(made["room"], (made["seats"][0]["token"],), _SOURCE)
            assert status == 429, made
            time.sleep(_PAUSE)

    async def run(self, server: Server) -> None:
        tables = itertools.cycle(self._tables)
        async with asyncio.TaskGroup() as group:
            for _ in range(self._at_once):
                group.create_task(self._look_in(server.port, tables))

    async def _look_in(self, port: int, tables: Iterator[Table]) -> None:
        """Says hello at one table after the other, and is gone."""
        for table in tables:
            if not goes_on():
                return
            try:
                async with dial(port, table.source) as socket:
                    await socket.send(hello(table, 0), text=True)
                    while decode(await socket.recv()).id != "hello":
                        pass
                self._looks += 1
            except BROKEN:
                self._turned_away += 1
                await asyncio.sleep(_PAUSE)

    @property
    def was_tried(self) -> bool:
        return self._looks >= self._count

    def judge(self, server: Server, result: Finding) -> None:
        _, health = call(server.port, "GET", "/api/health")
        memory = server.peak_memory()
        result.figures |= {
            "tables of bots under way at the restart": f"{self._count:,}",
            "looked in after it, turned away": f"{self._looks:,}, {self._turned_away:,}",
            "rooms open at the end": f"{health['rooms']:,}",
            "memory at most": f"{memory / 1e6:.0f} MB",
        }
        result.require(health["rooms"] <= _MOST_OPEN, "too many rooms are open")
        result.require(memory <= _MOST_MEMORY, "the server held too many of them")
