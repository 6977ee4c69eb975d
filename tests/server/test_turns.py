"""Nobody can take the bots from the others: who may have one think, and when."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from smashup.server import thinking
from smashup.server.room import ALONE
from smashup.server.turns import Turns
from smashup.server.workers import Inline

from .tables import ADA_AND_FREE, Socket, join, table

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


async def test_a_table_takes_the_turns_of_its_host_whoever_comes_in_later(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        made = await t.room([*ADA_AND_FREE, {"kind": "open"}], factions="random")
        joined = [await join(t, made, name) for name in ("Bo", "Mo")]
        room = t.lobby.rooms[made["room"]]
        assert room.owner == ""

        async def come(token: str, address: str) -> Socket:
            return await t.connect(made["room"], token, address=address)

        ticket = await t.post(f"/api/rooms/{made['room']}/watch", {"invite": made["invite"]})
        await come(ticket["token"], "eve")
        assert room.owner == "eve", "nobody else is there"
        await come(joined[1]["token"], "mo")
        assert room.owner == "mo"
        host = await come(made["seats"][0]["token"], "host")
        assert room.owner == "host"
        await come(joined[0]["token"], "bo")
        await come(joined[1]["token"], "mo")
        assert room.owner == "host", "who comes in last changes nothing"
        await host.leave()
        assert room.owner == "bo", "the first who is there"
        for socket in t.sockets:
            if not socket.task.done():
                await socket.leave()
        assert room.owner != "eve"


class Asked(Inline):
    """Remembers for whom something was thought about."""

    def __init__(self) -> None:
        self.owners: list[tuple[str, str]] = []

    async def do(self, job: Any, patience: float, owner: str = "") -> Any:
        self.owners.append((type(job).__name__, owner))
        return await super().do(job, patience, owner)


async def test_a_hint_takes_the_turn_of_who_asks_for_it(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        t.lobby.bots._thinkers = asked = Asked()
        made = await t.room(options={"first": 1})
        await t.connect(made["room"], made["seats"][0]["token"], address="host")
        bo = await t.connect(made["room"], made["seats"][1]["token"], address="bo")
        assert (await bo.ask("hint", v=bo.v))["t"] == "hint"
        assert ("Advise", "bo") in asked.owners


async def test_an_undo_takes_the_turn_of_who_asks_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with table(tmp_path) as t:
        owners: list[str] = []
        do = t.lobby.replaying.do

        async def noted(owner: str, *work: Any) -> Any:
            owners.append(owner)
            return await do(owner, *work)

        monkeypatch.setattr(t.lobby.replaying, "do", noted)
        made = await t.room(options={"first": 1})
        await t.connect(made["room"], made["seats"][0]["token"], address="host")
        bo = await t.connect(made["room"], made["seats"][1]["token"], address="bo")
        assert (await bo.answer(0))["t"] == "ok"
        await bo.ask("undo", v=bo.v)
        assert owners == ["bo"]


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


async def test_who_asks_for_what_takes_long_is_not_in_the_way_of_who_asks_for_little() -> None:
    """Three who think for two seconds each time, and one who needs a tenth of that and asks anew
    only then: they take turns by time, so that it waits for one of the others, not for all."""
    now = 0.0
    turns = Turns(1, lambda: now)
    order: list[str] = []

    async def think(owner: str, seconds: float, times: int) -> None:
        nonlocal now
        for _ in range(times):
            async with turns.turn(owner):
                order.append(owner)
                await asyncio.sleep(0)
                now += seconds

    slow = [think(name, 2.0, 20) for name in "ABC"]
    await asyncio.gather(*slow, think("quick", 0.2, 30))
    asked = [number for number, who in enumerate(order) if who == "quick"]
    assert max(later - sooner for sooner, later in pairwise(asked)) == 2
    assert order.count("A") == order.count("B") == order.count("C") == 20


async def test_nobody_is_owed_anything_for_when_they_wanted_nothing() -> None:
    now = 0.0
    turns = Turns(1, lambda: now)
    order: list[str] = []

    async def think(owner: str) -> None:
        nonlocal now
        async with turns.turn(owner):
            order.append(owner)
            await asyncio.sleep(0)
            now += 1.0

    early = [asyncio.ensure_future(think("early")) for _ in range(20)]
    while len(order) < 10:
        await asyncio.sleep(0)
    late = [asyncio.ensure_future(think("late")) for _ in range(10)]
    await asyncio.gather(*early, *late)
    assert abs(order[10:20].count("late") - 5) <= 1


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
