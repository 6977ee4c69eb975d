"""Looking at games again, and going on from them."""

from __future__ import annotations

from pathlib import Path

import pytest

from .tables import finished, table

pytestmark = pytest.mark.anyio


async def test_a_finished_game_is_shared_by_link_and_stepped_through(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room = await finished(t)
        link = await t.share(room)
        assert await t.share(room) == link
        assert (await t.room_info(room))["replay"] == link
        replay = await t.get(f"/api/replays/{link}")
        assert replay["open"] and replay["winners"]
        assert len(replay["deciders"]) == replay["moves"]
        assert replay["turns"][0] == {"turn": 1, "seat": 0, "move": 0}
        start = await t.get(f"/api/replays/{link}/at/0?seat=1")
        assert start["view"]["public"]["turn_number"] == 1
        assert len(start["view"]["private"]["hand"]) == 5
        end = await t.get(f"/api/replays/{link}/at/{replay['moves']}")
        assert end["view"]["public"]["phase"] == "over"
        assert end["view"]["private"]["hand"] == []
        assert "the game" in end["events"][-1]["text"]["sentence"]
        shown = await t.get(f"/api/replays/{link}/at/3?open=1")
        assert all(shown["view"]["private"]["known"]["hands"])
        whole = await t.get(f"/api/replays/{link}/at/3?all=1")
        assert whole["events"][0]["e"] == 0
        path = f"/api/replays/{link}/at/{replay['moves'] + 1}"
        assert await t.refused("GET", path) == "bad_request"


async def test_a_finished_game_is_published_by_who_sat_or_watched_there(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room = await finished(t)
        path = f"/api/replays/{room['room']}"
        for body in ({}, {"token": "nonsense"}, {"token": room["invite"]}):
            assert await t.refused("POST", path, body) == "wrong_secret"
        assert (await t.room_info(room))["replay"] is None
        watching = await t.post(f"/api/rooms/{room['room']}/watch", {"invite": room["invite"]})
        link = (await t.post(path, {"token": watching["token"]}))["link"]
        assert await t.share(room, 1) == link
        assert (await t.get(f"/api/replays/{link}"))["open"]  # anybody, by the link


async def test_a_running_game_is_for_its_own_player_up_to_now(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room = await t.room()
        ada, bo = (seat["token"] for seat in room["seats"])
        socket = await t.sit(room)
        await socket.answer(0)
        path = f"/api/replays/{room['room']}"
        assert await t.refused("POST", path, {}) == "wrong_secret"
        assert await t.refused("POST", path, {"token": "nonsense"}) == "wrong_secret"
        link = (await t.post(path, {"token": ada}))["link"]
        await socket.answer(0)
        replay = await t.get(f"/api/replays/{link}", X_Seat_Token=ada)
        assert (replay["moves"], replay["seat"], replay["open"]) == (1, 0, False)
        at = f"/api/replays/{link}/at/1?seat=1&open=1"
        assert await t.refused("GET", at) == "wrong_secret"
        assert await t.refused("GET", at, X_Seat_Token=bo) == "wrong_secret"
        shown = await t.get(at, X_Seat_Token=ada)
        assert shown["view"]["private"]["seat"] == 0  # asked for another's, got one's own
        body = {"move": 1, "seat": 0}
        assert await t.refused("POST", f"/api/replays/{link}/continue", body) == "wrong_secret"


async def test_a_game_goes_on_from_a_move_against_bots(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room = await finished(t)
        link = await t.share(room)
        replay = await t.get(f"/api/replays/{link}")
        move = replay["turns"][4]["move"]
        seat = replay["turns"][4]["seat"]
        body = {"move": move, "seat": seat, "name": "Ada", "strength": "beginner"}
        again = await t.post(f"/api/replays/{link}/continue", body)
        ada = await t.sit(again, seat)
        then = await t.get(f"/api/replays/{link}/at/{move}?seat={seat}")
        assert ada.view == then["view"]
        assert (await ada.ask("undo", v=0))["code"] == "nothing_to_undo"
        assert (await ada.answer(0))["t"] == "ok"
        body["move"] = replay["moves"]
        assert await t.refused("POST", f"/api/replays/{link}/continue", body) == "game_over"


async def test_a_link_that_leads_nowhere(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        assert await t.refused("GET", "/api/replays/nowhere") == "no_such_replay"
        assert await t.refused("POST", "/api/replays/nowhere", {}) == "no_such_room"
