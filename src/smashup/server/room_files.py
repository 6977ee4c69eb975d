"""A whole room as a file: to take it from one server to another, or to keep it elsewhere.

Unlike the file of a game (docs/saved-games.md) it has all that the store has: who sat where, what
was said, what was taken back, and the hashes of tokens, so that whoever sat there sits there still.

Whoever makes such a file makes a room, and no more than that. Its name becomes that of files, its
times become dates, its numbers stand in tables: all of them are as those of a server must be.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from smashup.protocol.room import RoomState
from smashup.protocol.things import MOST_SEATS
from smashup.replay import Unreadable
from smashup.replay.file import read_checked, write_checked
from smashup.server.storage import Entry, Ticket, WholeRoom

KIND = "smashup room"
FORMAT = 1

_Name = Annotated[str, Meta(pattern=r"^[a-z0-9]{1,40}\Z")]
_Kind = Annotated[str, Meta(pattern=r"^[a-z_]{1,40}\Z")]
_Hash = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
_Seat = Annotated[int, Meta(ge=-1, lt=MOST_SEATS)]
_Time = Annotated[float, Meta(ge=0.0, lt=253_402_300_800.0)]  # before the year 10000


class _Entry(msgspec.Struct, forbid_unknown_fields=True):
    kind: _Kind
    seat: _Seat
    id: str
    body: str
    at: _Time


class _Room(msgspec.Struct, forbid_unknown_fields=True):
    """The fields of the file. Bytes are text; those that are none are kept as lone surrogates."""

    kind: str
    format: int
    name: _Name
    state: RoomState
    created: _Time
    head: str
    entries: list[_Entry]
    tickets: dict[_Hash, _Seat]
    replays: dict[_Name, str]


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
        return _room(msgspec.convert(body, _Room))
    except ValueError as error:
        raise Unreadable(f"{path} is not as a room must be: {error}.") from error


def _room(found: _Room) -> WholeRoom:
    return WholeRoom(
        found.name,
        _bytes(found.head),
        found.state,
        found.created,
        [_entry(one) for one in found.entries],
        [Ticket(bytes.fromhex(hash), seat) for hash, seat in found.tickets.items()],
        [(name, _bytes(shared)) for name, shared in found.replays.items()],
    )


def _entry(one: _Entry) -> Entry:
    one.id.encode()  # which raises where no database could hold it
    return Entry(one.kind, one.seat, one.id, _bytes(one.body), one.at)


def _text(body: bytes) -> str:
    return body.decode("utf-8", "surrogateescape")


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")
