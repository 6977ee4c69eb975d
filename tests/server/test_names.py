"""Nobody sits at a table under somebody else's name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from .tables import Table, join, table

pytestmark = pytest.mark.anyio

SEATS = [
    {"kind": "human", "name": "Ada"},
    {"kind": "open"},
    {"kind": "open"},
    {"kind": "bot", "strength": "easy", "name": "Robo"},
]


async def names(t: Table, room: Any) -> list[str]:
    return [seat["name"] for seat in (await t.room_info(room))["seats"]]


async def test_whoever_comes_with_a_name_that_is_taken_is_numbered(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room = await t.room(SEATS, factions="random")
        await join(t, room, " ADA ")
        await join(t, room, "ROBO")
        assert await names(t, room) == ["Ada", "ADA (2)", "ROBO (2)", "Robo"]


async def test_a_name_cannot_be_borrowed_later_either(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room = await t.room(SEATS, factions="random")
        right = await join(t, room, "Bo")
        bo = await t.connect(room["room"], right["token"])
        for wish, given in (
            ("Ada", "Ada (2)"),
            ("table", "table (2)"),
            ("Bo", "Bo"),
            ("Zoë", "Zoë"),
        ):
            assert (await bo.ask("settings", name=wish))["t"] == "ok"
            assert (await names(t, room))[1] == given


async def test_who_comes_back_to_a_rematch_keeps_their_name(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room = await t.room()
        for seat in (0, 1):
            await (await t.sit(room, seat)).ask("concede")
        path = f"/api/rooms/{room['room']}/rematch"
        again = await t.post(path, X_Seat_Token=room["seats"][0]["token"])
        await t.post(path, X_Seat_Token=room["seats"][1]["token"])
        assert await names(t, again) == ["Ada", "Bo"]


async def test_those_at_one_screen_are_told_apart(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room = await t.room([{"kind": "human", "name": "Ada"}] * 2)
        assert await names(t, room) == ["Ada", "Ada (2)"]
