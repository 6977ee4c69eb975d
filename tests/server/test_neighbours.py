"""Several servers, each with rooms of its own: what is for a room of another is passed on."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

import pytest

from smashup.server import links, metrics, neighbours
from smashup.server.leases import LEASE
from smashup.server.links import Gone, Link, Told, dial
from smashup.server.neighbours import WINDOW, Neighbours, Passage
from smashup.server.workers import Inline

from .tables import ADA_AND_BOT, ADA_AND_FREE, Closed, Table, join, play_to_the_end, table

pytestmark = pytest.mark.anyio

COME_BACK = 1012


def neighbours_of(t: Table) -> Neighbours:
    assert t.lobby.neighbours is not None
    return t.lobby.neighbours


async def die(t: Table) -> None:
    """As by kill -9: its lines break, and it is heard of no more. What it thinks, it thinks on."""
    neighbours = neighbours_of(t)
    assert neighbours._server is not None and neighbours.leases._beating is not None
    neighbours.leases._beating.cancel()
    neighbours._server.close()
    for link in list(neighbours._links):
        link._writer.transport.abort()


async def closed(socket: Any) -> int | None:
    """The code by which a socket is closed, after whatever comes before that."""
    with pytest.raises(Closed):
        while True:
            await socket.receive()
    code: int | None = socket.code
    return code


async def test_a_game_is_played_over_two_servers_and_open_at_one(database: str) -> None:
    async with table(database, neighbours=True) as one, table(database, neighbours=True) as two:
        room = await one.room()
        sockets = {0: await one.sit(room, 0), 1: await two.sit(room, 1)}
        await play_to_the_end(sockets, random.Random(1).randrange)
        assert sockets[0].view["public"]["winners"]
        assert sockets[0].view["public"] == sockets[1].view["public"]
        assert (set(one.lobby.rooms), set(two.lobby.rooms)) == ({room["room"]}, set())
        shown = [await t.room_info(room) for t in (one, two)]
        assert shown[0] == shown[1]
        assert [seat["present"] for seat in shown[0]["seats"]] == [True, True]


async def test_of_a_seat_nothing_comes_to_a_server_where_it_does_not_sit(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[dict[str, Any]] = []
    send = Link.send

    def note(self: Link, frame: links.Frame) -> None:
        if isinstance(frame, Told):
            told.append(json.loads(frame.text))
        send(self, frame)

    monkeypatch.setattr(Link, "send", note)
    async with table(database, neighbours=True) as one, table(database, neighbours=True) as two:
        room = await one.room()
        ada, bo = await one.sit(room, 0), await two.sit(room, 1)
        for _ in range(10):
            asked = ada if ada.decision is not None else bo
            reply = await asked.answer(0)
            while min(ada.v, bo.v) < reply["v"]:
                await (ada if ada.v < bo.v else bo).receive()
        assert told == bo.seen
        assert ada.view["private"]["hand"] != bo.view["private"]["hand"]


async def test_whoever_has_no_right_is_refused_by_the_owner(database: str) -> None:
    async with table(database, neighbours=True) as one, table(database, neighbours=True) as two:
        room = await one.room(ADA_AND_FREE)
        joined = await join(two, room, "Bo")
        bo = await two.connect(room["room"], joined["token"])
        path = f"/api/rooms/{room['room']}/remove"
        await two.post(path, {"seat": 1}, X_Seat_Token=room["seats"][0]["token"])
        assert await closed(bo) == 4001
        with pytest.raises(AssertionError, match="wrong_secret"):
            await two.connect(room["room"], joined["token"])
        path = f"/api/rooms/{room['room']}"
        assert await two.refused("GET", path, X_Seat_Token=joined["token"]) == "wrong_secret"
        assert await two.refused("GET", path, X_Seat_Token="none") == "wrong_secret"
        assert await two.refused("GET", "/api/rooms/nowhere", X_Seat_Token="x") == "no_such_room"


async def test_calls_are_answered_everywhere(database: str) -> None:
    async with table(database, neighbours=True) as one, table(database, neighbours=True) as two:
        room = await one.room(ADA_AND_FREE)
        host = room["seats"][0]["token"]
        joined = await join(two, room, "Bo")
        await two.watch(room)
        started = await two.post(f"/api/rooms/{room['room']}/start", X_Seat_Token=host)
        assert started["state"] == "playing"
        ada = await two.connect(room["room"], host)
        await ada.answer(0)
        page = await two.get(f"/api/rooms/{room['room']}/events", X_Seat_Token=host)
        assert page == await one.get(f"/api/rooms/{room['room']}/events", X_Seat_Token=host)
        link = await two.post(f"/api/replays/{room['room']}", {"token": joined["token"]})
        replay = await two.get(f"/api/replays/{link['link']}", X_Seat_Token=joined["token"])
        assert replay["moves"] == 1
        before = metrics.PASSED_ON_CALLS._value.get()
        assert await two.refused("POST", f"/api/rooms/{room['room']}/take", {"code": "no"})
        assert metrics.PASSED_ON_CALLS._value.get() == before + 1


async def test_a_call_too_many_is_refused_in_words(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(neighbours, "MOST_CALLS_OF_ONE", 0)
    async with table(database, neighbours=True) as one, table(database, neighbours=True) as two:
        room = await one.room()
        path = f"/api/rooms/{room['room']}"
        token = room["seats"][0]["token"]
        assert await two.refused("GET", path, X_Seat_Token=token) == "too_many"
        assert (await one.room_info(room))["room"] == room["room"]


async def test_who_hangs_up_at_one_server_is_not_worked_for_at_another(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, broken_off, gone = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def never(*_: Any) -> Any:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            broken_off.set()

    async def receive() -> Any:
        await gone.wait()
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        pass

    async with table(database, neighbours=True) as one, table(database, neighbours=True) as two:
        room = await one.room()
        token = room["seats"][0]["token"]
        link = (await one.post(f"/api/replays/{room['room']}", {"token": token}))["link"]
        monkeypatch.setattr(Inline, "do", never)
        scope = {
            "type": "http",
            "method": "GET",
            "path": f"/api/replays/{link}",
            "query_string": b"",
        }
        headers = [(b"host", b"table"), (b"x-seat-token", token.encode())]
        call = two.app({**scope, "headers": headers, "client": ("10.0.0.9", 1)}, receive, send)
        asking = asyncio.ensure_future(call)
        async with asyncio.timeout(30):
            await begun.wait()
            gone.set()
            await broken_off.wait()
            await asking


async def test_ones_games_are_found_wherever_they_are(database: str) -> None:
    async with table(database, neighbours=True) as one, table(database, neighbours=True) as two:
        made = [await t.room(ADA_AND_BOT) for t in (one, two, one, two)]
        tokens = ",".join(room["seats"][0]["token"] for room in made)
        for t in (one, two):
            shown = await t.get("/api/mine", X_Seat_Tokens=tokens)
            assert [info["room"] for info in shown] == [room["room"] for room in made]


async def test_a_rematch_may_be_at_another_server_than_the_game(database: str) -> None:
    async with table(database, neighbours=True) as one, table(database, neighbours=True) as two:
        room = await one.room()
        _, bo = await one.sit(room, 0), await two.sit(room, 1)
        assert (await bo.ask("concede"))["t"] == "ok"
        path = f"/api/rooms/{room['room']}/rematch"
        first = await two.post(path, X_Seat_Token=room["seats"][1]["token"])
        leases = [neighbours_of(t).leases for t in (one, two)]
        again = one.lobby.rooms[first["room"]]
        one.lobby.drop(again)
        await asyncio.sleep(0)
        await leases[0].give_up(again.name)
        assert await leases[1].claim(again.name) is None
        second = await one.post(path, X_Seat_Token=room["seats"][0]["token"])
        assert (second["room"], second["seats"][0]["seat"]) == (first["room"], 0)
        assert set(two.lobby.rooms) == {first["room"]}


async def test_the_rooms_of_a_dead_server_open_elsewhere(database: str) -> None:
    async with table(database, neighbours=True) as one, table(database, neighbours=True) as two:
        room = await one.room()
        ada, bo = await one.sit(room, 0), await two.sit(room, 1)
        first = ada if ada.decision is not None else bo
        await first.answer(0)
        await die(one)
        assert await closed(bo) == COME_BACK
        began = asyncio.get_running_loop().time()
        bo = await two.sit(room, 1)  # waits until the dead server's time is over
        assert bo.v == 1
        assert asyncio.get_running_loop().time() - began < LEASE + 4.0  # on a busy machine
        assert set(two.lobby.rooms) == {room["room"]}
        # The dead server has only slept. It cannot write, and whoever asks it is sent away.
        assert await closed(ada) == COME_BACK
        ada = await two.sit(room, 0)
        second = ada if ada.decision is not None else bo
        assert (await second.answer(0, id="second"))["v"] == 2


async def test_an_answer_to_an_owner_that_has_lost_its_room_is_not_taken(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with table(database, neighbours=True) as one, table(database, neighbours=True) as two:
        room = await one.room()
        ada = await one.sit(room, 0)

        async def deaf(rooms: set[str]) -> list[str]:
            return []  # as long as the news has not come

        monkeypatch.setattr(neighbours_of(one).leases, "lose", deaf)
        await die(one)
        await asyncio.sleep(LEASE)
        again = await two.sit(room, 0)
        await ada.send("answer", v=0, option=0)
        assert await closed(ada) == COME_BACK
        assert [message["t"] for message in ada.seen if message["t"] == "error"] == []
        assert (await again.answer(0, id="again"))["v"] == 1
        assert len(await two.lobby.storage.read(room["room"])) == 2  # the start, and one answer


async def test_a_server_that_stops_in_order_hands_its_rooms_on(database: str) -> None:
    async with table(database, neighbours=True) as two:
        async with table(database, neighbours=True) as one:
            room = await one.room()
            bo = await two.sit(room, 1)
        assert await closed(bo) == COME_BACK
        bo = await two.sit(room, 1)
        assert set(two.lobby.rooms) == {room["room"]}


async def test_bots_think_where_the_room_is(database: str) -> None:
    async with table(database, neighbours=True) as one, table(database, neighbours=True) as two:
        room = await one.room(ADA_AND_BOT)
        ada = await two.sit(room)
        for _ in range(10):
            while ada.decision is None:
                await ada.receive()
            await ada.answer(len(ada.decision["options"]) - 1)
        entries = await one.lobby.storage.read(room["room"])
        assert {json.loads(e.body).get("by", "") for e in entries if e.kind == "answer"} > {"bot"}
        assert two.lobby.rooms == {}


async def test_many_messages_at_once_come_in_order(database: str) -> None:
    async with table(database, neighbours=True) as one, table(database, neighbours=True) as two:
        room = await one.room()
        bo = await two.sit(room, 1)
        count = 4 * WINDOW
        ids = [await bo.send("chat", text=f"line {number}") for number in range(count)]
        replies = []
        while len(replies) < count:
            message = await bo.receive()
            assert message["t"] != "error", message
            if message["t"] == "ok":
                replies.append(message["id"])
        assert replies == ids


async def test_who_does_not_know_the_secret_is_not_let_in(database: str) -> None:
    async with table(database, neighbours=True) as one, table(database, neighbours=True) as two:
        listening = neighbours_of(one)._listening
        address = f"127.0.0.1:{listening.getsockname()[1]}"
        name = neighbours_of(one).leases.name
        own, secret = neighbours_of(two).leases.name, neighbours_of(two)._secret
        with pytest.raises(Gone):
            await dial(address, own, name, b"x" * 32)
        with pytest.raises(Gone):  # the server that was there before
            await dial(address, own, "0" * 16, secret)
        reader, writer = await asyncio.open_connection("127.0.0.1", listening.getsockname()[1])
        began = asyncio.get_running_loop().time()
        assert len(await reader.read()) == links._NUMBER  # says nothing, and is hung up on
        assert asyncio.get_running_loop().time() - began < 30.0
        writer.close()
        link = await dial(address, own, name, secret)
        link.close()


async def test_a_server_that_cannot_be_reached_is_named_and_nobody_waits_for_ever(
    database: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("smashup.server.neighbours.PATIENCE", 0.2)
    async with table(database, neighbours=True) as one, table(database, neighbours=True) as two:
        room = await one.room()
        server = neighbours_of(one)._server
        assert server is not None
        server.close()  # it is alive, and does not hear
        path = f"/api/rooms/{room['room']}"
        token = room["seats"][0]["token"]
        assert await two.refused("GET", path, X_Seat_Token=token) == "server_stopping"
        assert neighbours_of(one).leases.name in caplog.text


def test_a_passage_that_ends_holds_nobody_up() -> None:
    """A message that waits for its turn is let go when the other server is gone."""

    class Silent:
        code = 0

        def push(self, message: bytes) -> None:
            raise AssertionError("nothing is told")

        def close(self, code: int, reason: str) -> None:
            self.code = code

    class Line:
        sent: list[links.Frame]

        def __init__(self) -> None:
            self.frames: list[links.Frame] = []

        def send(self, frame: links.Frame) -> None:
            self.frames.append(frame)

        async def sent(self) -> None: ...

    async def flood() -> tuple[int, int]:
        line, client = Line(), Silent()
        passage = Passage(line, 1, client, lambda stream: None)  # type: ignore[arg-type]
        for _ in range(WINDOW):
            await passage.say("x")
        waiting = asyncio.ensure_future(passage.say("x"))
        await asyncio.sleep(0)
        assert not waiting.done()
        passage.close(COME_BACK, "")
        await waiting
        return len(line.frames), client.code

    assert asyncio.run(flood()) == (WINDOW + 1, COME_BACK)
