"""What one table costs the others does not grow with what its people do."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from smashup.server import fold as folds
from smashup.server import lobby, snapshots, views
from smashup.server.beside import Beside
from smashup.view import Storyteller

from .tables import ADA_AND_BOT, Table, table

pytestmark = pytest.mark.anyio


async def test_ids_of_messages_are_kept_for_a_while_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folds, "IDS_KEPT", 10)
    async with table(tmp_path) as t:
        room = await t.room()
        ada = await t.sit(room)
        for number in range(30):
            await ada.ask("chat", text=f"line {number}", id=f"c{number}")
        fold = t.lobby.rooms[room["room"]].fold
        assert list(fold.done[0]) == [f"c{number}" for number in range(20, 30)]
        small = len(snapshots.take(fold))
        for number in range(30, 60):
            await ada.ask("chat", text=f"line {number}", id=f"c{number}")
        assert len(snapshots.take(fold)) < small + 1000
        said = len(fold.chat)
        for id in ("c3", "c59"):  # one that is forgotten, one that is not
            assert (await ada.ask("chat", text="again", id=id))["t"] == "ok"
        assert len(t.lobby.rooms[room["room"]].fold.chat) == said


async def test_an_undo_is_played_again_beside_the_other_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[bool] = []
    replayed = folds.Game.replayed

    def watched(game: Any, until: int | None = None) -> Any:
        try:
            asyncio.get_running_loop()
            threads.append(False)
        except RuntimeError:
            threads.append(True)
        return replayed(game, until)

    monkeypatch.setattr(folds.Game, "replayed", watched)
    async with table(tmp_path) as t:
        room = await t.room()
        ada, bo = await t.sit(room), await t.sit(room, 1)
        await ada.answer(ada.option("play"))
        assert (await ada.ask("undo", v=ada.v))["t"] == "ok"
        await ada.answer(ada.option("end"))
        await ada.ask("undo", v=ada.v)
        await bo.until("undo_asked")
        assert (await bo.ask("consent", yes=True))["t"] == "ok"
        await ada.until("undone")
        alone = await t.sit(await t.room(ADA_AND_BOT))
        await alone.answer(alone.option("play"))
        assert (await alone.ask("undo", v=alone.v))["t"] == "ok"
    assert len(threads) >= 4
    assert all(threads)


async def test_games_are_played_again_one_at_a_time_and_in_turn() -> None:
    beside, order = Beside(), []
    going = 0

    def work(name: str) -> None:
        nonlocal going
        going += 1
        assert going == 1, "one thread is enough to keep the loop from its work"
        order.append(name)
        going -= 1

    greedy = [beside.do("greedy", work, f"greedy {number}") for number in range(5)]
    await asyncio.gather(*greedy, beside.do("modest", work, "modest"))
    assert order.index("modest") <= 2, "who asks for little does not wait for who asks for much"


async def test_the_log_is_told_in_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[int] = []
    one = Storyteller._event

    def counted(teller: Any, number: int, *rest: Any) -> Any:
        told.append(number)
        return one(teller, number, *rest)

    async with table(tmp_path) as t:
        room = await long_game(t)
        path = f"/api/rooms/{room['room']}/events"
        token = room["seats"][0]["token"]
        whole = await t.get(path, X_Seat_Token=token)
        monkeypatch.setattr(Storyteller, "_event", counted)
        page = await t.get(f"{path}?before=20", X_Seat_Token=token)
        assert [event["e"] for event in page] == list(range(20))
        assert told == list(range(20)), "and nothing behind it"
        assert whole[-1]["e"] > 40


async def long_game(t: Table) -> Any:
    """A game in which something has happened."""
    room = await t.room()
    ada, bo = await t.sit(room), await t.sit(room, 1)
    for _ in range(12):
        for socket in (ada, bo):
            while socket.waiting():
                await socket.receive()
            if socket.decision is not None:
                await socket.answer(len(socket.decision["options"]) - 1)
    return room


async def test_only_so_many_rooms_wait_for_somebody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "MOST_IDLE", 4)
    async with table(tmp_path) as t:
        t.lobby._crowd = 4
        kept = await t.room()
        await t.sit(kept)
        for _ in range(20):
            t.clock.turn(1)
            last = await t.room(options={"timer": 86_400.0})
        assert len(t.lobby.rooms) <= 8
        assert {kept["room"], last["room"]} <= set(t.lobby.rooms)


async def test_a_clock_that_runs_for_nobody_keeps_no_room_open(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room = await t.room(options={"timer": 86_400.0, "takeover": 86_400.0})
        ada = await t.sit(room)
        t.clock.turn(2 * lobby.IDLE)
        assert room["room"] in t.lobby.rooms
        await ada.leave()
        t.clock.turn(lobby.IDLE + 2 * lobby.SWEEP)
        assert room["room"] not in t.lobby.rooms
        await t.sit(room)


async def test_what_is_shown_to_who_watches_is_made_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[int | None] = []
    private = views.private

    def counted(game: Any, seat: int | None, open_hands: bool) -> Any:
        made.append(seat)
        return private(game, seat, open_hands)

    async with table(tmp_path) as t:
        room = await t.room()
        ada = await t.sit(room)
        eves = [await t.watch(room) for _ in range(5)]
        monkeypatch.setattr(views, "private", counted)
        await ada.answer(0)
        told = [await eve.until("update") for eve in eves]
        assert all(one["events"] == told[0]["events"] for one in told)
        assert sorted(made, key=str) == [0, None]


async def test_a_game_that_goes_on_from_a_replay_is_played_again_beside_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also that of a puzzle: there may be thousands of answers before the first."""
    on_the_loop: list[int] = []
    play_on = folds.Fold._play_on

    def watched(fold: Any) -> None:
        try:
            asyncio.get_running_loop()
            on_the_loop.append(len(fold.answers) - len(fold.deciders))
        except RuntimeError:
            pass
        play_on(fold)

    async with table(tmp_path) as t:
        room = await long_game(t)
        assert (await (await t.sit(room)).ask("concede", id="enough"))["t"] == "ok"
        link = await t.share(room)
        monkeypatch.setattr(folds.Fold, "_play_on", watched)
        made = await t.post(f"/api/replays/{link}/continue", {"move": 10, "seat": 0})
        assert len(t.lobby.rooms[made["room"]].fold.answers) == 10
        puzzle = await t.post("/api/puzzles/1", {})
        assert t.lobby.rooms[puzzle["room"]].fold.answers
    assert not any(on_the_loop)
