"""The store in a PostgreSQL database: several server processes share their games.

One writer for each room: an append locks the room's row and goes on only if its log is as long as
the caller thought. News travels by NOTIFY in the same transaction, so another process hears of an
append when it can read it, and of none that did not happen. PostgreSQL lets only one transaction
with news commit at a time, so here too commits are shared: what is asked for while one is under way
goes into the next. Who thinks for a room's bots is settled by an advisory lock, which ends with its
connection and so with the process.

Where servers pass rooms on to each other (`leases`), an append goes on only if the room belongs to
this one besides. The owner stands in the row that is locked anyway, so that this costs nothing, and
no server can write to a room after another has taken it, however late it wakes up.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Any

import psycopg
from psycopg_pool import AsyncConnectionPool

from smashup.protocol.room import RoomState
from smashup.server import metrics, sql
from smashup.server.database_address import hide
from smashup.server.storage import (
    ANY_ROOM,
    Entry,
    Gone,
    StorageError,
    Ticket,
    WholeRoom,
)

Connection = psycopg.AsyncConnection[Any]

_TYPES = {
    "serial": "BIGINT GENERATED ALWAYS AS IDENTITY",
    "bytes": "BYTEA",
    "real": "DOUBLE PRECISION",
    "clustered": "",
}
_BEHIND, _NO_ROOM, _DOUBLED, _ROOM_TAKEN, _TOKEN_TAKEN, _NOT_HELD = -1, -2, -3, -4, -5, -6
CHANNEL = "smashup_rooms"
APPLICATION = "smashup"
"""How servers call themselves to PostgreSQL."""

# One call for each request, so that a group needs one trip to the database however large it is.
# `head` is null for a room that is there already; `fenced`: only if the room belongs to `who`.
# Gives the log's new length, or what was wrong; then all of the call is taken back. Versions before
# this one call `smashup_write`, which is left alone.
_FUNCTION = f"""
CREATE OR REPLACE FUNCTION smashup_append(
    room_name TEXT, new_head BYTEA, created DOUBLE PRECISION, since INTEGER, new_state TEXT,
    kinds TEXT[], seats INTEGER[], ids TEXT[], bodies BYTEA[], ats DOUBLE PRECISION[],
    hashes BYTEA[], ticket_seats INTEGER[], who TEXT, fenced BOOLEAN
) RETURNS INTEGER LANGUAGE plpgsql AS $$
DECLARE
    room_number BIGINT;
    broken TEXT;
BEGIN
    IF new_head IS NOT NULL THEN
        INSERT INTO room (name, head, state, length, created, owner)
            VALUES (room_name, new_head, 'waiting', 0, created, CASE WHEN fenced THEN who END);
    END IF;
    UPDATE room SET length = length + cardinality(kinds), state = COALESCE(new_state, state)
        WHERE name = room_name AND length = since AND (NOT fenced OR owner = who)
        RETURNING number INTO room_number;
    IF NOT FOUND THEN
        RETURN COALESCE((SELECT CASE WHEN fenced AND owner IS DISTINCT FROM who
            THEN {_NOT_HELD} ELSE {_BEHIND} END FROM room WHERE name = room_name), {_NO_ROOM});
    END IF;
    INSERT INTO entry (room, position, kind, seat, id, body, at)
        SELECT room_number, since + place - 1, kind, seat, id, body, at
        FROM unnest(kinds, seats, ids, bodies, ats) WITH ORDINALITY
            AS given (kind, seat, id, body, at, place);
    INSERT INTO ticket (room, hash, seat)
        SELECT room_number, hash, seat FROM unnest(hashes, ticket_seats) AS given (hash, seat);
    PERFORM pg_notify('{CHANNEL}', who || ' ' || room_name);
    RETURN since + cardinality(kinds);
EXCEPTION WHEN unique_violation THEN
    GET STACKED DIAGNOSTICS broken = TABLE_NAME;
    RETURN CASE broken WHEN 'room' THEN {_ROOM_TAKEN} WHEN 'entry' THEN {_DOUBLED}
        ELSE {_TOKEN_TAKEN} END;
END $$"""
_WRITE = """SELECT smashup_append(%s::TEXT, %s::BYTEA, %s::DOUBLE PRECISION, %s::INTEGER, %s::TEXT,
    %s::TEXT[], %s::INTEGER[], %s::TEXT[], %s::BYTEA[], %s::DOUBLE PRECISION[],
    %s::BYTEA[], %s::INTEGER[], %s::TEXT, %s::BOOLEAN)"""
_MAKING_TABLES = 0x5A5_0001
"""The advisory lock of the process that makes the tables; any number would do."""
# Whatever the database's own settings: a commit waits for the disk, text is text, and a process
# that hangs is in the others' way only for a while.
# A line that went dead without saying so is noticed after some seconds.
_SETTINGS: dict[str, Any] = {
    "application_name": APPLICATION,
    "connect_timeout": 5,
    "tcp_user_timeout": 5000,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 2,
    "options": "-c synchronous_commit=on -c lock_timeout=5000 "
    "-c idle_in_transaction_session_timeout=10000",
    "client_encoding": "utf8",
}
_CONNECTIONS = 8
_PATIENCE = 10.0
"""Seconds to wait for the database before giving up."""
_BETWEEN_TRIES = 0.5


@dataclass(slots=True)
class _Request:
    """Something to be written, and who waits for it."""

    room: str
    values: tuple[object, ...]
    waiting: asyncio.Future[int]

    def answer(self, result: int | Exception) -> None:
        if self.waiting.done():  # its task was cancelled meanwhile
            return
        if isinstance(result, Exception):
            self.waiting.set_exception(result)
        else:
            self.waiting.set_result(result)


class PostgresStorage(sql.Reading):
    """A `Storage` in the database at an address like `postgresql://user@host/name`."""

    def __init__(self, address: str) -> None:
        self._address = address
        self.name = secrets.token_hex(8)  # marks our own news and rooms
        self._pool: AsyncConnectionPool[Connection] | None = None
        self._news: asyncio.Queue[str | None] = asyncio.Queue()
        self._listener: asyncio.Task[None] | None = None
        self._requests: list[_Request] = []
        self._writer: asyncio.Task[None] | None = None
        self._closing = False
        self._holder: Connection | None = None
        self._holding = asyncio.Lock()
        self._held: set[str] = set()
        self._down = ""  # why the database cannot be reached, if so
        self.fenced = False  # whether it writes only to rooms that belong to this server

    async def open(self) -> None:
        self._closing = False
        try:
            self._listener = asyncio.create_task(self._hear(await self._listening()))
            self._pool = self._new_pool()
            await self._pool.open()
            async with self._pool.connection() as connection:
                await _make_tables(connection)
        except psycopg.Error as error:
            await self.close()
            raise StorageError(
                f"The database does not answer: {hide(str(error), self._address)}. Is PostgreSQL "
                "running, and is its address right?"
            ) from None  # whose own words may hold the password
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
        self._closing = True
        if self._writer is not None:
            await self._writer
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
        await self._write(room, head, 0, entries, None, tokens)

    async def append(
        self,
        room: str,
        since: int,
        entries: Sequence[Entry],
        *,
        state: RoomState | None = None,
        tokens: Sequence[Ticket] = (),
    ) -> int:
        return await self._write(room, None, since, entries, state, tokens)

    async def keep_snapshot(self, room: str, length: int, body: bytes) -> None:
        await self._rows(sql.KEEP_SNAPSHOT, room, length, body)

    async def try_out(self) -> None:
        await self._rows(sql.TRY_OUT, os.urandom(sql.TRIAL_SIZE))

    async def publish(self, replay: str, room: str, body: bytes) -> None:
        if not await self._rows(sql.PUBLISH, replay, room, body):
            raise sql.replay_taken(replay)

    async def bring(self, room: WholeRoom) -> None:
        await self._carry_out(sql.bringing(room))

    async def take_away(self, room: str, length: int, gone: Gone) -> None:
        await self._carry_out(sql.taking_away(room, length, gone))

    async def _carry_out(self, steps: sql.Steps) -> None:
        """One statement after the other, in a transaction of their own."""
        async with self._transaction() as connection:
            with contextlib.suppress(StopIteration):
                statement, values = next(steps)
                while True:
                    cursor = await connection.execute(_own(statement), values)
                    rows = [] if cursor.description is None else await cursor.fetchall()
                    statement, values = steps.send(rows)

    async def listen(self) -> AsyncIterator[str]:
        while (room := await self._news.get()) is not None:
            yield room
        self._news.put_nowait(None)  # for whoever listens besides

    async def try_hold(self, room: str) -> bool:
        if self.fenced:
            return True  # a room that is open here belongs to us
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

    # Below: writing in groups.

    async def _write(
        self,
        room: str,
        head: bytes | None,
        since: int,
        entries: Sequence[Entry],
        state: RoomState | None,
        tokens: Sequence[Ticket],
    ) -> int:
        if self._pool is None or self._closing:
            raise StorageError("The store is closed.")
        values = (
            room,
            head,
            time.time(),
            since,
            state,
            [entry.kind for entry in entries],
            [entry.seat for entry in entries],
            [entry.id for entry in entries],
            [entry.body for entry in entries],
            [entry.at for entry in entries],
            [ticket.hash for ticket in tokens],
            [ticket.seat for ticket in tokens],
            self.name,
            self.fenced,
        )
        waiting: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._requests.append(_Request(room, values, waiting))
        if self._writer is None:
            self._writer = asyncio.create_task(self._write_groups())
        with metrics.store("write"):
            code = await waiting
        if code < 0:
            raise _refusal(code, room, since)
        return code

    async def _write_groups(self) -> None:
        """Until nothing is left to write."""
        while self._requests:
            group, self._requests = self._requests, []
            # All processes lock rooms in the same order, so none waits for one that waits for it.
            group.sort(key=lambda request: request.room)
            await self._write_group(group)
        self._writer = None

    async def _write_group(self, group: Sequence[_Request]) -> None:
        """All in one transaction; if one cannot even be asked for, each in one of its own."""
        try:
            codes = await self._codes([request.values for request in group])
        except Exception as error:
            if len(group) == 1 or isinstance(error.__cause__, psycopg.OperationalError):
                for request in group:
                    request.answer(error)
            else:
                for request in group:
                    await self._write_group([request])
        else:
            for request, code in zip(group, codes, strict=True):
                request.answer(code)

    async def _codes(self, calls: Sequence[tuple[object, ...]]) -> list[int]:
        """What `smashup_append` gave for each call, when all of it is on disk."""
        async with self._transaction() as connection, connection.cursor() as cursor:
            await cursor.executemany(_WRITE, calls, returning=True)
            return [row[0] async for each in cursor.results() for row in await each.fetchall()]

    # Below: connections.

    @contextlib.asynccontextmanager
    async def _transaction(self) -> AsyncIterator[Connection]:
        """A connection in a transaction that commits at the end of the block."""
        if self._pool is None:
            raise StorageError("The store is closed.")
        if self._down:  # nobody need wait to find that out
            raise StorageError(self._down)
        try:
            async with self._pool.connection() as connection:
                yield connection
        except psycopg.Error as error:
            raise _failed(error) from error

    async def ask(self, statement: str, *values: object) -> sql.Rows:
        """A statement of its own, and what the database answers."""
        return await self._rows(statement, *values)

    async def _rows(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        if any(isinstance(value, str) and "\0" in value for value in values):
            return []  # PostgreSQL knows no such text, so there is nothing of that name
        with metrics.store("read"):
            async with self._transaction() as connection:
                cursor = await connection.execute(_own(statement), values)
                return await cursor.fetchall()

    async def alone(self) -> Connection:
        """A connection of its own, outside the pool, without transactions."""
        return await psycopg.AsyncConnection.connect(self._address, autocommit=True, **_SETTINGS)

    async def _live_holder(self) -> Connection:
        """The connection the advisory locks hang on; with a new one they have to be taken anew."""
        if self._holder is None or self._holder.closed:
            self._held.clear()
            self._holder = await self.alone()
        return self._holder

    async def _listening(self) -> Connection:
        connection = await self.alone()
        try:
            await connection.execute(f"LISTEN {CHANNEL}")
        except BaseException:  # also who is told to stop leaves nothing open
            await connection.close()
            raise
        return connection

    async def _hear(self, connection: Connection) -> None:
        """Collect what other processes tell, for `listen`; reconnects until cancelled."""
        while True:
            try:
                async with connection:
                    await self._count_as_up()
                    async for notice in connection.notifies():
                        who, _, room = notice.payload.partition(" ")
                        if who != self.name:
                            self._news.put_nowait(room)
            except psycopg.Error:
                connection = await self._listening_again()
                self._news.put_nowait(ANY_ROOM)

    async def _listening_again(self) -> Connection:
        """A new connection for news; as long as there is none the database counts as down."""
        while True:
            try:
                return await self._listening()
            except psycopg.Error as error:
                self._down = str(_failed(error))
                await asyncio.sleep(_BETWEEN_TRIES)

    async def _count_as_up(self) -> None:
        if self._down and self._pool is not None:
            with contextlib.suppress(psycopg.Error):  # then each is found out when used
                await self._pool.check()  # its connections broke with the one for news
        self._down = ""


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
    await connection.execute(sql.MAKE_LIST)
    known = await (await connection.execute(sql.READ_LIST)).fetchall()
    for number, statements in sql.additions_due(known):
        for statement in statements:
            await connection.execute(statement.format(**_TYPES))
        await connection.execute(_own(sql.WRITE_LIST), (number,))
    await connection.execute(_FUNCTION)


def _refusal(code: int, room: str, since: int) -> StorageError:
    """Why `smashup_append` did not."""
    if code == _BEHIND:
        return sql.behind(room, since)
    if code == _NO_ROOM:
        return sql.no_room(room)
    if code == _NOT_HELD:
        return sql.not_held(room)
    if code == _DOUBLED:
        return sql.doubled(room)
    return sql.room_taken(room) if code == _ROOM_TAKEN else sql.token_taken()


def _failed(error: psycopg.Error) -> StorageError:
    return StorageError(f"The database could not do it: {error}.")
