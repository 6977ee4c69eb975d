"""Who is away, and whose time is up; time passes only where a test turns the clock."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from smashup.server.room import TELLINGS

from .tables import GENEROUS, TWO_HUMANS, table

pytestmark = pytest.mark.anyio


async def test_a_bot_sits_in_after_the_grace_and_gives_the_seat_back(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room = await t.room(options={"takeover": 60})
        ada, bo = await t.sit(room), await t.sit(room, 1)
        await ada.leave()
        news = await bo.until("room")
        assert not news["room"]["seats"][0]["present"]
        t.clock.turn(59)
        await t.settle()
        assert bo.view["public"]["waiting"] == 0
        t.clock.turn(2)
        news = await bo.until("room")
        assert news["room"]["seats"][0]["bot_sits_in"]
        while bo.decision is None:
            await bo.until("update")
        ada = await t.sit(room)
        assert not (await t.room_info(room))["seats"][0]["bot_sits_in"]
        assert ada.seen[0]["chat"][-1]["name"] == "table"


async def test_who_is_back_in_time_keeps_the_seat(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room = await t.room(options={"takeover": 60})
        ada = await t.sit(room)
        await ada.leave()
        t.clock.turn(30)
        ada = await t.sit(room)
        t.clock.turn(100)
        await t.settle()
        assert not (await t.room_info(room))["seats"][0]["bot_sits_in"]
        assert ada.decision is not None


async def test_nobody_is_replaced_while_nobody_waits(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room = await t.room(options={"takeover": 60})
        ada, bo = await t.sit(room), await t.sit(room, 1)
        await ada.leave()
        await bo.leave()
        t.clock.turn(1000)
        await t.settle()
        assert not any(seat["bot_sits_in"] for seat in (await t.room_info(room))["seats"])
        bo = await t.sit(room, 1)
        t.clock.turn(61)
        while bo.decision is None:
            await bo.receive()
        assert (await t.room_info(room))["seats"][0]["bot_sits_in"]


async def test_a_table_that_all_have_left_waits(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room = await t.room()
        for seat in (0, 1):
            await (await t.sit(room, seat)).ask("leave")
        await t.settle()
        v = (await t.room_info(room))["v"]
        await t.settle()
        assert (await t.room_info(room))["v"] == v
        bo = await t.sit(room, 1)
        while bo.decision is None:
            await bo.receive()


async def test_without_the_option_a_seat_waits_for_ever(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room = await t.room()
        await (await t.sit(room)).leave()
        t.clock.turn(10_000)
        await t.settle()
        assert (await t.room_info(room))["v"] == 0


async def test_who_leaves_is_replaced_at_once(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room = await t.room()
        ada, bo = await t.sit(room), await t.sit(room, 1)
        assert (await ada.ask("leave"))["t"] == "ok"
        assert (await ada.ask("leave"))["code"] == "not_your_turn"
        while bo.decision is None:
            await bo.until("update")
        assert (await t.room_info(room))["seats"][0]["bot_sits_in"]
        await t.sit(room)
        assert not (await t.room_info(room))["seats"][0]["bot_sits_in"]


async def test_when_time_is_up_a_bot_answers_that_one_decision(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room = await t.room(options={"timer": 30})
        ada, bo = await t.sit(room), await t.sit(room, 1)
        clock = next(message for message in bo.seen if message["t"] == "clock")
        assert (clock["seat"], clock["seconds"]) == (0, 30)
        t.clock.turn(10)
        assert (await ada.answer(0))["t"] == "ok"
        t.clock.turn(29)
        await t.settle()
        assert (await t.room_info(room))["v"] == 1
        t.clock.turn(2)
        while ada.v < 2:
            await ada.receive()
        seats = (await t.room_info(room))["seats"]
        assert not any(seat["bot_sits_in"] for seat in seats)


async def test_the_clock_goes_on_after_a_restart(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room = await t.room(options={"timer": 30, "takeover": 100})
    async with table(tmp_path) as t:
        ada = await t.sit(room)
        t.clock.turn(31)
        while ada.v < 1:
            await ada.receive()


async def test_bots_go_on_after_a_restart(tmp_path: Path) -> None:
    bots = [{"kind": "bot", "strength": "beginner"}] * 2
    async with table(tmp_path) as t:
        room = await t.room(bots)
    async with table(tmp_path) as t:
        eve = await t.watch(room)
        while not eve.view["public"]["winners"]:
            await eve.until("update")


async def test_a_room_where_nobody_is_is_closed_and_opened_again(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room = await t.room(TWO_HUMANS)
        ada = await t.sit(room)
        await ada.answer(0)
        t.clock.turn(1000)
        assert room["room"] in t.lobby.rooms
        await ada.leave()
        t.clock.turn(1000)
        assert room["room"] not in t.lobby.rooms
        assert (await t.sit(room)).v == 1


async def test_who_comes_and_goes_all_the_time_floods_nobody(tmp_path: Path) -> None:
    """The others are told at once, then as often as can be read, and in the end how it is."""
    async with table(tmp_path) as t:
        room = await t.room()
        ada = await t.sit(room)
        for _ in range(100):
            await (await t.sit(room, 1)).leave()
        bo = await t.sit(room, 1)
        await ada.ask("chat", text="Stay!")
        told = [message for message in ada.seen if message["t"] == "room"]
        assert len(told) == TELLINGS - 1, "one was of her own coming"
        t.clock.turn(2)
        await t.settle()
        news = await ada.until("room")
        assert news["room"]["seats"][1]["present"]
        assert not ada.waiting(), "once is enough"
        t.clock.turn(60)
        await t.settle()
        assert not ada.waiting()
        await bo.leave()
        assert not (await ada.until("room"))["room"]["seats"][1]["present"]


async def test_an_undo_is_asked_for_once(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room = await t.room()
        ada, bo = await t.sit(room), await t.sit(room, 1)
        await ada.answer(ada.option("end"))
        assert (await ada.ask("undo", v=1))["t"] == "ok"
        assert (await ada.ask("undo", v=1))["code"] == "nothing_to_undo"
        await bo.until("undo_asked")
        assert (await bo.ask("consent", yes=False))["t"] == "ok"
        assert (await ada.ask("undo", v=1))["t"] == "ok", "one may ask again when one was refused"
        assert (await bo.until("undo_asked"))["answers"] == 1


async def test_who_leaves_and_comes_back_all_the_time_is_told_to_wait(tmp_path: Path) -> None:
    async with table(tmp_path, replace(GENEROUS, lines=1.0, line_burst=10.0)) as t:
        room = await t.room()
        told = [(await (await t.sit(room)).ask("leave", id=f"l{n}"))["t"] for n in range(6)]
        assert told == ["ok"] * 5 + ["error"]
