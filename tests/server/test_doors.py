"""Connections that say nothing, too many of them, and what is written about it."""

from __future__ import annotations

import asyncio
import gc
import logging
import random
import socket
import weakref
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.server import ServerState
from websockets.asyncio.client import connect

from proofs.running import running
from smashup.server import app, doors
from smashup.server.clock import HandClock
from smashup.server.doors import Doors, protocols, raise_file_limit
from smashup.server.errors import Refused
from smashup.server.launch import bind
from smashup.server.limits import Addresses, Limits
from smashup.server.log_rate import AT_ONCE, LINES, LogRate
from smashup.server.loop_time import LoopTime

from .test_wire import GREETING

pytestmark = pytest.mark.anyio

REQUEST = b"GET / HTTP/1.1\r\nHost: here\r\n\r\n"


async def answering(scope: Any, receive: Any, send: Any) -> None:
    """Says yes to every request, and keeps every socket open."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.accept"})
        while (await receive())["type"] != "websocket.disconnect":
            pass
    else:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"yes"})


@asynccontextmanager
async def listening(limits: Doors, app: Any = answering, **settings: Any) -> AsyncIterator[int]:
    """A server behind these doors; gives its port. `settings`: more of uvicorn's own."""
    http, ws = protocols(limits)
    config = uvicorn.Config(app, http=http, ws=ws, log_config=None, lifespan="off", **settings)
    config.load()
    state = ServerState()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(
        lambda: http(config=config, server_state=state, app_state={}), "127.0.0.1", 0
    )
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()


async def ask(port: int, source: str = "127.0.0.1") -> bytes:
    """What a request gets; nothing if it is hung up on."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))
    try:
        writer.write(REQUEST)
        return await reader.readline()
    except ConnectionError:
        return b""
    finally:
        writer.close()


async def gone(reader: asyncio.StreamReader) -> None:
    """Waits until the server has hung up."""
    try:
        while await reader.read(1000):
            pass
    except ConnectionError:
        return


async def test_one_address_cannot_shut_out_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doors, "REQUEST_TIME", 1000.0)
    async with listening(Doors(most=8, most_of_one=5)) as port:
        silent = [await asyncio.open_connection("127.0.0.1", port) for _ in range(5)]
        assert await ask(port) == b""
        assert (await ask(port, "127.0.0.2")).startswith(b"HTTP/1.1 200")
        for _, writer in silent:
            writer.close()
            await writer.wait_closed()
        while not await ask(port):
            await asyncio.sleep(0.01)


async def test_who_says_nothing_is_hung_up_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doors, "REQUEST_TIME", 0.05)
    async with listening(Doors(8, 8)) as port, asyncio.timeout(60):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        await gone(reader)
        writer.close()
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(REQUEST)  # one request is no licence to be slow with the next
        assert (await reader.readline()).startswith(b"HTTP/1.1 200")
        writer.write(REQUEST[:10])
        await gone(reader)
        writer.close()


async def test_a_connection_of_a_proxy_is_kept_until_the_proxy_gives_it_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Hung up on while the next request is on its way, a proxy has to say "bad gateway"."""
    monkeypatch.setattr(doors, "REQUEST_TIME", 0.05)
    for proxies, kept in (([], False), (["127.0.0.1/32"], True)):
        limits = Doors(8, 8, proxies)
        async with listening(limits, timeout_keep_alive=0.05) as port, asyncio.timeout(60):
            silent, first = await asyncio.open_connection("127.0.0.1", port)
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(REQUEST)
            await reader.readuntil(b"0\r\n\r\n")
            await asyncio.sleep(0.3)
            for asking in (first, writer):
                with suppress(ConnectionError):
                    asking.write(REQUEST)
            for answer in (silent, reader):
                with suppress(ConnectionError):
                    assert (await answer.readline() != b"") is kept
            first.close()
            writer.close()


async def test_what_is_small_is_sent_at_once() -> None:
    """Else the body of an answer waits until its headers are acknowledged."""
    made: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    def look(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        own = writer.get_extra_info("socket")
        made.set_result(own.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
        writer.close()

    with bind("127.0.0.1", 0) as own:
        async with await asyncio.start_server(look, sock=own):
            _, writer = await asyncio.open_connection(*own.getsockname())
            assert await made
            writer.close()


async def test_a_socket_counts_until_it_ends_and_is_not_hurried(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(doors, "REQUEST_TIME", 0.05)
    async with listening(Doors(1, 1)) as port, asyncio.timeout(60):
        async with connect(f"ws://127.0.0.1:{port}/ws") as socket:
            await asyncio.sleep(0.2)
            assert await ask(port) == b""
            await socket.ping()
        while not await ask(port):
            await asyncio.sleep(0.01)


async def test_a_body_that_never_comes_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "BODY_TIME", 0.01)
    with pytest.raises(Refused) as refused:
        await app._whole_body(asyncio.Event().wait)
    assert refused.value.code == "too_slow"


async def half_sent(port: int, head: str) -> bytes:
    """What somebody behind a proxy gets for the head of a request and half of its body; all of it,
    until they are hung up on."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    told = "Host: 127.0.0.1\r\nX-Forwarded-For: 203.0.113.9\r\nContent-Length: 8\r\n"
    try:
        writer.write(f"{head} HTTP/1.1\r\n{told}\r\nhalf".encode())
        return await reader.read()
    except ConnectionError:
        return b""
    finally:
        writer.close()


async def test_half_a_body_where_none_is_wanted_is_not_waited_for(tmp_path: Path) -> None:
    behind_a_proxy = ["--trusted-proxy", "127.0.0.1", "--public-origin", "https://table.example"]
    heads = ["POST /x", "PUT /", "DELETE /api", "OPTIONS /x", "GET /"] * 6
    with running(tmp_path, [*behind_a_proxy, "--people-per-address", "1"]) as server:
        async with asyncio.timeout(app.BODY_TIME - 5):
            told = await asyncio.gather(*(half_sent(server.port, head) for head in heads))
    statuses = [answer[9:12] for answer in told]
    assert statuses[:4] == [b"405"] * 4
    assert statuses == statuses[:5] * 6
    assert b"method_not_allowed" in told[0]


async def test_a_body_that_comes_after_its_answer_is_no_reason_to_hang_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(doors, "REST_TIME", 1.0)
    async with listening(Doors(8, 8)) as port, asyncio.timeout(60):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 8\r\n\r\nhalf")
        await reader.readuntil(b"yes\r\n0\r\n\r\n")
        writer.write(b"half")
        await asyncio.sleep(1.2)
        writer.write(REQUEST)
        assert (await reader.readline()).startswith(b"HTTP/1.1 200")
        writer.close()


async def test_a_body_in_chunks_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """A chunk may have a single byte: forty thousand of them at once would stop everybody."""
    monkeypatch.setattr(doors, "REST_TIME", 0.05)
    read = 0
    look = doors.H11Protocol.data_received

    def count(self: Any, data: bytes) -> None:
        nonlocal read
        read += len(data)
        look(self, data)

    monkeypatch.setattr(doors.H11Protocol, "data_received", count)
    async with listening(Doors(8, 8)) as port, asyncio.timeout(60):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"POST / HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n")
        writer.write(b"1\r\nx\r\n" * 40_000)
        assert (await reader.readline()).startswith(b"HTTP/1.1 200")
        await gone(reader)
        writer.close()
    assert read <= doors.PIECE


async def test_who_does_not_read_what_a_socket_is_told_is_hung_up_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(doors, "TAKING_TIME", 0.05)
    ended = asyncio.Event()

    async def talking(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        try:
            while True:
                await send({"type": "websocket.send", "text": "x" * 100_000})
        except ClientDisconnected:
            ended.set()

    async with listening(Doors(8, 8), talking) as port, asyncio.timeout(60):
        _, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(GREETING)
        await ended.wait()
        writer.transport.abort()


async def test_who_had_their_share_of_the_loop_is_not_read_from_until_it_is_theirs_again() -> None:
    class Greedy(LoopTime):
        shares = 0  # how often it was asked

        def had_share(self, address: str) -> bool:
            self.shares += address == "127.0.0.1"
            return address == "127.0.0.1" and self.shares < 5

    time = Greedy()
    async with listening(Doors(8, 8, loop_time=time)) as port, asyncio.timeout(60):
        asking = asyncio.create_task(ask(port))
        assert (await ask(port, "127.0.0.2")).startswith(b"HTTP/1.1 200")
        assert (await asking).startswith(b"HTTP/1.1 200")
    assert time.shares >= 5


async def test_a_proxy_is_read_from_whoever_had_their_share() -> None:
    class Used(LoopTime):
        def had_share(self, address: str) -> bool:
            return True

    behind = Doors(8, 8, ["127.0.0.1/32"], Used())
    async with listening(behind) as port, asyncio.timeout(60):
        assert (await ask(port)).startswith(b"HTTP/1.1 200")


async def test_nothing_of_a_connection_that_is_gone_stays_in_memory() -> None:
    """Also where nobody searches for circles of dead objects: the server does so once an hour."""
    known: list[weakref.ref[Any]] = []

    class Remembering(Doors):
        def come(self, transport: Any) -> bool:
            known.append(weakref.ref(transport))
            return super().come(transport)

        def go(self, transport: Any) -> None:
            known.append(weakref.ref(transport.get_protocol()))
            super().go(transport)

    gc.disable()
    try:
        async with listening(Remembering(8, 8)) as port, asyncio.timeout(60):
            assert await ask(port)
            async with connect(f"ws://127.0.0.1:{port}/") as socket:
                await socket.send("hello")
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(GREETING)
            await reader.readuntil(b"\r\n\r\n")
            writer.transport.abort()  # in the middle of it
            while len(known) < 6 or any(one() is not None for one in known):
                await asyncio.sleep(0.01)
    finally:
        gc.enable()


def test_addresses_of_one_network_are_one() -> None:
    addresses = Addresses(Limits(people=1, sockets=2), HandClock())
    homes = [f"2001:db8:0:{home}::{n}" for home in (1, 2) for n in range(3)]
    owners = [app._address({"client": (address, 1)}) for address in homes]
    assert [addresses.open_socket(owner) for owner in owners] == [True, True, False] * 2


def test_files_are_as_many_as_may_be() -> None:
    assert raise_file_limit() == raise_file_limit() > 0


def test_the_same_complaint_is_written_at_a_rate() -> None:
    now = 0.0
    rate = LogRate(lambda: now)

    def passes(words: str) -> logging.LogRecord | None:
        record = logging.LogRecord("x", logging.ERROR, "", 0, words, None, None)
        return record if rate.filter(record) else None

    written = [passes("too bad") for _ in range(1000)]
    assert sum(record is not None for record in written) == AT_ONCE
    assert passes("something else") is not None
    now = 1 / LINES
    again = passes("too bad")
    assert again is not None
    assert "990 times before" in again.getMessage()


def test_a_loop_whose_connections_take_no_orders_is_served_too() -> None:
    class Stiff:
        __slots__ = ("high",)

        def set_write_buffer_limits(self, high: int) -> None:
            self.high = high

    stiff = Stiff()
    doors._Line().begin(stiff)
    assert stiff.high == doors.UNREAD


async def test_several_addresses_together_cannot_shut_out_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A network of one household may hold hundreds of addresses. Where all places are taken, who
    comes with fewer gets one of whoever has most; who has come longest ago stays."""
    monkeypatch.setattr(doors, "REQUEST_TIME", 1000.0)
    async with listening(Doors(most=9, most_of_one=3)) as port, asyncio.timeout(60):
        early, writer = await asyncio.open_connection("127.0.0.1", port)
        silent = []
        for number in range(2, 5):
            for _ in range(3):
                source = (f"127.0.0.{number}", 0)
                silent.append(await asyncio.open_connection("127.0.0.1", port, local_addr=source))
        await gone(silent[-1][0])  # the tenth, of who would have had as much as any
        assert (await ask(port, "127.0.0.7")).startswith(b"HTTP/1.1 200")
        await gone(silent[2][0])  # the last of who had most first
        writer.write(REQUEST)
        assert (await early.readline()).startswith(b"HTTP/1.1 200")
        for _, one in (*silent, (early, writer)):
            one.close()


def test_what_proxies_bring_is_nobodys_to_take() -> None:
    doors = Doors(most=2, most_of_one=2, proxies=["10.0.0.2/32"])
    brought = [Came("10.0.0.2") for _ in range(2)]
    assert all(doors.come(one) for one in brought)
    assert not doors.come(Came("10.0.0.3"))
    assert not any(one.aborted for one in brought)


class Came:
    """A connection, as doors see it."""

    def __init__(self, address: str) -> None:
        self._address = address
        self.aborted = False

    def get_extra_info(self, name: str) -> Any:
        return (self._address, 1)

    def abort(self) -> None:
        self.aborted = True


def test_who_has_most_is_found_however_they_come_and_go() -> None:
    dice = random.Random(7)
    doors = Doors(most=30, most_of_one=10)
    here: dict[Came, str] = {}
    for _ in range(3000):
        if here and dice.random() < 0.4:
            one = dice.choice(list(here))
            doors.go(one)
            del here[one]
        else:
            address = f"10.0.0.{int(dice.random() ** 2 * 12)}"
            counts = Counter(here.values())
            one, most = Came(address), max(counts.values(), default=0)
            full, own = len(here) >= 30, counts[address]
            assert doors.come(one) == (own < 10 and (not full or own + 1 < most))
            displaced = [other for other in here if other.aborted]
            assert len(displaced) == (full and own < 10 and own + 1 < most)
            for other in displaced:
                assert counts[here.pop(other)] == most
            if own < 10 and (not full or own + 1 < most):
                here[one] = address
