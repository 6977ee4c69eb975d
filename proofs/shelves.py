"""A server with years of games in its store starts as fast as a new one.

One game is played by the server's own code; the others are that game over again, under other names
and with other tokens, written by the database itself.
"""

from __future__ import annotations

import asyncio
import hashlib
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

from proofs.crowd import make_tables
from proofs.figures import Finding, percentile
from proofs.kills import lengthen
from proofs.running import running
from proofs.tables import Table, call
from smashup.server.expiry import Keeping, due
from smashup.server.storage import open_storage

CLAIM = "a start does not ask how many games are stored"
MOST_START = 3.0  # seconds
MOST_MEMORY = 200_000_000  # bytes
VISITS = 50  # games that somebody comes to


def prove(folder: Path, games: int, answers: int) -> Finding:
    """So many unfinished games are stored; a server starts, and somebody comes to a few."""
    result = Finding(CLAIM)
    with running(folder) as server:
        [table] = make_tables(server.port, 1)
        server.kill()
        asyncio.run(lengthen(folder, [table], answers))
        filled = _multiply(folder, table, games)
        start = server.start()
        busy, memory = server.processor_seconds(), server.peak_memory()
        waits = [_visit(server.port, games * visit // VISITS) for visit in range(VISITS)]
        listed = time.monotonic()
        mine = call(server.port, "GET", "/api/mine", headers={"X-Seat-Tokens": _token(games - 1)})
        listed = time.monotonic() - listed
        after = server.peak_memory()
    searched = asyncio.run(_search(folder))
    result.figures |= {
        "games": f"{games:,} of {answers} answers each, {filled / 1e6:,.0f} MB on disk",
        "it answers after": f"{start:.2f} s, {busy:.2f} s of a core's time",
        "memory at most by then": f"{memory / 1e6:.0f} MB, of all its processes",
        "a game is open after (median, longest of 50)": (
            f"{1000 * percentile(waits, 0.5):.0f} ms, {1000 * max(waits):.0f} ms"
        ),
        "memory at most after those": f"{after / 1e6:.0f} MB",
        "one's own games are listed after": f"{1000 * listed:.0f} ms",
        "a search for games that have expired takes": f"{searched:.2f} s, beside the tables",
    }
    result.require(start <= MOST_START, "the start took too long")
    result.require(max(memory, after) <= MOST_MEMORY, "it held too much memory")
    result.require(mine[0] == 200 and len(mine[1]) == 1, "a token did not lead to its game")
    return result


async def _search(folder: Path) -> float:
    """The seconds it takes to find the rooms that have expired, if there are none."""
    store = open_storage(folder / "games.sqlite")
    await store.open()
    began = time.monotonic()
    assert [room async for room in due(store, Keeping(), time.time())] == []
    seconds = time.monotonic() - began
    await store.close()
    return seconds


def _token(number: int) -> str:
    return f"token-{number}"


def _multiply(folder: Path, table: Table, games: int) -> int:
    """Writes the game over again, so often, each with a token for its first seat; gives the size
    of the file."""
    path = folder / "games.sqlite"
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        file.create_function("hash", 1, lambda n: hashlib.sha256(_token(n).encode()).digest())
        first = hashlib.sha256(table.tokens[0].encode()).hexdigest()
        file.create_function("own", 2, lambda head, n: _own(head, first, n))
        [number] = file.execute("SELECT number FROM room WHERE name = ?", (table.room,)).fetchone()
        counted = f"WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n LIMIT {games})"
        source = f"FROM n, room WHERE room.number = {number}"
        file.execute("BEGIN")
        file.execute(
            f"INSERT INTO room (number, name, head, state, length, created) {counted} "
            f"SELECT 1000 + i, 'copy' || i, own(head, i), state, length, created {source}"
        )
        file.execute(
            f"INSERT INTO entry {counted} SELECT 1000 + i, position, kind, seat, id, body, at "
            f"FROM n, entry WHERE entry.room = {number}"
        )
        file.execute(
            f"INSERT INTO ticket (room, hash, seat) {counted} SELECT 1000 + i, hash(i), 0 FROM n"
        )
        file.execute("COMMIT")
        file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return path.stat().st_size


def _own(head: bytes, first: str, number: int) -> bytes:
    """The charter with the token of this copy."""
    own = hashlib.sha256(_token(number).encode()).hexdigest()
    return head.replace(first.encode(), own.encode())


def _visit(port: int, number: int) -> float:
    """The seconds until somebody who comes to a game is shown it."""
    began = time.monotonic()
    headers = {"X-Seat-Token": _token(number)}
    status, room = call(port, "GET", f"/api/rooms/copy{number}", headers=headers)
    assert status == 200 and _is_on(room), room
    return time.monotonic() - began


def _is_on(room: Any) -> bool:
    return bool(room["state"] == "playing" and room["notice"] is None)
