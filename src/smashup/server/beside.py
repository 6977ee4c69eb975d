"""Work that takes long, in a thread beside the event loop: one piece at a time, in turn.

A thread takes its share of the interpreter from the loop, and several take several shares: six that
play games again keep every table waiting for a sixth of a second. So there is one for each kind of
work, which gives way often, and whoever asks for much of it waits for their own.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from smashup.server.turns import Turns

P = ParamSpec("P")
T = TypeVar("T")

GIVES_WAY = 0.001  # seconds after which a thread lets the loop have a turn; Python's own are 5 ms


def give_way_often() -> None:
    """From here on threads of this process let each other in more often."""
    sys.setswitchinterval(GIVES_WAY)


class Beside:
    """One thread's worth of work."""

    def __init__(self) -> None:
        self._turns = Turns(1)

    async def do(self, owner: str, work: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
        """Does it when it is the owner's turn."""
        async with self._turns.turn(owner):
            return await asyncio.to_thread(work, *args, **more)

    def close(self) -> None:
        """Nothing more is begun."""
        self._turns.close()
