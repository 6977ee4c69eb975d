"""Taking answers back: freely while nothing hidden was seen, else with the others' consent."""

from __future__ import annotations

from pathlib import Path

import pytest

from .tables import ADA_AND_BOT, Socket, Table, table

pytestmark = pytest.mark.anyio


async def two(t: Table, **more: object) -> tuple[Socket, Socket]:
    room = await t.room(**more)
    return await t.sit(room), await t.sit(room, 1)


async def test_a_play_that_showed_nothing_hidden_is_taken_back_at_once(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        ada, bo = await two(t)
        before = ada.view.copy()
        await ada.answer(ada.option("play"))
        await bo.until("update")
        assert (await ada.ask("undo", v=ada.v)) == {"t": "ok", "id": "m2", "v": 2}
        undone = await bo.until("undone")
        assert undone["v"] == 2  # versions count up through an undo
        assert ada.view == before
        assert set(undone["view"]) == {"public", "private"}
        assert [event["e"] for event in undone["events"]] == list(range(len(undone["events"])))
        assert (await ada.answer(0))["t"] == "ok"


def told(socket: Socket) -> int:
    """How many answers of its own a seat was told that it can take back."""
    kinds = ("welcome", "undone")
    return int(next(m for m in reversed(socket.seen) if m["t"] in kinds)["own_answers"])


async def test_everybody_is_told_whether_they_have_something_to_take_back(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room = await t.room()
        ada = await t.sit(room)
        assert told(ada) == 0
        await ada.answer(ada.option("play"))
        ada, bo, eve = await t.sit(room), await t.sit(room, 1), await t.watch(room)
        assert [told(ada), told(bo), told(eve)] == [1, 0, 0]
        await ada.ask("undo", v=ada.v, id="back")  # the socket before had the usual ids
        assert told(ada) == 0


async def test_after_a_card_was_drawn_the_others_are_asked(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        ada, bo = await two(t)
        await ada.answer(ada.option("end"))  # draws two cards
        assert (await ada.ask("undo", v=ada.v))["t"] == "ok"
        asked = await bo.until("undo_asked")
        assert (asked["seat"], asked["answers"]) == (0, 1)
        assert (await ada.ask("consent", yes=True))["code"] == "nothing_to_undo"
        assert (await bo.ask("consent", yes=True))["v"] == 2
        await ada.until("undone")
        assert ada.decision is not None


async def test_who_is_asked_may_refuse(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        ada, bo = await two(t)
        await ada.answer(ada.option("end"))
        id = await ada.send("undo", v=1)
        await bo.until("undo_asked")
        assert (await bo.ask("consent", yes=False))["v"] == 1
        refused = await ada.until("error")
        assert (refused["code"], refused["id"]) == ("undo_refused", id)
        assert (await bo.ask("consent", yes=True))["code"] == "nothing_to_undo"


async def test_an_answer_ends_the_wish(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        ada, bo = await two(t)
        await ada.answer(ada.option("end"))
        await ada.ask("undo", v=1)
        await bo.until("undo_asked")
        await bo.answer(0)
        assert (await bo.ask("consent", yes=True))["code"] == "nothing_to_undo"


async def test_after_another_has_acted_consent_is_needed(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        ada, bo = await two(t)
        await ada.answer(ada.option("end"))
        await bo.until("update")
        await bo.answer(bo.option("end"))
        while ada.v < 2:
            await ada.receive()
        await ada.ask("undo", v=2)
        assert (await bo.until("undo_asked"))["answers"] == 2


async def test_bots_agree(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        ada = await t.sit(await t.room(ADA_AND_BOT))
        await ada.answer(ada.option("end"))
        while ada.decision is None:
            await ada.until("update")
        reply = await ada.ask("undo", v=ada.v)
        assert reply["t"] == "ok"
        assert ada.view["public"]["turn_number"] == 1


async def test_an_undo_is_remembered_over_a_restart(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room = await t.room()
        ada = await t.sit(room)
        await ada.answer(ada.option("play"))
        await ada.ask("undo", v=1)
        await ada.answer(1)
        view = ada.view
    async with table(tmp_path) as t:
        ada = await t.sit(room)
        assert ada.view == view
        assert ada.v == 3


async def test_a_stale_undo_changes_nothing(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        ada, _ = await two(t)
        await ada.answer(0)
        assert (await ada.ask("undo", v=0))["code"] == "stale"
        assert ada.v == 1
