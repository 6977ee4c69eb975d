"""Tables that somebody has only looked in at: what they still cost, which must have an end."""

from __future__ import annotations

import asyncio
import gc
import weakref
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from smashup.server import lobby as lobbies
from smashup.server import quota
from smashup.server.workers import Inline

from .tables import ADA_AND_BOT, ADDRESS, GENEROUS, table

pytestmark = pytest.mark.anyio

BEGINS = {"first": 1}  # the bot


class Busy(Inline):
    """Thinks about one thing at a time, and is never done."""

    async def do(self, job: Any, patience: float, owner: str = "") -> Any:
        await asyncio.Event().wait()


async def test_rooms_whose_bots_wait_for_their_turn_do_not_stay_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot's thought is asked for where somebody has looked in, and there is no end to who may
    do that: of the rooms that are left again only so many stay in memory."""
    monkeypatch.setattr(lobbies, "MOST_IDLE", 10)
    async with table(tmp_path) as t:
        t.lobby._crowd = 10
        t.lobby.bots._thinkers = Busy()
        for _ in range(40):
            ada = await t.sit(await t.room(ADA_AND_BOT, options=BEGINS))
            await ada.leave()
        assert len(t.lobby.rooms) <= 10 + 10 // 2
        assert len([task for task in t.lobby._tasks if not task.done()]) < 40


async def test_who_comes_back_to_such_a_room_finds_its_bot_thinking(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with table(tmp_path) as t:
        ready, t.lobby.bots._thinkers = t.lobby.bots._thinkers, Busy()
        room = await t.room(ADA_AND_BOT, options=BEGINS)
        await (await t.sit(room)).leave()
        t.clock.turn(lobbies.IDLE + lobbies.SWEEP)
        assert not t.lobby.rooms
        t.lobby.bots._thinkers = ready
        ada = await t.sit(room)
        while ada.decision is None:
            await ada.receive()


async def test_bots_that_wait_for_another_day_keep_no_room_open(tmp_path: Path) -> None:
    async with table(tmp_path, replace(GENEROUS, people=1, stored=20_000, sockets=100)) as t:
        room = await t.room(ADA_AND_BOT, options=BEGINS)
        t.lobby.quota.charge(ADDRESS, 22_000)
        ada = await t.sit(room)
        await t.settle()
        for _ in range(20):  # each would be a reason to look again
            await ada.ask("hint", v=0)
        await t.settle()
        assert len(t.lobby.bots._looks) == 1
        await ada.leave()
        t.clock.turn(lobbies.IDLE + lobbies.SWEEP)
        assert not t.lobby.rooms and not t.lobby.bots._looks
        t.clock.turn(quota.DAY)
        ada = await t.sit(room)
        while ada.decision is None:
            await ada.receive()


@pytest.mark.parametrize("thinks", [True, False])
async def test_a_room_that_is_put_away_leaves_nothing_in_memory(
    tmp_path: Path, thinks: bool
) -> None:
    """Neither an appointment nor what was broken off keeps it: thousands may be looked in at
    within a minute, and full searches for what knows only itself are an hour apart."""
    async with table(tmp_path) as t:
        if thinks:
            t.lobby.bots._thinkers = Busy()
        gc.collect()
        gc.disable()
        try:
            kept = []
            for leaves in (True, False, True):
                room = await t.room(ADA_AND_BOT, options={**BEGINS, "chances": False})
                ada = await t.sit(room)
                for _ in range(10):
                    await asyncio.sleep(0)
                there = t.lobby.rooms[room["room"]]
                kept.append(weakref.ref(there))
                if leaves:
                    await ada.leave()
                t.lobby.drop(there)
                if not leaves:
                    await ada.leave()
                del there, ada
                t.sockets.clear()
            await t.settle()
            gc.collect(0)
            assert [one() for one in kept] == [None] * 3
        finally:
            gc.enable()
