"""Whole games over REST and the socket."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path

import httpx
import pytest
import uvicorn
import websockets

from smashup.server.app import create_app
from smashup.server.clock import WallClock
from smashup.server.launch import bind
from smashup.server.lobby import Lobby
from smashup.server.sqlite_storage import SqliteStorage
from smashup.server.workers import Inline

from .tables import ADA_AND_BOT, GENEROUS, PAIRS, play_to_the_end, table

pytestmark = pytest.mark.anyio


async def test_two_people_play_a_whole_game(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room = await t.room()
        sockets = {seat: await t.sit(room, seat) for seat in (0, 1)}
        await play_to_the_end(sockets, random.Random(1).randrange)
        assert sockets[0].view["public"]["phase"] == "over"
        assert sockets[0].view["public"] == sockets[1].view["public"]
        shown = await t.room_info(room)
        assert shown["state"] == "over"
        assert shown["winners"] == sockets[0].view["public"]["winners"]


async def test_a_person_plays_a_whole_game_against_a_bot(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        socket = await t.sit(await t.room(ADA_AND_BOT))
        pick = random.Random(2).randrange
        while not socket.view["public"]["winners"]:
            if socket.decision is None:
                await socket.until("update")
            else:
                await socket.answer(pick(len(socket.decision["options"])))
        assert socket.view["public"]["phase"] == "over"


async def test_four_draft_and_play_after_a_restart(tmp_path: Path) -> None:
    """Nothing that was acknowledged is lost with the server's memory."""
    seats = [{"kind": "human", "name": name} for name in ("Ada", "Bo", "Cy", "Di")]
    async with table(tmp_path) as t:
        room = await t.room(seats, factions="draft")
        sockets = {seat: await t.sit(room, seat) for seat in range(4)}
        for _ in range(12):
            seat = next(s for s, socket in sockets.items() if socket.decision is not None)
            reply = await sockets[seat].answer(0)
            for socket in sockets.values():
                while socket.v < reply["v"]:
                    await socket.receive()
        before = [socket.view for socket in sockets.values()]
    async with table(tmp_path) as t:
        sockets = {seat: await t.sit(room, seat) for seat in range(4)}
        assert [socket.view for socket in sockets.values()] == before
        assert sockets[0].v == 12
        await play_to_the_end(sockets, random.Random(3).randrange)
        assert sockets[3].view["public"]["winners"]


async def test_a_game_over_a_real_connection(tmp_path: Path) -> None:
    lobby = Lobby(SqliteStorage(tmp_path / "games.sqlite"), WallClock(), Inline(), GENEROUS)
    listening = bind("127.0.0.1", 0)
    port = listening.getsockname()[1]
    config = uvicorn.Config(
        create_app(lobby),
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        log_level="warning",
    )
    server = uvicorn.Server(config)
    running = asyncio.create_task(server.serve(sockets=[listening]))
    try:
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as http:
            options = {"seed": 7, "first": 0}
            body = {"seats": ADA_AND_BOT, "factions": PAIRS, "options": options}
            room = (await http.post("/api/rooms", json=body)).json()
        async with websockets.connect(f"ws://127.0.0.1:{port}/ws") as socket:
            token = room["seats"][0]["token"]
            await socket.send(json.dumps({"t": "hello", "room": room["room"], "token": token}))
            assert await _play(socket) == "over"
    finally:
        server.should_exit = True
        await running


async def _play(socket: websockets.ClientConnection) -> str:
    """Plays the first option each time, and says in which phase the game ended."""
    view: dict[str, dict[str, object]] = {}
    async for text in socket:
        message = json.loads(text)
        assert message["t"] != "error"
        view.update(message.get("view", {}))
        decision = view["private"]["decision"]
        if view["public"]["winners"]:
            break
        if "view" in message and decision is not None:
            answer = {"t": "answer", "id": str(message["v"]), "v": message["v"], "option": 0}
            await socket.send(json.dumps(answer))
    return str(view["public"]["phase"])
