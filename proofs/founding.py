"""One address makes rooms for a day and never comes into them: no more are open than there may be.

The server is the real one, but lets a day of making rooms pass in minutes. Rooms are made without a
pause, whatever is refused; each could wait for somebody, and be kept open for that.
"""

from __future__ import annotations

import asyncio
from collections import Counter

from proofs.figures import Finding
from proofs.running import Server
from proofs.sockets import goes_on
from proofs.storms import FIRST, Attack
from proofs.tables import call, source_of

_SOURCE = source_of(FIRST)
_BOTS = 3  # at every table
_MOST_OPEN = 800  # rooms: those that wait for somebody, and those of honest players
_MOST_MEMORY = 300_000_000  # bytes, with the processes of bots


class Founding(Attack):
    """So many rooms at least, by so many callers."""

    claim = "however many rooms one address makes, few of them are open, and nobody waits"
    program = "from proofs.hoarding import in_a_hurry; in_a_hurry()"

    def __init__(self, rooms: int, callers: int = 4) -> None:
        self._rooms = rooms
        self._callers = callers
        self._did: Counter[str] = Counter()

    async def run(self, server: Server) -> None:
        async with asyncio.TaskGroup() as group:
            for _ in range(self._callers):
                group.create_task(self._found(server.port))

    async def _found(self, port: int) -> None:
        bots = [{"kind": "bot", "strength": "beginner"}] * _BOTS
        wish = {"seats": [{"kind": "human", "name": "Mo"}, *bots], "factions": "random"}
        while goes_on():
            status, told = await asyncio.to_thread(
                call, port, "POST", "/api/rooms", wish, source=_SOURCE
            )
            self._did["made" if status < 300 else told["error"]["code"]] += 1

    @property
    def was_tried(self) -> bool:
        return self._did["made"] >= self._rooms

    def judge(self, server: Server, result: Finding) -> None:
        _, health = call(server.port, "GET", "/api/health")
        memory = server.peak_memory()
        refused = self._did.total() - self._did["made"]
        result.figures |= {
            "rooms made, refused": f"{self._did['made']:,}, {refused:,}",
            "rooms open at the end": f"{health['rooms']:,}",
            "memory at most": f"{memory / 1e6:.0f} MB",
        }
        result.require(health["rooms"] <= _MOST_OPEN, "too many rooms are open")
        result.require(memory <= _MOST_MEMORY, "the server held too many of them")
