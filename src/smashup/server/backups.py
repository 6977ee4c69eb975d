"""A copy of all that a store has, made while servers use it, and put back from that.

Whatever the store is, its copy is one SQLite file with the same tables: it can be put back into a
folder or into a database, so that it is also the way from one to the other. It holds seeds of
running games and hashes of tokens, and is made so that only its owner can read it.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from smashup.model.errors import SmashUpError
from smashup.server import private_files, sql
from smashup.server.database_address import hide, is_database
from smashup.server.file_lock import FileLock
from smashup.server.sqlite_storage import make_tables
from smashup.server.storage import StorageError, open_storage

if TYPE_CHECKING:
    import psycopg

Told = Callable[[int, int], object]
"""Is told how many rows are done, of how many."""

_PART = ".part"  # of the name of a file that is not finished
_ROWS = 500  # carried together
_PLAIN_NAME = re.compile(r"[a-z_][a-z0-9_]*")
_APPLICATION = "smashup backup"
_LINGERING = 2.0  # seconds
#: Tables in an order in which each comes after those it refers to; others follow.
_FIRST = ("room", "entry", "ticket")
#: What the tables of the new place say of themselves, and what is made anew.
_LEFT_OUT = frozenset({"layout", "addition", "trial", "neighbour", "secret", "sqlite_sequence"})


class BackupError(SmashUpError):
    """It could not be copied or put back; what was there is as it was."""


def backup(place: str | Path, target: Path, tell: Told = lambda done, of: None) -> int:
    """Copies all that is kept at a place into a new file, and gives how many rooms that are.

    The copy is of one moment, checked, on disk, and then given its name: a file of that name is
    whole. Servers go on meanwhile.
    """
    if target.exists():
        raise BackupError(f"{target} is there already. Name a file that is not.")
    part = target.with_name(target.name + _PART)
    try:
        private_files.make_folder(target.parent)
        part.unlink(missing_ok=True)
        private_files.make_file(part)
        if is_database(str(place)):
            _from_database(str(place), part, tell)
        else:
            _from_file(Path(place), part)
        rooms = _checked(part)
        _put_on_disk(part, target)
    except (OSError, sqlite3.Error) as error:
        raise BackupError(f"{target} could not be written: {error}.") from error
    finally:
        part.unlink(missing_ok=True)
    return rooms


def restore(
    source: Path, place: str | Path, replace: bool, tell: Told = lambda done, of: None
) -> int:
    """Puts a copy back where no server is running, and gives how many rooms that are.

    Where games are already nothing is done unless they are to be replaced. A file that is replaced
    stays beside the new one; what was in a database is gone then.
    """
    if not source.is_file():
        raise BackupError(f"There is no file {source}.")
    try:
        rooms = _checked(source)
        if is_database(str(place)):
            _into_database(source, str(place), replace, tell)
        else:
            _into_file(source, Path(place), replace)
    except (OSError, sqlite3.Error) as error:
        raise BackupError(f"{source} could not be put back: {error}.") from error
    return rooms


# -- files ----------------------------------------------------------------------------------------


def _from_file(path: Path, part: Path) -> None:
    if not path.is_file():
        raise BackupError(f"There are no games in {path.parent}. Name their folder with --data.")
    if os.name != "nt" and os.geteuid() != path.stat().st_uid:
        # Files that SQLite makes beside it would be ours, and its server could not open them.
        raise BackupError(f"{path} belongs to somebody else. Copy it as that user (sudo -u …).")
    with contextlib.closing(_opened(path)) as games:
        games.execute("VACUUM INTO ?", (str(part),))  # of one moment; who writes need not wait


def _into_file(source: Path, path: Path, replace: bool) -> None:
    private_files.make_folder(path.parent)
    lock = FileLock(path.with_name(path.name + ".lock"))
    lock.take()
    try:
        if path.exists() and _rooms_in(path) and not replace:
            raise _not_empty(str(path))
        part = path.with_name(path.name + _PART)
        part.unlink(missing_ok=True)
        private_files.make_file(part)
        with contextlib.closing(_opened(source)) as games:
            games.execute("VACUUM INTO ?", (str(part),))
        with contextlib.closing(_opened(part)) as games:
            make_tables(games, source)  # those of this version
        if path.exists():
            _set_beside(path)
        _put_on_disk(part, path)
    finally:
        lock.release()


def _set_beside(path: Path) -> None:
    """Gives a file of games another name, with what it has not taken in yet."""
    with contextlib.closing(_opened(path)) as games:
        games.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for ending in ("-wal", "-shm"):
        path.with_name(path.name + ending).unlink(missing_ok=True)
    path.rename(path.with_name(f"{path.name}.before-{time.strftime('%Y%m%d-%H%M%S')}"))


def _opened(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path, timeout=30.0, isolation_level=None)


def _rooms_in(path: Path) -> int:
    with contextlib.closing(_opened(path)) as games:
        if not games.execute("SELECT 1 FROM sqlite_master WHERE name = 'room'").fetchone():
            return 0
        return int(games.execute("SELECT count(*) FROM room").fetchone()[0])


def _checked(path: Path) -> int:
    """The number of rooms in a copy; `BackupError` if it is none of ours, or damaged."""
    with contextlib.closing(
        sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
    ) as games:
        try:
            version = games.execute(sql.READ_VERSION).fetchone()
            damage = games.execute("PRAGMA integrity_check").fetchone()[0]
            rooms, missing = games.execute(
                """SELECT count(*), coalesce(sum(length <> (
                    SELECT count(*) FROM entry WHERE entry.room = room.number)), 0) FROM room"""
            ).fetchone()
            foreign = _foreign(games)
        except sqlite3.DatabaseError as error:
            raise BackupError(f"{path} is no copy of games: {error}.") from error
    if version is None or version[0] != sql.VERSION:
        raise sql.other_version(str(path), version[0] if version else 0)
    if damage != "ok" or missing:
        raise BackupError(f"{path} is damaged ({damage}; {missing} games have gaps). Use another.")
    if foreign:
        raise BackupError(f"{path} is no copy of games: {foreign} in it is none of ours.")
    return int(rooms)


def _foreign(games: sqlite3.Connection) -> str:
    """What no copy holds, if this one does: what would act by itself where it is put, and names
    that are more than a name. They become part of what databases are told to do."""
    for kind, name in games.execute("SELECT type, name FROM sqlite_master ORDER BY name"):
        if kind not in ("table", "index") or not _PLAIN_NAME.fullmatch(name):
            return f"the {kind} {name!r}"
    for table, columns in _tables(games).items():
        for column in columns:
            if not _PLAIN_NAME.fullmatch(column):
                return f"the column {column!r} of {table}"
    return ""


def _put_on_disk(part: Path, path: Path) -> None:
    """Gives a finished file its name, so that it has it after a power cut too."""
    for ending in ("-wal", "-shm"):
        part.with_name(part.name + ending).unlink(missing_ok=True)
    with part.open("rb+") as file:
        os.fsync(file.fileno())
    part.replace(path)
    if os.name != "nt":
        folder = os.open(path.parent, os.O_RDONLY)
        os.fsync(folder)
        os.close(folder)


# -- databases ------------------------------------------------------------------------------------


@contextlib.contextmanager
def _connected(address: str) -> Iterator[psycopg.Connection[Any]]:
    """A connection whose transaction commits at the end of the block."""
    try:
        import psycopg
    except ModuleNotFoundError as error:
        raise BackupError(
            f"PostgreSQL needs {error.name}. Install it with: pip install 'smashup[postgres]'"
        ) from error
    try:
        with psycopg.connect(
            address, application_name=_APPLICATION, connect_timeout=10, client_encoding="utf8"
        ) as connection:
            yield connection
    except psycopg.Error as error:
        words = hide(str(error), address)
        raise StorageError(f"The database could not do it: {words}.") from None


def _from_database(address: str, part: Path, tell: Told) -> None:
    with contextlib.closing(_opened(part)) as games, _connected(address) as database:
        # All of one moment, whatever servers write meanwhile.
        database.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        make_tables(games, part)
        tables = _tables(games)
        of = sum(_count(database, table) for table in tables)
        done = 0
        games.execute("BEGIN")
        for table, columns in tables.items():
            with database.cursor(f"backup_{table}") as rows:
                rows.itersize = _ROWS
                rows.execute(f"SELECT {', '.join(columns)} FROM {table}")
                while found := rows.fetchmany(_ROWS):
                    games.executemany(_insert(table, columns, "?"), found)
                    done += len(found)
                    tell(done, of)
        games.execute("COMMIT")


def _into_database(source: Path, address: str, replace: bool, tell: Told) -> None:
    with _connected(address) as database:
        _must_be_unused(database)
    asyncio.run(_make_tables(address))
    with contextlib.closing(_opened(source)) as games, _connected(address) as database:
        database.execute("LOCK TABLE room IN ACCESS EXCLUSIVE MODE")  # a server might just start
        tables = _tables(games)
        if unknown := tables.keys() - _own_tables():  # there may be others' in a database
            raise BackupError(f"{source} has tables that are not known here: {min(unknown)}.")
        if _count(database, "room"):
            if not replace:
                raise _not_empty("the database")
            database.execute("TRUNCATE {} CASCADE".format(", ".join(tables)))
        of = sum(int(games.execute(f"SELECT count(*) FROM {t}").fetchone()[0]) for t in tables)
        done = 0
        for table, columns in tables.items():
            rows = games.execute(f"SELECT {', '.join(columns)} FROM {table}")
            while found := rows.fetchmany(_ROWS):
                with database.cursor() as cursor:
                    cursor.executemany(_insert(table, columns, "%s"), found)
                done += len(found)
                tell(done, of)
        database.execute(
            "SELECT setval(pg_get_serial_sequence('room', 'number'),"
            " (SELECT coalesce(max(number), 0) + 1 FROM room), false)"
        )


def _must_be_unused(database: psycopg.Connection[Any]) -> None:
    """A server that was stopped just now is listed for a moment longer."""
    begun = time.monotonic()
    while _is_used(database):
        if time.monotonic() - begun > _LINGERING:
            raise BackupError("A server is using the database. Stop all that do, then try again.")
        time.sleep(0.05)


def _is_used(database: psycopg.Connection[Any]) -> bool:
    from smashup.server.postgres_storage import APPLICATION

    database.execute("SELECT pg_stat_clear_snapshot()")  # else a transaction sees one list only
    rows = database.execute(
        "SELECT 1 FROM pg_stat_activity"
        " WHERE application_name = %s AND datname = current_database()",
        (APPLICATION,),
    )
    return rows.fetchone() is not None


async def _make_tables(address: str) -> None:
    """Those of this version, where there are none yet."""
    storage = open_storage(address)
    await storage.open()
    await storage.close()


def _tables(games: sqlite3.Connection) -> dict[str, list[str]]:
    """The tables of a file and their columns, in the order in which they can be filled."""
    found = games.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    names = {name for (name,) in found} - _LEFT_OUT
    return {
        name: [row[1] for row in games.execute(f"PRAGMA table_info({name})")]
        for name in [*_FIRST, *sorted(names - set(_FIRST))]
    }


def _own_tables() -> set[str]:
    """Those that this version knows."""
    with contextlib.closing(_opened(Path(":memory:"))) as games:
        make_tables(games, Path(":memory:"))
        return set(_tables(games))


def _insert(table: str, columns: list[str], value: str) -> str:
    own = " OVERRIDING SYSTEM VALUE" if table == "room" and value == "%s" else ""
    values = ", ".join([value] * len(columns))
    return f"INSERT INTO {table} ({', '.join(columns)}){own} VALUES ({values})"


def _count(database: psycopg.Connection[Any], table: str) -> int:
    row = database.execute(f"SELECT count(*) FROM {table}").fetchone()
    assert row is not None
    return int(row[0])


def _not_empty(where: str) -> BackupError:
    return BackupError(
        f"There are games in {where} already. Nothing was changed; to put these in their place, "
        "make a copy of them and give --replace."
    )
