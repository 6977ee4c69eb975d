"""The event loop's lag while bots think: how late something comes that should happen at once.

The server is the real one; a probe in its event loop asks to be woken every few milliseconds and
notes how much later that was, and how much of that the server itself was at work: the rest is the
machine's, which had the core do something else.
"""

from __future__ import annotations

import asyncio
import os
import random
import sys
import time
from pathlib import Path

from proofs.client import Tally
from proofs.crowd import seated
from proofs.figures import Finding, percentile
from proofs.running import Server, running
from proofs.tables import make_table

CLAIM = "the event loop's lag while bots think"
MOST_LAG = 0.020  # seconds, at the 99th percentile
_EVERY = 0.005  # seconds between two looks
_PATIENCE = 60.0  # seconds more until the first bot has moved, on a machine with much else to do
_PROGRAM = "from proofs.lag import serve; serve()"
_NOTES = "lag.txt"


def serve() -> None:
    """`smashup serve` with the probe in its event loop."""
    from smashup.cli import main
    from smashup.server.lobby import Lobby

    opened = Lobby.open
    notes = Path(sys.argv[sys.argv.index("--data") + 1]) / _NOTES

    async def open_and_probe(lobby: Lobby) -> None:
        await opened(lobby)
        lobby.spawn(_probe(notes))

    setattr(Lobby, "open", open_and_probe)  # noqa: B010 - mypy takes no method for a variable
    main()


async def _probe(notes: Path) -> None:
    loop = asyncio.get_running_loop()
    with notes.open("w", buffering=1) as file:
        while True:
            due, busy = loop.time() + _EVERY, time.thread_time()
            await asyncio.sleep(_EVERY)
            late = max(0.0, loop.time() - due)
            own = min(late, time.thread_time() - busy)
            file.write(f"{late:.6f} {own:.6f}\n")


def prove(folder: Path, tables: int, seconds: float, strength: str) -> Finding:
    """Let that many tables play for so long, each one person against three bots.

    It takes longer where no bot has moved by then.
    """
    with running(folder, program=_PROGRAM) as server:
        result = asyncio.run(_prove(server, tables, seconds, strength))
    return result


async def _prove(server: Server, count: int, seconds: float, strength: str) -> Finding:
    result = Finding(CLAIM)
    tally = Tally()
    dice = random.Random(count)
    tables = [
        await asyncio.to_thread(make_table, server.port, number, 1, 3, strength)
        for number in range(count)
    ]
    async with seated(server.port, tables, tally, lambda: dice.uniform(0.5, 1.5)) as players:
        notes = server.folder / _NOTES
        skipped = notes.stat().st_size
        versions = sum(player.v for player in players)

        def answered() -> int:
            return sum(player.v for player in players) - versions

        began = time.monotonic()
        await asyncio.sleep(seconds)
        while answered() <= len(tally.waits) and time.monotonic() < began + seconds + _PATIENCE:
            await asyncio.sleep(_EVERY)
        answers, lasted = answered(), time.monotonic() - began
        with notes.open() as file:
            file.seek(skipped)
            rows = [line.split() for line in file.read().splitlines()[1:-1]]
        lags, own = ([float(row[column]) for row in rows] for column in (0, 1))
    result.figures |= {
        "tables": f"{count}, one person and three bots ({strength}) each, for {lasted:.0f} s",
        "answers": f"{answers:,}, {len(tally.waits):,} of them by people",
        "lag (median, 99th percentile, longest)": _three(lags),
        "of that the server's own work": _three(own),
        "cores": str(len(os.sched_getaffinity(0))),
    }
    result.require(percentile(lags, 0.99) <= MOST_LAG, "the event loop lags")
    result.require(len(lags) > 50 * lasted, "the probe hardly ran")
    result.require(answers > len(tally.waits), "the bots did not play")
    result.require(not tally.refused, f"answers were refused: {tally.refused[:3]}")
    return result


def _three(lags: list[float]) -> str:
    shown = percentile(lags, 0.5), percentile(lags, 0.99), max(lags, default=0.0)
    return ", ".join(f"{1000 * lag:.1f} ms" for lag in shown)
