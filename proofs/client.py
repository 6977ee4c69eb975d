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
from typing import NamedTuple

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from proofs.sockets import BROKEN, POSITIONS, Message, decode, dial, hello
from proofs.tables import Table

_TOO_SOON = 0.2  # seconds between two tries to connect


class Acknowledged(NamedTuple):
    """An answer of which the server said that it is done."""

    room: str
    seat: int
    id: str
    v: int
    option: int


@dataclass
class Tally:
    """What a crowd of players saw, together."""

    waits: list[float] = field(default_factory=list)
    """Seconds from sending an answer to its acknowledgement."""
    acknowledged: list[Acknowledged] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    """Codes of answers that were refused."""
    messages: int = 0
    gaps: int = 0
    """Messages whose number was not the next one."""
    lost: int = 0
    """Connections that broke."""


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
        self.resting = False
        self.welcomed = asyncio.Event()
        self.over = asyncio.Event()
        """The game has ended."""
        self.port = port
        self._think = think
        self._rng = random.Random(f"{table.room} {seat}")
        self._socket: ClientConnection | None = None
        self._pending: Acknowledged | None = None
        self._settled = asyncio.Event()
        self._settled.set()
        self._answered = -1
        """The last version that an acknowledged answer was for: its decision is behind us."""
        self._sent_at = 0.0
        self._timer: asyncio.TimerHandle | None = None

    async def play(self) -> None:
        """Play until stopped, over as many connections as it takes."""
        while not self.stopped:
            try:
                await self._one_connection()
            except BROKEN:
                self.tally.lost += not self.stopped
                await asyncio.sleep(_TOO_SOON * (1 + self._rng.random()))
            finally:
                self._quiet()

    async def settled(self) -> None:
        """Answer no more, and wait until what was answered is acknowledged."""
        self.resting = True
        self._quiet()
        await self._settled.wait()

    def wake(self) -> None:
        """Answer again."""
        self.resting = False
        self._consider()

    async def stop(self) -> None:
        """End, with what was sent acknowledged or not."""
        self.stopped = self.resting = True
        self._quiet()
        if self._socket is not None:
            await self._socket.close()

    def _dial(self) -> connect:
        return dial(self.port, self.table.source)

    async def _one_connection(self) -> None:
        async with self._dial() as socket:
            self._socket = socket
            await socket.send(hello(self.table, self.seat, self.last), text=True)
            async for frame in socket:
                self._receive(frame)

    def _receive(self, frame: str | bytes) -> None:
        message = decode(frame)
        self.tally.messages += 1
        if message.n:
            self._count(message)
        if message.room is not None and message.room.state == "over":
            self.over.set()
        if message.t == "ok" and message.id == "hello":
            self._welcome()
        elif message.t == "ok":
            self._acknowledged(message)
        elif message.t == "error":
            self._refused(message)
        elif message.t in POSITIONS and message.v is not None:
            self.v = message.v
            if message.options is not None:
                self.options = message.options
            self._consider()

    def _count(self, message: Message) -> None:
        if message.t != "welcome" and message.n != self.last + 1:
            self.tally.gaps += 1
        self.last = message.n

    def _welcome(self) -> None:
        """The seat is taken, be it after a whole welcome or only what was missed."""
        self.welcomed.set()
        if self._pending is not None:  # sent before, never acknowledged: the same again
            self._send(self._pending)

    def _consider(self) -> None:
        """Answer in a while, if asked and not doing so already."""
        asked = self.options > 0 and self.v > self._answered
        if asked and self._pending is None and self._timer is None and not self.resting:
            self._timer = asyncio.get_running_loop().call_later(self._think(), self._answer)

    def _answer(self) -> None:
        self._timer = None
        if not self.options or self.resting:
            return
        id = f"{self.seat}-{self.v}-{self._rng.getrandbits(40):x}"
        option = self._rng.randrange(self.options)
        self._pending = Acknowledged(self.table.room, self.seat, id, self.v, option)
        self._settled.clear()
        self._sent_at = time.monotonic()
        self._send(self._pending)

    def _send(self, answer: Acknowledged) -> None:
        if self._socket is not None:
            fields = {"t": "answer", "id": answer.id, "v": answer.v, "option": answer.option}
            # Nothing waits for it: what a broken connection swallows is sent again on the next.
            _background(self._socket, msgspec.json.encode(fields))

    def _acknowledged(self, message: Message) -> None:
        answer = self._pending
        if answer is None or answer.id != message.id:
            return
        self.tally.waits.append(time.monotonic() - self._sent_at)
        self.tally.acknowledged.append(answer)
        self._answered = answer.v
        self._settle()

    def _refused(self, message: Message) -> None:
        self.tally.refused.append(
            f"{message.code} ({message.message}) at v {message.v}, for {self._pending}"
        )
        if self._pending is not None and self._pending.id == message.id:
            self._settle()

    def _settle(self) -> None:
        self._pending = None
        self._settled.set()
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
    with contextlib.suppress(*BROKEN):
        await socket.send(body, text=True)
