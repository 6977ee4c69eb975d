"""Several servers on one database, each with rooms of its own; and owners killed at random.

The seats of a table sit at different servers, so that most answers are passed on. In the end the
logs are compared with what the players were told, and what each was shown of its own with what its
seat may know.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec
import psycopg
from msgspec import Raw, Struct

from proofs.client import Player, Tally
from proofs.crowd import make_tables, playing
from proofs.figures import Finding, percentile
from proofs.kills import compare
from proofs.running import Server, free_port
from proofs.tables import Table, call
from smashup.server.charter import read_charter
from smashup.server.fold import Fold
from smashup.server.storage import open_storage
from smashup.server.views import Views

CLAIM = "rooms of several servers, owners killed at random"
MOST_WAIT = 1.0  # seconds until a dead owner's room answers elsewhere, at the median
_KILLS_A_ROUND = 10  # then new tables are made, before games are over
_TAKEN = "another server has taken it"  # what a server says that lost a room and lives
_ROOMS_OF = """SELECT room.name FROM room JOIN neighbour ON neighbour.name = room.owner
    WHERE neighbour.address = %s AND room.name = ANY(%s)"""


class _View(Struct):
    private: Raw = Raw()  # empty: as before


class _Shown(Struct):
    """Of a message, what only its reader may see."""

    v: int | None = None
    view: _View | None = None


_shown = msgspec.json.Decoder(_Shown).decode


class Watchful(Player):
    """A player who remembers a digest of all that it was shown of its own."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.shown: set[tuple[int, bytes]] = set()

    def _receive(self, frame: str | bytes) -> None:
        super()._receive(frame)
        shown = _shown(frame)
        if shown.v is not None and shown.view is not None and bytes(shown.view.private):
            self.shown.add((shown.v, _digest(bytes(shown.view.private))))


class _Group:
    """Servers that share a database."""

    def __init__(self, folder: Path, database: str, count: int) -> None:
        self.database = database
        self.servers: list[Server] = []
        self.addresses: list[str] = []
        for number in range(count):
            own = folder / str(number)
            own.mkdir(parents=True)
            address = f"127.0.0.1:{free_port()}"
            arguments = ("--database", database, "--neighbours", address, "--workers", "1")
            self.servers.append(Server(own, arguments))
            self.addresses.append(address)

    def rooms_of(self, number: int, tables: Sequence[Table]) -> set[str]:
        """Those of these tables that belong to one of the servers."""
        names = [table.room for table in tables]
        with psycopg.connect(self.database) as connection:
            rows = connection.execute(_ROOMS_OF, (self.addresses[number], names)).fetchall()
        return {name for (name,) in rows}

    def ports(self) -> list[int]:
        return [server.port for server in self.servers]

    def words(self) -> str:
        return "".join(server.words() for server in self.servers)


@contextlib.contextmanager
def _running(folder: Path, database: str, count: int) -> Iterator[_Group]:
    group = _Group(folder, database, count)
    with contextlib.ExitStack() as stack:
        for server in group.servers:
            server.start()
            stack.callback(server.stop)
        yield group


def prove(
    folder: Path, database: str, most: int, tables: int, seconds: float, kills: int
) -> Finding:
    """Play so many tables at 1 to `most` servers for so long each; then kill owners so often."""
    result = Finding(CLAIM)
    tally = Tally()
    words = ""
    first = 0
    for count in range(1, most + 1):
        with _running(folder / f"at {count}", database, count) as group:
            figures = asyncio.run(_rate(group, tables, first, seconds, tally))
            words += group.words()
        result.figures[f"answers a second, {count} server{'s' * (count > 1)}"] = figures
        first += tables
    result.figures["cores"] = str(os.cpu_count())
    waits: list[float] = []
    players: list[Watchful] = []
    dice = random.Random(kills)
    with _running(folder / "killed", database, most) as group:
        left = kills
        while left:
            some = min(left, _KILLS_A_ROUND)
            made = _tables(group, tables, first)
            players += asyncio.run(_kill(group, made, tally, some, dice, waits))
            first += tables
            left -= some
        words += group.words()
    lost, doubled, wrong = asyncio.run(compare(database, tally.acknowledged))
    shown, leaks = asyncio.run(_leaks(database, players))
    result.figures |= {
        "owners killed": f"{kills}, with {most} servers",
        "acknowledged decisions": f"{len(tally.acknowledged):,} at {first} tables",
        "lost, doubled, different on disk": f"{lost}, {doubled}, {wrong}",
        "of one's own shown, not as that seat may see it": f"{shown:,}, {leaks}",
        "a dead server's room answers elsewhere after (median, longest)": (
            f"{percentile(waits, 0.5):.2f} s, {max(waits, default=0):.2f} s"
        ),
        "rooms taken from a server that was only slow": f"{words.count(_TAKEN):,}",
        "connections that broke": f"{tally.lost:,}",
    }
    result.require(lost == doubled == wrong == 0, "acknowledged decisions are not as they were")
    result.require(not leaks and shown > 0, "somebody was shown what is not theirs")
    result.require(not tally.refused, f"answers were refused: {tally.refused[:3]}")
    result.require(bool(waits) or not kills, "nobody who was killed had a room")
    result.require(percentile(waits, 0.5) <= MOST_WAIT, "rooms open elsewhere too late")
    result.require("Traceback" not in words, "a server logged an unhandled error")
    return result


def _tables(group: _Group, count: int, first: int) -> list[Table]:
    """So many tables in all, made at each server in turn."""
    ports = group.ports()
    shares = [range(first + at, first + count, len(ports)) for at in range(len(ports))]
    return [
        table
        for port, share in zip(ports, shares, strict=True)
        for number in share
        for table in make_tables(port, 1, first=number)
    ]


def _players(
    group: _Group, tables: Sequence[Table], tally: Tally, most: float, dice: random.Random
) -> list[Watchful]:
    """A player for each seat, at any server; each thinks for up to `most` seconds."""
    ports = group.ports()
    return [
        Watchful(dice.choice(ports), table, seat, tally, lambda: dice.uniform(0.0, most))
        for table in tables
        for seat in range(len(table.tokens))
    ]


async def _rate(group: _Group, count: int, first: int, seconds: float, tally: Tally) -> str:
    """How fast so many tables play where nobody thinks."""
    tables = await asyncio.to_thread(_tables, group, count, first)
    players = _players(group, tables, tally, 0.0, random.Random(count))
    for player in players:
        player.resting = True  # until all are there
    async with playing(players):
        for player in players:
            player.wake()
        before = len(tally.acknowledged)
        began, own = time.monotonic(), time.process_time()
        busy = sum(server.processor_seconds() for server in group.servers)
        await asyncio.sleep(seconds)
        lasted = time.monotonic() - began
        answers = len(tally.acknowledged) - before
        busy = sum(server.processor_seconds() for server in group.servers) - busy
        own = time.process_time() - own
        await asyncio.gather(*(player.settled() for player in players))
    return (
        f"{answers / lasted:,.0f}; servers took {busy / lasted:.0%} of a core, players "
        f"{own / lasted:.0%}; {1000 * busy / max(answers, 1):.2f} ms of servers' time an answer"
    )


async def _kill(
    group: _Group,
    tables: Sequence[Table],
    tally: Tally,
    kills: int,
    dice: random.Random,
    waits: list[float],
) -> list[Watchful]:
    """Kills so many owners while these tables are played; gives the players."""
    players = _players(group, tables, tally, 0.1, dice)
    async with playing(players):
        for _ in range(kills):
            await asyncio.sleep(dice.uniform(0.3, 1.0))
            async with _dead(group, dice.randrange(len(group.servers)), players, dice) as room:
                if room is not None:
                    port = dice.choice([player.port for player in players])
                    waits.append(await asyncio.to_thread(_comes, port, room))
        await asyncio.gather(*(player.settled() for player in players))
    return players


@contextlib.asynccontextmanager
async def _dead(
    group: _Group, number: int, players: Sequence[Watchful], dice: random.Random
) -> AsyncIterator[Table | None]:
    """One server is dead inside the block; gives a table that belonged to it, if any did."""
    tables = [player.table for player in players if player.seat == 0]
    rooms = await asyncio.to_thread(group.rooms_of, number, tables)
    server = group.servers[number]
    others = [port for port in group.ports() if port != server.port]
    for player in players:
        player.welcomed.clear()
    server.kill()
    for player in players:
        if player.port == server.port:
            player.port = dice.choice(others)
    yield next((table for table in tables if table.room in rooms), None)
    await asyncio.to_thread(server.start)


def _comes(port: int, table: Table) -> float:
    """Seconds until somebody who asks for a table by REST is answered."""
    began = time.monotonic()
    headers = {"X-Seat-Token": table.tokens[0]}
    while time.monotonic() < began + 30.0:
        path = f"/api/rooms/{table.room}"
        if call(port, "GET", path, headers=headers, source=table.source)[0] == 200:
            return time.monotonic() - began
    raise RuntimeError(f"Room {table.room} does not open elsewhere.")


async def _leaks(database: str, players: Sequence[Watchful]) -> tuple[int, int]:
    """How much players were shown of their own, and how much of it their seats may not see so."""
    store = open_storage(database)
    await store.open()
    shown = leaks = 0
    for room in {player.table.room for player in players}:
        seated = [player for player in players if player.table.room == room]
        head, log = await store.head(room), await store.read(room)
        assert head is not None
        may = {player.seat: set[tuple[int, bytes]]() for player in seated}
        fold = Fold(read_charter(head.head))
        for entry in log:
            fold.apply(entry)
            if fold.game is not None:
                for seat, seen in may.items():
                    seen.add((fold.v, _digest(Views().private(fold.game, seat, False))))
        for player in seated:
            shown += len(player.shown)
            leaks += len(player.shown - may[player.seat])
    await store.close()
    return shown, leaks


def _digest(section: bytes) -> bytes:
    return blake2b(section, digest_size=8).digest()
