"""A lean player for loads: one socket for one seat, which reads of a message what it must know.

It keeps its last number and version, answers when it is asked, and sends again what was not
acknowledged when the connection broke, with the same id.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field

import msgspec
from msgspec import Struct
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from smashup.lab.reliability.tables import Table

_BROKEN = (ConnectionClosed, InvalidHandshake, OSError, TimeoutError, EOFError)
_TOO_SOON = 0.05  # seconds between two tries to connect


class _Decision(Struct):
    options: list[msgspec.Raw]


class _Private(Struct):
    decision: _Decision | None


class _View(Struct):
    private: _Private | None = None


class Message(Struct):
    """Of a message from the server, what a player must read."""

    t: str
    n: int = 0
    v: int | None = None
    id: str | None = None
    code: str = ""
    message: str = ""
    view: _View | None = None


_decode = msgspec.json.Decoder(Message).decode


@dataclass
class Tally:
    """What a crowd of players saw, together."""

    waits: list[float] = field(default_factory=list)
    """Seconds from sending an answer to its acknowledgement."""
    acknowledged: list[tuple[str, int, str, int]] = field(default_factory=list)
    """Room, seat, id and version of each acknowledged answer."""
    refused: list[str] = field(default_factory=list)
    """Codes of answers that were refused."""
    messages: int = 0
    gaps: int = 0
    """Messages whose number was not the next one."""
    lost: int = 0
    """Connections that broke."""
    first_view: list[float] = field(default_factory=list)
    """When (by `time.monotonic`) each connection was welcomed."""


class Player:
    """One seat of a table, played at random."""

    def __init__(
        self, port: int, table: Table, seat: int, tally: Tally, think: Callable[[], float]
    ) -> None:
        self.table = table
        self.seat = seat
        self.tally = tally
        self.v = -1
        self.last = 0
        self.options = 0
        """How many options the pending decision of this seat has; 0: it is not asked."""
        self.stopped = False
        self.welcomed = asyncio.Event()
        self._address = f"ws://127.0.0.1:{port}/ws"
        self._think = think
        self._rng = random.Random(f"{table.room} {seat}")
        self._socket: ClientConnection | None = None
        self._pending: tuple[str, int, bytes] | None = None
        self._answered = -1
        """The last version that an acknowledged answer was for: its decision is behind us."""
        self._sent_at = 0.0
        self._timer: asyncio.TimerHandle | None = None

    async def play(self) -> None:
        """Play until stopped, over as many connections as it takes."""
        while not self.stopped:
            try:
                await self._one_connection()
            except _BROKEN:
                self.tally.lost += 1
                await asyncio.sleep(_TOO_SOON * (1 + self._rng.random()))
            finally:
                self._quiet()

    async def stop(self) -> None:
        """End, with what was sent acknowledged or not."""
        self.stopped = True
        self._quiet()
        if self._socket is not None:
            await self._socket.close()

    async def _one_connection(self) -> None:
        async with connect(
            self._address,
            compression=None,
            ping_interval=None,
            open_timeout=30,
            close_timeout=1,
            max_size=None,
            local_addr=(self.table.source, 0),
        ) as socket:
            self._socket = socket
            token = self.table.tokens[self.seat]
            hello = {"t": "hello", "room": self.table.room, "token": token, "last": self.last}
            await socket.send(msgspec.json.encode(hello), text=True)
            async for frame in socket:
                self._receive(frame)

    def _receive(self, frame: str | bytes) -> None:
        message = _decode(frame)
        self.tally.messages += 1
        if message.n:
            self._count(message)
        if message.t == "ok":
            self._acknowledged(message)
        elif message.t == "error":
            self._refused(message)
        elif message.v is not None:
            self.v = message.v
            if message.view is not None and message.view.private is not None:
                decision = message.view.private.decision
                self.options = 0 if decision is None else len(decision.options)
            if message.t == "welcome":
                self._welcome()
            self._consider()

    def _count(self, message: Message) -> None:
        if message.t != "welcome" and message.n != self.last + 1:
            self.tally.gaps += 1
        self.last = message.n

    def _welcome(self) -> None:
        self.welcomed.set()
        self.tally.first_view.append(time.monotonic())
        if self._pending is not None:  # sent before, never acknowledged: the same again
            self._send(self._pending[2])

    def _consider(self) -> None:
        """Answer in a while, if asked and not doing so already."""
        asked = self.options > 0 and self.v > self._answered
        if asked and self._pending is None and self._timer is None and not self.stopped:
            self._timer = asyncio.get_running_loop().call_later(self._think(), self._answer)

    def _answer(self) -> None:
        self._timer = None
        if not self.options or self.stopped:
            return
        id = f"{self.seat}-{self.v}-{self._rng.getrandbits(40):x}"
        option = self._rng.randrange(self.options)
        body = msgspec.json.encode({"t": "answer", "id": id, "v": self.v, "option": option})
        self._pending = (id, self.v, body)
        self._sent_at = time.monotonic()
        self._send(body)

    def _send(self, body: bytes) -> None:
        if self._socket is not None:
            # Nothing waits for it: what a broken connection swallows is sent again on the next.
            _background(self._socket, body)

    def _acknowledged(self, message: Message) -> None:
        if self._pending is None or self._pending[0] != message.id:
            return
        id, v, _ = self._pending
        self._pending = None
        self.tally.waits.append(time.monotonic() - self._sent_at)
        self.tally.acknowledged.append((self.table.room, self.seat, id, v))
        self._answered = v
        self._consider()

    def _refused(self, message: Message) -> None:
        self.tally.refused.append(f"{message.code}: {message.message}")
        if self._pending is not None and self._pending[0] == message.id:
            self._pending = None
            self._consider()

    def _quiet(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


_sending: set[asyncio.Task[None]] = set()


def _background(socket: ClientConnection, body: bytes) -> None:
    task = asyncio.get_running_loop().create_task(_deliver(socket, body))
    _sending.add(task)
    task.add_done_callback(_sending.discard)


async def _deliver(socket: ClientConnection, body: bytes) -> None:
    with contextlib.suppress(*_BROKEN):
        await socket.send(body, text=True)
