"""Taking back in long games, as fast as the limits allow, does not keep other tables waiting.

Each wish to take something back plays a game again, to see whether anybody need be asked. One
address does nothing else at many tables; honest players at others measure their answers before,
meanwhile and after. The server has one core, everybody else the other.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import random
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import msgspec

from proofs.client import Tally
from proofs.crowd import make_tables, seated
from proofs.figures import Finding, percentile
from proofs.kills import lengthen
from proofs.running import Server, running
from proofs.sockets import BROKEN, decode, dial, hello
from proofs.tables import Table, source_of

CLAIM = "taking back in long games keeps nobody else waiting"
MOST_WAIT = 0.250  # seconds, at the 99th percentile, or twice what it was before
_HONEST = 10  # tables
_PAUSE = 0.25  # seconds between two wishes: somewhat more than the limits allow


def prove(folder: Path, attackers: int, answers: int, seconds: float) -> Finding:
    """So many sockets of one address, at games of that many answers, for so long."""
    cores = sorted(os.sched_getaffinity(0))
    core = cores[0] if len(cores) > 1 else None
    try:
        if core is not None:
            os.sched_setaffinity(0, set(cores[1:]))
        with running(folder, core=core) as server:
            tables = make_tables(server.port, _HONEST + attackers)
            server.kill()
            asyncio.run(lengthen(folder, tables[_HONEST:], answers))
            server.start()
            # All that attack come from one address.
            evil = [replace(table, source=source_of(_HONEST)) for table in tables[_HONEST:]]
            return asyncio.run(_prove(server, tables[:_HONEST], evil, seconds))
    finally:
        os.sched_setaffinity(0, set(cores))


async def _prove(
    server: Server, honest: Sequence[Table], evil: Sequence[Table], seconds: float
) -> Finding:
    result = Finding(CLAIM)
    dice, tally = random.Random(1), Tally()
    waits: list[list[float]] = []
    shares: list[float] = []
    async with seated(server.port, honest, tally, lambda: dice.uniform(0.1, 0.3)):
        await asyncio.sleep(seconds / 10)
        for attacked in (False, True, False):
            tally.waits.clear()
            attacks = [asyncio.create_task(_attack(server.port, t)) for t in evil if attacked]
            busy, began = server.processor_seconds(), time.monotonic()
            await asyncio.sleep(seconds)
            shares.append((server.processor_seconds() - busy) / (time.monotonic() - began))
            waits.append(tally.waits[:])
            for attack in attacks:
                attack.cancel()
            wished = sum(await asyncio.gather(*attacks))
            if attacked:
                result.figures["wishes"] = f"{wished:,} of {len(evil)} sockets of one address"
    calm, stormy, after = (percentile(some, 0.99) for some in waits)
    result.figures |= {
        "honest answers before, during, after": ", ".join(f"{len(some):,}" for some in waits),
        "their 99th percentile": ", ".join(f"{1000 * p:.0f} ms" for p in (calm, stormy, after)),
        "their median": ", ".join(f"{1000 * percentile(some, 0.5):.0f} ms" for some in waits),
        "the server's core was busy": ", ".join(f"{share:.0%}" for share in shares),
    }
    result.require(not tally.refused, f"honest answers were refused: {tally.refused[:3]}")
    result.require(not tally.gaps and not tally.lost, "honest tables lost messages")
    result.require(stormy <= max(MOST_WAIT, 2 * calm), "honest tables were slowed by the attack")
    return result


async def _attack(port: int, table: Table) -> int:
    """Wishes to take back until it is cancelled; how many wishes were taken up."""
    taken = 0
    try:
        async with dial(port, table.source) as socket:
            await socket.send(hello(table, 0), text=True)
            v = 0
            for number in itertools.count():
                wish = {"t": "undo", "id": f"u{number}", "v": v}
                await socket.send(msgspec.json.encode(wish), text=True)
                reply = decode(await socket.recv())
                while reply.id != f"u{number}":
                    v = reply.v if reply.v is not None else v
                    reply = decode(await socket.recv())
                taken += reply.t == "ok"
                await asyncio.sleep(_PAUSE)
    except (asyncio.CancelledError, *BROKEN):
        pass
    return taken
