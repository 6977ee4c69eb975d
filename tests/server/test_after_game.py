"""What is told of a game once it is over: how it went, and what could have been better."""

from __future__ import annotations

from pathlib import Path

import pytest

from smashup.engine.game import Game
from smashup.lab.positions import read_positions
from smashup.players.search import Limits
from smashup.protocol.calls import Course, Verdict
from smashup.server import hindsight
from smashup.server.course import MOST_DEEDS, Recorder
from smashup.server.hindsight import Hindsight

from .tables import finished, is_a, table

pytestmark = pytest.mark.anyio


async def test_the_course_of_a_game_is_told_when_it_is_over(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room = await finished(t)
        token = room["seats"][0]["token"]
        course = await t.get(f"/api/rooms/{room['room']}/course", X_Seat_Token=token)
        assert is_a(Course, course)
        info = await t.room_info(room)
        turns = len(course["turns"])
        assert len(course["points"]) == len(course["chances"]) == turns + 1
        assert course["points"][0] == [0, 0] and course["points"][-1] == info["vp"]
        assert course["chances"][-1][info["winners"][0]] == 1.0
        assert all(0 <= turn < turns for turn in course["turning"])
        gained = sum(gain["vp"] for taken in course["taken"] for gain in taken["gains"])
        assert 0 < gained <= sum(info["vp"])
        for seat in (0, 1):
            assert 0 < len([d for d in course["deeds"] if d["seat"] == seat]) <= MOST_DEEDS
        link = await t.share(room)
        assert await t.get(f"/api/replays/{link}/course") == course


async def test_nothing_is_told_before_the_end_nor_to_strangers(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room = await t.room()
        path = f"/api/rooms/{room['room']}/course"
        token = room["seats"][0]["token"]
        assert await t.refused("GET", path, X_Seat_Token=token) == "not_over"
        assert await t.refused("GET", path, X_Seat_Token="nonsense") == "wrong_secret"
        assert await t.refused("GET", path) == "wrong_secret"
        socket = await t.sit(room)
        await socket.answer(0)
        link = (await t.post(f"/api/replays/{room['room']}", {"token": token}))["link"]
        assert await t.refused("GET", f"/api/replays/{link}/course") == "wrong_secret"
        assert await t.refused("GET", f"/api/replays/{link}/better/0") == "wrong_secret"


async def test_a_turn_is_looked_at_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hindsight, "MOST", 1)
    monkeypatch.setattr(hindsight, "LIMITS", Limits(10, None))
    async with table(tmp_path) as t:
        room = await finished(t)
        link = await t.share(room)
        began = (await t.get(f"/api/replays/{link}"))["turns"][2]["move"]
        verdict = await t.get(f"/api/replays/{link}/better/{began}")
        assert is_a(Verdict, verdict)
        assert await t.refused("GET", f"/api/replays/{link}/better/{began + 1}") == "bad_request"


def test_what_was_lost_is_named_with_what_was_better(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever ends a turn that could have won the game."""
    monkeypatch.setattr(hindsight, "LIMITS", Limits(hindsight.LIMITS.iterations, None))
    position = next(one for one in read_positions() if one.name == "Rampage ends the game")
    end = len(position.decision.options) - 1
    verdict = Hindsight(position.start.copy()).verdict([end])
    assert verdict.played is not None and verdict.better is not None
    assert verdict.played.option == end
    assert verdict.question is None, "that cards may be played goes without saying"
    assert verdict.better.option in {o for step in position.best for o in position.options_of(step)}
    assert verdict.better.chance > verdict.played.chance
    assert verdict.sentence is not None


def test_points_of_a_base_go_to_the_minions_there_by_their_power() -> None:
    game = Game.new([["Dinosaurs", "Robots"], ["Ninjas", "Zombies"]], seed=7, first=0)
    while not game.over:
        assert game.decision is not None
        game.decide(0)
    course = Recorder(game.replayed(0)).record(game.answers)
    assert course.points[-1] == game.vp
    assert [mark.move for mark in course.turns] == sorted({m.move for m in course.turns})
    for deed in course.deeds:
        assert deed.points > 0 or deed.destroyed > 0


async def test_the_same_deal_is_a_challenge_for_somebody_else(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        seats = [{"kind": "human", "name": "Ada"}, {"kind": "bot", "strength": "easy"}]
        room = await t.room(seats)
        ada = await t.sit(room)
        dealt = ada.view
        assert (await t.room_info(room))["challenge"] is None
        await ada.ask("concede")
        link = await t.share(room)
        wish = {"move": 0, "seat": 0, "name": "Mia", "strength": "beginner"}
        again = await t.post(f"/api/replays/{link}/continue", wish)
        mia = await t.sit(again)
        assert mia.view == dealt
        info = await t.room_info(again)
        assert info["challenge"] == link
        assert [seat["strength"] for seat in info["seats"]] == [None, "easy"]
