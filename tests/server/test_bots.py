"""Bots that fail, and worker processes that die: the game goes on, and the table is told."""

from __future__ import annotations

import asyncio
import random
import sys
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Any

import pytest

from smashup.engine.game import Game
from smashup.engine.setup import make_setup
from smashup.server import thinking
from smashup.server.advice import chances
from smashup.server.charter import SetupPlan
from smashup.server.jobs import Advise, Choose, Estimate, Look, Outline, Position
from smashup.server.workers import _PROGRAM, Inline, Workers, WorkFailed

from .tables import ADA_AND_BOT, PAIRS, table

pytestmark = pytest.mark.anyio

SETUP = SetupPlan.of(make_setup(PAIRS, seed=7, first=0))


class Stubborn:
    """A bot that does not play along."""

    def __init__(self, answer: Any) -> None:
        self._answer = answer

    def choose(self, *_: object) -> Any:
        if isinstance(self._answer, Exception):
            raise self._answer
        return self._answer


@pytest.mark.parametrize("answer", [ValueError("no idea"), 999, -1, "0", None])
async def test_a_bot_that_fails_is_replaced_and_the_table_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: Any
) -> None:
    make_bot = thinking.make_bot

    def stubborn(strength: str, seed: int) -> Any:
        return Stubborn(answer) if strength == "beginner" else make_bot(strength, seed)

    monkeypatch.setattr(thinking, "make_bot", stubborn)
    async with table(tmp_path) as t:
        ada = await t.sit(await t.room(ADA_AND_BOT, options={"first": 1}))
        while ada.decision is None:
            await ada.receive()
        told = [m["text"] for m in ada.seen if m["t"] == "chat"]
        told += [line["text"] for m in ada.seen if m["t"] == "welcome" for line in m["chat"]]
        assert len(told) == 1
        assert "A simpler one plays on." in told[0]


async def test_a_worker_process_remembers_games_and_answers() -> None:
    workers = Workers(1)
    try:
        game = Game.new(PAIRS, seed=7, first=0)
        for _ in range(6):
            position = Position("one", SETUP, game.answers)
            assert game.decision is not None
            option = await workers.do(Choose(position, "easy", 1), 60)
            assert option == await Inline().do(Choose(position, "easy", 1), 60)
            game.decide(option)
        position = Position("one", SETUP, game.answers)
        assert await workers.do(Estimate(position), 60) == chances(game)
        assert (await workers.do(Outline(position), 60))["deciders"][0] == 0
        look = await workers.do(Look(position, 0, False, 0), 60)
        assert look["view"]["private"]["seat"] == 0
    finally:
        await workers.close()


async def test_a_bot_is_the_same_one_from_answer_to_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It shares out the time it has for a turn. One that is asked again about a moment, after the
    game was taken back, begins anew."""
    made: list[int] = []

    def counted(strength: str, seed: int) -> Any:
        made.append(seed)
        return Stubborn(0)

    monkeypatch.setattr(thinking, "make_bot", counted)
    for seed, answers in enumerate([[], [0], [0, 0], [0], [0, 0]]):
        position = Position("a game that nobody else plays", SETUP, answers)
        assert await Inline().do(Choose(position, "easy", seed), 60) == 0
    assert made == [0, 3]


async def test_a_worker_that_takes_too_long_is_ended_and_the_next_job_is_done() -> None:
    workers = Workers(1)
    position = Position("one", SETUP, [])
    try:
        with pytest.raises(WorkFailed, match="took longer"):
            await workers.do(Choose(position, "easy", 1), 0.0)
        assert await workers.do(Choose(position, "easy", 1), 60) >= 0
        with pytest.raises(WorkFailed, match="raised"):
            await workers.do(Choose(position, "os:system", 1), 60)
        assert await workers.do(Choose(position, "easy", 1), 60) >= 0
    finally:
        await workers.close()


def test_chances_tell_nothing_of_hidden_cards() -> None:
    """They are the same after everything a spectator cannot know was dealt anew."""
    game = Game.new(PAIRS, seed=7, first=0)
    for _ in range(10):
        game.decide(0)
    other = game.observe(None).determinize(random.Random(5))
    assert other.digest() != game.digest()
    assert chances(other) == chances(game)


async def test_with_the_same_seed_bots_play_the_same_game_again(tmp_path: Path) -> None:
    bots = [{"kind": "bot", "strength": "beginner"}, {"kind": "bot", "strength": "easy"}]
    async with table(tmp_path) as t:
        rooms = [await t.room(bots, options={"seed": 11}) for _ in range(2)]
        for room in rooms:
            await t.watch(room)
        folds = [t.lobby.rooms[room["room"]].fold for room in rooms]
        while min(fold.v for fold in folds) < 30:
            await asyncio.sleep(0)
        games = [fold.game for fold in folds]
        assert games[0] is not None and games[1] is not None
        assert games[0].answers[:30] == games[1].answers[:30]


async def test_a_hint_that_waits_is_about_what_was_asked_then(tmp_path: Path) -> None:
    """Whoever answers before their hint comes must not be advised for who is asked next."""

    class Late(Inline):
        def __init__(self) -> None:
            self.go_on = asyncio.Event()

        async def do(self, job: Any, patience: float, owner: str = "") -> Any:
            if isinstance(job, Advise):
                await self.go_on.wait()
            return await super().do(job, patience, owner)

    async with table(tmp_path) as t:
        t.lobby.bots._thinkers = late = Late()
        room = await t.room()
        ada, bo = await t.sit(room), await t.sit(room, 1)
        decision = ada.decision
        assert decision is not None
        asked = [option["label"] for option in decision["options"]]
        id = await ada.send("hint", v=ada.v)
        while bo.decision is None:
            assert (await ada.answer(0))["t"] == "ok"
            while bo.v < ada.v:
                await bo.receive()
        late.go_on.set()
        while (hint := await ada.receive()).get("id") != id:
            pass
        assert hint["t"] == "hint"
        assert all(option["label"] in asked for option in hint["options"])


async def test_within_a_turn_a_game_stays_with_who_knows_what_its_bot_has_spent() -> None:
    class Taking:
        """Counts what it is given; so much waits for it."""

        waiting = 0

        def __init__(self) -> None:
            self.jobs: list[int] = []

        async def do(self, job: Any, patience: float, owner: str) -> bytes:
            self.jobs.append(job().turn)
            return b"0"

        async def close(self) -> None:
            pass

    workers = Workers(3)
    taking = [Taking() for _ in range(3)]
    workers._thinkers = taking  # type: ignore[assignment]
    for turn in (1, 1, 1, 2, 2):
        await workers.do(Choose(Position("a game", SETUP, []), "hard", 1, turn), 1.0)
        for worker in taking:
            worker.waiting = len(worker.jobs)  # who had it last is the busiest now
    await workers.close()
    assert sorted(worker.jobs for worker in taking) == [[], [1, 1, 1], [2, 2]]


def test_a_worker_whose_server_has_ended_goes_without_a_word() -> None:
    """It thought while the server stopped: nobody reads its reply, and that is no error."""
    command = [sys.executable, "-c", _PROGRAM, "0"]
    with Popen(command, stdin=PIPE, stdout=PIPE, stderr=PIPE) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0
