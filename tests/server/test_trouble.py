"""When the disk does not take it: nothing is acknowledged that is not there."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from smashup.engine.game import Game
from smashup.server import sockets
from smashup.server.room import Room
from smashup.server.storage import Conflict, Entry, Storage, StorageError

from .tables import ADA_AND_BOT, PAIRS, Closed, Socket, table

pytestmark = pytest.mark.anyio


async def fail(*_: Any, **__: Any) -> Any:
    raise StorageError("The disk is full.")


async def test_an_answer_that_cannot_be_written_did_not_happen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with table(tmp_path) as t:
        room = await t.room()
        ada, bo = await t.sit(room), await t.sit(room, 1)
        with monkeypatch.context() as broken:
            broken.setattr(t.lobby.storage, "append", fail)
            assert (await ada.answer(0, id="one"))["code"] == "store_down"
        assert (await t.room_info(room))["v"] == 0
        assert (await ada.ask("answer", id="one", v=0, option=0))["v"] == 1
        while bo.v < 1:
            await bo.receive()
        assert [m["v"] for m in bo.seen if m["t"] == "update"] == [1]


async def test_a_room_that_cannot_even_be_read_is_opened_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with table(tmp_path) as t:
        room = await t.room()
        ada, bo = await t.sit(room), await t.sit(room, 1)
        with monkeypatch.context() as broken:
            broken.setattr(t.lobby.storage, "append", fail)
            broken.setattr(t.lobby.storage, "head", fail)
            await ada.send("answer", v=0, option=0)
            with pytest.raises(Closed):
                while True:
                    await bo.receive()
        again = await t.sit(room)
        assert again.v == 0
        assert (await again.answer(0))["t"] == "ok"


async def test_an_answer_that_breaks_the_engine_can_be_given_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    decide = Game.decide

    def trips(game: Game, answer: Any) -> Any:
        if answer == 1:
            raise RuntimeError("a bug in a card")
        return decide(game, answer)

    async with table(tmp_path) as t:
        ada = await t.sit(await t.room())
        monkeypatch.setattr(Game, "decide", trips)
        assert (await ada.answer(1))["code"] == "unexpected"
        assert (await ada.answer(0))["v"] == 1


@pytest.mark.parametrize(
    ("trouble", "code"),
    [
        (StorageError("The disk is full."), "store_down"),
        (Conflict("Somebody was first."), "unexpected"),
    ],
)
async def test_a_call_that_the_store_cannot_answer_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trouble: StorageError, code: str
) -> None:
    async def fails(*_: Any) -> None:
        raise trouble

    async with table(tmp_path) as t:
        monkeypatch.setattr(t.lobby.storage, "create", fails)
        body = {"seats": ADA_AND_BOT, "factions": PAIRS}
        response = await t.http.post("/api/rooms", json=body)
        error = response.json()["error"]
        assert (error["code"], response.status_code >= 500) == (code, True)
        assert "disk" not in error["message"]  # that is its operator's business


async def test_whoever_comes_while_the_store_is_down_is_told_so_and_can_come_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with table(tmp_path) as t:
        room = await t.room()
    async with table(tmp_path) as t:
        with monkeypatch.context() as broken:
            broken.setattr(t.lobby.storage, "head", fail)
            socket = Socket(t.app)
            await socket.send("hello", room=room["room"], token=room["seats"][0]["token"])
            assert (await socket.receive())["code"] == "store_down"
            with pytest.raises(Closed):
                await socket.receive()
        assert (await t.sit(room)).v == 0


async def test_a_store_that_hangs_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def hangs(*_: Any) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(sockets, "OPENING_TIME", 0.01)
    async with table(tmp_path) as t:
        room = await t.room()
    async with table(tmp_path) as t:
        monkeypatch.setattr(t.lobby.storage, "snapshot", hangs)
        socket = Socket(t.app)
        await socket.send("hello", room=room["room"], token=room["seats"][0]["token"])
        assert (await socket.receive())["code"] == "store_down"


async def test_what_no_database_can_hold_harms_nobody_who_writes_at_the_same_time(
    store: Storage,
) -> None:
    """Something in one entry that cannot be written at all is that entry's own fault."""
    for name in ("one", "two"):
        await store.create(name, b"{}", [])
    bad = Entry("chat", 0, "a lone \ud800", b"{}", 1.0)
    good = Entry("chat", 0, "an id", b"{}", 1.0)
    asked = [store.append("one", 0, [bad]), store.append("two", 0, [good])]
    both = await asyncio.wait_for(asyncio.gather(*asked, return_exceptions=True), 10)
    assert isinstance(both[0], Exception) and both[1] == 1
    assert await asyncio.wait_for(store.append("one", 0, [good]), 10) == 1


async def test_who_cannot_be_welcomed_is_not_taken_to_be_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A card whose words fail must not let a seat be present for ever, and bots think for it."""
    async with table(tmp_path) as t:
        room = await t.room()
        with monkeypatch.context() as broken:
            broken.setattr(Room, "welcome", lambda *_: 1 / 0)
            with pytest.raises((Closed, AssertionError)):
                await t.sit(room)
        there = t.lobby.rooms[room["room"]]
        assert not there.anybody_here and there.is_idle
        assert (await t.sit(room)).decision is not None
