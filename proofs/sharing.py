"""Several servers on one database: the seats of a table sit at different servers, and play."""

from __future__ import annotations

import asyncio
import contextlib
import random
from pathlib import Path

from proofs.client import Player, Tally
from proofs.crowd import make_tables, playing
from proofs.figures import Finding, percentile
from proofs.kills import compare
from proofs.running import Server, running

CLAIM = "several servers share their games"


def prove(folder: Path, database: str, servers: int, tables: int, seconds: float) -> Finding:
    """Play that many tables for so long, each seat at another server; then kill one server.

    Its players go to the next one, where the games go on.
    """
    with contextlib.ExitStack() as stack:
        started = []
        for number in range(servers):
            own = folder / str(number)
            own.mkdir()
            started.append(stack.enter_context(running(own, ("--database", database))))
        result, tally = asyncio.run(_prove(started, tables, seconds))
    lost, doubled, wrong = asyncio.run(compare(database, tally.acknowledged))
    result.figures["lost, doubled, different on disk"] = f"{lost}, {doubled}, {wrong}"
    result.require(lost == doubled == wrong == 0, "acknowledged decisions are not as they were")
    for server in started:
        result.require("Traceback" not in server.words(), "a server logged an unhandled error")
    return result


async def _prove(servers: list[Server], count: int, seconds: float) -> tuple[Finding, Tally]:
    result = Finding(CLAIM)
    tally = Tally()
    dice = random.Random(count)
    tables = await asyncio.to_thread(make_tables, servers[0].port, count)
    players = [
        Player(
            servers[seat % len(servers)].port, table, seat, tally, lambda: dice.uniform(0.1, 0.3)
        )
        for table in tables
        for seat in range(4)
    ]
    async with playing(players):
        await asyncio.sleep(seconds)
        before = len(tally.acknowledged)
        waits = tally.waits[:]
        versions = sum(player.v for player in players)
        servers[-1].kill()
        for player in players:
            player.port = servers[0].port if player.port == servers[-1].port else player.port
        await asyncio.sleep(seconds)
        await asyncio.gather(*(player.settled() for player in players))
        after = len(tally.acknowledged) - before
    result.figures |= {
        "servers, tables": f"{len(servers)}, {count}",
        "answers before one was killed, after": f"{before:,}, {after:,}",
        "acknowledged after (median, 99th percentile)": (
            f"{1000 * percentile(waits, 0.5):.0f} ms, {1000 * percentile(waits, 0.99):.0f} ms"
        ),
    }
    result.require(before > 0 and after > 0, "the games came to a stop")
    result.require(versions > before, "not everybody heard of all answers")
    result.require(not tally.refused, f"answers were refused: {tally.refused[:3]}")
    return result, tally
