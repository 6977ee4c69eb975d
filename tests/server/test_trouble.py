"""When the disk does not take it: nothing is acknowledged that is not there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from smashup.engine.game import Game
from smashup.server.storage import StorageError

from .tables import Closed, table

pytestmark = pytest.mark.anyio


async def fail(*_: Any, **__: Any) -> Any:
    raise StorageError("The disk is full.")


async def test_an_answer_that_cannot_be_written_did_not_happen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with table(tmp_path) as t:
        room = await t.room()
        ada, bo = await t.sit(room), await t.sit(room, 1)
        with monkeypatch.context() as broken:
            broken.setattr(t.lobby.storage, "append", fail)
            assert (await ada.answer(0, id="one"))["code"] == "store_down"
        assert (await t.room_info(room))["v"] == 0
        assert (await ada.ask("answer", id="one", v=0, option=0))["v"] == 1
        while bo.v < 1:
            await bo.receive()
        assert [m["v"] for m in bo.seen if m["t"] == "update"] == [1]


async def test_a_room_that_cannot_even_be_read_is_opened_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with table(tmp_path) as t:
        room = await t.room()
        ada, bo = await t.sit(room), await t.sit(room, 1)
        with monkeypatch.context() as broken:
            broken.setattr(t.lobby.storage, "append", fail)
            broken.setattr(t.lobby.storage, "head", fail)
            await ada.send("answer", v=0, option=0)
            with pytest.raises(Closed):
                while True:
                    await bo.receive()
        again = await t.sit(room)
        assert again.v == 0
        assert (await again.answer(0))["t"] == "ok"


async def test_an_answer_that_breaks_the_engine_can_be_given_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    decide = Game.decide

    def trips(game: Game, answer: Any) -> Any:
        if answer == 1:
            raise RuntimeError("a bug in a card")
        return decide(game, answer)

    async with table(tmp_path) as t:
        ada = await t.sit(await t.room())
        monkeypatch.setattr(Game, "decide", trips)
        assert (await ada.answer(1))["code"] == "unexpected"
        assert (await ada.answer(0))["v"] == 1
