"""Many players at many tables, in one event loop."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from proofs.client import Player, Tally
from proofs.tables import Table, make_table

_AT_ONCE = 100  # connections that are being made


def make_tables(port: int, count: int, seats: int = 4, first: int = 0) -> list[Table]:
    """That many running games, numbered from `first`."""
    with ThreadPoolExecutor(8) as pool:
        return list(pool.map(partial(make_table, port, seats=seats), range(first, first + count)))


@contextlib.asynccontextmanager
async def seated(
    port: int, tables: Sequence[Table], tally: Tally, think: Callable[[], float]
) -> AsyncIterator[list[Player]]:
    """A player in every seat, all welcomed and playing inside the block."""
    players = [
        Player(port, table, seat, tally, think)
        for table in tables
        for seat in range(len(table.tokens))
    ]
    async with playing(players):
        yield players


@contextlib.asynccontextmanager
async def playing(players: Sequence[Player]) -> AsyncIterator[None]:
    """These players are welcomed and play inside the block."""
    tasks: list[asyncio.Task[None]] = []
    try:
        for begin in range(0, len(players), _AT_ONCE):
            some = players[begin : begin + _AT_ONCE]
            tasks += [asyncio.create_task(player.play()) for player in some]
            await asyncio.gather(*(player.welcomed.wait() for player in some))
        yield
    finally:
        await asyncio.gather(*(player.stop() for player in players))
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
