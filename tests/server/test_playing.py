"""Whole games over REST and the socket."""

from __future__ import annotations

import random
from pathlib import Path

from tests.server.tables import ADA_AND_BOT, play_to_the_end, run, table


def test_two_people_play_a_whole_game(tmp_path: Path) -> None:
    async def game() -> None:
        async with table(tmp_path) as t:
            room = await t.room()
            sockets = {seat: await t.sit(room, seat) for seat in (0, 1)}
            await play_to_the_end(sockets, random.Random(1).randrange)
            assert sockets[0].view["public"]["phase"] == "over"
            assert sockets[0].view["public"] == sockets[1].view["public"]
            shown = await t.get(
                f"/api/rooms/{room['room']}", X_Seat_Token=room["seats"][0]["token"]
            )
            assert shown["state"] == "over"
            assert shown["winners"]

    run(game())


def test_a_person_plays_a_whole_game_against_a_bot(tmp_path: Path) -> None:
    async def game() -> None:
        async with table(tmp_path) as t:
            socket = await t.sit(await t.room(ADA_AND_BOT))
            pick = random.Random(2).randrange
            while not socket.view["public"]["winners"]:
                if socket.decision is None:
                    await socket.until("update")
                else:
                    await socket.answer(pick(len(socket.decision["options"])))
            assert socket.view["public"]["phase"] == "over"

    run(game())
