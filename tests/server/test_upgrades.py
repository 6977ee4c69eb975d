"""Stores of other versions: what plays alike is played on, the rest is shown as far as it agrees.

Nothing is written into a game because of that, and the version before still opens the file.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest

from smashup.engine.rules_number import RULES_NUMBER
from smashup.protocol.calls import ReplayInfo
from smashup.server import sql
from smashup.server.storage import Conflict, open_storage

from .old_stores import KNOWN, unpack
from .stores import contents, damage, replaced
from .tables import Table, is_a, table
from .test_replays import finished

pytestmark = pytest.mark.anyio

OLD: dict[str, Any] = json.loads(KNOWN.read_text())
PARTS = [name for name, rooms in OLD.items() if "parts" in rooms]


def put(name: str, request: pytest.FixtureRequest, folder: Path) -> Path | str:
    """Lays an old store out; gives its place."""
    if name.endswith(".sqlite"):
        (folder / "games.sqlite").write_bytes(unpack(name))
        return folder
    address: str = request.getfixturevalue("database")
    with psycopg.connect(address, autocommit=True) as base:
        base.execute(unpack(name).decode())
    return address


async def look_at_everything(t: Table, rooms: Any) -> None:
    for room in rooms.values():
        for seat in room["seats"]:
            token = seat["token"]
            await t.get(f"/api/rooms/{room['room']}", X_Seat_Token=token)
            await t.get("/api/mine", X_Seat_Tokens=token)
            await (await t.connect(room["room"], token)).leave()
        if "link" in room:
            await t.get(f"/api/replays/{room['link']}")


@pytest.mark.parametrize("name", OLD)
async def test_a_store_of_an_earlier_version_is_as_it_was_and_plays_on(
    name: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    rooms = OLD[name]
    place = put(name, request, tmp_path)
    before = contents(place)
    async with table(place) as t:
        await look_at_everything(t, rooms)
    assert contents(place) == before, "looking changes nothing"
    async with table(place) as t:
        for each in ("running", "over"):
            socket = await t.connect(rooms[each]["room"], rooms[each]["seats"][0]["token"])
            assert [card["name"] for card in socket.view["private"]["hand"]] == rooms[each]["hand"]
            players = socket.view["public"]["players"]
            assert [player["vp"] for player in players] == rooms[each]["vp"]
        running = rooms["running"]
        sockets = [
            await t.connect(running["room"], seat["token"], last=0) for seat in running["seats"]
        ]
        asked = next(socket for socket in sockets if socket.decision is not None)
        assert asked.v == running["v"]
        assert (await asked.answer(0, id="new"))["v"] == running["v"] + 1
        waiting = rooms["waiting"]
        body = {"invite": waiting["invite"], "name": "Bo"}
        assert (await t.post(f"/api/rooms/{waiting['room']}/join", body))["seat"] == 1


@pytest.mark.parametrize("name", [name for name in OLD if name.startswith("0.2.0.dev0")])
async def test_a_snapshot_of_another_shape_is_passed_over_without_a_word(
    name: str,
    request: pytest.FixtureRequest,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with table(put(name, request, tmp_path)) as t:
        for each in ("running", "over"):
            room = OLD[name][each]["room"]
            assert await t.lobby.storage.snapshot(room) is not None
            assert (await t.room_info(OLD[name][each]))["vp"] == OLD[name][each]["vp"]
    assert "no use" not in caplog.text


@pytest.mark.parametrize("name", OLD)
async def test_positions_that_were_not_noted_are_said_to_be_unproven(
    name: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    async with table(put(name, request, tmp_path)) as t:
        info = await t.room_info(OLD[name]["over"])
        if name.startswith(("0.1.0", "0.2.0.dev0-a")):
            assert info["notice"].startswith("Unproven:")
        else:
            assert info["notice"] is None


@pytest.mark.parametrize("name", PARTS)
async def test_a_game_that_goes_another_way_now_is_shown_up_to_there(
    name: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    parts = OLD[name]["parts"]
    place = put(name, request, tmp_path)
    before = contents(place)
    async with table(place) as t:
        info = await t.room_info(parts)
        assert (info["state"], info["v"], info["your_move"]) == ("over", parts["v"], False)
        assert "Move 18 of 159 is illegal" in info["notice"]
        assert "was played by version 0.1.0" in info["notice"]
        replay = await t.get(f"/api/replays/{parts['link']}")
        assert is_a(ReplayInfo, replay)
        assert (replay["moves"], replay["notice"]) == (17, info["notice"])
        await t.get(f"/api/replays/{parts['link']}/at/17?open=1")
        assert await t.refused("GET", f"/api/replays/{parts['link']}/at/18") == "bad_request"
        token = parts["seats"][0]["token"]
        path = f"/api/rooms/{parts['room']}/rematch"
        assert await t.refused("POST", path, X_Seat_Token=token) == "parted"
        socket = await t.connect(parts["room"], token)
        assert (await socket.ask("chat", text="what now?", id="new"))["code"] == "parted"
    assert contents(place) == before


# The statements by which the first version of the tables was read and written. They stay as they
# are: whatever was added since, a server of that time can go on.
FIRST_WRITES = (
    (
        "INSERT INTO room (name, head, state, length, created) VALUES (?, ?, 'waiting', ?, ?) "
        "ON CONFLICT (name) DO NOTHING RETURNING number",
        ("oak", b"{}", 0, 1.0),
    ),
    (
        "UPDATE room SET length = length + ?, state = COALESCE(?, state) "
        "WHERE name = ? AND length = ? RETURNING number",
        (1, "playing", "oak", 0),
    ),
    (
        "INSERT INTO entry (room, position, kind, seat, id, body, at) "
        "VALUES ((SELECT number FROM room WHERE name = 'oak'), ?, ?, ?, ?, ?, ?)",
        (0, "chat", 0, "m1", b"{}", 1.0),
    ),
    (
        "INSERT INTO ticket (room, hash, seat) "
        "VALUES ((SELECT number FROM room WHERE name = 'oak'), ?, ?)",
        (b"h" * 32, 0),
    ),
    (
        "INSERT INTO snapshot (room, length, body) VALUES (?, ?, ?) ON CONFLICT (room) "
        "DO UPDATE SET length = excluded.length, body = excluded.body "
        "WHERE excluded.length > snapshot.length",
        ("oak", 1, b"s"),
    ),
    ("INSERT INTO replay (name, room, body) VALUES (?, ?, ?)", ("r1", "oak", b"{}")),
)


@pytest.mark.parametrize("name", [name for name in OLD if name.startswith("0.1.0")])
async def test_the_version_before_still_opens_the_file(
    name: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    place = put(name, request, tmp_path)
    store = open_storage(place if isinstance(place, str) else place / "games.sqlite")
    await store.open()
    await store.close()
    if isinstance(place, str):
        with psycopg.connect(place) as base:
            assert base.execute("SELECT version FROM layout").fetchall() == [(1,)]
            for statement, values in FIRST_WRITES:
                base.execute(statement.replace("?", "%s"), values)
    else:
        with closing(sqlite3.connect(place / "games.sqlite")) as file:
            assert file.execute("SELECT version FROM layout").fetchall() == [(1,)]
            for statement, values in FIRST_WRITES:
                file.execute(statement, values)
            file.commit()
    await store.open()
    assert [entry.kind for entry in await store.read("oak")] == ["chat"]
    assert await store.find_tokens([b"h" * 32]) == [("oak", 0)]
    assert await store.replay("r1") == ("oak", b"{}")
    await store.close()


async def test_each_addition_is_made_once(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    column = "ALTER TABLE room ADD COLUMN colour TEXT"  # which cannot be said twice
    store = open_storage(place)
    await store.open()
    await store.create("oak", b"{}", [])
    await store.close()
    monkeypatch.setattr(sql, "ADDITIONS", (*sql.ADDITIONS, (column,)))
    for _ in range(2):
        await store.open()
        await store.append("oak", len(await store.read("oak")), [])
        await store.close()
    monkeypatch.undo()
    await store.open()  # one that knows less of them
    await store.create("elm", b"{}", [])
    with pytest.raises(Conflict):
        await store.append("elm", 3, [])
    await store.close()


# -- the same, within one version ------------------------------------------------------------------


async def game_of(t: Table, moves: int) -> Any:
    room = await t.room()
    sockets = [await t.sit(room, seat) for seat in (0, 1)]
    for _ in range(moves):
        asked = next(socket for socket in sockets if socket.decision is not None)
        reply = await asked.answer(0)
        for socket in sockets:
            while socket.v < reply["v"]:
                await socket.receive()
    return room


async def test_a_game_of_another_version_with_the_same_positions_plays_on(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room = await game_of(t, 30)
    damage(tmp_path, room["room"], "room", replaced("head", '"rules":"', '"rules":"9'))
    rules = f'"rules":{RULES_NUMBER}'
    damage(tmp_path, room["room"], "start", replaced("body", rules, rules + "9"))
    async with table(tmp_path) as t:
        info = await t.room_info(room)
        assert (info["v"], info["notice"], info["state"]) == (30, None, "playing")


OTHER = 'replace(CAST(body AS TEXT), \'"digest":"\', \'"digest":"x\')'
SPOILT = {
    "option": "body = CAST('{\"option\":999}' AS BLOB)",
    "seat": "seat = 1 - seat",
    "digest": f"body = CAST(substr({OTHER}, 1, length({OTHER}) - 3) || '\"}}' AS BLOB)",
}


@pytest.mark.parametrize("how", SPOILT)
async def test_where_it_parts_is_said_without_what_only_one_may_know(
    tmp_path: Path, how: str
) -> None:
    async with table(tmp_path) as t:
        room = await game_of(t, 12)
        name = room["room"]
    damage(tmp_path, name, "entry", SPOILT[how], position=8)
    before = contents(tmp_path)
    async with table(tmp_path) as t:
        ada = await t.sit(room)
        info = ada.seen[0]["room"]
        assert (info["v"], info["your_move"], ada.decision) == (12, False, None)
        assert "Move 8 of 12" in info["notice"] and "ends after move 7" in info["notice"]
        assert "was asked" not in info["notice"]
        for ask in (
            {"t": "answer", "option": 0, "v": 12},
            {"t": "undo", "v": 12},
            {"t": "concede"},
            {"t": "settings", "name": "Zoe"},
            {"t": "leave"},
        ):
            assert (await ada.ask(**ask, id=f"new {ask['t']}"))["code"] == "parted"
    assert contents(tmp_path) == before


async def test_what_was_taken_back_does_not_part_a_game(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room = await t.room()
        ada = await t.sit(room)
        await ada.answer(ada.option("play"))
        await ada.ask("undo", v=1)
        await ada.answer(1)
    damage(tmp_path, room["room"], "entry", SPOILT["option"], position=1)
    async with table(tmp_path) as t:
        ada = await t.sit(room)
        assert (ada.v, ada.seen[0]["room"]["notice"]) == (3, None)
        assert (await ada.answer(0, id="new"))["v"] == 4


async def test_a_snapshot_of_another_version_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with table(tmp_path) as t:
        room = await game_of(t, 60)
        await t.settle()
        assert await t.lobby.storage.snapshot(room["room"]) is not None
    monkeypatch.setattr("smashup.replay.stamp.package_version", lambda: "9.0")
    async with table(tmp_path) as t:
        assert (await t.sit(room)).v == 60
    assert "no use" not in caplog.text


async def test_a_game_that_goes_on_from_a_replay_is_proven_from_its_first_move(
    tmp_path: Path,
) -> None:
    async with table(tmp_path) as t:
        room = await finished(t)
        link = await t.share(room)
        again = await t.post(f"/api/replays/{link}/continue", {"move": 9, "seat": 0})
    async with table(tmp_path) as t:
        await t.room_info(again)
        fold = t.lobby.rooms[again["room"]].fold
        assert fold.written().proven and len(fold.digests) == len(fold.answers) + 1
        assert fold.notice == ""
