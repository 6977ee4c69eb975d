"""Games that cannot be loaded are kept and reported; the others play on."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from smashup.protocol.room import RoomInfo

from .tables import Closed, Socket, is_a, table

pytestmark = pytest.mark.anyio

NUMBER = "(SELECT number FROM room WHERE name = ?)"
ENTRY = "UPDATE entry SET {} WHERE kind = 'answer' AND room = " + NUMBER
ROOM = "UPDATE room SET {} WHERE name = ?"
DAMAGES = [
    ENTRY.format("body = CAST('{\"option\": 999}' AS BLOB)"),
    ENTRY.format("body = CAST('nonsense' AS BLOB)"),
    ENTRY.format("seat = 1"),
    ENTRY.format("kind = 'dance'"),
    ROOM.format("head = CAST('{}' AS BLOB)"),
    ROOM.format('head = CAST(replace(CAST(head AS TEXT), \'"rules":"\', \'"rules":"0\') AS BLOB)'),
]


@pytest.mark.parametrize("damage", DAMAGES)
async def test_a_damaged_game_is_set_aside(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, damage: str
) -> None:
    async with table(tmp_path) as t:
        broken, whole = await t.room(), await t.room()
        await (await t.sit(broken)).answer(0)
    with closing(sqlite3.connect(tmp_path / "games.sqlite")) as database:
        assert database.execute(damage, (broken["room"],)).rowcount == 1
        database.commit()
        before = _log(database, broken["room"])
    async with table(tmp_path) as t:
        await t.settle()
        token = broken["seats"][0]["token"]
        path = f"/api/rooms/{broken['room']}"
        assert await t.refused("GET", path, X_Seat_Token=token) == "set_aside"
        socket = Socket(t.app)
        await socket.send("hello", room=broken["room"], token=token)
        assert (await socket.receive())["code"] == "set_aside"
        with pytest.raises(Closed):
            await socket.receive()
        mine = await t.get("/api/mine", X_Seat_Tokens=token)
        assert [room["state"] for room in mine] == ["set_aside"]
        assert is_a(list[RoomInfo], mine)
        assert mine[0]["options"] is None
        assert (await (await t.sit(whole)).answer(0))["t"] == "ok"
    told = [record for record in caplog.records if "it is set aside" in record.getMessage()]
    assert [getattr(record, "room", None) for record in told] == [broken["room"]]
    with closing(sqlite3.connect(tmp_path / "games.sqlite")) as database:
        assert _log(database, broken["room"])[: len(before)] == before


def _log(database: sqlite3.Connection, room: str) -> list[object]:
    return database.execute(f"SELECT * FROM entry WHERE room = {NUMBER}", (room,)).fetchall()
