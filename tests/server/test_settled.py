"""Whoever looks at a room sees what is on disk, and nothing that may not last."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from smashup.server import room as rooms
from smashup.server.storage import StorageError

from .tables import Socket, Table, table

pytestmark = pytest.mark.anyio


class SlowDisk:
    """Holds what is appended back, until it is let through or fails."""

    def __init__(self, t: Table) -> None:
        self._append = t.lobby.storage.append
        self.full = False
        self.asked = asyncio.Event()
        self.go_on = asyncio.Event()

    async def append(self, *what: Any, **more: Any) -> int:
        self.asked.set()
        await self.go_on.wait()
        if self.full:
            raise StorageError("The disk is full.")
        return await self._append(*what, **more)


@asynccontextmanager
async def answering(server: Table, who: Socket, **what: Any) -> AsyncIterator[SlowDisk]:
    """Inside the block somebody's message is under way to the disk."""
    disk = SlowDisk(server)
    server.lobby.storage.append = disk.append  # type: ignore[method-assign]
    await who.send(what.pop("t"), **what)
    await disk.asked.wait()
    yield disk
    disk.go_on.set()


async def looks(t: Table, room: Any) -> list[asyncio.Task[Any]]:
    """All ways to look at a room by a call, under way."""
    token = room["seats"][0]["token"]
    path = f"/api/rooms/{room['room']}"
    every = [
        t.get(path, X_Seat_Token=token),
        t.get(path, X_Invite=room["invite"]),
        t.get("/api/mine", X_Seat_Tokens=token),
        t.get(f"{path}/events", X_Seat_Token=token),
    ]
    tasks = [asyncio.create_task(each) for each in every]
    for _ in range(200):
        await asyncio.sleep(0)
    return tasks


async def test_an_answer_is_seen_by_nobody_before_it_is_on_disk(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room = await t.room()
        ada = await t.sit(room)
        async with answering(t, ada, t="answer", v=0, option=0) as disk:
            looking = await looks(t, room)
            assert [task.done() for task in looking] == [False] * 4
            disk.go_on.set()
            told = await asyncio.gather(*looking)
        assert [told[0]["v"], told[1]["v"], told[2][0]["v"]] == [1, 1, 1]


async def test_what_did_not_last_is_never_seen(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room = await t.room()
        ada = await t.sit(room)
        before = await (await looks(t, room))[3]
        async with answering(t, ada, t="answer", v=0, option=0) as disk:
            looking = await looks(t, room)
            disk.full = True
            disk.go_on.set()
            told = await asyncio.gather(*looking)
        assert [told[0]["v"], told[1]["v"], told[2][0]["v"]] == [0, 0, 0]
        assert told[3] == before


async def test_an_end_that_does_not_last_opens_no_hands(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room = await t.room()
        ada, _ = await t.sit(room), await t.sit(room, 1)
        replay = await t.share(room)
        async with answering(t, ada, t="concede", v=0) as disk:
            ways = [f"/api/replays/{replay}/at/0?open=true&seat=1", f"/api/replays/{replay}/course"]
            asking = [asyncio.create_task(t.refused("GET", way)) for way in ways]
            for _ in range(200):
                await asyncio.sleep(0)
            assert not any(task.done() for task in asking)
            disk.full = True
            disk.go_on.set()
            assert await asyncio.gather(*asking) == ["wrong_secret", "wrong_secret"]


async def test_who_goes_tells_nothing_of_what_is_under_way(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room = await t.room()
        ada, bo = await t.sit(room), await t.sit(room, 1)
        eve = await t.watch(room)
        while eve.waiting():
            await eve.receive()
        async with answering(t, ada, t="answer", v=0, option=0) as disk:
            await bo.leave()
            assert not eve.waiting()
            disk.full = True
            disk.go_on.set()
            news = await eve.until("room")
        assert news["room"]["v"] == 0
        assert not news["room"]["seats"][1]["present"]


async def test_nobody_waits_for_ever_for_a_store_that_hangs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "SETTLING_TIME", 0.05)
    async with table(tmp_path) as t:
        room = await t.room()
        ada = await t.sit(room)
        async with answering(t, ada, t="answer", v=0, option=0):
            path, token = f"/api/rooms/{room['room']}", room["seats"][0]["token"]
            assert await t.refused("GET", path, X_Seat_Token=token) == "store_down"
