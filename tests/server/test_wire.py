"""What comes by a socket in one frame or in many, at once or byte by byte: the same is heard, and
whoever breaks the protocol is cut off as ever."""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.asyncio.client import connect
from websockets.frames import Frame, Opcode

from smashup.server.wire import AHEAD, PIECES_AT_ONCE, WRITE_NOW, Wire

pytestmark = pytest.mark.anyio

MOST = 2000
GREETING = (
    b"GET /ws HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


class Echo:
    """An application that sends back what it hears, with its length; and notes how it ended."""

    def __init__(self) -> None:
        self.heard: list[str | bytes] = []
        self.ended: list[int] = []
        self.writes = 0
        self.go_on = asyncio.Event()
        self.go_on.set()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        assert (await receive())["type"] == "websocket.connect"
        await send({"type": "websocket.accept"})
        write_now = scope["extensions"].get(WRITE_NOW)
        while (event := await receive())["type"] == "websocket.receive":
            await self.go_on.wait()
            said = event.get("text", event.get("bytes"))
            self.heard.append(said)
            if write_now is not None and write_now(b"%d" % len(said)):
                self.writes += 1
                continue
            try:
                await send({"type": "websocket.send", "text": str(len(said))})
            except (RuntimeError, ClientDisconnected):  # it was closed meanwhile
                break
        self.ended.append(event.get("code", 0))


@asynccontextmanager
async def listening(app: Echo, ws: type[WebSocketsSansIOProtocol] = Wire) -> AsyncIterator[int]:
    """A server of this application; gives its port."""
    config = uvicorn.Config(
        app,
        ws=ws,
        ws_max_size=MOST,
        ws_per_message_deflate=False,
        log_config=None,
        lifespan="off",
    )
    config.load()
    state = ServerState()
    server = await asyncio.get_running_loop().create_server(
        lambda: H11Protocol(config=config, server_state=state, app_state={}), "127.0.0.1", 0
    )
    try:
        async with asyncio.timeout(60):
            yield server.sockets[0].getsockname()[1]
    finally:
        server.close()


def frame(text: bytes, opcode: Opcode = Opcode.TEXT, fin: bool = True) -> bytes:
    """As a client sends it."""
    return Frame(opcode, text, fin).serialize(mask=True)


async def said(port: int, *parts: bytes) -> bytes:
    """All that the server sends to who says that, piece by piece, and then hangs up."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(GREETING)
    await reader.readuntil(b"\r\n\r\n")
    for part in parts:
        writer.write(part)
        await asyncio.sleep(0.002)
    if writer.can_write_eof():
        writer.write_eof()
    heard = await reader.read()
    writer.close()
    return heard


async def test_messages_come_and_go_by_the_short_way() -> None:
    app = Echo()
    async with listening(app) as port, connect(f"ws://127.0.0.1:{port}/ws") as socket:
        for length in (0, 5, 125, 126, 300, MOST):
            await socket.send("x" * length)
            assert await socket.recv() == str(length)
        await (await socket.ping())
        await socket.send("after a ping: ü")
        assert await socket.recv() == "15"
        assert app.writes == 7
        await socket.send(b"\x00\x01")
        assert await socket.recv() == "2"
        await socket.send(["in ", "several ", "frames"])
        assert await socket.recv() == "17"
        await socket.send("after them")
        assert await socket.recv() == "10"
    assert app.heard[-3:] == [b"\x00\x01", "in several frames", "after them"]


async def test_frames_may_be_cut_anywhere() -> None:
    app = Echo()
    texts = ["", "short", "y" * 125, "z" * 126, "ä" * 400]
    stream = b"".join(
        frame(text.encode()) + frame(b"?", Opcode.PONG) + frame(b"!", Opcode.PING) for text in texts
    )
    dice = random.Random(7)
    async with listening(app) as port:
        await said(port, stream)
        await said(port, *(stream[i : i + 1] for i in range(len(stream))))
        for _ in range(20):
            cuts = sorted(dice.sample(range(len(stream)), 5))
            ends = zip([0, *cuts], [*cuts, len(stream)], strict=True)
            await said(port, *(stream[begin:end] for begin, end in ends))
    assert app.heard == texts * 22


BROKEN = {
    "too long": frame(b"x" * (MOST + 1)),
    "far too long": frame(b"x" * 70_000)[:14],
    "not masked": Frame(Opcode.TEXT, b"hello").serialize(mask=False),
    "no such kind": b"\x83\x80\x00\x00\x00\x00",
    "reserved bits": b"\xf1\x80\x00\x00\x00\x00",
    "no text": frame(b"\xff\xfe"),
    "a long ping": b"\x89\xfe\x00\x80" + bytes(4 + 128),
    "a piece of nothing": frame(b"x", Opcode.CONT),
    "a text amid pieces": frame(b"a", fin=False) + frame(b"b"),
    "closing": frame(b"\x03\xe8", Opcode.CLOSE),
    "closing with an odd code": frame(b"\x00\x01", Opcode.CLOSE),
    "too long in pieces": frame(b"a" * MOST, fin=False) + frame(b"b", Opcode.CONT),
}


async def end_of(ws: type[WebSocketsSansIOProtocol], *parts: bytes) -> tuple[bytes, list[Any]]:
    """What somebody is told who says that after something good, and what was heard of it."""
    app = Echo()
    async with listening(app, ws) as port:
        told = await said(port, frame(b"good"), *parts)
        while not app.ended:
            await asyncio.sleep(0.001)
    return told, [*app.heard, *app.ended]


@pytest.mark.parametrize("what", BROKEN)
async def test_who_breaks_the_protocol_is_told_what_the_library_says(what: str) -> None:
    broken = BROKEN[what]
    for parts in ([broken + frame(b"behind")], [broken[:1], broken[1:]]):
        library, ours = [await end_of(ws, *parts) for ws in (WebSocketsSansIOProtocol, Wire)]
        assert ours == library


async def test_garbage_ends_as_with_the_library() -> None:
    dice = random.Random(11)
    for _ in range(40):
        noise = dice.randbytes(dice.randrange(1, 300))
        library, ours = [await end_of(ws, noise) for ws in (WebSocketsSansIOProtocol, Wire)]
        assert ours == library, noise.hex()


async def test_who_says_much_at_once_is_not_read_on() -> None:
    """What was not taken up yet stays with its sender, but for a few messages."""
    app = Echo()
    app.go_on.clear()
    text = os.urandom(500).hex().encode()
    async with listening(app) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(GREETING)
        await reader.readuntil(b"\r\n\r\n")
        writer.write(frame(text) * (AHEAD + 2))
        writer.transport.set_write_buffer_limits(0)
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.5):
                while True:
                    writer.write(frame(text) * 1000)
                    await writer.drain()
        assert not app.heard
        app.go_on.set()
        await writer.drain()
        writer.close()
        while not app.ended:
            await asyncio.sleep(0.01)
    assert set(app.heard) == {text.decode()}


async def test_what_cannot_be_sent_at_once_is_not_taken() -> None:
    """A client that does not read: then the application waits as ever."""
    kept: list[Any] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        write_now = scope["extensions"][WRITE_NOW]
        while write_now(b"x" * 100_000):
            await asyncio.sleep(0)
        kept.append(write_now(b"more"))
        await receive()
        kept.append(write_now(b"after its end"))

    async with listening(app) as port:  # type: ignore[arg-type]
        _, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(GREETING)
        while not kept:
            await asyncio.sleep(0.01)
        writer.transport.abort()
        while len(kept) < 2:
            await asyncio.sleep(0.01)
    assert kept == [False, False]


CRUMBS = {
    "pings": frame(b"", Opcode.PING) * 20_000,
    "pongs": frame(b"", Opcode.PONG) * 20_000,
    "pieces of nothing": frame(b"", fin=False) + frame(b"", Opcode.CONT, fin=False) * 20_000,
    "pings after a piece": frame(b"", fin=False) + frame(b"", Opcode.PING) * 20_000,
    "short messages": frame(b"x") * 20_000,
    "short messages as bytes": frame(b"x", Opcode.BINARY) * 20_000,
}


@pytest.mark.parametrize("what", CRUMBS)
async def test_who_sends_thousands_of_frames_at_once_is_hung_up_on_amid_them(
    what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = Echo()
    taken = 0
    take = Wire._count_piece

    def count(self: Wire) -> None:
        nonlocal taken
        taken += 1
        take(self)

    monkeypatch.setattr(Wire, "_count_piece", count)
    async with listening(app) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(GREETING)
        await reader.readuntil(b"\r\n\r\n")
        app.go_on.clear()
        writer.write(CRUMBS[what])
        while not writer.transport.is_closing():
            try:
                async with asyncio.timeout(60):
                    if not await reader.read(100_000):
                        break
            except ConnectionError:
                break
        app.go_on.set()
        while not app.ended:
            await asyncio.sleep(0.001)
    assert taken <= 2 * PIECES_AT_ONCE + 10
    assert len(app.heard) <= 1


async def test_a_few_pings_and_pieces_are_nothing_unusual() -> None:
    app = Echo()
    stream = frame(b"!", Opcode.PING) * 20 + frame(b"a", fin=False)
    stream += frame(b"b", Opcode.CONT, fin=False) * 20 + frame(b"c", Opcode.CONT)
    async with listening(app) as port:
        await said(port, stream)
    assert app.heard == ["a" + 20 * "b" + "c"]
