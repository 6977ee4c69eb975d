"""How much is kept: of an address in a day, of a room, and as long as the disk has space."""

from __future__ import annotations

import logging
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from smashup.server import quota
from smashup.server.asking import Asker, begin
from smashup.server.clock import HandClock
from smashup.server.errors import Refused
from smashup.server.launch import _not_to_be_written
from smashup.server.limits import Buckets, Limits
from smashup.server.quota import Disk, Quota

from .tables import (
    ADA_AND_BOT,
    ADA_AND_FREE,
    ADDRESS,
    GENEROUS,
    TWO_HUMANS,
    Socket,
    Table,
    join,
    table,
)

pytestmark = pytest.mark.anyio

A_CLUB = Limits().people
MANY = {"rooms": 1e6, "room_burst": 1e6, "requests": 1e6, "request_burst": 1e6}
SMALL = replace(GENEROUS, people=1, **MANY, entries=1e6, entry_burst=1e6, sockets=1000)


async def refusal(t: Table, path: str, body: Any = None, **headers: str) -> Any:
    response = await t.http.post(path, json=body, headers=headers)
    return response.json()["error"]


async def fill(t: Table) -> Any:
    """Makes rooms until no more are made, and gives the refusal."""
    for _ in range(1000):
        response = await t.http.post("/api/rooms", json={"seats": ADA_AND_FREE})
        if response.status_code != 200:
            return response.json()["error"]
    raise AssertionError("There is no end of rooms.")


async def play(ada: Socket, bo: Socket, times: int) -> None:
    """They answer in turn, so many times."""
    for _ in range(times):
        who = ada if ada.decision is not None else bo
        assert (await who.answer(0))["t"] == "ok"
        for each in (ada, bo):
            while each.v < who.v:
                await each.receive()


async def test_an_address_makes_only_so_many_rooms_in_a_day(tmp_path: Path) -> None:
    async with table(tmp_path, replace(SMALL, stored=20_000)) as t:
        room = await t.room()
        ada = await t.sit(room)
        refused = await fill(t)
        assert refused["code"] == "quota"
        assert "nothing new is begun" in refused["message"]
        assert refused["next"] == "There is room again in 3 h."
        assert 2 * 3600 < refused["retry_after"] < 3 * 3600
        t.lobby.quota.charge(ADDRESS, 16_000)
        assert (await ada.answer(0))["t"] == "ok", "what goes on goes on"
        assert (await ada.ask("chat", text="Hello?"))["code"] == "quota"
        assert (await refusal(t, f"/api/replays/{room['room']}", {"token": token(room)}))[
            "code"
        ] == "quota"
        t.clock.turn(refused["retry_after"] + quota.DAY / 20)
        await t.room()


def token(room: Any, seat: int = 0) -> str:
    return str(room["seats"][seat]["token"])


async def test_who_comes_from_elsewhere_has_a_day_of_their_own(tmp_path: Path) -> None:
    async with table(tmp_path, replace(SMALL, stored=20_000)) as t:
        await fill(t)
        begin(Asker("10.9.9.9"))
        await t.lobby.quota.begin("10.9.9.9", 1000)


async def test_games_wait_too_when_all_is_used_up(tmp_path: Path) -> None:
    async with table(tmp_path, replace(SMALL, stored=20_000)) as t:
        room = await t.room()
        ada = await t.sit(room)
        t.lobby.quota.charge(ADDRESS, 20_000)
        refused = await ada.answer(0)
        assert refused["code"] == "quota" and "games have to wait" in refused["message"]
        assert (await ada.ask("concede", v=ada.v))["t"] == "ok", "the end can always be told"


async def test_bots_wait_for_the_address_they_play_for(tmp_path: Path) -> None:
    async with table(tmp_path, replace(SMALL, stored=20_000)) as t:
        room = await t.room(ADA_AND_BOT, options={"first": 1})
        t.lobby.quota.charge(ADDRESS, 22_000)
        ada = await t.sit(room)
        before = t.lobby.rooms[room["room"]].fold.length
        for _ in range(50):
            await ada.send("ping")
            await ada.until("pong")
        assert t.lobby.rooms[room["room"]].fold.length == before
        t.clock.turn(quota.DAY)
        while ada.decision is None:
            await ada.receive()


async def test_without_a_bound_nobody_counts(tmp_path: Path) -> None:
    async with table(tmp_path, replace(SMALL, stored=0)) as t:
        for _ in range(30):
            await t.room()


def test_a_club_behind_one_address_has_room_for_hundreds_of_games() -> None:
    a_game = 50_000  # bytes: 227 entries took 34 kB, and a snapshot 9
    assert Limits().stored * A_CLUB >= 1000 * a_game


# -- of a room ------------------------------------------------------------------------------


async def test_a_room_keeps_only_so_much_of_what_is_said(tmp_path: Path) -> None:
    async with table(tmp_path, replace(GENEROUS, room_entries=40)) as t:
        room = await t.room()
        ada, bo = await t.sit(room), await t.sit(room, 1)
        told = [(await ada.ask("chat", text=f"{n}")).get("code", "ok") for n in range(30)]
        assert told.count("ok") == 19 and told[-1] == "talk_full"  # the start is the 20th
        assert (await ada.ask("settings", name="Zoe"))["code"] == "talk_full"
        assert (await refusal(t, f"/api/rooms/{room['room']}/watch", {"invite": room["invite"]}))[
            "code"
        ] == "talk_full"
        await play(ada, bo, 20)
        refused = await (ada if ada.decision is not None else bo).answer(0)
        assert refused["code"] == "log_full" and "Give up" in refused["next"]
        assert t.lobby.rooms[room["room"]].fold.length == 40
        assert (await ada.ask("concede", v=ada.v))["t"] == "ok"


async def test_at_a_full_table_nobody_moves_and_whoever_comes_is_let_in(tmp_path: Path) -> None:
    async with table(tmp_path, replace(GENEROUS, room_entries=30)) as t:
        seats = [*TWO_HUMANS, {"kind": "bot", "strength": "beginner"}]
        room = await t.room(seats, factions="random")
        ada, bo = await t.sit(room), await t.sit(room, 1)
        there = t.lobby.rooms[room["room"]]
        assert (await bo.ask("leave"))["t"] == "ok"
        await bo.leave()
        while not there.is_full:
            while ada.decision is None and not there.is_full:
                await ada.receive()
            if not there.is_full:
                assert (await ada.answer(0))["t"] == "ok"
        await t.settle()
        length = there.fold.length
        again = await t.sit(room, 1)
        assert again.view["private"]["hand"]
        assert there.bot_to_move() is None
        assert there.fold.length == length


async def test_nobody_stops_a_table_by_what_may_be_done_without_end(tmp_path: Path) -> None:
    """Taking back and answering anew, wishing, proposing an end: half of the log is left for the
    game, however often."""
    async with table(tmp_path, replace(GENEROUS, room_entries=60)) as t:
        room = await t.room()
        ada, bo = await t.sit(room), await t.sit(room, 1)
        there = t.lobby.rooms[room["room"]]
        while (await ada.answer(ada.option("play")))["t"] == "ok":
            if (await ada.ask("undo", v=ada.v))["t"] != "ok":
                break
        assert 29 <= there.fold.length <= 31
        asked = [await ada.ask("end", yes=yes) for yes in (True, False)]
        asked += [await ada.ask("undo", v=ada.v), await ada.ask("leave")]
        assert {one.get("code") for one in asked} <= {"talk_full", "bad_request"}
        assert there.fold.length <= 31
        await play(ada, bo, 25)


async def test_who_comes_and_goes_without_end_fills_no_log(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room = await t.room(options={"takeover": 0})
        await t.sit(room)
        there = t.lobby.rooms[room["room"]]
        began = there.fold.length
        for _ in range(20):
            await (await t.sit(room, 1)).leave()
            t.clock.turn(1)
            await t.settle()
        assert there.fold.length == began + 3, "taken over, told, given back: once a minute"
        t.clock.turn(60)
        await t.settle()
        assert there.fold.length == began + 5 and there.fold.seats[1].bot_sits_in


async def test_no_bot_sits_in_for_who_has_used_up_their_day(tmp_path: Path) -> None:
    async with table(tmp_path, replace(SMALL, stored=20_000)) as t:
        room = await t.room(options={"takeover": 0})
        await t.sit(room)
        bo = await t.sit(room, 1)
        t.lobby.quota.charge(ADDRESS, 22_000)
        await bo.leave()
        t.clock.turn(600)
        await t.settle()
        there = t.lobby.rooms[room["room"]].fold
        assert not there.seats[1].bot_sits_in
        t.clock.turn(quota.DAY)
        await t.settle()
        assert there.seats[1].bot_sits_in


async def test_the_host_can_still_send_away_who_talks_too_much(tmp_path: Path) -> None:
    async with table(tmp_path, replace(GENEROUS, room_entries=30)) as t:
        room = await t.room(ADA_AND_FREE)
        mo = await join(t, room, "Mo")
        socket = await t.connect(room["room"], mo["token"])
        while (await socket.ask("chat", text="bla"))["t"] == "ok":
            pass
        await t.post(f"/api/rooms/{room['room']}/remove", {"seat": 1}, X_Seat_Token=token(room))


# -- of the disk ----------------------------------------------------------------------------


async def test_with_the_disk_nearly_full_nothing_new_is_begun(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    free = [Limits().least_free]
    monkeypatch.setattr(quota.shutil, "disk_usage", lambda folder: Free(free[0], folder))
    async with table(tmp_path, archive=tmp_path / "none" / "expired") as t:
        room = await t.room()
        ada = await t.sit(room)
        assert t.lobby.quota.disk.free == free[0]
        free[0] -= 1
        t.clock.turn(quota.FRESH)
        with caplog.at_level(logging.INFO):
            refused = await refusal(t, "/api/rooms", {"seats": ADA_AND_FREE})
            assert refused["code"] == "disk_full" and refused["retry_after"] == quota.DISK_WAIT
            assert await refusal(t, "/api/puzzles/1", {}) == refused
        assert [one.message for one in caplog.records if "disk" in one.message] == [
            "only 99 MB of the disk are free: no room is made any more"
        ]
        assert (await ada.answer(0))["t"] == "ok"
        assert (await ada.ask("chat", text="Go on!"))["t"] == "ok"
        free[0] += 1
        t.clock.turn(quota.FRESH)
        await t.room()


class Free:
    """What the system tells of a disk."""

    def __init__(self, free: int, folder: Path) -> None:
        assert folder.exists()
        self.free = free


async def test_an_operator_may_do_without_a_floor(tmp_path: Path) -> None:
    clock = HandClock()
    await Disk(tmp_path, 0, clock, lambda folder: 0).must_have_space()
    await Disk(None, 1, clock, lambda folder: 0).must_have_space()
    with pytest.raises(Refused):
        await Quota(Limits(), clock, Disk(tmp_path, 1, clock, lambda folder: 0)).begin("a", 1)


async def test_a_folder_that_may_not_be_seen_is_no_reason_to_make_no_rooms(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With its games in PostgreSQL, and homes hidden from it by systemd, a server answered every
    wish for a room with an error."""
    hidden = tmp_path / "hidden"
    looking = os.stat

    def look(path: Any, **how: Any) -> os.stat_result:
        if hidden in Path(str(path)).parents:
            raise PermissionError(13, "Permission denied", str(path))
        return looking(path, **how)

    hidden.mkdir()
    monkeypatch.setattr(os, "stat", look)
    asked: list[Path] = []
    disk = Disk(hidden / "home" / "expired", 1, HandClock(), lambda one: asked.append(one) or 2)
    await disk.must_have_space()
    assert disk.free == 2
    assert asked == [hidden, hidden]


def test_who_cannot_keep_games_of_expired_rooms_is_told_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = tmp_path / "data" / "expired"
    assert _not_to_be_written(archive) == []
    monkeypatch.setattr(os, "access", lambda folder, how: folder != tmp_path)
    (said,) = _not_to_be_written(archive)
    assert str(archive) in said and "the setting data" in said


# -- who is remembered ----------------------------------------------------------------------


def test_addresses_at_rest_are_forgotten_and_the_others_seldom_looked_through() -> None:
    buckets = Buckets(rate=1.0, burst=1.0)
    for number in range(20_000):
        buckets.of(str(number), now=0.0).take(0.0)
    looked = 0

    class Counting(dict[str, Any]):
        def items(self) -> Any:
            nonlocal looked
            looked += 1
            return super().items()

    buckets._known = Counting(buckets._known)
    for number in range(1000):
        buckets.of(f"more {number}", now=0.0).take(0.0)
    assert looked <= 1
    for number in range(30_000):
        buckets.of(f"later {number}", now=10.0)
    assert len(buckets._known) <= 40_000
