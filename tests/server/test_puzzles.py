"""Puzzles at the table: which there are, solving one, trying again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from smashup.protocol.calls import Puzzles, Solution
from smashup.puzzles import FIRST_DAY, puzzles

from .tables import Socket, Table, is_a, table

pytestmark = pytest.mark.anyio


async def sat_down(t: Table, number: int) -> tuple[Any, Socket]:
    room = await t.post(f"/api/puzzles/{number}", {"name": "Ada"})
    return room, await t.sit(room, puzzles()[number - 1].seat)


async def asked_or_over(socket: Socket) -> None:
    """Waits until the others have declined."""
    while socket.decision is None and not socket.view["public"]["winners"]:
        await socket.until("update")


async def test_everybody_is_told_the_same_puzzle_of_the_day(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        told = await t.get("/api/puzzles")
        assert is_a(Puzzles, told)
        assert [one["number"] for one in told["puzzles"]] == [*range(1, len(puzzles()) + 1)]
        days = (t.clock.now() / 86_400) // 1 - (FIRST_DAY.toordinal() - 719_163)
        assert told["today"] == days % len(puzzles()) + 1
        first = told["puzzles"][0]
        assert max(first["vp"]) < 15 and len(first["factions"]) == len(first["vp"])


async def test_the_solution_wins(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        solution = await t.get("/api/puzzles/1/solution")
        assert is_a(Solution, solution)
        room, socket = await sat_down(t, 1)
        info = await t.room_info(room, puzzles()[0].seat)
        assert info["notice"] is None and info["your_move"]
        assert [seat["kind"] for seat in info["seats"]].count("bot") == len(info["seats"]) - 1
        for step in solution["steps"]:
            await asked_or_over(socket)
            assert socket.decision is not None
            assert socket.decision["options"][step["option"]]["label"] == step["words"]
            assert (await socket.answer(step["option"]))["t"] == "ok"
        await asked_or_over(socket)
        assert socket.view["public"]["winners"] == [puzzles()[0].seat]


async def test_who_fails_goes_back_to_the_start(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        _, socket = await sat_down(t, 1)
        start = dict(socket.view)
        await socket.answer(socket.option("play"))
        while socket.view["public"]["turn_number"] == start["public"]["turn_number"]:
            await asked_or_over(socket)
            assert socket.decision is not None
            last = len(socket.decision["options"]) - 1
            assert (await socket.answer(last))["t"] == "ok"
        await t.settle()  # nobody plays on: the turn is over
        assert socket.view["public"]["turn"] != puzzles()[0].seat
        assert (await socket.ask("undo", v=socket.v, all=True))["t"] == "ok"
        assert socket.view == start


async def test_only_puzzles_go_back_to_their_start(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        socket = await t.sit(await t.room())
        await socket.answer(0)
        assert (await socket.ask("undo", v=socket.v, all=True))["code"] == "bad_request"
        _, socket = await sat_down(t, 1)
        assert (await socket.ask("undo", v=socket.v, all=True))["code"] == "nothing_to_undo"


async def test_a_puzzle_gives_nothing_away(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room, socket = await sat_down(t, 1)
        assert (await socket.ask("hint", v=socket.v))["code"] == "switched_off"
        assert (await t.room_info(room, puzzles()[0].seat))["options"]["chances"] is False


async def test_what_there_is_not_is_refused(tmp_path: Path) -> None:
    beyond = len(puzzles()) + 1
    async with table(tmp_path) as t:
        assert await t.refused("POST", f"/api/puzzles/{beyond}", {}) == "not_found"
        assert await t.refused("GET", f"/api/puzzles/{beyond}/solution") == "not_found"
        assert await t.refused("GET", "/api/puzzles/0/solution") == "bad_request"
