"""Taking back in long games, as fast as the limits allow, does not keep other tables waiting.

Each wish to take something back plays a game again, to see whether anybody need be asked. One
address does nothing else at many tables.
"""

from __future__ import annotations

import asyncio
import itertools

import msgspec

from proofs.figures import Finding
from proofs.running import Server
from proofs.sockets import BROKEN, decode, dial, hello
from proofs.storms import Attack, long_games
from proofs.tables import Table

_PAUSE = 0.25  # seconds between two wishes: somewhat more than the limits allow


class Undoing(Attack):
    """So many sockets of one address, at games of that many answers."""

    claim = "taking back in long games keeps nobody else waiting"

    def __init__(self, sockets: int, answers: int) -> None:
        self._sockets = sockets
        self._answers = answers
        self._tables: list[Table] = []
        self._taken = 0

    def prepare(self, server: Server) -> None:
        self._tables = long_games(server, self._sockets, self._answers)

    async def run(self, server: Server) -> None:
        await asyncio.gather(*(self._wish(server.port, table) for table in self._tables))

    async def _wish(self, port: int, table: Table) -> None:
        try:
            async with dial(port, table.source) as socket:
                await socket.send(hello(table, 0), text=True)
                v = 0
                for number in itertools.count():
                    wish = {"t": "undo", "id": f"u{number}", "v": v}
                    await socket.send(msgspec.json.encode(wish), text=True)
                    reply = decode(await socket.recv())
                    while reply.id != f"u{number}":
                        v = reply.v if reply.v is not None else v
                        reply = decode(await socket.recv())
                    self._taken += reply.t == "ok"
                    await asyncio.sleep(_PAUSE)
        except BROKEN:
            pass  # cut off: that seat has had its say

    @property
    def was_tried(self) -> bool:
        return self._taken > 0

    def judge(self, server: Server, result: Finding) -> None:
        wishes = f"{self._taken:,} of {len(self._tables)} sockets of one address"
        result.figures["wishes taken up"] = wishes
