"""A whole room as a file: to take it from one server to another, or to keep it elsewhere.

Unlike the file of a game (docs/saved-games.md) it has all that the store has: who sat where, what
was said, what was taken back, and the hashes of tokens, so that whoever sat there sits there still.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from smashup.protocol.room import RoomState
from smashup.replay import Unreadable
from smashup.replay.file import read_checked, write_checked
from smashup.server.storage import Entry, Ticket, WholeRoom

KIND = "smashup room"
FORMAT = 1


class _Entry(msgspec.Struct, forbid_unknown_fields=True):
    kind: str
    seat: int
    id: str
    body: str
    at: float


class _Room(msgspec.Struct, forbid_unknown_fields=True):
    """The fields of the file. Bytes are text; those that are none are kept as lone surrogates."""

    kind: str
    format: int
    name: str
    state: RoomState
    created: float
    head: str
    entries: list[_Entry]
    tickets: dict[str, int]
    replays: dict[str, str]


def save_room(room: WholeRoom, path: Path) -> None:
    """Writes the file, whole or not at all; `NotWritten` if that is impossible."""
    body = _Room(
        KIND,
        FORMAT,
        room.name,
        room.state,
        room.created,
        _text(room.head),
        [_Entry(one.kind, one.seat, one.id, _text(one.body), one.at) for one in room.entries],
        {ticket.hash.hex(): ticket.seat for ticket in room.tickets},
        {name: _text(shared) for name, shared in room.replays},
    )
    write_checked(msgspec.to_builtins(body), path)


def load_room(path: Path) -> WholeRoom:
    """Reads such a file; `Unreadable` or `Damaged` if it is none, or not as it was written."""
    body: dict[str, Any] = read_checked(path, KIND, [FORMAT], "a room of a Smash Up server")
    try:
        found = msgspec.convert(body, _Room)
        tickets = [Ticket(bytes.fromhex(hash), seat) for hash, seat in found.tickets.items()]
    except ValueError as error:
        raise Unreadable(f"{path} is not as a room must be: {error}.") from error
    return WholeRoom(
        found.name,
        _bytes(found.head),
        found.state,
        found.created,
        [Entry(one.kind, one.seat, one.id, _bytes(one.body), one.at) for one in found.entries],
        tickets,
        [(name, _bytes(shared)) for name, shared in found.replays.items()],
    )


def _text(body: bytes) -> str:
    return body.decode("utf-8", "surrogateescape")


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")
