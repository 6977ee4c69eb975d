"""One address has as much stored as it may, for as long as it is let: that has an end.

The server is the real one, but for its megabytes, which are a hundredth of what they should be, and
for how fast something may be stored, so that a day's share is used up in seconds. Rooms are made
and lines of the longest are said without a pause, also when they are refused; beside them a table
of the same address is played, which must be let go on.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import suppress
from functools import partial

import msgspec

from proofs.client import Player, Tally
from proofs.figures import Finding
from proofs.running import Server
from proofs.sockets import BROKEN, decode, dial, goes_on, hello
from proofs.storms import FIRST, Attack
from proofs.tables import Table, call, make_table, source_of

_SOURCE = source_of(FIRST)
_PAUSE = 0.02  # seconds between two tries
_LINE = "🂠" * 500  # of the longest there are
_MEGABYTE = 10_000  # bytes, in the server of this proof


def serve() -> None:
    """`smashup serve` with a day's share that is used up soon."""
    from smashup.server import launch

    setattr(launch, "MEGABYTE", _MEGABYTE)  # noqa: B010 - mypy takes no constant for a variable
    in_a_hurry()


def in_a_hurry() -> None:
    """`smashup serve` where what one person may do in a day is done in minutes."""
    from smashup.cli import main
    from smashup.server import launch
    from smashup.server.limits import Limits

    quick = partial(Limits, rooms=50.0, lines=1000.0, entries=1000.0, messages=1000.0)
    setattr(launch, "Limits", quick)  # noqa: B010 - mypy takes no class for a variable
    main()


class Hoarding(Attack):
    """Rooms and lines without end, by one address."""

    claim = "what one address has stored in a day has an end, and its games go on"
    program = "from proofs.hoarding import serve; serve()"

    def __init__(self, talkers: int) -> None:
        self._talkers = talkers
        self._tables: list[Table] = []
        self._did: Counter[str] = Counter()
        self._rooms: list[str] = []
        self._tally = Tally()
        self._late: list[int] = [0]

    def prepare(self, server: Server) -> None:
        made = [make_table(server.port, FIRST, seed=n) for n in range(-(-self._talkers // 4) + 1)]
        self._tables = made
        self._rooms = [table.room for table in made]

    async def run(self, server: Server) -> None:
        playing = [
            Player(server.port, self._tables[0], seat, self._tally, lambda: 0.5)
            for seat in range(4)
        ]
        seats = [(table, seat) for table in self._tables[1:] for seat in range(4)]
        async with asyncio.TaskGroup() as group:
            for player in playing:
                group.create_task(player.play())
            for table, seat in seats[: self._talkers]:
                group.create_task(self._talk(server.port, table, seat))
            group.create_task(self._found(server.port))

    async def _found(self, port: int) -> None:
        seats = [{"kind": "human", "name": "Mo"}, {"kind": "open"}]
        while goes_on():
            status, told = await asyncio.to_thread(
                call, port, "POST", "/api/rooms", {"seats": seats}, source=_SOURCE
            )
            if status < 300:
                self._rooms.append(told["room"])
                self._did["rooms"] += 1
            else:
                self._refused(told["error"]["code"])
            await asyncio.sleep(_PAUSE)

    async def _talk(self, port: int, table: Table, seat: int) -> None:
        while goes_on():
            with suppress(*BROKEN):
                async with dial(port, _SOURCE) as socket:
                    await socket.send(hello(table, seat), text=True)
                    for number in range(1_000_000):
                        said = {"t": "chat", "id": f"{number:040}", "text": _LINE}
                        await socket.send(msgspec.json.encode(said), text=True)
                        while (told := decode(await socket.recv())).id != said["id"]:
                            pass
                        if told.t == "ok":
                            self._did["lines"] += 1
                        else:
                            self._refused(told.code)
                        await asyncio.sleep(_PAUSE)
            await asyncio.sleep(_PAUSE)

    def _refused(self, code: str) -> None:
        self._did[code] += 1
        if code == "quota" and self._did["quota"] == 1:
            self._late = [len(self._tally.acknowledged)]

    @property
    def was_tried(self) -> bool:
        return self._did["quota"] > 20 and len(self._tally.acknowledged) > self._late[0] + 10

    def judge(self, server: Server, result: Finding) -> None:
        most = 64 * _MEGABYTE
        stored = sum(asyncio.run(stored_of(server, self._rooms)))
        after = len(self._tally.acknowledged) - self._late[0]
        result.figures |= {
            "rooms made, lines said": f"{self._did['rooms']:,}, {self._did['lines']:,}",
            "refused for what is stored already": f"{self._did['quota']:,}",
            "stored of them, of what a day's share is": f"{stored:,} of {most:,} bytes",
            "answers at their own table after the first refusal": f"{after:,}",
        }
        result.require(stored <= most, "more was stored than may be")
        result.require(
            not self._tally.refused, f"their game was stopped: {self._tally.refused[:1]}"
        )


async def stored_of(server: Server, rooms: list[str]) -> tuple[int, int]:
    """How many bytes the store has of these rooms, apart from its own needs: of what happened
    there, and of snapshots."""
    from smashup.server.storage import open_storage

    storage = open_storage(server.folder / "games.sqlite", beside=True)
    await storage.open()
    size = snapshots = 0
    try:
        for room in rooms:
            whole = await storage.whole(room)
            assert whole is not None
            size += len(whole.head) + sum(len(one.body) + len(one.id) for one in whole.entries)
            kept = await storage.snapshot(room)
            snapshots += 0 if kept is None else len(kept[1])
    finally:
        await storage.close()
    return size, snapshots
