"""Coming back to long games over and over, and asking for all that ever happened, slows nobody.

One address says hello at many long games, as if it knew nothing of them, hangs up and comes again;
between that it asks for stories and for lists of games, as fast as its limits allow.
"""

from __future__ import annotations

import asyncio
import itertools
from collections import Counter

from proofs.figures import Finding
from proofs.running import Server
from proofs.sockets import BROKEN, decode, dial, goes_on, hello
from proofs.storms import FIRST, Attack, long_games
from proofs.tables import Table, call, source_of

_LISTED = 40  # games in one list


class Returning(Attack):
    """So many at a time, at as many games of that many answers."""

    claim = "coming back to long games over and over slows nobody"

    def __init__(self, at_once: int, answers: int) -> None:
        self._at_once = at_once
        self._answers = answers
        self._tables: list[Table] = []
        self._done: Counter[str] = Counter()

    def prepare(self, server: Server) -> None:
        self._tables = long_games(server, max(self._at_once, 4), self._answers)

    async def run(self, server: Server) -> None:
        async with asyncio.TaskGroup() as group:
            for table in self._tables:
                group.create_task(self._come_and_go(server.port, table))
            for path, headers in self._questions():
                group.create_task(self._ask(server.port, path, headers))

    def _questions(self) -> list[tuple[str, dict[str, str]]]:
        tokens = ",".join(table.tokens[0] for table in self._tables[:_LISTED])
        stories = [
            (f"/api/rooms/{table.room}/events", {"X-Seat-Token": table.tokens[0]})
            for table in self._tables[:4]
        ]
        return [*stories, ("/api/mine", {"X-Seat-Tokens": tokens})]

    async def _come_and_go(self, port: int, table: Table) -> None:
        numbers = itertools.count()
        while goes_on():
            try:
                async with dial(port, table.source) as socket:
                    await socket.send(hello(table, next(numbers) % len(table.tokens)), text=True)
                    while (message := decode(await socket.recv())).id != "hello":
                        pass
                    self._done["welcomed" if message.t == "ok" else "turned away"] += 1
            except BROKEN:
                self._done["turned away"] += 1
                await asyncio.sleep(0.1)

    async def _ask(self, port: int, path: str, headers: dict[str, str]) -> None:
        while goes_on():
            try:
                status, _ = await asyncio.to_thread(
                    call, port, "GET", path, headers=headers, source=source_of(FIRST)
                )
                self._done["told" if status == 200 else "refused"] += 1
            except OSError:
                self._done["refused"] += 1
            await asyncio.sleep(0)

    @property
    def was_tried(self) -> bool:
        return self._done["welcomed"] > 0 and self._done["told"] > 0

    def judge(self, server: Server, result: Finding) -> None:
        done = self._done
        result.figures |= {
            "games, answers each": f"{len(self._tables)}, {self._answers}",
            "came back, were turned away": f"{done['welcomed']:,}, {done['turned away']:,}",
            "stories and lists told, refused": f"{done['told']:,}, {done['refused']:,}",
        }
