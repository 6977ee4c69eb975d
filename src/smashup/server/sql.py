"""The tables of a store and what is asked of them, in the words both databases understand.

`?` stands for a value, as in SQLite. The only thing that differs is what some column types are
called; those stand in braces in `SCHEMA`.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from functools import cache
from typing import Any, TypeAlias

from smashup.protocol.room import RoomState
from smashup.server.storage import (
    AlreadyThere,
    Conflict,
    Doubled,
    Entry,
    Gone,
    Head,
    NoSuchRoom,
    NotHeld,
    Shelved,
    StorageError,
    Ticket,
    WholeRoom,
)

VERSION = 1
"""Of the tables; a file or database with another one is left alone. What is only added does not
change it, so that the version before still opens the file: see `ADDITIONS`."""

SCHEMA = (
    """CREATE TABLE IF NOT EXISTS layout (version INTEGER NOT NULL)""",
    """CREATE TABLE IF NOT EXISTS room (
        number {serial} PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        head {bytes} NOT NULL,
        state TEXT NOT NULL,
        length INTEGER NOT NULL,
        created {real} NOT NULL)""",
    """CREATE INDEX IF NOT EXISTS room_state ON room (state)""",
    """CREATE TABLE IF NOT EXISTS entry (
        room BIGINT NOT NULL REFERENCES room,
        position INTEGER NOT NULL,
        kind TEXT NOT NULL,
        seat INTEGER NOT NULL,
        id TEXT NOT NULL,
        body {bytes} NOT NULL,
        at {real} NOT NULL,
        PRIMARY KEY (room, position)){clustered}""",
    # A seat's message is applied at most once, whatever the server forgot.
    """CREATE UNIQUE INDEX IF NOT EXISTS entry_id ON entry (room, seat, id) WHERE id <> ''""",
    """CREATE TABLE IF NOT EXISTS ticket (
        hash {bytes} PRIMARY KEY,
        room BIGINT NOT NULL REFERENCES room,
        seat INTEGER NOT NULL)""",
    """CREATE TABLE IF NOT EXISTS replay (
        name TEXT PRIMARY KEY,
        room TEXT NOT NULL,
        body {bytes} NOT NULL)""",
    """CREATE TABLE IF NOT EXISTS snapshot (
        room TEXT PRIMARY KEY,
        length INTEGER NOT NULL,
        body {bytes} NOT NULL)""",
    # What is written here only shows that something can be.
    """CREATE TABLE IF NOT EXISTS trial (
        number INTEGER PRIMARY KEY,
        body {bytes} NOT NULL)""",
)
ADDITIONS: tuple[tuple[str, ...], ...] = (
    (  # 1: so that whoever comes back to a room that was taken away is told so
        """CREATE TABLE IF NOT EXISTS gone (
            name TEXT PRIMARY KEY,
            at {real} NOT NULL,
            why TEXT NOT NULL)""",
    ),
    (  # 2: which of several servers a room belongs to, and where they find each other (`leases`)
        "ALTER TABLE room ADD COLUMN owner TEXT",
        """CREATE TABLE IF NOT EXISTS neighbour (
            name TEXT PRIMARY KEY,
            address TEXT NOT NULL,
            until {real} NOT NULL,
            heart INTEGER NOT NULL)""",
        """CREATE TABLE IF NOT EXISTS secret (
            number INTEGER PRIMARY KEY,
            body {bytes} NOT NULL)""",
    ),
)
"""What later versions added to the tables, in turn; each is carried out once, where it was not yet.

They may only add tables, indexes, and columns that may be left out: servers that know nothing of
them read and write the same file. What is here is never changed; there is only more of it.
"""

MAKE_LIST = "CREATE TABLE IF NOT EXISTS addition (number INTEGER PRIMARY KEY)"
READ_LIST = "SELECT number FROM addition"
WRITE_LIST = "INSERT INTO addition (number) VALUES (?)"
TRIAL_SIZE = 1000
TRY_OUT = """INSERT INTO trial (number, body) VALUES (0, ?)
    ON CONFLICT (number) DO UPDATE SET body = excluded.body RETURNING number"""
READ_VERSION = "SELECT version FROM layout"
WRITE_VERSION = "INSERT INTO layout (version) VALUES (?)"

ADD_ROOM = """INSERT INTO room (name, head, state, length, created)
    VALUES (?, ?, 'waiting', ?, ?) ON CONFLICT (name) DO NOTHING RETURNING number"""
# Also the check that nobody was quicker.
GROW = """UPDATE room SET length = length + ?, state = COALESCE(?, state)
    WHERE name = ? AND length = ? RETURNING number"""
ADD_ENTRY = """INSERT INTO entry (room, position, kind, seat, id, body, at)
    VALUES (?, ?, ?, ?, ?, ?, ?)"""

# Several logs at once that grow and change nothing else, each by what `GROW` and `ADD_ENTRY` say.
# SQLite names the columns of values.
_GROW_MANY = """UPDATE room SET length = length + column3 FROM (VALUES {}) AS grown
    WHERE room.name = column1 AND room.length = column2"""
_ADD_MANY = """INSERT INTO entry (room, position, kind, seat, id, body, at)
    SELECT number, column2, column3, column4, column5, column6, column7
    FROM (VALUES {}) CROSS JOIN room ON room.name = column1"""


@cache
def grow_many(count: int) -> str:
    """Takes the names, the lengths and by how much they grow. Rooms that are not so are left."""
    return _GROW_MANY.format(",".join(["(?, ?, ?)"] * count))


@cache
def add_many(count: int) -> str:
    """Takes names of rooms, and what `ADD_ENTRY` does but for their numbers."""
    return _ADD_MANY.format(",".join(["(?, ?, ?, ?, ?, ?, ?)"] * count))


ADD_TICKET = "INSERT INTO ticket (room, hash, seat) VALUES (?, ?, ?)"
READ = """SELECT kind, seat, id, body, at FROM entry
    WHERE room = (SELECT number FROM room WHERE name = ?) AND position >= ? ORDER BY position"""
HEAD = "SELECT head, state, length, created FROM room WHERE name = ?"
FIND_TICKET = """SELECT room.number, room.name, ticket.seat
    FROM ticket JOIN room ON room.number = ticket.room WHERE ticket.hash = ?"""
ROOMS = "SELECT name FROM room WHERE state = ? ORDER BY number"
PUBLISH = """INSERT INTO replay (name, room, body) VALUES (?, ?, ?)
    ON CONFLICT (name) DO NOTHING RETURNING name"""
KEEP_SNAPSHOT = """INSERT INTO snapshot (room, length, body) VALUES (?, ?, ?)
    ON CONFLICT (room) DO UPDATE SET length = excluded.length, body = excluded.body
    WHERE excluded.length > snapshot.length RETURNING room"""
SNAPSHOT = "SELECT length, body FROM snapshot WHERE room = ?"
REPLAY = "SELECT room, body FROM replay WHERE name = ?"

_SHELVED = """SELECT number, name, state, length, created, COALESCE(
        (SELECT at FROM entry WHERE entry.room = room.number AND position = length - 1), created
    ) AS last FROM room"""
SHELF = f"{_SHELVED} WHERE number > ? ORDER BY number LIMIT ?"
STALE = f"""SELECT * FROM ({_SHELVED} WHERE state = ?) AS shelved
    WHERE last < ? ORDER BY last LIMIT ?"""
_NUMBER = "(SELECT number FROM room WHERE name = ?)"
TICKETS = f"SELECT hash, seat FROM ticket WHERE room = {_NUMBER} ORDER BY hash"
REPLAYS = "SELECT name, body FROM replay WHERE room = ? ORDER BY name"
GONE = "SELECT at, why FROM gone WHERE name = ?"
_BRING_ROOM = """INSERT INTO room (name, head, state, length, created)
    VALUES (?, ?, ?, ?, ?) ON CONFLICT (name) DO NOTHING RETURNING number"""
_BRING_TICKET = """INSERT INTO ticket (room, hash, seat) VALUES (?, ?, ?)
    ON CONFLICT (hash) DO NOTHING RETURNING hash"""
_NOT_GONE = "DELETE FROM gone WHERE name = ?"
_TAKE_PARTS = (
    "DELETE FROM snapshot WHERE room = ?",
    "DELETE FROM replay WHERE room = ?",
    f"DELETE FROM ticket WHERE room = {_NUMBER}",
    f"DELETE FROM entry WHERE room = {_NUMBER}",
)
_TAKE_ROOM = "DELETE FROM room WHERE name = ? AND length = ? RETURNING name"
_REMEMBER = """INSERT INTO gone (name, at, why) VALUES (?, ?, ?)
    ON CONFLICT (name) DO UPDATE SET at = excluded.at, why = excluded.why"""

Rows: TypeAlias = list[tuple[Any, ...]]
Steps: TypeAlias = Generator[tuple[str, tuple[object, ...]], Rows, None]
"""Statements with their values, each given what the one before found; all in one transaction."""


def bringing(room: WholeRoom) -> Steps:
    """Takes a whole room in."""
    length = len(room.entries)
    made = yield _BRING_ROOM, (room.name, room.head, room.state, length, room.created)
    if not made:
        raise room_taken(room.name)
    number = made[0][0]
    for position, one in enumerate(room.entries):
        yield ADD_ENTRY, (number, position, one.kind, one.seat, one.id, one.body, one.at)
    for ticket in room.tickets:
        if not (yield _BRING_TICKET, (number, *ticket)):
            raise token_taken()
    for name, body in room.replays:
        if not (yield PUBLISH, (name, room.name, body)):
            raise replay_taken(name)
    yield _NOT_GONE, (room.name,)


def taking_away(room: str, length: int, gone: Gone) -> Steps:
    """Deletes a room, and remembers that it was there."""
    for statement in _TAKE_PARTS:
        yield statement, (room,)
    if not (yield _TAKE_ROOM, (room, length)):
        raise behind(room, length)
    yield _REMEMBER, (room, *gone)


def additions_due(known: Rows) -> Iterator[tuple[int, tuple[str, ...]]]:
    """What is to be added to tables that have these additions already."""
    there = {number for (number,) in known}
    for number, statements in enumerate(ADDITIONS, start=1):
        if number not in there:
            yield number, statements


def behind(room: str, since: int) -> StorageError:
    """`GROW` found the room, but its log is longer or shorter."""
    return Conflict(f"The log of room {room} is not {since} entries long: read on first.")


def no_room(room: str) -> StorageError:
    return NoSuchRoom(f"There is no room {room}.")


def not_held(room: str) -> StorageError:
    return NotHeld(f"Room {room} belongs to another server now.")


def room_taken(room: str) -> StorageError:
    return AlreadyThere(f"There is a room {room} already. Choose another name.")


def replay_taken(replay: str) -> StorageError:
    return AlreadyThere(f"There is a replay {replay} already. Choose another name.")


def token_taken() -> StorageError:
    return AlreadyThere("This token is in use already. Draw another.")


def doubled(room: str) -> StorageError:
    return Doubled(f"Room {room} has an entry with this id already.")


def other_version(place: str, version: int) -> StorageError:
    """The tables were made by another version of this program."""
    return StorageError(
        f"The games in {place} were written by another version (its tables are of version "
        f"{version}, these of {VERSION}). Nothing was changed; use that version of smashup."
    )


class Reading:
    """The part of a `Storage` that only reads: the same questions to either database."""

    async def _rows(self, statement: str, *values: object) -> Rows:
        """What the database answers; each has its own way of asking it."""
        raise NotImplementedError

    async def read(self, room: str, since: int = 0) -> list[Entry]:
        return [Entry(*row) for row in await self._rows(READ, room, since)]

    async def head(self, room: str) -> Head | None:
        rows = await self._rows(HEAD, room)
        return Head(*rows[0]) if rows else None

    async def find_tokens(self, hashes: Sequence[bytes]) -> list[tuple[str, int]]:
        found = {row for each in hashes for row in await self._rows(FIND_TICKET, each)}
        return [(room, seat) for _, room, seat in sorted(found)]

    async def rooms(self, state: RoomState) -> list[str]:
        return [name for (name,) in await self._rows(ROOMS, state)]

    async def snapshot(self, room: str) -> tuple[int, bytes] | None:
        rows = await self._rows(SNAPSHOT, room)
        return (rows[0][0], rows[0][1]) if rows else None

    async def replay(self, replay: str) -> tuple[str, bytes] | None:
        rows = await self._rows(REPLAY, replay)
        return (rows[0][0], rows[0][1]) if rows else None

    async def shelf(self, after: int = 0, most: int = 500) -> list[Shelved]:
        return [Shelved(*row) for row in await self._rows(SHELF, after, most)]

    async def stale(self, state: RoomState, before: float, most: int) -> list[Shelved]:
        return [Shelved(*row) for row in await self._rows(STALE, state, before, most)]

    async def whole(self, room: str) -> WholeRoom | None:
        while (head := await self.head(room)) is not None:
            entries = await self.read(room)
            if len(entries) == head.length:  # else something was added meanwhile
                tickets = [Ticket(*row) for row in await self._rows(TICKETS, room)]
                replays = [(name, body) for name, body in await self._rows(REPLAYS, room)]
                return WholeRoom(
                    room, head.head, head.state, head.created, entries, tickets, replays
                )
        return None

    async def gone(self, room: str) -> Gone | None:
        rows = await self._rows(GONE, room)
        return Gone(*rows[0]) if rows else None
