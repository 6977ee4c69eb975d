"""The promises of docs/protocol.md: at most once, in order, nothing missing, nothing too much."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from smashup.server.channel import KEPT, Channel
from smashup.server.room import Room

from .tables import TWO_HUMANS, Closed, Socket, table

pytestmark = pytest.mark.anyio


async def test_a_message_is_applied_once_however_often_it_is_sent(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        ada = await t.sit(await t.room())
        first = await ada.answer(0, id="one")
        again = await ada.ask("answer", id="one", v=0, option=0)
        assert again == first == {"t": "ok", "id": "one", "v": 1}
        assert (await ada.ask("answer", id="one", v=1, option=1)) == first


async def test_a_message_is_applied_once_also_over_a_restart(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room = await t.room()
        await (await t.sit(room)).answer(0, id="one")
    async with table(tmp_path) as t:
        ada = await t.sit(room)
        assert await ada.ask("answer", id="one", v=0, option=0) == {"t": "ok", "id": "one", "v": 1}


async def test_a_stale_answer_changes_nothing_and_brings_the_fresh_state(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        ada = await t.sit(await t.room())
        await ada.answer(0)
        refused = await ada.ask("answer", v=0, option=0)
        assert (refused["code"], refused["v"]) == ("stale", 1)
        assert (await ada.receive())["t"] == "welcome"
        assert ada.v == 1


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ("", "bad_request"),
        ("nonsense", "bad_request"),
        ("[]", "bad_request"),
        ("[" * 5000, "bad_request"),
        ('{"t": 7}', "unknown_message"),
        ('{"t": "fly"}', "unknown_message"),
        ('{"t": "answer"}', "bad_request"),
        ('{"t": "answer", "id": "x", "v": -1, "option": 0}', "bad_request"),
        ('{"t": "answer", "id": "x", "v": 0, "option": 9999}', "illegal_option"),
        ('{"t": "answer", "id": "x", "v": 0, "option": 1e99}', "bad_request"),
        ('{"t": "answer", "id": "%s", "v": 0, "option": 0}' % ("x" * 41), "bad_request"),
        ('{"t": "chat", "id": "x", "text": "%s"}' % ("x" * 501), "bad_request"),
        ('{"t": "chat", "id": "x", "text": "%s"}' % ("x" * 9000), "too_large"),
        ('{"t": "consent", "id": "x", "yes": true}', "nothing_to_undo"),
        ('{"t": "undo", "id": "x", "v": 0}', "nothing_to_undo"),
        ('{"t": "why", "id": "x", "v": 0, "key": "c99999"}', "bad_request"),
        ('{"t": "hello", "room": "x", "token": "y"}', "bad_request"),
    ],
)
async def test_bad_messages_are_explained_and_change_nothing(
    tmp_path: Path, message: str, code: str
) -> None:
    async with table(tmp_path) as t:
        ada = await t.sit(await t.room())
        await ada.send_raw(message)
        assert (await ada.until("error"))["code"] == code
        assert (await ada.answer(0))["t"] == "ok"


async def test_only_who_is_asked_may_answer(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room = await t.room()
        bo = await t.sit(room, 1)
        assert bo.decision is None
        assert (await bo.answer(0))["code"] == "not_your_turn"


async def test_before_the_start_nothing_can_be_answered(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        ada = await t.sit(await t.room([{"kind": "human"}, {"kind": "open"}]))
        assert ada.view == {}
        assert (await ada.ask("answer", v=0, option=0))["code"] == "not_started"


async def test_what_was_missed_is_sent_again(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room = await t.room()
        ada, bo = await t.sit(room), await t.sit(room, 1)
        await bo.leave()
        last = bo.last  # not before: an estimate of the chances may still have come
        await ada.answer(0)
        await ada.ask("chat", text="where are you?")
        again = await t.sit(room, 1, last)
        heard = [m["t"] for m in again.seen if m["t"] != "chances"]
        assert heard == ["update", "chat", "ok"]
        assert again.seen[0]["n"] == last + 1


async def test_after_a_gap_the_welcome_is_fresh(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room = await t.room()
        ada, bo = await t.sit(room), await t.sit(room, 1)
        last = bo.last
        await bo.leave()
        for number in range(KEPT + 1):
            await ada.ask("chat", text=str(number))
        again = await t.sit(room, 1, last)
        assert again.seen[0]["t"] == "welcome"
        assert len(again.seen[0]["chat"]) == KEPT + 1


async def test_what_was_acknowledged_is_not_kept(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room = await t.room()
        ada, bo = await t.sit(room), await t.sit(room, 1)
        before = bo.last
        await ada.answer(0)
        await bo.until("update")
        await bo.send("ack", n=bo.last)
        await bo.leave()
        assert (await t.sit(room, 1, before)).seen[0]["t"] == "welcome"


async def test_a_number_of_an_earlier_life_means_nothing(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room = await t.room()
        last = (await t.sit(room)).last
    async with table(tmp_path) as t:
        assert (await t.sit(room, 0, last)).seen[0]["t"] == "welcome"


async def test_a_seat_may_be_open_in_two_windows(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room = await t.room()
        one, two = await t.sit(room), await t.sit(room)
        await one.answer(0)
        await two.until("update")
        assert two.view == one.view
        await one.leave()
        assert (await two.answer(0))["t"] == "ok"


async def test_only_sections_that_changed_are_sent(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room = await t.room()
        ada, bo = await t.sit(room), await t.sit(room, 1)
        await ada.answer(0)
        update = await bo.until("update")
        assert "public" in update["view"]
        assert "private" not in update["view"]  # nothing of Bo's own has changed


async def test_a_wrong_token_gets_nothing(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room = await t.room()
        socket = Socket(t.app)
        await socket.send("hello", room=room["room"], token="x" * 43)
        assert (await socket.receive())["code"] == "wrong_secret"
        with pytest.raises(Closed):
            await socket.receive()


async def test_who_does_not_say_hello_is_sent_away(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        socket = Socket(t.app)
        await socket.send("ping")
        assert (await socket.receive())["t"] == "pong"
        t.clock.turn(11)
        with pytest.raises(Closed):
            await socket.receive()


async def test_a_page_of_another_site_gets_no_socket(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        with pytest.raises(Closed):
            await Socket(t.app, origin="https://elsewhere.example").receive()
        socket = Socket(t.app, origin="http://table")
        await socket.send("ping")
        assert (await socket.receive())["t"] == "pong"
        await socket.leave()
        body = {"seats": TWO_HUMANS}
        origin = {"Origin": "https://elsewhere.example"}
        assert await t.refused("POST", "/api/rooms", body, **origin) == "bad_origin"


async def test_why_a_card_cannot_be_played(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room = await t.room()
        bo = await t.sit(room, 1)
        key = bo.view["private"]["hand"][0]["key"]
        reply = await bo.ask("why", v=0, key=key)
        assert reply["t"] == "why"
        words = {"sentence": "It is not your Play Cards phase."}
        assert reply["reasons"] == [{"words": words, "rule": "TURN-3", "card": None}]


async def test_a_hint_comes_beside_everything_else(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room = await t.room()
        ada, bo = await t.sit(room), await t.sit(room, 1)
        hint = await ada.ask("hint", v=0)
        assert ada.decision is not None
        assert 0 <= hint["option"] < len(ada.decision["options"])
        assert hint["sentence"]["sentence"] == "{reason}."
        assert (await bo.ask("hint", v=0))["code"] == "not_your_turn"


async def test_the_older_log_can_be_asked_for(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room = await t.room()
        ada = await t.sit(room)
        await ada.answer(0)
        token = room["seats"][0]["token"]
        path = f"/api/rooms/{room['room']}/events"
        whole = await t.get(path, X_Seat_Token=token)
        assert [event["e"] for event in whole] == list(range(len(whole)))
        some = await t.get(f"{path}?before=2", X_Seat_Token=token)
        assert some == whole[:2]


async def test_no_secret_is_written_to_the_store(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        room = await t.room()
        secrets = [room["invite"], *(seat["token"] for seat in room["seats"])]
    for file in tmp_path.iterdir():
        content = file.read_bytes()
        assert not any(secret.encode() in content for secret in secrets)


async def test_every_error_has_a_shape(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        for method, path in (("GET", "/api/nothing"), ("DELETE", "/api/rooms"), ("GET", "/x.js")):
            response = await t.http.request(method, path)
            error = json.loads(response.text)["error"]
            assert response.status_code in (404, 405)
            assert {"code", "message", "next"} <= set(error)


async def test_who_cannot_be_told_comes_back_to_the_whole_state(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A fault in telling one reader costs neither the answer nor the others."""
    tell_moves = Room._tell_moves

    def trips(room: Room, channel: Channel, undone: bool) -> None:
        if channel.seat == 1:
            raise ValueError("no words")
        tell_moves(room, channel, undone)

    async with table(tmp_path) as t:
        room = await t.room()
        ada, bo = await t.sit(room), await t.sit(room, 1)
        monkeypatch.setattr(Room, "_tell_moves", trips)
        assert (await ada.answer(0))["t"] == "ok"
        with pytest.raises(Closed):
            while True:
                await bo.receive()
        again = await t.sit(room, 1, bo.last)
        assert again.seen[0]["t"] == "welcome"
        assert again.v == 1
    assert "could not be told" in caplog.text
