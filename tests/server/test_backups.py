"""Copies of all games: made beside a running server, put back after the original is gone."""

from __future__ import annotations

import asyncio
import sqlite3
import stat
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest

from smashup.server.backups import BackupError, backup, restore
from smashup.server.database_address import is_database
from smashup.server.storage import StorageError

from .tables import Table, table

pytestmark = pytest.mark.anyio


def destroy(place: str) -> None:
    """Nothing is left of the original."""
    if is_database(place):
        with psycopg.connect(place, autocommit=True) as connection:
            connection.execute("DROP SCHEMA public CASCADE")
            connection.execute("CREATE SCHEMA public")
    else:
        for path in Path(place).parent.glob("games.sqlite*"):
            path.unlink()


async def played(t: Table) -> Any:
    """A game with an answer, a word, and a replay; besides one where nothing happened."""
    room = await t.room()
    ada = await t.sit(room)
    await ada.answer(0)
    await ada.ask("chat", text="Till tomorrow!")
    await t.post(f"/api/replays/{room['room']}", {"token": room["seats"][0]["token"]})
    await t.room()
    return room


async def test_games_go_on_after_everything_was_lost(place: str, tmp_path: Path) -> None:
    copy = tmp_path / "copies" / "copy.sqlite"
    async with table(place) as t:
        room = await played(t)
        before = await t.lobby.storage.read(room["room"])
        assert await asyncio.to_thread(backup, place, copy) == 2
        ada = await t.sit(room)
        assert (await ada.answer(0, id="late"))["v"] == 2  # it goes on; this comes too late
    destroy(place)
    assert await asyncio.to_thread(restore, copy, place, False) == 2
    async with table(place) as t:
        assert await t.lobby.storage.read(room["room"]) == before
        ada = await t.sit(room)
        assert ada.v == 1
        assert (await ada.answer(0, id="later"))["t"] == "ok"
        assert (await t.sit(await t.room())).v == 0  # and new rooms can be made


async def test_the_copy_of_one_kind_of_store_fits_the_other(database: str, tmp_path: Path) -> None:
    here = str(tmp_path / "games.sqlite")
    async with table(here) as t:
        room = await played(t)
    await asyncio.to_thread(backup, here, tmp_path / "one.sqlite")
    await asyncio.to_thread(restore, tmp_path / "one.sqlite", database, False)
    async with table(database) as t:
        assert (await (await t.sit(room)).answer(0, id="later"))["t"] == "ok"
    await asyncio.to_thread(backup, database, tmp_path / "two.sqlite")
    destroy(here)
    await asyncio.to_thread(restore, tmp_path / "two.sqlite", here, False)
    async with table(here) as t:
        assert (await t.sit(room)).v == 2


async def test_games_are_not_overwritten_by_accident(place: str, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite"
    async with table(place) as t:
        await played(t)
        await asyncio.to_thread(backup, place, copy)
        late = await t.room()
        if is_database(place):  # a file's lock is between processes: tests/cli/test_cli_backup.py
            with pytest.raises(BackupError, match="server is using"):
                await asyncio.to_thread(restore, copy, place, True)
    with pytest.raises(BackupError, match="--replace"):
        await asyncio.to_thread(restore, copy, place, False)
    await asyncio.to_thread(restore, copy, place, True)
    async with table(place) as t:
        token = late["seats"][0]["token"]
        path = f"/api/rooms/{late['room']}"
        assert await t.refused("GET", path, X_Seat_Token=token) == "no_such_room"
    if not is_database(place):
        kept = next(Path(place).parent.glob("games.sqlite.before-*"))
        with closing(sqlite3.connect(kept)) as games:
            names = {name for (name,) in games.execute("SELECT name FROM room")}
        assert late["room"] in names


async def test_a_copy_is_private_and_never_half(place: str, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite"
    async with table(place) as t:
        await played(t)
        await asyncio.to_thread(backup, place, copy)
        assert stat.S_IMODE(copy.stat().st_mode) == 0o600
        with pytest.raises(BackupError, match="there already"):
            await asyncio.to_thread(backup, place, copy)
    assert not list(tmp_path.glob("*.part*"))


@pytest.mark.parametrize("damage", ["no file", "no SQLite", "other tables", "a gap"])
async def test_what_is_no_copy_is_not_put_back(tmp_path: Path, damage: str) -> None:
    place = tmp_path / "games.sqlite"
    async with table(str(place)) as t:
        room = await played(t)
    copy = tmp_path / "copy.sqlite"
    await asyncio.to_thread(backup, place, copy)
    if damage == "no file":
        copy.unlink()
    elif damage == "no SQLite":
        copy.write_text("games" * 1000)
    else:
        statements = {"other tables": "UPDATE layout SET version = 7", "a gap": "DELETE FROM entry"}
        with closing(sqlite3.connect(copy)) as games:
            games.execute(statements[damage])
            games.commit()
    with pytest.raises((BackupError, StorageError)):
        await asyncio.to_thread(restore, copy, place, True)
    async with table(str(place)) as t:
        assert (await t.sit(room)).v == 1


def test_a_folder_without_games_is_named(tmp_path: Path) -> None:
    with pytest.raises(BackupError, match="no games"):
        backup(tmp_path / "games.sqlite", tmp_path / "copy.sqlite")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "foreign",
    [
        "CREATE TRIGGER t AFTER INSERT ON entry BEGIN DELETE FROM ticket; END",
        "CREATE VIEW more AS SELECT * FROM room",
        'CREATE TABLE "snapshot; DROP TABLE room" (a)',
        'CREATE TABLE more ("a) SELECT 1; --" TEXT)',
    ],
)
async def test_a_copy_that_somebody_has_prepared_is_not_put_back(
    tmp_path: Path, foreign: str
) -> None:
    place, copy = tmp_path / "games.sqlite", tmp_path / "copy.sqlite"
    async with table(str(place)) as t:
        await played(t)
    await asyncio.to_thread(backup, place, copy)
    with closing(sqlite3.connect(copy)) as games:
        games.execute(foreign)
        games.commit()
    with pytest.raises(BackupError, match="none of ours"):
        await asyncio.to_thread(restore, copy, place, True)


async def test_putting_a_copy_back_empties_no_table_of_others(
    database: str, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.sqlite"
    async with table(database) as t:
        await played(t)
    await asyncio.to_thread(backup, database, copy)
    with psycopg.connect(database, autocommit=True) as others:
        others.execute("CREATE TABLE customers AS SELECT 1 AS number")
    with closing(sqlite3.connect(copy)) as games:
        games.execute("CREATE TABLE customers (number)")
        games.commit()
    with pytest.raises(BackupError, match="not known here: customers"):
        await asyncio.to_thread(restore, copy, database, True)
    with psycopg.connect(database) as others:
        assert others.execute("SELECT count(*) FROM customers").fetchone() == (1,)
