"""A table at which somebody talks till no more is kept: it is as quick to come to as any other.

The server is the real one, but lets a day of talk pass in minutes. All seats of a table say one
line after the other, each with an id of the longest, until the log has no more room for talk. Then
it is looked at what is kept of all that where it could cost time: in what who comes is shown, and
in the snapshot that the room is opened from; and the game is played on.
"""

from __future__ import annotations

import asyncio
import itertools
from contextlib import suppress

import msgspec

from proofs.client import Player, Tally
from proofs.figures import Finding
from proofs.hoarding import stored_of
from proofs.running import Server
from proofs.sockets import BROKEN, decode, dial, goes_on, hello
from proofs.storms import FIRST, Attack
from proofs.tables import Table, make_table

_SEATS = 4
_AT_ONCE = 10  # lines under way
_MOST_SHOWN = 300_000  # bytes that who comes in is shown
_MOST_KEPT = 100_000  # bytes of a snapshot
_PATIENCE = 60.0


class Talking(Attack):
    """At one table; `lines` at least."""

    claim = "however much is said at a table, it is quick to come to, and its game goes on"
    program = "from proofs.hoarding import in_a_hurry; in_a_hurry()"

    def __init__(self, lines: int) -> None:
        self._lines = lines
        self._said = 0
        self._full = 0
        self._table: Table | None = None

    def prepare(self, server: Server) -> None:
        self._table = make_table(server.port, FIRST)

    async def run(self, server: Server) -> None:
        async with asyncio.TaskGroup() as group:
            for seat in range(_SEATS):
                group.create_task(self._talk(server.port, seat))

    async def _talk(self, port: int, seat: int) -> None:
        assert self._table is not None
        numbers = itertools.count()
        while goes_on() and not self._full:
            with suppress(*BROKEN):
                async with dial(port, self._table.source) as socket:
                    await socket.send(hello(self._table, seat), text=True)
                    while not self._full:
                        for number in itertools.islice(numbers, _AT_ONCE):
                            said = {"t": "chat", "id": f"{number:040}", "text": f"I say {number}!"}
                            await socket.send(msgspec.json.encode(said), text=True)
                        answered = 0
                        while answered < _AT_ONCE:
                            told = decode(await socket.recv())
                            answered += told.id is not None and told.id != "hello"
                            self._said += told.t == "ok" and told.id != "hello"
                            self._full += told.code == "talk_full"

    @property
    def was_tried(self) -> bool:
        return self._said >= self._lines or bool(self._full)

    def judge(self, server: Server, result: Finding) -> None:
        assert self._table is not None
        shown = asyncio.run(_shown(server.port, self._table))
        tally = asyncio.run(_play_on(server.port, self._table))
        _, kept = asyncio.run(stored_of(server, [self._table.room]))
        result.figures |= {
            "lines said, refused because the log is full": f"{self._said:,}, {self._full:,}",
            "what who comes is shown": f"{shown / 1000:.0f} kB",
            "what the room is opened from": f"{kept / 1000:.0f} kB",
            "answers given there afterwards": f"{len(tally.acknowledged):,}",
        }
        result.require(shown <= _MOST_SHOWN, "who comes in is shown too much")
        result.require(kept <= _MOST_KEPT, "too much is kept to open the room from")
        result.require(bool(tally.acknowledged), "the game does not go on")
        result.require(not tally.refused, f"answers are refused there: {tally.refused[:1]}")


async def _shown(port: int, table: Table) -> int:
    async with dial(port, table.source) as socket, asyncio.timeout(_PATIENCE):
        await socket.send(hello(table, 0), text=True)
        return len(await socket.recv(decode=False))


async def _play_on(port: int, table: Table) -> Tally:
    """Everybody answers, until so many answers were given that a snapshot was taken."""
    tally = Tally()
    players = [Player(port, table, seat, tally, lambda: 0.01) for seat in range(_SEATS)]
    tasks = [asyncio.create_task(player.play()) for player in players]
    with suppress(TimeoutError):
        async with asyncio.timeout(_PATIENCE):
            while len(tally.acknowledged) < 80 and not tally.refused:
                await asyncio.sleep(0.05)
    for player in players:
        await player.stop()
    await asyncio.gather(*tasks, return_exceptions=True)
    return tally
