"""Where rooms are kept: what the server asks of a store, whichever database stands behind it.

A room is a fold over its log: everything that ever happens in it is one `Entry`, and its state is
computed from the entries alone. A store therefore does little, and does it safely: it appends to
logs, each append whole or not at all and on disk before it returns, and it reads them back. It
never looks into a body, and takes away only whole rooms, when it is told to.

Two implementations pass the same tests (tests/server/test_storage.py): `SqliteStorage`, one file
and one process, and `PostgresStorage`, for several processes that share their games.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple, Protocol

from smashup.model.errors import SmashUpError
from smashup.protocol.room import RoomState
from smashup.server.database_address import is_database

ANY_ROOM = ""
"""What `Storage.listen` gives when news may have been missed: every open room may have changed."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that happened in a room."""

    kind: str
    """What happened: "answer", "join", "chat", …"""
    seat: int
    """Whose doing it was; -1: nobody's."""
    id: str
    """The client's message id, "" if there was none; a seat's id is in a room's log only once."""
    body: bytes
    """The rest, as JSON."""
    at: float
    """When, in seconds since the epoch."""


class Ticket(NamedTuple):
    """The right to a seat, kept as the hash of a token that only its holder knows."""

    hash: bytes
    """The token's SHA-256."""
    seat: int
    """-1: a spectator's."""


@dataclass(frozen=True, slots=True)
class Head:
    """What a store knows of a room besides its log."""

    head: bytes
    """What never changes (setup, options, edition, …), as JSON."""
    state: RoomState
    length: int
    """How many entries its log has."""
    created: float


class Shelved(NamedTuple):
    """A room as a list of all rooms shows it."""

    number: int
    """Rooms are numbered as they were made."""
    name: str
    state: RoomState
    length: int
    created: float
    last: float
    """When something happened in it last."""


class Gone(NamedTuple):
    """What is known of a room that was taken away."""

    at: float
    why: str


@dataclass(frozen=True, slots=True)
class WholeRoom:
    """All that a store has of a room, but for what only saves time."""

    name: str
    head: bytes
    state: RoomState
    created: float
    entries: Sequence[Entry]
    tickets: Sequence[Ticket]
    replays: Sequence[tuple[str, bytes]]
    """Names and bodies of what was published of it."""


EXPIRED: Final = "expired"
DELETED: Final = "deleted"


class StorageError(SmashUpError):
    """The store cannot do what it was asked; nothing was changed."""


def is_down(error: StorageError) -> bool:
    """Whether the store itself failed; otherwise only what was asked of it does not fit."""
    return type(error) is StorageError


class Conflict(StorageError):
    """The log is not as long as the caller thought: catch up by `read(room, since)`, look again."""


class Doubled(StorageError):
    """The log already has an entry of this seat with this id, so this one was not appended."""


class NotHeld(StorageError):
    """The room belongs to another server now, so nothing was appended (`leases`)."""


class NoSuchRoom(StorageError):
    """There is no room of this name."""


class AlreadyThere(StorageError):
    """A room, a token or a replay of this name exists already."""


class Storage(Protocol):
    """A store of rooms. Its methods may be called from any number of tasks at once."""

    async def open(self) -> None:
        """Make ready, with tables where there are none yet."""
        ...

    async def close(self) -> None:
        """Finish what was asked for, then let go. Closing twice does nothing."""
        ...

    async def create(
        self, room: str, head: bytes, tokens: Sequence[Ticket], entries: Sequence[Entry] = ()
    ) -> None:
        """Make a room, waiting, with its first entries. `AlreadyThere` if the name is taken."""
        ...

    async def append(
        self,
        room: str,
        since: int,
        entries: Sequence[Entry],
        *,
        state: RoomState | None = None,
        tokens: Sequence[Ticket] = (),
    ) -> int:
        """Add entries, a new state and new tokens to a room whose log is `since` long.

        All of it or nothing; on disk when it returns. Gives the log's new length. Raises
        `Conflict` if the log is not `since` long, `Doubled` if an id is in it already.
        """
        ...

    async def read(self, room: str, since: int = 0) -> list[Entry]:
        """The entries from that position on; empty for a room there is not."""
        ...

    async def head(self, room: str) -> Head | None:
        """What is known of a room, None if there is none."""
        ...

    async def find_tokens(self, hashes: Sequence[bytes]) -> list[tuple[str, int]]:
        """The rooms and seats that tokens with these hashes give the right to, oldest first."""
        ...

    async def rooms(self, state: RoomState) -> list[str]:
        """The rooms in this state, oldest first."""
        ...

    async def keep_snapshot(self, room: str, length: int, body: bytes) -> None:
        """Keep what helps to open a room of that many entries sooner, in place of an older one."""
        ...

    async def snapshot(self, room: str) -> tuple[int, bytes] | None:
        """The length and the body that were kept last, None if nothing was."""
        ...

    async def try_out(self) -> None:
        """Write something that means nothing, on disk; raises as any other write would."""
        ...

    async def publish(self, replay: str, room: str, body: bytes) -> None:
        """Keep a shared replay under a name of its own. `AlreadyThere` if that is taken."""
        ...

    async def replay(self, replay: str) -> tuple[str, bytes] | None:
        """The room and the body that were published under this name, None if nothing was."""
        ...

    async def shelf(self, after: int = 0, most: int = 500) -> list[Shelved]:
        """Some of all rooms, oldest first: those numbered above `after`."""
        ...

    async def stale(self, state: RoomState, before: float, most: int) -> list[Shelved]:
        """Some rooms of this state in which nothing has happened since then."""
        ...

    async def whole(self, room: str) -> WholeRoom | None:
        """All there is of a room, None if there is none."""
        ...

    async def bring(self, room: WholeRoom) -> None:
        """Takes a whole room in, also one that was taken away. `AlreadyThere` if one of its names
        or tokens is in use."""
        ...

    async def take_away(self, room: str, length: int, gone: Gone) -> None:
        """Deletes a room with all that belongs to it, and remembers that it was there. `Conflict`
        if its log is not that long, or there is none."""
        ...

    async def gone(self, room: str) -> Gone | None:
        """When and why a room was taken away, None if it was not."""
        ...

    def listen(self) -> AsyncIterator[str]:
        """Rooms that another process made or appended to, as it happens, until the store closes.

        `ANY_ROOM` after a lost connection: anything may have happened meanwhile.
        """
        ...

    async def try_hold(self, room: str) -> bool:
        """Become the one process that thinks for a room's bots; False if another one is.

        Ends with `release`, with the store, or with the process, however that ends.
        """
        ...

    async def release(self, room: str) -> None:
        """Let another process hold the room. Nothing happens if it was not held."""
        ...


def open_storage(place: str | Path, beside: bool = False) -> Storage:
    """The store for a PostgreSQL address or the path of an SQLite file; not opened yet.

    `beside`: for a short look, also while a server has it; then there must be a file already.

    >>> type(open_storage("games.sqlite")).__name__
    'SqliteStorage'
    """
    if is_database(str(place)):
        from smashup.server.postgres_storage import PostgresStorage

        return PostgresStorage(str(place))
    from smashup.server.sqlite_storage import SqliteStorage

    return SqliteStorage(Path(place), beside)
