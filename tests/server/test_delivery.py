"""Answers to calls that nobody reads: what waits for them is bounded, for each address and all."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from smashup.server.delivery import PIECE, Deliveries
from smashup.server.errors import Refused
from smashup.server.limits import Limits

from .tables import ADDRESS, GENEROUS, Table, table

pytestmark = pytest.mark.anyio


class Reader:
    """Who makes a call, and reads so many parts of the answer."""

    def __init__(self, t: Table, path: str, headers: dict[str, str], parts: int) -> None:
        given = [(name.encode(), value.encode()) for name, value in headers.items()]
        scope = {
            "type": "http",
            "method": "GET",
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "headers": [(b"host", b"table"), *given],
            "client": (ADDRESS, 1),
        }
        self.sent: list[dict[str, Any]] = []
        self._parts = parts
        self.task = asyncio.ensure_future(t.app(scope, self._receive, self._send))

    async def _receive(self) -> Any:
        await asyncio.Event().wait()

    async def _send(self, message: Any) -> None:
        if len(self.sent) > self._parts:
            await asyncio.Event().wait()  # the line is full, and nobody reads
        self.sent.append(message)

    async def answered(self) -> Any:
        """What came, when it has begun to come."""
        while len(self.sent) < 2 and not self.task.done():
            await asyncio.sleep(0)
        return self.sent[0]["status"], self.sent[1]["body"]


async def long_story(t: Table) -> tuple[str, dict[str, str]]:
    """A call that is answered with much."""
    room = await t.room()
    ada, bo = await t.sit(room), await t.sit(room, 1)
    for _ in range(30):
        for socket in (ada, bo):
            while socket.waiting():
                await socket.receive()
            if socket.decision is not None:
                await socket.answer(len(socket.decision["options"]) - 1)
    return f"/api/rooms/{room['room']}/events", {"x-seat-token": room["seats"][0]["token"]}


async def test_a_long_answer_is_given_away_a_little_at_a_time(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        path, headers = await long_story(t)
        whole = Reader(t, path, headers, 1000)
        await whole.task
        parts = [message["body"] for message in whole.sent[1:]]
        assert max(map(len, parts)) <= PIECE < sum(map(len, parts))
        response = await t.http.get(path, headers=headers)
        assert response.content == b"".join(parts)
        assert [m["more_body"] for m in whole.sent[1:]] == [True] * (len(parts) - 1) + [False]


async def test_who_reads_nothing_is_not_sent_without_end(tmp_path: Path) -> None:
    """Three answers fit in what may wait for an address; who reads theirs makes room for more."""
    async with table(tmp_path) as t:
        path, headers = await long_story(t)
        size = len((await t.http.get(path, headers=headers)).content)
        limits = replace(GENEROUS, people=1, waiting=3 * size)
        t.lobby.deliveries = Deliveries(limits)
        readers = [Reader(t, path, headers, 1) for _ in range(8)]
        found = [await reader.answered() for reader in readers]
        assert [status for status, _ in found] == [200] * 3 + [429] * 5
        assert b"too_many" in found[-1][1]
        assert len((await t.http.get("/api/cards")).content) > PIECE, "that is there for all"
        for reader in readers:
            reader.task.cancel()
        await asyncio.gather(*(reader.task for reader in readers), return_exceptions=True)
        assert (await Reader(t, path, headers, 1000).answered())[0] == 200


def test_where_much_waits_for_some_the_others_still_have_their_share() -> None:
    deliveries = Deliveries(replace(Limits(), people=100, waiting=1000, all_waiting=10_000))
    places = [deliveries.place("greedy", 1000) for _ in range(11)]
    for place in places[:10]:
        place.__enter__()
    with pytest.raises(Refused):
        places[10].__enter__()
    modest = [deliveries.place("modest", 1000) for _ in range(6)]
    for place in modest[:5]:
        place.__enter__()
    with pytest.raises(Refused):
        modest[5].__enter__()
    with deliveries.place("one more", 10_000 // 3):
        pass
    with pytest.raises(Refused), deliveries.place("one more", 10_000 // 3 + 1):
        pass


def test_who_waits_for_nothing_may_have_one_answer_of_any_length() -> None:
    deliveries = Deliveries(replace(Limits(), people=1, waiting=1000, all_waiting=10_000))
    with deliveries.place("one", 8000):
        with pytest.raises(Refused), deliveries.place("one", 1):
            pass
        with deliveries.place("another", 2000):
            pass
