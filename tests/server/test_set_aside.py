"""Games that cannot be loaded are reported and stay as they are; the others play on."""

from __future__ import annotations

from pathlib import Path

import pytest

from smashup.protocol.room import RoomInfo

from .stores import contents, damage
from .tables import Closed, Socket, is_a, table

pytestmark = pytest.mark.anyio

DAMAGES = {
    "nonsense": ("entry", "body = CAST('nonsense' AS BLOB)"),
    "unknown kind": ("entry", "kind = 'dance'"),
    "no charter": ("room", "head = CAST('{}' AS BLOB)"),
}


@pytest.mark.parametrize("name", DAMAGES)
async def test_a_damaged_game_is_set_aside(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, name: str
) -> None:
    async with table(tmp_path) as t:
        broken, whole = await t.room(), await t.room()
        await (await t.sit(broken)).answer(0)
    damage(tmp_path, broken["room"], *DAMAGES[name])
    before = contents(tmp_path)
    async with table(tmp_path) as t:
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
        assert contents(tmp_path) == before, "nothing is written into it"
        assert (await (await t.sit(whole)).answer(0))["t"] == "ok"
    told = [record for record in caplog.records if "it cannot be loaded" in record.getMessage()]
    assert [getattr(record, "room", None) for record in told] == [broken["room"]], (
        "it was tried once"
    )


async def test_a_game_that_an_older_server_set_aside_is_opened_again(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room = await t.room()
        await (await t.sit(room)).answer(0)
    damage(tmp_path, room["room"], "room", "state = 'set_aside', length = length + 1")
    damage(tmp_path, room["room"], "aside")
    async with table(tmp_path) as t:
        ada = await t.sit(room)
        assert ada.v == 1
        assert (await ada.answer(0, id="new"))["v"] == 2
        assert await t.lobby.storage.rooms("playing") == [room["room"]]
