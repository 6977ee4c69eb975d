"""What several ask for at once is done once, and not at all when nobody waits for it any more."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from smashup.engine.game import Game
from smashup.server import replays, thinking
from smashup.server.asking import Asker
from smashup.server.charter import SetupPlan
from smashup.server.course import Recorder
from smashup.server.errors import Refused
from smashup.server.hindsight import Hindsight
from smashup.server.jobs import Choose, Job, Judge, Outline, Position
from smashup.server.together import Together
from smashup.server.turns import Crowded, Shares, Stopped, Turns
from smashup.server.workers import Inline, Workers

from .tables import Table, table

pytestmark = pytest.mark.anyio


class Work:
    """Something that is done when the test says so."""

    def __init__(self) -> None:
        self.begun = 0
        self.broken_off = 0
        self.done = asyncio.Event()

    async def __call__(self) -> str:
        self.begun += 1
        try:
            await self.done.wait()
        except asyncio.CancelledError:
            self.broken_off += 1
            raise
        return "found"


async def link_to_a_game(t: Table) -> str:
    """The replay of a game that two people ended soon."""
    room = await t.room()
    ada, bo = [await t.sit(room, seat) for seat in (0, 1)]
    await ada.answer(0)
    await ada.ask("end", yes=True)
    await bo.ask("end", yes=True)
    return await t.share(room)


async def settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


async def test_the_same_is_done_once_for_all_who_ask() -> None:
    together: Together[str] = Together()
    work = Work()
    asked = [asyncio.ensure_future(together.do(b"x", "Ada", work)) for _ in range(100)]
    other = asyncio.ensure_future(together.do(b"y", "Ada", work))
    await settle()
    assert work.begun == 2
    work.done.set()
    assert await asyncio.gather(*asked, other) == ["found"] * 101
    assert work.broken_off == 0


async def test_it_is_broken_off_when_the_last_has_gone() -> None:
    together: Together[str] = Together()
    work = Work()
    asked = [asyncio.ensure_future(together.do(b"x", "Ada", work)) for _ in range(3)]
    await settle()
    for number, one in enumerate(asked):
        assert work.broken_off == 0, number
        one.cancel()
        await settle()
    assert work.broken_off == 1
    again = asyncio.ensure_future(together.do(b"x", "Ada", work))
    work.done.set()
    assert await again == "found"


async def test_whose_turn_is_first_does_it_for_all() -> None:
    """Who asks for the same as somebody with a long queue does not wait in that queue."""
    together: Together[str] = Together()
    slow, quick = Work(), Work()
    greedy = asyncio.ensure_future(together.do(b"x", "greedy", slow))
    modest = asyncio.ensure_future(together.do(b"x", "modest", quick))
    await settle()
    quick.done.set()
    assert await asyncio.gather(greedy, modest) == ["found", "found"]
    assert (slow.begun, slow.broken_off) == (1, 1)


async def test_who_is_refused_takes_nothing_from_the_others() -> None:
    together: Together[str] = Together()
    work = Work()

    async def refused() -> str:
        raise Crowded("no place")

    modest = asyncio.ensure_future(together.do(b"x", "modest", work))
    await settle()
    with pytest.raises(Crowded):
        await together.do(b"x", "greedy", refused)
    work.done.set()
    assert await modest == "found"


def hangs_up(when: asyncio.Event) -> Callable[[], Any]:
    async def receive() -> Any:
        await when.wait()
        return {"type": "http.disconnect"}

    return receive


async def test_who_hangs_up_is_not_worked_for() -> None:
    gone, work = asyncio.Event(), Work()
    staying = asyncio.ensure_future(Asker("", hangs_up(gone)).stays_for(work()))
    await settle()
    gone.set()
    with pytest.raises(Refused):
        await staying
    await settle()
    assert work.broken_off == 1
    work.done.set()
    assert await Asker("", hangs_up(asyncio.Event())).stays_for(work()) == "found"


async def test_a_turn_of_a_finished_game_is_thought_about_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Job] = []

    async def slow(self: Inline, job: Job, patience: float, owner: str = "") -> Any:
        asked.append(job)
        await asyncio.sleep(0.01)
        if not isinstance(job, Judge):
            return await done(self, job, patience, owner)
        return {"move": 0, "question": None, "played": None, "better": None, "sentence": None}

    done = Inline.do
    monkeypatch.setattr(Inline, "do", slow)
    async with table(tmp_path) as t:
        link = await link_to_a_game(t)
        asked.clear()
        path = f"/api/replays/{link}/better/0"
        told = await asyncio.gather(*(t.get(path) for _ in range(20)))
        assert told == [told[0]] * 20
        assert sorted(type(job).__name__ for job in asked) == ["Judge", "Recount"]


async def test_who_waits_too_long_is_told_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long others are before them: time begins when somebody comes."""

    async def never(*_: Any) -> Any:
        await asyncio.Event().wait()

    async with table(tmp_path) as t:
        link = await link_to_a_game(t)
        monkeypatch.setattr(Inline, "do", never)
        monkeypatch.setattr(replays, "PATIENCE", 0.01)
        assert await t.refused("GET", f"/api/replays/{link}/at/1") == "too_many"


def test_nobody_is_kept_out_by_what_others_have_asked_for() -> None:
    shares = Shares(8, 8)
    held = [shares.place("greedy") for _ in range(8)]
    for place in held:
        place.__enter__()
    with pytest.raises(Crowded), shares.place("greedy"):
        pass
    more = [shares.place("modest") for _ in range(4)]
    for place in more:
        place.__enter__()
    with pytest.raises(Crowded), shares.place("modest"):
        pass
    with shares.place("late"):
        pass
    for place in (*held, *more):
        place.__exit__(None, None, None)
    assert not shares._counts


async def test_at_the_end_who_waits_is_sent_away_at_once() -> None:
    turns = Turns(1)
    sent_away = 0

    async def think() -> None:
        nonlocal sent_away
        try:
            async with turns.turn("Ada"):
                await asyncio.sleep(0)
        except Stopped:
            sent_away += 1

    async with turns.turn("Bo"):
        waiting = [asyncio.ensure_future(think()) for _ in range(50)]
        await settle()
        turns.close()
        await asyncio.gather(*waiting)
        assert sent_away == 50
    with pytest.raises(Stopped):
        async with turns.turn("late"):
            pass


def test_what_takes_long_looks_up_and_leaves_off_when_nobody_waits() -> None:
    game = Game.new([["Aliens", "Robots"], ["Ninjas", "Zombies"]], seed=7, first=0)
    setup = game.setup
    assert setup is not None
    answers: list[int] = []
    while len(answers) < 4:
        answers.append(0)
        game.decide(0)
    position = Position("given up", SetupPlan.of(setup), answers)
    looked = 0

    def look_up() -> None:
        nonlocal looked
        looked += 1
        raise thinking.GivenUp

    for long in (
        lambda start: Hindsight(start, look_up=look_up).verdict(answers),
        lambda start: Recorder(start, look_up).record(answers),
    ):
        with pytest.raises(thinking.GivenUp):
            long(Game.from_setup(setup))
    assert looked == 2
    attention = thinking._attention
    attention.give_up(0, None)
    with pytest.raises(thinking.GivenUp):
        attention.look_up()
    assert not thinking.work(Outline(position)).error, "the next job begins anew"


async def test_a_process_leaves_what_nobody_waits_for_and_lives(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room = t.lobby.rooms[(await t.room())["room"]]
        assert room.fold.game is not None
        position = Position("x", room.fold.setup, room.fold.game.answers)
        workers = Workers(1)
        try:
            await workers.do(Choose(position, "beginner", 1), 60.0, "Ada")
            worker = workers._thinkers[0]
            process = worker._process
            assert process is not None
            long = asyncio.ensure_future(workers.do(Choose(position, "hard", 1), 60.0, "Ada"))
            await settle()
            long.cancel()
            await asyncio.gather(long, return_exceptions=True)
            assert long.cancelled()
            assert 0 <= await workers.do(Choose(position, "beginner", 1), 60.0, "Ada") < 60
            assert worker._process is process
            waiting = [
                asyncio.ensure_future(workers.do(Choose(position, "master", 1), 60.0, "Ada"))
                for _ in range(20)
            ]
            await asyncio.sleep(0.1)
        finally:
            await workers.close()
        results = await asyncio.gather(*waiting, return_exceptions=True)
        assert all(isinstance(result, Stopped) for result in results[5:])  # long before their turn
