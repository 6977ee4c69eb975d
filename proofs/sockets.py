"""Sockets to the server, and of each message what a client must read."""

from __future__ import annotations

import asyncio

import msgspec
from msgspec import Raw, Struct
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from proofs.tables import Table

BROKEN = (ConnectionClosed, InvalidHandshake, OSError, TimeoutError, EOFError)
"""All that a lost connection can lead to."""
POSITIONS = {"welcome", "update", "undone"}
"""Messages whose version is where the game stands now."""


def goes_on() -> bool:
    """Whether this task was not told to end. Where a connection breaks at that very moment, that
    may be all that it hears: so who tries again and again looks here each time."""
    task = asyncio.current_task()
    return task is None or not task.cancelling()


class _Decision(Struct):
    options: list[Raw]


class _Private(Struct):
    decision: _Decision | None


class _View(Struct):
    private: _Private | None = None


class _Room(Struct):
    state: str


class Message(Struct):
    """Of a message from the server, what a player must read."""

    t: str
    n: int = 0
    v: int | None = None
    id: str | None = None
    code: str = ""
    message: str = ""
    view: _View | None = None
    room: _Room | None = None

    @property
    def options(self) -> int | None:
        """How many options this seat has now, 0 if it is not asked; None: as before."""
        if self.view is None or self.view.private is None:
            return None
        decision = self.view.private.decision
        return 0 if decision is None else len(decision.options)


decode = msgspec.json.Decoder(Message).decode


def dial(port: int, source: str) -> connect:
    """A connection to the server from that loopback address, to be used by `async with`."""
    return connect(
        f"ws://127.0.0.1:{port}/ws",
        compression=None,
        ping_interval=None,
        open_timeout=30,
        close_timeout=1,
        max_size=None,
        local_addr=(source, 0),
    )


def hello(table: Table, seat: int, last: int = 0) -> bytes:
    """The first message of a seat."""
    token = table.tokens[seat]
    return msgspec.json.encode({"t": "hello", "room": table.room, "token": token, "last": last})
