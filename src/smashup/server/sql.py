"""The tables of a store and what is asked of them, in the words both databases understand.

`?` stands for a value, as in SQLite. The only thing that differs is what some column types are
called; those stand in braces in `SCHEMA`.
"""

from __future__ import annotations

from collections.abc import Sequence

from smashup.server.storage import Conflict, Entry, NoSuchRoom, StorageError

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
)
READ_VERSION = "SELECT version FROM layout"
WRITE_VERSION = "INSERT INTO layout (version) VALUES (?)"

ADD_ROOM = """INSERT INTO room (name, head, state, length, created)
    VALUES (?, ?, 'waiting', ?, ?) ON CONFLICT (name) DO NOTHING RETURNING number"""
# The row stays locked until the end of the transaction: one writer for each room.
GROW = """UPDATE room SET length = length + ?, state = COALESCE(?, state)
    WHERE name = ? AND length = ? RETURNING number"""
LENGTH = "SELECT length FROM room WHERE name = ?"
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
REPLAY = "SELECT room, body FROM replay WHERE name = ?"


def entry_rows(number: int, since: int, entries: Sequence[Entry]) -> list[tuple[object, ...]]:
    """The values of `ADD_ENTRY` for entries of the room of that number."""
    return [
        (number, since + i, entry.kind, entry.seat, entry.id, entry.body, entry.at)
        for i, entry in enumerate(entries)
    ]


def not_grown(room: str, since: int, length: Sequence[int] | None) -> StorageError:
    """Why `GROW` found no row: `length` is the row that `LENGTH` gave."""
    if length is None:
        return NoSuchRoom(f"There is no room {room}.")
    return Conflict(f"The log of room {room} has {length[0]} entries, not {since}: read on first.")


def other_version(place: str, version: int) -> StorageError:
    """The tables were made by another version of this program."""
    return StorageError(
        f"The games in {place} were written by another version (its tables are of version "
        f"{version}, these of {VERSION}). Nothing was changed; use that version of smashup."
    )
