"""Several servers on one database: players of one room sit at different ones."""

from __future__ import annotations

import asyncio
import random

import pytest

from .tables import ADA_AND_BOT, Socket, play_to_the_end, table

pytestmark = pytest.mark.anyio


async def test_a_game_is_played_over_two_servers(database: str) -> None:
    async with table(database) as one, table(database) as two:
        room = await one.room()
        sockets = {0: await one.sit(room, 0), 1: await two.sit(room, 1)}
        await play_to_the_end(sockets, random.Random(1).randrange)
        assert sockets[0].view["public"]["winners"]
        assert sockets[0].view["public"] == sockets[1].view["public"]
        shown = [await t.room_info(room) for t in (one, two)]
        assert [room["state"] for room in shown] == ["over", "over"]


async def test_the_same_message_to_two_servers_is_applied_once(database: str) -> None:
    async with table(database) as one, table(database) as two:
        room = await one.room()
        here, there = await one.sit(room), await two.sit(room)
        replies = await asyncio.gather(
            here.ask("answer", id="same", v=0, option=0),
            there.ask("answer", id="same", v=0, option=0),
        )
        assert replies == [{"t": "ok", "id": "same", "v": 1}] * 2


async def test_of_two_answers_to_two_servers_one_is_stale(database: str) -> None:
    async with table(database) as one, table(database) as two:
        room = await one.room()
        sockets = [await one.sit(room), await two.sit(room)]
        replies = await asyncio.gather(
            *(s.ask("answer", id=id, v=0, option=0) for s, id in zip(sockets, "xy", strict=True))
        )
        assert sorted(reply["t"] for reply in replies) == ["error", "ok"]
        await _until_version(sockets, 1)
        assert sockets[0].view == sockets[1].view


async def test_chat_and_undo_reach_the_other_server(database: str) -> None:
    async with table(database) as one, table(database) as two:
        room = await one.room()
        ada, bo = await one.sit(room), await two.sit(room, 1)
        await bo.ask("chat", text="Hello over there!")
        assert (await ada.until("chat"))["text"] == "Hello over there!"
        await ada.answer(0)
        await _until_version([bo], 1)
        await ada.ask("undo", v=1)
        assert (await bo.until("undone"))["v"] == 2


async def test_one_server_thinks_for_a_rooms_bots(database: str) -> None:
    async with table(database) as one, table(database) as two:
        room = await one.room(ADA_AND_BOT)
        ada = await two.sit(room)
        for _ in range(20):
            while ada.decision is None:
                await ada.receive()
            await ada.answer(len(ada.decision["options"]) - 1)
        while ada.decision is None:  # the bot has moved, and waits for her
            await ada.receive()
        entries = await one.lobby.storage.read(room["room"])
        assert len([e for e in entries if e.kind == "answer"]) == ada.v


async def test_who_sits_at_the_other_server_is_not_away(database: str) -> None:
    async with table(database) as one, table(database) as two:
        room = await one.room(options={"takeover": 10})
        ada = await two.sit(room)
        await one.sit(room, 1)
        one.clock.turn(11)  # Ada did not come to this server
        news = await ada.until("room")
        while not news["room"]["seats"][0]["bot_sits_in"]:
            news = await ada.until("room")
        while news["room"]["seats"][0]["bot_sits_in"]:
            news = await ada.until("room")
        assert (await ada.ask("chat", text="I am here."))["t"] == "ok"


async def _until_version(sockets: list[Socket], v: int) -> None:
    for socket in sockets:
        while socket.v < v:
            await socket.receive()
