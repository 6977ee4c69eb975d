"""One address fills the server with the strongest bots, and those of honest tables still move.

It makes rooms as fast as its limits allow: every other one with bots alone, where nobody is there
to see them; the rest with a person of its own, who comes in and answers at once.
"""

from __future__ import annotations

import asyncio
from collections import Counter

from proofs.client import Player, Tally
from proofs.figures import Finding
from proofs.running import Server
from proofs.storms import FIRST, Attack
from proofs.tables import Table, call, source_of

_SOURCE = source_of(FIRST)


class Crowding(Attack):
    """So many rooms, in so far as one address is allowed to make them."""

    claim = "one address with hundreds of rooms of the strongest bots stops nobody's bots"

    def __init__(self, rooms: int, strength: str = "expert") -> None:
        self._rooms = rooms
        self._strength = strength
        self._made: Counter[str] = Counter()
        self._tally = Tally()

    async def run(self, server: Server) -> None:
        async with asyncio.TaskGroup() as group:
            for number in range(self._rooms):
                alone = number % 2 == 0
                table = await asyncio.to_thread(self._make, server.port, alone)
                if table is None:
                    break
                if not alone:
                    player = Player(server.port, table, 0, self._tally, lambda: 0.05)
                    group.create_task(player.play())

    def _make(self, port: int, alone: bool) -> Table | None:
        """A room of four bots, or of three and a person; None if it was refused."""
        bot = {"kind": "bot", "strength": self._strength}
        seats = [bot if alone else {"kind": "human", "name": "Mo"}, bot, bot, bot]
        wish = {"name": "Mo", "seats": seats, "factions": "random"}
        status, made = call(port, "POST", "/api/rooms", wish, source=_SOURCE)
        self._made["refused" if status >= 300 else "alone" if alone else "with a person"] += 1
        if status >= 300:
            return None
        return Table(made["room"], tuple(seat["token"] for seat in made["seats"]), _SOURCE)

    @property
    def was_tried(self) -> bool:
        return self._made["alone"] > 0 and bool(self._tally.waits)

    def judge(self, server: Server, result: Finding) -> None:
        made = self._made
        result.figures["rooms of bots alone, with a person, refused"] = (
            f"{made['alone']}, {made['with a person']}, {made['refused']}"
        )
        result.figures["their persons' answers"] = f"{len(self._tally.waits):,}"
