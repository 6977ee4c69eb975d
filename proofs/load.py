"""Many games at once on one core: how long an answer waits until it is acknowledged.

The server is held to one core and this process to another, so that neither's figures are the
other's doing.
"""

from __future__ import annotations

import asyncio
import random
import time
from pathlib import Path

from proofs.client import Tally
from proofs.crowd import make_tables, seated
from proofs.figures import Finding, percentile
from proofs.running import Server, apart, running
from smashup.memory import settled

CLAIM = "1,000 games with 4 sockets each on one core, players thinking 2 s"
MOST_WAIT = 0.100  # seconds, at the 99th percentile
MOST_MEMORY = 500e6  # bytes
_WARM_UP = 10.0  # seconds before anything is counted


def prove(folder: Path, tables: int, seconds: float, warm_up: float = _WARM_UP) -> Finding:
    """Let that many tables play for so long."""
    with apart() as core, running(folder, core=core) as server:
        return asyncio.run(_prove(server, tables, seconds, warm_up))


async def _prove(server: Server, count: int, seconds: float, warm_up: float) -> Finding:
    result = Finding(CLAIM)
    tally = Tally()
    dice = random.Random(count)
    tables = await asyncio.to_thread(make_tables, server.port, count)
    async with seated(server.port, tables, tally, lambda: dice.uniform(1.0, 3.0)):
        await asyncio.sleep(warm_up)
        with settled():  # that this process looks for dead objects is not the server's doing
            tally.waits.clear()
            messages, busy, began = tally.messages, server.processor_seconds(), time.monotonic()
            await asyncio.sleep(seconds)
            lasted = time.monotonic() - began
            waits = tally.waits[:]
            rate = (tally.messages - messages) / lasted
            busy = server.processor_seconds() - busy
    memory = server.peak_memory()
    result.figures |= {
        "games, sockets": f"{count:,}, {4 * count:,}",
        "measured for": f"{lasted:.0f} s after {warm_up:.0f} s",
        "answers a second": f"{len(waits) / lasted:,.0f}",
        "messages a second to the players": f"{rate:,.0f}",
        "acknowledged after (median, 99th percentile, longest)": (
            f"{_ms(percentile(waits, 0.5))}, {_ms(percentile(waits, 0.99))}, "
            f"{_ms(max(waits, default=0))}"
        ),
        "memory at most": f"{memory / 1e6:.0f} MB",
        "the server's core was busy": f"{busy / lasted:.0%}",
        "of that for each answer": _ms(busy / max(1, len(waits))),
        "refused, gaps, connections lost": (f"{len(tally.refused)}, {tally.gaps}, {tally.lost}"),
    }
    result.require(percentile(waits, 0.99) <= MOST_WAIT, "acknowledgements take too long")
    result.require(memory <= MOST_MEMORY, "it takes too much memory")
    result.require(len(waits) > 0, "nothing was answered")
    result.require(not tally.refused, f"answers were refused: {tally.refused[:3]}")
    result.require(not tally.gaps and not tally.lost, "messages or connections were lost")
    return result


def _ms(seconds: float) -> str:
    return f"{1000 * seconds:.{1 if seconds >= 0.01 else 2}f} ms"
