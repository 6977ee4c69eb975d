"""Connections that break at random moments: whoever comes back sees what they would have seen.

Four clients play a table and put together what they are sent. Now and then one of them loses its
connection, before or after an answer, while messages are under way; it comes back later and says
which message it saw last. When the table is quiet, what each client has put together is compared
with what the server tells somebody who comes in new.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from pathlib import Path

import msgspec
from msgspec import Raw, Struct
from websockets.asyncio.client import ClientConnection

from proofs.crowd import make_tables
from proofs.figures import Finding
from proofs.running import running
from proofs.sockets import BROKEN, POSITIONS, dial, hello
from proofs.tables import Table

CLAIM = "after a random disconnect the view is the same"
_PATIENCE = 60.0  # seconds for a message that must come


_NOTHING = Raw(b"")


class _View(Struct):
    public: Raw = _NOTHING
    private: Raw = _NOTHING


class _Frame(Struct):
    t: str
    n: int = 0
    v: int = -1
    id: str | None = None
    code: str = ""
    view: _View | None = None
    events: Raw = _NOTHING


class _Event(Struct):
    e: int


class _Options(Struct):
    options: list[Raw]


class _Private(Struct):
    decision: _Options | None


_decode = msgspec.json.Decoder(_Frame).decode
_events = msgspec.json.Decoder(list[Raw]).decode


class Viewer:
    """One seat that keeps all it is shown."""

    def __init__(self, port: int, table: Table, seat: int) -> None:
        self.table = table
        self.seat = seat
        self.v = -1
        self.last = 0
        self.gaps = 0
        self.resumed = 0
        """How often it was sent what it had missed, instead of everything."""
        self.public = self.private = b""
        self.events: dict[int, bytes] = {}
        self.replies: set[str] = set()
        self.codes: list[str] = []
        self._port = port
        self._socket: ClientConnection | None = None
        self._reading: asyncio.Task[None] | None = None
        self._news = asyncio.Condition()
        self._welcomed = False

    @property
    def options(self) -> int:
        """How many options this seat is offered now."""
        decision = msgspec.json.decode(self.private, type=_Private).decision
        return 0 if decision is None else len(decision.options)

    async def come(self) -> None:
        """Connect, with the number of the last message that was seen."""
        self.replies.discard("hello")
        self._welcomed = False
        self._socket = await dial(self._port, self.table.source)
        await self._socket.send(hello(self.table, self.seat, self.last), text=True)
        self._reading = asyncio.create_task(self._read(self._socket))
        await self.until(lambda: "hello" in self.replies)
        self.resumed += not self._welcomed

    async def vanish(self) -> None:
        """Lose the connection, with all that is under way on it."""
        assert self._socket is not None and self._reading is not None
        self._socket.transport.abort()
        await asyncio.gather(self._reading, return_exceptions=True)

    async def answer(self, id: str, v: int, option: int) -> None:
        """Send an answer; does not wait for the reply."""
        assert self._socket is not None
        body = {"t": "answer", "id": id, "v": v, "option": option}
        await self._socket.send(msgspec.json.encode(body), text=True)

    async def until(self, come_true: object) -> None:
        """Wait until what is sent makes it so."""
        assert callable(come_true)
        async with asyncio.timeout(_PATIENCE), self._news:
            await self._news.wait_for(come_true)

    async def _read(self, socket: ClientConnection) -> None:
        try:
            async for frame in socket:
                self._take(_decode(frame))
                async with self._news:
                    self._news.notify_all()
        except BROKEN:
            pass

    def _take(self, frame: _Frame) -> None:
        if frame.n:
            if frame.t == "welcome":
                self.events.clear()
                self._welcomed = True
            elif frame.n != self.last + 1:
                self.gaps += 1
            self.last = frame.n
        if frame.t == "ok" and frame.id is not None:
            self.replies.add(frame.id)
        elif frame.t == "error":
            self.codes.append(frame.code)
        elif frame.t in POSITIONS:
            self._look(frame)

    def _look(self, frame: _Frame) -> None:
        self.v = frame.v
        if frame.view is not None:
            self.public = bytes(frame.view.public or self.public)
            self.private = bytes(frame.view.private or self.private)
        for raw in _events(frame.events or b"[]"):
            self.events[msgspec.json.decode(raw, type=_Event).e] = bytes(raw)


def prove(folder: Path, disconnects: int, tables: int) -> Finding:
    """So many broken connections, spread over that many tables."""
    result = Finding(CLAIM)
    with running(folder) as server:
        made = make_tables(server.port, tables)
        each = -(-disconnects // tables)
        counts = asyncio.run(_play(server.port, made, each, result))
        server.stop()
    broken, compared, resumed = (sum(column) for column in zip(*counts, strict=True))
    result.figures |= {
        "disconnects": f"{broken:,} at {tables} tables, {resumed:,} taken up where they broke off",
        "views compared": f"{compared:,}",
        "different, gaps, refused": str(len(result.faults)),
    }
    result.require(broken >= disconnects, "too few connections broke")
    result.require("Traceback" not in server.words(), "the server logged an unhandled error")
    return result


async def _play(
    port: int, tables: Sequence[Table], each: int, result: Finding
) -> list[tuple[int, int, int]]:
    return await asyncio.gather(*(_play_table(port, table, each, result) for table in tables))


async def _play_table(
    port: int, table: Table, disconnects: int, result: Finding
) -> tuple[int, int, int]:
    """How many connections broke, views were compared, and connections taken up again."""
    dice = random.Random(table.room)
    viewers = [Viewer(port, table, seat) for seat in range(4)]
    for viewer in viewers:
        await viewer.come()
    broken = compared = move = 0
    while broken < disconnects:
        gone = dice.choice(viewers)
        early = dice.random() < 0.5
        if early:
            await gone.vanish()
        for _ in range(dice.randint(0, 6)):
            asked = next((viewer for viewer in viewers if viewer.options), None)
            if asked is None or (asked is gone and early):
                break
            move += 1
            broken += await _one_move(viewers, asked, gone if early else None, f"m{move}", dice)
        if not early:
            await gone.vanish()
        await gone.come()
        broken += 1
        await asyncio.gather(*(_wait_for(viewer, viewers) for viewer in viewers))
        compared += await _compare(port, viewers, result)
    for viewer in viewers:
        result.require(not viewer.gaps, f"seat {viewer.seat} missed messages")
        result.require(not viewer.codes, f"seat {viewer.seat} was refused: {viewer.codes[:3]}")
        await viewer.vanish()
    return broken, compared, sum(viewer.resumed for viewer in viewers)


async def _one_move(
    viewers: Sequence[Viewer], asked: Viewer, away: Viewer | None, id: str, dice: random.Random
) -> bool:
    """An answer, seen by all who are here; True if its connection broke right after it."""
    v, option = asked.v, dice.randrange(asked.options)
    await asked.answer(id, v, option)
    breaks = dice.random() < 0.2
    if breaks:
        await asked.vanish()
        await asked.come()
        await asked.answer(id, v, option)
    await asked.until(lambda: id in asked.replies)
    here = [viewer for viewer in viewers if viewer is not away]
    await asyncio.gather(*(_until_version(viewer, v + 1) for viewer in here))
    return breaks


async def _until_version(viewer: Viewer, v: int) -> None:
    await viewer.until(lambda: viewer.v >= v)


async def _wait_for(viewer: Viewer, viewers: Sequence[Viewer]) -> None:
    await _until_version(viewer, max(other.v for other in viewers))


async def _compare(port: int, viewers: Sequence[Viewer], result: Finding) -> int:
    """Each client's picture against what somebody new is told; gives how many were compared."""
    for viewer in viewers:
        new = Viewer(port, viewer.table, viewer.seat)
        await new.come()
        await new.vanish()
        where = f"room {viewer.table.room}, seat {viewer.seat}, version {viewer.v}"
        result.require(new.v == viewer.v, f"{where}: another version than {new.v}")
        result.require(new.public == viewer.public, f"{where}: another table")
        result.require(new.private == viewer.private, f"{where}: another hand or decision")
        known = {e: viewer.events.get(e, text) for e, text in new.events.items()}
        newest = max(viewer.events, default=-1)
        result.require(known == new.events, f"{where}: another story")
        result.require(newest == max(new.events, default=-1), f"{where}: not the whole story")
    return len(viewers)
