"""Nobody can take the bots from the others: who may have one think, and when."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from smashup.server import thinking
from smashup.server.room import ALONE
from smashup.server.turns import Turns
from smashup.server.workers import Inline

from .tables import table

pytestmark = pytest.mark.anyio

BOTS = [{"kind": "bot", "strength": "beginner"}] * 2


async def test_bots_play_only_while_somebody_is_there_and_a_little_longer(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room = await t.room(BOTS)
        await t.settle()
        fold = t.lobby.rooms[room["room"]].fold
        assert fold.v == 0, "nobody ever came"
        eve = await t.watch(room)
        await eve.until("update")
        await eve.leave()
        v = fold.v
        while fold.v == v:
            await asyncio.sleep(0)
        t.clock.turn(ALONE)
        await t.settle()
        v = fold.v
        assert fold.state == "playing"
        eve = await t.watch(room)
        while fold.v == v:
            await asyncio.sleep(0)


async def test_a_table_to_which_nobody_comes_is_not_played_by_stand_ins(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room = await t.room(options={"timer": 5})
        for _ in range(5):
            t.clock.turn(6)
            await t.settle()
        assert (await t.room_info(room))["v"] == 0


async def test_who_only_watches_lends_a_table_no_turns(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        made = await t.room()
        await t.sit(made)
        room = t.lobby.rooms[made["room"]]
        room.owner = "the players'"
        await t.watch(made)
        assert room.owner == "the players'"
        await t.sit(made, 1)
        assert room.owner == "10.0.0.1"


async def test_who_asks_for_much_does_not_keep_the_others_waiting() -> None:
    turns = Turns(1)
    order: list[str] = []

    async def think(owner: str) -> None:
        async with turns.turn(owner):
            order.append(owner)
            await asyncio.sleep(0)

    greedy = [asyncio.ensure_future(think("greedy")) for _ in range(50)]
    await asyncio.sleep(0)
    modest = [asyncio.ensure_future(think(name)) for name in ("Ada", "Bo")]
    await asyncio.gather(*greedy, *modest)
    assert max(order.index("Ada"), order.index("Bo")) <= 5
    assert len(order) == 52
    assert turns.waiting == 0


async def test_who_no_longer_waits_takes_nobodys_turn() -> None:
    turns = Turns(1)
    served: list[int] = []

    async def think(number: int) -> None:
        async with turns.turn("one"):
            served.append(number)
            await asyncio.sleep(0)

    tasks = [asyncio.ensure_future(think(number)) for number in range(6)]
    await asyncio.sleep(0)
    for number in (1, 2, 5):
        tasks[number].cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert served == [0, 3, 4]
    async with asyncio.timeout(5), turns.turn("two"):
        assert turns.waiting == 0


async def test_in_a_crowd_bots_think_less_and_say_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    make_bot = thinking.make_bot

    def remembered(strength: str, seed: int) -> Any:
        asked.append(strength)
        return make_bot("beginner", seed)

    monkeypatch.setattr(thinking, "make_bot", remembered)
    monkeypatch.setattr(Inline, "crowded", True)
    experts = [{"kind": "human", "name": "Ada"}, {"kind": "bot", "strength": "expert"}]
    async with table(tmp_path) as t:
        ada = await t.sit(await t.room(experts, options={"first": 1}))
        while ada.decision is None:
            await ada.receive()
        assert set(asked) == {"normal"}
        said = "The server has much to do: bots think less for a while."
        told = [(m["text"], m["words"]) for m in ada.seen if m["t"] == "chat"]
        assert told == [(said, {"sentence": said})]
