"""Rooms are opened when somebody comes, and put away when nobody is there."""

from __future__ import annotations

from pathlib import Path

import pytest

from .tables import ADA_AND_BOT, table

pytestmark = pytest.mark.anyio


async def test_a_start_opens_no_room(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        rooms = [await t.room(), await t.room(ADA_AND_BOT, options={"timer": 5})]
    async with table(tmp_path) as t:
        await t.settle()
        assert (await t.get("/api/health"))["rooms"] == 0
        ada = await t.sit(rooms[0])
        assert (await t.get("/api/health"))["rooms"] == 1
        assert (await ada.answer(0))["t"] == "ok"


async def test_a_table_with_a_clock_is_put_away_as_well(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room = await t.room(options={"timer": 30, "takeover": 10})
        ada = await t.sit(room)
        await ada.leave()
        t.clock.turn(100)
        await t.settle()
        t.clock.turn(1000)
        assert room["room"] not in t.lobby.rooms
        assert (await t.sit(room)).v == 0
