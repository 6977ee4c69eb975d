"""The store in a PostgreSQL database: several server processes share their games.

One writer for each room: an append locks the room's row and goes on only if its log is as long as
the caller thought. News travels by NOTIFY in the same transaction, so another process hears of an
append when it can read it, and of none that did not happen. Who thinks for a room's bots is settled
by an advisory lock, which ends with its connection and so with the process.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections.abc import AsyncIterator, Sequence
from typing import Any

import psycopg
from psycopg_pool import AsyncConnectionPool

from smashup.server import sql
from smashup.server.storage import (
    ANY_ROOM,
    AlreadyThere,
    Doubled,
    Entry,
    Head,
    RoomState,
    StorageError,
    Ticket,
)

Connection = psycopg.AsyncConnection[Any]

_TYPES = {
    "serial": "BIGINT GENERATED ALWAYS AS IDENTITY",
    "bytes": "BYTEA",
    "real": "DOUBLE PRECISION",
    "clustered": "",
}
_CHANNEL = "smashup_rooms"
_MAKING_TABLES = 0x5A5_0001
"""The advisory lock of the process that makes the tables; any number would do."""
# Whatever the database's own settings: a commit waits for the disk, and text is text.
_SETTINGS: dict[str, Any] = {
    "options": "-c synchronous_commit=on",
    "client_encoding": "utf8",
}
_CONNECTIONS = 8
_PATIENCE = 10.0
"""Seconds to wait for the database before giving up."""
_BETWEEN_TRIES = 0.5


class PostgresStorage:
    """A `Storage` in the database at an address like `postgresql://user@host/name`."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._me = secrets.token_hex(8)  # marks our own news, which we need not hear
        self._pool: AsyncConnectionPool[Connection] | None = None
        self._news: asyncio.Queue[str | None] = asyncio.Queue()
        self._listener: asyncio.Task[None] | None = None
        self._holder: Connection | None = None
        self._holding = asyncio.Lock()
        self._held: set[str] = set()

    async def open(self) -> None:
        try:
            self._listener = asyncio.create_task(self._hear(await self._listening()))
            self._pool = self._new_pool()
            await self._pool.open()
            async with self._pool.connection() as connection:
                await _make_tables(connection)
        except psycopg.Error as error:
            await self.close()
            raise StorageError(
                f"The database does not answer: {error}. Is PostgreSQL running, and is its "
                "address right?"
            ) from error
        except StorageError:
            await self.close()
            raise

    def _new_pool(self) -> AsyncConnectionPool[Connection]:
        return AsyncConnectionPool(
            self._address,
            connection_class=psycopg.AsyncConnection[Any],
            min_size=1,
            max_size=_CONNECTIONS,
            timeout=_PATIENCE,
            kwargs=_SETTINGS,
            open=False,
        )

    async def close(self) -> None:
        pool, self._pool = self._pool, None
        listener, self._listener = self._listener, None
        if listener is not None:
            listener.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await listener
            self._news.put_nowait(None)
        if self._holder is not None:
            with contextlib.suppress(psycopg.Error):  # at once; closing alone takes a moment
                await self._holder.execute("SELECT pg_advisory_unlock_all()")
            await self._holder.close()
        if pool is not None:
            await pool.close()

    async def create(
        self, room: str, head: bytes, tokens: Sequence[Ticket], entries: Sequence[Entry] = ()
    ) -> None:
        async with self._transaction() as connection:
            values = (room, head, len(entries), time.time())
            row = await _one(connection, sql.ADD_ROOM, *values)
            if row is None:
                raise AlreadyThere(f"There is a room {room} already. Choose another name.")
            await self._add(connection, room, row[0], 0, entries, tokens)

    async def append(
        self,
        room: str,
        since: int,
        entries: Sequence[Entry],
        *,
        state: RoomState | None = None,
        tokens: Sequence[Ticket] = (),
    ) -> int:
        async with self._transaction() as connection:
            row = await _one(connection, sql.GROW, len(entries), state, room, since)
            if row is None:
                raise sql.not_grown(room, since, await _one(connection, sql.LENGTH, room))
            await self._add(connection, room, row[0], since, entries, tokens)
            return since + len(entries)

    async def read(self, room: str, since: int = 0) -> list[Entry]:
        return [Entry(*row) for row in await self._rows(sql.READ, room, since)]

    async def head(self, room: str) -> Head | None:
        rows = await self._rows(sql.HEAD, room)
        return Head(*rows[0]) if rows else None

    async def find_tokens(self, hashes: Sequence[bytes]) -> list[tuple[str, int]]:
        found = {row for each in hashes for row in await self._rows(sql.FIND_TICKET, each)}
        return [(room, seat) for _, room, seat in sorted(found)]

    async def rooms(self, state: RoomState) -> list[str]:
        return [name for (name,) in await self._rows(sql.ROOMS, state)]

    async def publish(self, replay: str, room: str, body: bytes) -> None:
        async with self._transaction() as connection:
            if await _one(connection, sql.PUBLISH, replay, room, body) is None:
                raise AlreadyThere(f"There is a replay {replay} already. Choose another name.")

    async def replay(self, replay: str) -> tuple[str, bytes] | None:
        rows = await self._rows(sql.REPLAY, replay)
        return (rows[0][0], rows[0][1]) if rows else None

    async def listen(self) -> AsyncIterator[str]:
        while (room := await self._news.get()) is not None:
            yield room
        self._news.put_nowait(None)  # for whoever listens besides

    async def try_hold(self, room: str) -> bool:
        async with self._holding:
            try:
                holder = await self._live_holder()
                if room not in self._held:
                    row = await _one(holder, _TRY_LOCK, room)
                    if row is None or not row[0]:
                        return False
                    self._held.add(room)
            except psycopg.Error as error:
                raise _failed(error) from error
            return True

    async def release(self, room: str) -> None:
        async with self._holding:
            if room not in self._held:
                return
            self._held.discard(room)
            try:
                await _one(await self._live_holder(), _UNLOCK, room)
            except psycopg.Error as error:
                raise _failed(error) from error

    # Below: connections.

    @contextlib.asynccontextmanager
    async def _transaction(self) -> AsyncIterator[Connection]:
        """A connection in a transaction that commits at the end of the block."""
        if self._pool is None:
            raise StorageError("The store is closed.")
        try:
            async with self._pool.connection() as connection:
                yield connection
        except psycopg.Error as error:
            raise _failed(error) from error

    async def _rows(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        async with self._transaction() as connection:
            cursor = await connection.execute(_own(statement), values)
            return await cursor.fetchall()

    async def _add(
        self,
        connection: Connection,
        room: str,
        number: int,
        since: int,
        entries: Sequence[Entry],
        tokens: Sequence[Ticket],
    ) -> None:
        cursor = connection.cursor()
        try:
            if entries:
                rows = sql.entry_rows(number, since, entries)
                await cursor.executemany(_own(sql.ADD_ENTRY), rows)
        except psycopg.errors.UniqueViolation as error:
            raise Doubled(f"Room {room} has an entry with this id already.") from error
        try:
            if tokens:
                rows = [(number, *ticket) for ticket in tokens]
                await cursor.executemany(_own(sql.ADD_TICKET), rows)
        except psycopg.errors.UniqueViolation as error:
            raise AlreadyThere("This token is in use already. Draw another.") from error
        await cursor.execute("SELECT pg_notify(%s, %s)", (_CHANNEL, f"{self._me} {room}"))

    async def _alone(self) -> Connection:
        """A connection of its own, outside the pool, without transactions."""
        return await psycopg.AsyncConnection.connect(self._address, autocommit=True, **_SETTINGS)

    async def _live_holder(self) -> Connection:
        """The connection the advisory locks hang on; with a new one they have to be taken anew."""
        if self._holder is None or self._holder.closed:
            self._held.clear()
            self._holder = await self._alone()
        return self._holder

    async def _listening(self) -> Connection:
        connection = await self._alone()
        await connection.execute(f"LISTEN {_CHANNEL}")
        return connection

    async def _hear(self, connection: Connection) -> None:
        """Collect what other processes tell, for `listen`; reconnects until cancelled."""
        while True:
            try:
                async with connection:
                    async for notice in connection.notifies():
                        who, _, room = notice.payload.partition(" ")
                        if who != self._me:
                            self._news.put_nowait(room)
            except psycopg.Error:
                connection = await self._listening_again()
                self._news.put_nowait(ANY_ROOM)

    async def _listening_again(self) -> Connection:
        while True:
            try:
                return await self._listening()
            except psycopg.Error:
                await asyncio.sleep(_BETWEEN_TRIES)


_TRY_LOCK = "SELECT pg_try_advisory_lock(hashtextextended(?, 0))"
_UNLOCK = "SELECT pg_advisory_unlock(hashtextextended(?, 0))"


def _own(statement: str) -> str:
    """A statement of `sql` with the placeholders of psycopg."""
    return statement.replace("?", "%s")


async def _one(connection: Connection, statement: str, *values: object) -> Any:
    cursor = await connection.execute(_own(statement), values)
    return await cursor.fetchone()


async def _make_tables(connection: Connection) -> None:
    # Processes that start together would get in each other's way.
    await connection.execute("SELECT pg_advisory_xact_lock(%s)", (_MAKING_TABLES,))
    for statement in sql.SCHEMA:
        await connection.execute(statement.format(**_TYPES))
    row = await _one(connection, sql.READ_VERSION)
    if row is None:
        await connection.execute(_own(sql.WRITE_VERSION), (sql.VERSION,))
    elif row[0] != sql.VERSION:
        raise sql.other_version("the database", row[0])


def _failed(error: psycopg.Error) -> StorageError:
    return StorageError(f"The database could not do it: {error}.")
