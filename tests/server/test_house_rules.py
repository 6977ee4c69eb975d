"""What the host of a table chooses besides the rules, and what its players agree on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from .tables import ADA_AND_BOT, Socket, Table, table

pytestmark = pytest.mark.anyio


async def seated(t: Table, **options: Any) -> tuple[Any, Socket, Socket]:
    room = await t.room(options=options)
    return room, await t.sit(room), await t.sit(room, 1)


def heard(socket: Socket, t: str) -> list[dict[str, Any]]:
    return [message for message in socket.seen if message["t"] == t]


async def read(t: Table, *sockets: Socket) -> None:
    await t.settle()
    for socket in sockets:
        while socket.waiting():
            await socket.receive()


async def test_hints_chances_and_undo_can_be_switched_off(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room, ada, bo = await seated(t, hints=False, chances=False, undo=False)
        info = await t.room_info(room)
        assert [info["options"][name] for name in ("hints", "chances", "undo")] == [False] * 3
        assert (await ada.ask("hint", v=ada.v))["code"] == "switched_off"
        await ada.answer(ada.option("play"))
        assert (await ada.ask("undo", v=ada.v))["code"] == "switched_off"
        await read(t, ada, bo)
        assert heard(ada, "chances") == heard(bo, "chances") == []
        again = await t.sit(room)
        assert heard(again, "welcome")[0]["chances"] is None


async def test_a_rematch_keeps_what_the_host_chose(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room, ada, bo = await seated(t, hints=False, reserve=60, increment=2)
        await ada.ask("concede")
        await bo.ask("concede")
        path = f"/api/rooms/{room['room']}/rematch"
        again = await t.post(path, X_Seat_Token=room["seats"][0]["token"])
        options = (await t.room_info(again))["options"]
        assert (options["hints"], options["reserve"], options["increment"]) == (False, 60, 2)


async def test_a_long_decision_takes_from_the_reserve_and_an_answer_adds_to_it(
    tmp_path: Path,
) -> None:
    async with table(tmp_path) as t:
        room, ada, bo = await seated(t, timer=10, reserve=60, increment=2)
        await read(t, ada, bo)
        assert heard(ada, "clock")[-1]["seconds"] == 70
        t.clock.turn(25)  # 15 beyond what a decision has for itself
        await ada.answer(ada.option("end"))
        await read(t, ada, bo)
        assert heard(bo, "clock")[-1]["reserves"] == [60 - 15 + 2, 60]
        t.clock.turn(3)
        await bo.answer(bo.option("end"))
        await read(t, ada, bo)
        assert heard(ada, "clock")[-1]["reserves"] == [47, 62]
        assert heard(ada, "clock")[-1]["seconds"] == 57
    async with table(tmp_path) as t:  # what was used up stays so
        ada = await t.sit(room)
        await read(t, ada)
        assert heard(ada, "clock")[-1]["reserves"] == [47, 62]


async def test_a_second_socket_of_a_seat_is_told_the_clock_too(tmp_path: Path) -> None:
    """A page that opens the table while the one before it still listens to the room."""
    async with table(tmp_path) as t:
        room, ada, bo = await seated(t, timer=10, reserve=60)
        t.clock.turn(4)
        again = await t.sit(room)
        await read(t, ada, bo, again)
        news = heard(again, "clock")[-1]
        assert (news["seconds"], news["reserves"]) == (66, [60, 60])


async def test_nobody_gains_time_by_taking_back(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        _, ada, bo = await seated(t, timer=10, reserve=30, increment=10)
        for _ in range(3):
            t.clock.turn(2)
            await ada.answer(ada.option("play"))
            await read(t, ada, bo)
            assert heard(ada, "clock")[-1]["reserves"] == [40, 30]
            await ada.ask("undo", v=ada.v)
            await read(t, ada, bo)
        news = heard(ada, "clock")[-1]
        assert news["reserves"] == [30, 30]  # what an answer earned goes with it
        assert news["seconds"] == 10 + 30 - 3 * 2  # and the decision has what is left of its time


async def test_who_has_used_everything_up_has_little_time_for_each_decision(
    tmp_path: Path,
) -> None:
    async with table(tmp_path) as t:
        _, ada, bo = await seated(t, reserve=30)
        t.clock.turn(31)
        await read(t, ada, bo)
        assert heard(ada, "clock")[-1]["reserves"] == [0, 30]
        while bo.decision is None:  # each further decision has the least time there is
            t.clock.turn(5)
            await read(t, ada, bo)
        t.clock.turn(1)
        await bo.answer(bo.option("end"))
        await read(t, ada, bo)
        assert heard(bo, "clock")[-1]["reserves"] == [0, 29]


async def test_the_game_ends_when_all_people_agree(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room, ada, bo = await seated(t)
        assert (await bo.ask("end", yes=False))["code"] == "bad_request"
        await ada.ask("end")
        assert (await bo.until("end_asked"))["seat"] == 0
        await bo.ask("end", yes=False)
        await read(t, ada, bo)
        assert heard(ada, "end_asked")[-1]["seat"] is None
        assert (await t.room_info(room))["state"] == "playing"
        await bo.ask("end")
        later = await t.sit(room)
        assert heard(later, "welcome")[0]["ending"] == 1
        await ada.ask("end")
        info = await t.room_info(room)
        assert (info["state"], info["agreed"], info["winners"]) == ("over", True, [])
        assert (await ada.ask("end"))["code"] == "game_over"
    async with table(tmp_path) as t:
        assert (await t.room_info(room))["agreed"]


async def test_bots_agree_to_end_and_spectators_have_no_say(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room = await t.room(ADA_AND_BOT)
        ada, eve = await t.sit(room), await t.watch(room)
        assert (await eve.ask("end"))["code"] == "only_watching"
        assert (await eve.ask("emote", emote="wow"))["code"] == "only_watching"
        await ada.ask("end")
        assert (await t.room_info(room))["agreed"]


async def test_an_emote_is_told_by_name_and_in_words(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room, ada, bo = await seated(t)
        await ada.ask("emote", emote="well_played")
        line = await bo.until("chat")
        assert (line["seat"], line["emote"], line["text"]) == (0, "well_played", "Well played!")
        await ada.send("emote", emote="shouting")
        assert (await ada.until("error"))["code"] == "bad_request"
        later = await t.sit(room, 1)
        assert heard(later, "welcome")[0]["chat"][-1]["emote"] == "well_played"


async def test_where_chances_are_off_a_look_at_the_running_game_tells_none(tmp_path: Path) -> None:
    """A player may look at their own game while it goes on; that is no way round the table."""
    async with table(tmp_path) as t:
        for chances in (False, True):
            room, ada, _ = await seated(t, chances=chances)
            token = room["seats"][0]["token"]
            link = await t.share(room)
            moment = await t.get(f"/api/replays/{link}/at/0", X_Seat_Token=token)
            assert len(moment["chances"]) == (2 if chances else 0)
            await ada.ask("concede")
            assert len((await t.get(f"/api/replays/{link}/at/0"))["chances"]) == 2
