"""Rooms in which nothing happens any more are cleared away; their games stay as files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from smashup.replay import follow, load
from smashup.server.expiry import DAY, Keeping, expire
from smashup.server.lobby import EXPIRY
from smashup.server.storage import EXPIRED, Conflict, Entry, Gone, Storage, Ticket

from .tables import ADA_AND_FREE, Closed, Table, join, table
from .test_replays import finished

pytestmark = pytest.mark.anyio


async def test_a_room_is_cleared_away_when_its_time_is_over(place: str, tmp_path: Path) -> None:
    where: str | Path = tmp_path if place.endswith(".sqlite") else place
    async with table(where, keeping=Keeping(1, 2, 3), archive=tmp_path / "kept") as t:
        over = await finished(t)
        link = await t.share(over)
        running = await t.room()
        await (await t.sit(running)).answer(0)
        for socket in t.sockets:
            await socket.leave()
        await t.settle()
        info = await t.room_info(running)
        assert info["expires"] == t.clock.now() + 2 * DAY
        await pass_days(t, 2.2)
        token = running["seats"][0]["token"]
        path = f"/api/rooms/{running['room']}"
        assert await t.refused("GET", path, X_Seat_Token=token) == "expired"
        assert await t.get("/api/mine", X_Seat_Tokens=token) == []
        assert (await t.room_info(over))["state"] == "over"
        assert (await t.get(f"/api/replays/{link}"))["moves"] > 100
        await pass_days(t, 1)
        assert await t.refused("GET", f"/api/replays/{link}") == "no_such_replay"
    files = {path.stem: load(path) for path in (tmp_path / "kept").iterdir()}
    assert files.keys() == {running["room"], over["room"]}
    for replay in files.values():
        followed = follow(replay)
        assert followed.parting is None and followed.proven
    assert follow(files[over["room"]]).game.over


async def pass_days(t: Table, days: float) -> None:
    """Lets time pass, and the server look after its rooms in the end."""
    t.clock.skip(days * DAY)
    t.clock.turn(EXPIRY)
    await t.settle()


async def test_who_plays_on_has_all_the_time_again(tmp_path: Path) -> None:
    async with table(tmp_path, keeping=Keeping(1, 2, 3), archive=tmp_path / "kept") as t:
        room = await t.room()
        for _ in range(4):
            ada = await t.sit(room)
            await ada.ask("chat", text="still here", id=f"m{t.clock.now()}")
            await ada.leave()
            await pass_days(t, 1.5)
        assert (await t.room_info(room))["state"] == "playing"


async def test_a_room_where_somebody_is_stays(tmp_path: Path) -> None:
    async with table(tmp_path, keeping=Keeping(1, 2, 3), archive=tmp_path / "kept") as t:
        room = await t.room()
        ada = await t.sit(room)
        await pass_days(t, 5)
        assert (await ada.answer(0))["t"] == "ok"


async def test_a_room_that_never_began_leaves_no_file(tmp_path: Path) -> None:
    async with table(tmp_path, keeping=Keeping(1, 0, 0), archive=tmp_path / "kept") as t:
        room = await t.room(ADA_AND_FREE)
        await join(t, room, "Bo")
        await pass_days(t, 1.5)
        token = room["seats"][0]["token"]
        path = f"/api/rooms/{room['room']}"
        assert await t.refused("GET", path, X_Seat_Token=token) == "expired"
    assert not (tmp_path / "kept").exists()


async def test_what_was_deleted_under_a_table_is_said_at_the_next_move(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room = await t.room()
        ada = await t.sit(room)
        await t.lobby.storage.take_away(room["room"], 1, Gone(0.0, EXPIRED))
        with pytest.raises(Closed):  # come back, to be told why
            await ada.answer(0)
        assert room["room"] not in t.lobby.rooms
        path = f"/api/rooms/{room['room']}"
        assert await t.refused("GET", path, X_Seat_Token=room["seats"][0]["token"]) == "expired"


def line(at: float = 1.0) -> Entry:
    return Entry("chat", 0, "", b"{}", at)


async def test_taking_away_and_bringing_back(store: Storage) -> None:
    await store.create("oak", b"{}", [Ticket(b"a" * 32, 0)], [line()])
    await store.create("elm", b"{}", [Ticket(b"b" * 32, 0)], [line()])
    await store.append("oak", 1, [line(2.0)], state="over")
    await store.keep_snapshot("oak", 1, b"snapshot")
    await store.publish("r1", "oak", b"shared")
    whole = await store.whole("oak")
    assert whole is not None and len(whole.entries) == 2
    with pytest.raises(Conflict):
        await store.take_away("oak", 1, Gone(5.0, EXPIRED))
    assert await store.whole("oak") == whole, "all of it or nothing"

    await store.take_away("oak", 2, Gone(5.0, EXPIRED))
    found: list[Any] = [await store.whole("oak"), await store.head("oak"), await store.replay("r1")]
    found += [await store.snapshot("oak"), *await store.find_tokens([b"a" * 32])]
    assert found == [None] * 4
    assert await store.gone("oak") == Gone(5.0, EXPIRED)
    assert [room.name for room in await store.shelf()] == ["elm"]

    await store.bring(whole)
    assert await store.whole("oak") == whole
    assert await store.gone("oak") is None
    assert await store.find_tokens([b"a" * 32]) == [("oak", 0)]


async def test_the_oldest_are_found_first(store: Storage) -> None:
    for number, at in enumerate((50.0, 10.0, 30.0, 99.0)):
        await store.create(f"room{number}", b"{}", [], [line(at)])
    found = await store.stale("waiting", before=60.0, most=2)
    assert [(room.name, room.last) for room in found] == [("room1", 10.0), ("room2", 30.0)]
    assert await store.stale("over", before=60.0, most=2) == []
    pages = [await store.shelf(most=3), await store.shelf(after=3)]
    assert [[room.name for room in page] for page in pages] == [
        ["room0", "room1", "room2"],
        ["room3"],
    ]


async def test_what_cannot_be_read_is_not_cleared_away(
    store: Storage, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    for number in range(250):  # more than are looked at together
        await store.create(f"room{number}", b"{}", [], [line()])
    cleared = [one async for one in expire(store, Keeping(1, 1, 1), tmp_path, now=10 * DAY)]
    assert cleared == []
    assert len(await store.shelf()) == 250
    assert "it has expired, but is kept" in caplog.text
