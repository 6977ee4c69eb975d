"""The tables of a store and what is asked of them, in the words both databases understand.

`?` stands for a value, as in SQLite. The only thing that differs is what some column types are
called; those stand in braces in `SCHEMA`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from smashup.protocol.room import RoomState
from smashup.server.storage import (
    AlreadyThere,
    Conflict,
    Doubled,
    Entry,
    Head,
    NoSuchRoom,
    StorageError,
)

VERSION = 1
"""Of the tables; a file or database with another one is left alone."""

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


def behind(room: str, since: int) -> StorageError:
    """`GROW` found the room, but its log is longer or shorter."""
    return Conflict(f"The log of room {room} is not {since} entries long: read on first.")


def no_room(room: str) -> StorageError:
    return NoSuchRoom(f"There is no room {room}.")


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

    async def _rows(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
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
