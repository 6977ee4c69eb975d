"""One client can do only so much, and the others do not notice."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from smashup.server.app import A_CHANGE
from smashup.server.backlog import Backlog
from smashup.server.limits import MAX_BODY, MAX_WAITING, Bucket, Limits
from smashup.server.sockets import PATIENCE

from .tables import TWO_HUMANS, Closed, Socket, table

pytestmark = pytest.mark.anyio


def test_a_bucket_fills_again() -> None:
    bucket = Bucket(rate=2.0, burst=3.0, now=0.0)
    assert [bucket.take(0.0) for _ in range(4)] == [0.0, 0.0, 0.0, 0.5]
    assert bucket.take(0.5) == 0.0
    assert not bucket.at_rest(0.5)
    assert bucket.at_rest(2.0)


async def test_a_flood_is_refused_and_then_cut_off(tmp_path: Path) -> None:
    async with table(tmp_path, Limits(messages=10, message_burst=20)) as t:
        room = await t.room()
        ada, bo = await t.sit(room), await t.sit(room, 1)
        for _ in range(20 + PATIENCE + 10):
            await ada.send("ping")
        with pytest.raises(Closed):
            while True:
                message = await ada.receive()
        assert message["code"] == "too_many"
        assert message["retry_after"] > 0
        assert (await bo.ask("chat", text="Quiet now."))["t"] == "ok"


LINES = [
    ("chat", {"text": "hello"}, 10),
    ("emote", {"emote": "wow"}, 5),
    ("end", {"yes": True}, 3),
    ("settings", {"name": "Zoe"}, 5),
]


@pytest.mark.parametrize(("what", "fields", "most"), LINES)
async def test_what_others_have_to_read_has_a_rate(
    tmp_path: Path, what: str, fields: dict[str, Any], most: int
) -> None:
    async with table(tmp_path) as t:
        t.lobby.limits = Limits(lines=1.0, line_burst=10.0)
        room = await t.room()
        ada = await t.sit(room)
        for number in range(most):
            if what == "end":
                fields = {"yes": number % 2 == 0}
            assert (await ada.ask(what, **fields))["t"] == "ok"
        refused = await ada.ask(what, **{**fields, **({"yes": True} if what == "end" else {})})
        assert refused["code"] == "too_many" and refused["retry_after"] > 0
        again = await t.sit(room)  # another window of the same seat
        assert (await again.ask("settings", name="Q"))["code"] == "too_many"
        t.clock.turn(3)
        assert (await ada.ask("chat", text="Now."))["t"] == "ok"


async def test_who_is_always_stale_is_not_shown_everything_for_ever(tmp_path: Path) -> None:
    async with table(tmp_path, Limits(messages=1, message_burst=20)) as t:
        ada = await t.sit(await t.room())
        told = [(await ada.ask("answer", v=99, option=0))["code"] for _ in range(6)]
        assert told == ["stale"] * 3 + ["too_many"] * 3


async def test_what_is_kept_for_good_is_counted_by_address(tmp_path: Path) -> None:
    async with table(tmp_path, Limits(people=1, entries=1, entry_burst=3)) as t:
        for seat in (0, 0):
            ada = await t.sit(await t.room(), seat)
            told = [(await ada.answer(0)).get("code", "ok") for _ in range(2)]
        assert told == ["ok", "too_many"]
        t.clock.turn(1)
        assert (await ada.answer(0))["t"] == "ok"


async def test_who_waits_may_go_on(tmp_path: Path) -> None:
    async with table(tmp_path, Limits(messages=1, message_burst=3)) as t:
        ada = await t.sit(await t.room())
        assert (await ada.answer(0))["t"] == "ok"
        assert (await ada.answer(0))["t"] == "ok"
        assert (await ada.answer(0))["code"] == "too_many"
        t.clock.turn(1)
        assert (await ada.answer(0))["t"] == "ok"


async def test_an_address_may_call_and_make_rooms_only_so_often(tmp_path: Path) -> None:
    limits = Limits(people=1, requests=1, request_burst=2 + 3 * A_CHANGE, rooms=0.1, room_burst=2)
    async with table(tmp_path, limits) as t:
        await t.room()
        await t.room()
        body = {"seats": TWO_HUMANS}
        assert await t.refused("POST", "/api/rooms", body) == "too_many"
        await t.get("/api/health")
        await t.get("/api/health")
        response = await t.http.get("/api/health")
        assert response.status_code == 429
        assert int(response.headers["retry-after"]) >= 1


async def test_an_address_may_have_only_so_many_bodies_under_way(tmp_path: Path) -> None:
    limits = Limits(people=2, connections=2)
    arrived = asyncio.Event()

    async def slow() -> AsyncIterator[bytes]:
        await arrived.wait()
        yield b"{}"

    async with table(tmp_path, limits) as t:
        length = {"Content-Length": "2"}
        sending = [
            asyncio.create_task(t.http.post("/api/rooms", content=slow(), headers=length))
            for _ in range(4)
        ]
        await asyncio.sleep(0.01)
        refused = await t.http.post("/api/rooms", content=slow(), headers=length)
        assert refused.json()["error"]["code"] == "too_many"
        assert int(refused.headers["retry-after"]) >= 1
        arrived.set()
        statuses = [(await each).status_code for each in sending]
        assert 429 not in statuses
        assert await t.refused("POST", "/api/rooms", {}) != "too_many"


async def test_what_is_more_work_counts_for_more(tmp_path: Path) -> None:
    limits = Limits(people=1, requests=1, request_burst=20)
    async with table(tmp_path, limits) as t:
        tokens = ",".join(f"token{number}" for number in range(40))
        assert await t.get("/api/mine", X_Seat_Tokens=tokens) == []  # 1 and 8
        assert await t.get("/api/mine", X_Seat_Tokens=tokens) == []
        assert (await t.get("/api/health"))["ok"]
        assert await t.refused("GET", "/api/mine", X_Seat_Tokens=tokens) == "too_many"
        t.clock.turn(3)
        assert await t.refused("GET", "/api/rooms/oak/events") == "no_such_room"  # 1 and 2
        assert await t.refused("GET", "/api/rooms/oak/events") == "too_many"
        t.clock.turn(60)
        await t.room()


async def test_an_address_may_open_only_so_many_sockets(tmp_path: Path) -> None:
    async with table(tmp_path, Limits(people=1, sockets=2)) as t:
        room = await t.room()
        one = await t.sit(room)
        await t.sit(room, 1)
        with pytest.raises(Closed):
            await Socket(t.app).receive()
        await one.leave()
        await t.sit(room)


async def test_a_body_has_its_bounds(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        for method in ("GET", "POST"):
            chunked = {"Transfer-Encoding": "chunked"}
            response = await t.http.request(method, "/api/rooms", headers=chunked)
            assert response.json()["error"]["code"] == "bad_request"
            assert "Content-Length" in response.json()["error"]["next"]
        response = await t.http.post("/api/rooms", content=b" " * (MAX_BODY + 1))
        assert response.status_code == 413
        assert response.json()["error"]["code"] == "too_large"


class Deaf:
    """A socket whose client does not read."""

    def __init__(self, backlog: Backlog, address: str) -> None:
        self._backlog = backlog
        self._address = address
        self.gone = False

    def owe(self, size: int) -> None:
        self._backlog.note(self._address, self, size)

    def cut_off(self) -> None:
        self.gone = True
        self.owe(0)


def test_what_waits_for_an_address_is_bounded_and_who_reads_least_is_cut_off() -> None:
    backlog = Backlog(Limits(people=8, waiting=MAX_WAITING // 4))
    slow, slower, other = Deaf(backlog, "a"), Deaf(backlog, "a"), Deaf(backlog, "b")
    slow.owe(MAX_WAITING // 2)
    other.owe(2 * MAX_WAITING)
    slower.owe(MAX_WAITING)
    assert not slower.gone
    slow.owe(MAX_WAITING - 1)
    slower.owe(MAX_WAITING + 2)
    assert slower.gone and not slow.gone and not other.gone
    slow.owe(0)
    other.owe(0)
    assert backlog.all == 0 and not backlog._sockets and not backlog._sums


def test_what_waits_for_everybody_is_bounded() -> None:
    backlog = Backlog(Limits(all_waiting=100))
    every = [Deaf(backlog, str(number)) for number in range(10)]
    for number, one in enumerate(every):
        one.owe(10 + number % 2)
    assert [one.gone for one in every].count(True) == 1
    assert every[1].gone and backlog.all <= 100


async def test_sockets_that_are_gone_leave_nothing_behind(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room = await t.room()
        ada = await t.sit(room)
        connection = next(iter(t.lobby.rooms[room["room"]].seats[0].connections))
        connection.push(b"{}")
        assert t.lobby.backlog.all == 2
        await ada.leave()
        assert t.lobby.backlog.all == 0


async def test_a_client_that_does_not_read_is_dropped(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room = await t.room()
        ada, bo = await t.sit(room), await t.sit(room, 1)
        connection = next(iter(t.lobby.rooms[room["room"]].seats[1].connections))
        connection.push(b"x" * (MAX_WAITING + 1))
        with pytest.raises(Closed):
            while True:
                await bo.receive()
        assert (await ada.answer(0))["t"] == "ok"
        again = await t.sit(room, 1)
        assert again.v == 1
