"""The connection between two servers: frames of bounded size over one line, both ends known.

It is made by the server that passes something on, to the one that has the room. Neither says
anything before both have shown, by a number that the other drew, that they know the secret in the
database; the secret itself never travels. What travels then is not enciphered: the line belongs
into one machine, or into a network that only the operator's servers are in.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import os
from collections.abc import AsyncIterator
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from smashup.server.settings import split_address

MOST = 8 * 1024 * 1024  # bytes of a frame
HANDSHAKE_TIME = 1.0  # seconds until both ends are known
BEAT = 0.5  # seconds between signs of life
SILENCE = 3.0  # seconds without one after which the other end counts as gone
_SIZE = 4  # bytes that tell a frame's length
_NUMBER = 32  # bytes of a drawn number
_MAC = 32
_NAME = 16  # characters of a server's name
_DIALS, _LISTENS = b"smashup 1 dials", b"smashup 1 listens"


class Open(Struct, tag="open"):
    """A client's socket, from that address, with its first message."""

    stream: int
    address: str
    text: bytes


class Said(Struct, tag="said"):
    """What the client said next."""

    stream: int
    text: bytes


class More(Struct, tag="more"):
    """So many messages of the client were read: as many more may come."""

    stream: int
    count: int


class Told(Struct, tag="told"):
    """A message for the client."""

    stream: int
    text: str


class Ended(Struct, tag="ended"):
    """The socket is closed."""

    stream: int
    code: int
    reason: str


class Call(Struct, tag="call"):
    """A REST call as a client made it. `hops`: how many servers have passed it on."""

    stream: int
    address: str
    method: str
    path: str
    query: bytes
    headers: list[tuple[bytes, bytes]]
    body: bytes
    hops: int


class Answered(Struct, tag="answered"):
    """What came of a call."""

    stream: int
    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


class Alive(Struct, tag="alive"):
    """A sign of life."""


Frame: TypeAlias = Open | Said | More | Told | Ended | Call | Answered | Alive

_encode = msgspec.msgpack.Encoder().encode
_decoder: msgspec.msgpack.Decoder[Frame] = msgspec.msgpack.Decoder(Frame)
_ALIVE = Alive()


class Gone(OSError):
    """The other server cannot be reached, or is not the one it should be."""


class Link:
    """One end of the line."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self.closed = False
        self._heard = asyncio.get_running_loop().time()

    def send(self, frame: Frame) -> None:
        """Sends a frame; what cannot be sent any more is forgotten."""
        body = _encode(frame)
        if len(body) > MOST:
            raise ValueError("a frame is too large")
        if not self.closed and not self._writer.is_closing():
            self._writer.write(len(body).to_bytes(_SIZE) + body)

    async def sent(self) -> None:
        """Waits while the other end reads more slowly than this one writes."""
        with contextlib.suppress(ConnectionError):
            await self._writer.drain()

    async def frames(self) -> AsyncIterator[Frame]:
        """What the other end sends, until either ends it or nothing is heard for too long."""
        beating = asyncio.get_running_loop().create_task(self._beat())
        try:
            while (frame := await self._next()) is not None:
                yield frame
        finally:
            beating.cancel()
            self.close()

    async def _next(self) -> Frame | None:
        while True:
            try:
                size = int.from_bytes(await self._reader.readexactly(_SIZE))
                if size > MOST:
                    return None
                frame = _decoder.decode(await self._reader.readexactly(size))
            except (OSError, EOFError, msgspec.MsgspecError):
                return None
            self._heard = asyncio.get_running_loop().time()
            if type(frame) is not Alive:
                return frame

    async def _beat(self) -> None:
        loop = asyncio.get_running_loop()
        while loop.time() < self._heard + SILENCE:
            self.send(_ALIVE)
            await asyncio.sleep(BEAT)
        self._writer.transport.abort()

    def close(self) -> None:
        """Ends it, from either end; closing twice does nothing."""
        self.closed = True
        self._writer.close()


async def dial(address: str, own: str, other: str, secret: bytes) -> Link:
    """A line to the server of that name at an address; `Gone` if it is not there."""
    host, port = split_address(address)
    writer: asyncio.StreamWriter | None = None
    try:
        async with asyncio.timeout(HANDSHAKE_TIME):
            reader, writer = await asyncio.open_connection(host, port, limit=MOST)
            drawn = await reader.readexactly(_NUMBER)
            number = os.urandom(_NUMBER)
            names = own.encode() + other.encode()
            writer.write(names + number + _mac(secret, _DIALS, names, drawn, number))
            shown = await reader.readexactly(_MAC)
            if not hmac.compare_digest(shown, _mac(secret, _LISTENS, names, drawn, number)):
                raise Gone("another server answers there")
    except (OSError, EOFError, TimeoutError) as error:
        if writer is not None:
            writer.close()
        raise Gone(str(error)) from error
    return Link(reader, writer)


async def answer(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, own: str, secret: bytes
) -> Link | None:
    """The line to a server that has dialled; None if it is none of ours, or meant another."""
    drawn = os.urandom(_NUMBER)
    try:
        async with asyncio.timeout(HANDSHAKE_TIME):
            writer.write(drawn)
            names = await reader.readexactly(2 * _NAME)
            number = await reader.readexactly(_NUMBER)
            shown = await reader.readexactly(_MAC)
    except (OSError, EOFError, TimeoutError):
        return None
    meant = names[_NAME:] == own.encode()
    if not hmac.compare_digest(shown, _mac(secret, _DIALS, names, drawn, number)) or not meant:
        return None
    writer.write(_mac(secret, _LISTENS, names, drawn, number))
    return Link(reader, writer)


def _mac(secret: bytes, who: bytes, *parts: Any) -> bytes:
    return hmac.digest(secret, who + b"".join(parts), "sha256")
