"""The store in one SQLite file: nothing to install, one server process.

Writing to disk is what costs, so it is shared (*group commit*): one thread writes; whatever is
asked while it waits for the disk becomes its next transaction, and all who asked get their answer
when that is on disk. A request that fails is rolled back alone. Reading goes on meanwhile, by
connections of its own.

A thread that asks SQLite for something lets the event loop go on, and must then wait until that
lets it go on in turn. So logs that only grow, which is nearly all there is to write, grow by two
statements for all of them together.
"""

from __future__ import annotations

import asyncio
import os
import queue
import sqlite3
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from smashup.protocol.room import RoomState
from smashup.server import metrics, private_files, sql
from smashup.server.file_lock import FileLock
from smashup.server.storage import (
    Entry,
    Gone,
    StorageError,
    Ticket,
    WholeRoom,
)

T = TypeVar("T")

_TYPES = {
    "serial": "INTEGER",
    "bytes": "BLOB",
    "real": "REAL",
    "clustered": " WITHOUT ROWID",
}
_READERS = 2
_MOST_AT_ONCE = 500
"""Requests in one transaction: enough to share the disk, few enough that none waits long."""
_PACE = 0.005
"""Seconds between the beginnings of two transactions, at least. One takes a quarter of a
millisecond of a core, whatever is in it: with five hundred answers a second each had its own."""
_MOST_BY_ONE = 64
"""Rows in one statement. Their numbers are powers of two, so that SQLite knows the statements."""


class _Growth(NamedTuple):
    """What a log grows by."""

    room: str
    since: int
    entries: Sequence[Entry]


@dataclass(slots=True)
class _Request:
    """Something to be written, and who waits for it. `growth`: where that is all there is to it."""

    write: Callable[[sqlite3.Connection], Any]
    waiting: asyncio.Future[Any]
    growth: _Growth | None = None
    result: Any = None
    error: Exception | None = None

    def answer(self) -> None:
        if self.waiting.done():  # its task was cancelled meanwhile
            return
        if self.error is not None:
            self.waiting.set_exception(self.error)
        else:
            self.waiting.set_result(self.result)


class SqliteStorage(sql.Reading):
    """A `Storage` in one file, which is made with its folder if there is none.

    `beside` a server that may run it is opened for a short look, or a word: SQLite itself sees to
    it that two processes do not get in each other's way.
    """

    def __init__(self, path: Path, beside: bool = False) -> None:
        self.path = path
        self._beside = beside
        self._lock = FileLock(path.with_name(path.name + ".lock"))
        self._requests: queue.SimpleQueue[_Request | None] = queue.SimpleQueue()
        self._writer: threading.Thread | None = None
        self._readers: ThreadPoolExecutor | None = None
        self._reading = threading.local()
        self._connections: list[sqlite3.Connection] = []
        self._closed = asyncio.Event()

    async def open(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._closed.clear()
        connection = await asyncio.to_thread(self._prepare)
        self._writer = threading.Thread(
            target=self._write_groups, args=(connection,), name="storage writer", daemon=True
        )
        self._writer.start()
        self._readers = ThreadPoolExecutor(_READERS, "storage reader")

    async def close(self) -> None:
        self._closed.set()
        if self._writer is None or self._readers is None:
            return
        self._requests.put(None)
        await asyncio.to_thread(self._writer.join)
        await asyncio.to_thread(self._readers.shutdown)
        self._writer = self._readers = None
        self._let_go()

    async def create(
        self, room: str, head: bytes, tokens: Sequence[Ticket], entries: Sequence[Entry] = ()
    ) -> None:
        def write(connection: sqlite3.Connection) -> None:
            values = (room, head, len(entries), time.time())
            row = connection.execute(sql.ADD_ROOM, values).fetchone()
            if row is None:
                raise sql.room_taken(room)
            _add(connection, room, row[0], 0, entries, tokens)

        await self._write(write)

    async def append(
        self,
        room: str,
        since: int,
        entries: Sequence[Entry],
        *,
        state: RoomState | None = None,
        tokens: Sequence[Ticket] = (),
    ) -> int:
        def write(connection: sqlite3.Connection) -> int:
            row = connection.execute(sql.GROW, (len(entries), state, room, since)).fetchone()
            if row is None:
                there = connection.execute(sql.HEAD, (room,)).fetchone()
                raise sql.behind(room, since) if there else sql.no_room(room)
            _add(connection, room, row[0], since, entries, tokens)
            return since + len(entries)

        only_grows = state is None and not tokens
        return await self._write(write, _Growth(room, since, entries) if only_grows else None)

    async def keep_snapshot(self, room: str, length: int, body: bytes) -> None:
        await self._write(lambda c: c.execute(sql.KEEP_SNAPSHOT, (room, length, body)).fetchone())

    async def try_out(self) -> None:
        body = os.urandom(sql.TRIAL_SIZE)
        await self._write(lambda c: c.execute(sql.TRY_OUT, (body,)).fetchone())

    async def publish(self, replay: str, room: str, body: bytes) -> None:
        def write(connection: sqlite3.Connection) -> None:
            if connection.execute(sql.PUBLISH, (replay, room, body)).fetchone() is None:
                raise sql.replay_taken(replay)

        await self._write(write)

    async def bring(self, room: WholeRoom) -> None:
        await self._write(lambda connection: _carry_out(connection, sql.bringing(room)))

    async def take_away(self, room: str, length: int, gone: Gone) -> None:
        steps = sql.taking_away(room, length, gone)
        await self._write(lambda connection: _carry_out(connection, steps))

    async def listen(self) -> AsyncIterator[str]:
        """Never anything: there is no other process."""
        await self._closed.wait()
        return
        yield

    async def try_hold(self, room: str) -> bool:
        return True

    async def release(self, room: str) -> None:
        pass

    # Below: the threads.

    def _prepare(self) -> sqlite3.Connection:
        """The writer's connection, on a file that has our tables and no other server."""
        try:
            if self._beside:
                self._must_be_there()
            else:
                private_files.make_folder(self.path.parent)
                self._lock.take()
                private_files.make_file(self.path)  # its -wal and -shm are made alike
            connection = self._connect()
            make_tables(connection, self.path)
        except (OSError, sqlite3.Error) as error:
            self._let_go()
            raise StorageError(
                f"The games in {self.path} cannot be opened: {error}. Nothing in it was changed; "
                "name another place by --data, or put a copy of the file back."
            ) from error
        except StorageError:
            self._let_go()
            raise
        return connection

    def _must_be_there(self) -> None:
        if not self.path.is_file():
            raise StorageError(
                f"There are no games in {self.path.parent}: no server has kept any there. Name the "
                "folder of the server by --data, or its database by --database."
            )

    def _let_go(self) -> None:
        for connection in self._connections:
            connection.close()
        self._connections.clear()
        self._lock.release()

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(
            self.path, timeout=5.0, isolation_level=None, check_same_thread=False
        )
        self._connections.append(connection)
        connection.execute("PRAGMA journal_mode = WAL")
        # FULL waits for the disk at each commit: what was acknowledged outlives a power cut.
        connection.execute("PRAGMA synchronous = FULL")
        return connection

    async def _rows(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        if self._readers is None:
            raise StorageError("The store is closed.")
        with metrics.store("read"):
            return await self._loop.run_in_executor(self._readers, self._fetch, statement, values)

    def _fetch(self, statement: str, values: tuple[object, ...]) -> list[tuple[Any, ...]]:
        """Run by a reader thread, each with a connection of its own."""
        connection: sqlite3.Connection | None = getattr(self._reading, "connection", None)
        if connection is None:
            connection = self._reading.connection = self._connect()
        try:
            return connection.execute(statement, values).fetchall()
        except sqlite3.Error as error:
            raise StorageError(f"{self.path} cannot be read: {error}.") from error

    async def _write(
        self, write: Callable[[sqlite3.Connection], T], growth: _Growth | None = None
    ) -> T:
        if self._closed.is_set() or self._writer is None:
            raise StorageError("The store is closed.")
        waiting: asyncio.Future[T] = self._loop.create_future()
        self._requests.put(_Request(write, waiting, growth))
        with metrics.store("write"):
            return await waiting

    def _write_groups(self, connection: sqlite3.Connection) -> None:
        """Run by the writer thread until the store closes."""
        going_on, began = True, 0.0
        while going_on:
            group, going_on = self._next_group(began + _PACE)
            if not group:
                continue
            began = time.monotonic()
            try:
                _write_group(connection, group)
            except Exception as error:  # whatever it is: without this thread nobody writes again
                for request in group:
                    request.error = StorageError(f"{self.path} cannot be written: {error}.")
            self._loop.call_soon_threadsafe(_answer, group)

    def _next_group(self, not_before: float) -> tuple[list[_Request], bool]:
        """All that is asked for by then, or by now if that is later, at least one request; and
        whether to go on after it."""
        group: list[_Request] = []
        try:
            while len(group) < _MOST_AT_ONCE:
                request = self._requests.get(block=not group)
                if request is None:
                    return group, False
                group.append(request)
                if len(group) == 1:
                    time.sleep(max(0.0, not_before - time.monotonic()))
        except queue.Empty:
            pass
        return group, True


def _answer(group: Sequence[_Request]) -> None:
    for request in group:
        request.answer()


def make_tables(connection: sqlite3.Connection, path: Path) -> None:
    """Makes the tables of this version where there are none yet."""
    connection.execute("BEGIN IMMEDIATE")
    for statement in sql.SCHEMA:
        connection.execute(statement.format(**_TYPES))
    row = connection.execute(sql.READ_VERSION).fetchone()
    if row is None:
        connection.execute(sql.WRITE_VERSION, (sql.VERSION,))
    elif row[0] != sql.VERSION:
        connection.execute("ROLLBACK")
        raise sql.other_version(str(path), row[0])
    connection.execute(sql.MAKE_LIST)
    for number, statements in sql.additions_due(connection.execute(sql.READ_LIST).fetchall()):
        for statement in statements:
            connection.execute(statement.format(**_TYPES))
        connection.execute(sql.WRITE_LIST, (number,))
    connection.execute("COMMIT")


def _carry_out(connection: sqlite3.Connection, steps: sql.Steps) -> None:
    """One statement after the other, in the transaction that is open."""
    try:
        statement, values = next(steps)
        while True:
            rows = connection.execute(statement, values).fetchall()
            statement, values = steps.send(rows)
    except StopIteration:
        pass


def _write_group(connection: sqlite3.Connection, group: Sequence[_Request]) -> None:
    """Write all of a group in one transaction; a request that fails takes back only its own."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        for request in _left_by_growths(connection, group):
            with _savepoint(connection) as back:
                try:
                    request.result = request.write(connection)
                except sqlite3.OperationalError:  # of the file or the disk: nobody's own fault
                    raise
                except Exception as error:
                    request.error = error
                    back()
        connection.execute("COMMIT")
    except Exception:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _left_by_growths(
    connection: sqlite3.Connection, group: Sequence[_Request]
) -> Sequence[_Request]:
    """Lets all logs grow that only do that; gives the rest of a group. If one of them cannot, each
    of them has to be looked at for itself."""
    growths = [request.growth for request in group if request.growth is not None]
    if len(growths) < 2 or not _grow_all(connection, growths):
        return group
    rest = []
    for request in group:
        if request.growth is None:
            rest.append(request)
        else:
            request.result = request.growth.since + len(request.growth.entries)
    return rest


def _grow_all(connection: sqlite3.Connection, growths: Sequence[_Growth]) -> bool:
    """Whether all of them could be written; otherwise none is."""
    lengths = [(growth.room, growth.since, len(growth.entries)) for growth in growths]
    rows = [row for growth in growths for row in _rows(*growth)]
    with _savepoint(connection) as back:
        try:
            fits = _carry_out_many(connection, sql.grow_many, lengths) == len(lengths)
            if fits:
                _carry_out_many(connection, sql.add_many, rows)
        except sqlite3.OperationalError:  # of the file or the disk
            raise
        except Exception:  # of one of them: each is looked at for itself
            fits = False
        if not fits:
            back()
    return fits


@contextmanager
def _savepoint(connection: sqlite3.Connection) -> Iterator[Callable[[], object]]:
    """Inside the block a part of a transaction can be taken back, by what it gives."""
    connection.execute("SAVEPOINT part")
    yield lambda: connection.execute("ROLLBACK TO part")
    connection.execute("RELEASE part")


def _carry_out_many(
    connection: sqlite3.Connection,
    statement: Callable[[int], str],
    rows: Sequence[tuple[object, ...]],
) -> int:
    """A statement for so many rows, or a few of them; gives how many rows it changed."""
    changed, begin = 0, 0
    while begin < len(rows):
        count = min(_MOST_BY_ONE, 1 << (len(rows) - begin).bit_length() - 1)
        values = [value for row in rows[begin : begin + count] for value in row]
        changed += connection.execute(statement(count), values).rowcount
        begin += count
    return changed


def _rows(room: int | str, since: int, entries: Sequence[Entry]) -> list[tuple[object, ...]]:
    """The values of entries; `room` is its number or its name."""
    return [
        (room, since + i, entry.kind, entry.seat, entry.id, entry.body, entry.at)
        for i, entry in enumerate(entries)
    ]


def _add(
    connection: sqlite3.Connection,
    room: str,
    number: int,
    since: int,
    entries: Sequence[Entry],
    tokens: Sequence[Ticket],
) -> None:
    try:
        connection.executemany(sql.ADD_ENTRY, _rows(number, since, entries))
    except sqlite3.IntegrityError as error:
        raise sql.doubled(room) from error
    try:
        connection.executemany(sql.ADD_TICKET, [(number, *ticket) for ticket in tokens])
    except sqlite3.IntegrityError as error:
        raise sql.token_taken() from error
