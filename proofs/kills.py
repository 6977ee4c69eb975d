"""kill -9 under load: nothing that was acknowledged is lost or doubled, and play goes on at once.

Players answer as fast as they can think; at random moments the server and all its processes are
killed and started again, and the players come back and send what was not acknowledged once more. In
the end the logs on disk are compared with what the players were told.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Sequence
from pathlib import Path

from proofs.client import Acknowledged, Tally
from proofs.crowd import make_tables, seated
from proofs.figures import Finding, percentile
from proofs.running import Server, running
from proofs.tables import Table, call
from smashup.server import entries as kinds
from smashup.server import snapshots
from smashup.server.charter import read_charter
from smashup.server.entries import body_of
from smashup.server.fold import Fold
from smashup.server.storage import Entry, open_storage

CLAIM = "kill -9 under load at random moments"
CLAIM_BACK = "1,000 running games are back"
# Seconds of a core's time: by the clock it depends on who else uses the machine.
MOST_RESTART = 2.0  # until it answers
MOST_BACK = 5.0  # until all games are open
_KILLS_A_ROUND = 10  # then new tables are made, before games are over


def prove(folder: Path, kills: int, tables: int) -> Finding:
    """Kill so often, with that many tables playing."""
    result = Finding(CLAIM)
    tally = Tally()
    restarts: list[tuple[float, float]] = []
    moments = random.Random(kills)
    with running(folder) as server:
        left = kills
        first = 0
        while left:
            some = min(left, _KILLS_A_ROUND)
            made = [*make_tables(server.port, tables, first=first)]
            restarts += asyncio.run(_round(server, made, tally, some, moments))
            first += tables
            left -= some
        server.stop()
    place = folder / "games.sqlite"
    lost, doubled, wrong = asyncio.run(compare(place, tally.acknowledged))
    times, busy = zip(*restarts, strict=True)
    result.figures |= {
        "kills": str(kills),
        "acknowledged decisions": f"{len(tally.acknowledged):,} at {first} tables",
        "lost, doubled, different on disk": f"{lost}, {doubled}, {wrong}",
        "restart (median, longest)": f"{percentile(times, 0.5):.2f} s, {max(times):.2f} s",
        "of a core's time (median, longest)": f"{percentile(busy, 0.5):.2f} s, {max(busy):.2f} s",
        "connections that broke": f"{tally.lost:,}",
    }
    result.require(lost == doubled == wrong == 0, "acknowledged decisions are not as they were")
    refused = tally.refused
    result.require(not refused, f"{len(refused)} answers were refused, the first {refused[:1]}")
    result.require(max(busy) <= MOST_RESTART, "a restart took too long")
    result.require(bool(tally.acknowledged), "nothing was acknowledged")
    result.require("Traceback" not in server.words(), "the server logged an unhandled error")
    return result


async def _round(
    server: Server, tables: Sequence[Table], tally: Tally, kills: int, moments: random.Random
) -> list[tuple[float, float]]:
    """How long each restart took, by the clock and of a core's time."""
    restarts = []
    async with seated(server.port, tables, tally, lambda: moments.uniform(0.02, 0.1)) as players:
        for _ in range(kills):
            await asyncio.sleep(moments.uniform(0.1, 1.0))
            for player in players:
                player.welcomed.clear()
            server.kill()
            seconds = await asyncio.to_thread(server.start)
            restarts.append((seconds, server.processor_seconds()))
            await asyncio.gather(*(player.welcomed.wait() for player in players))
        await asyncio.gather(*(player.settled() for player in players))
    return restarts


async def compare(place: str | Path, told: Sequence[Acknowledged]) -> tuple[int, int, int]:
    """How many acknowledged answers a store has not, has twice, and has otherwise."""
    store = open_storage(place)
    await store.open()
    logs: dict[str, dict[tuple[int, str], list[tuple[int, Entry]]]] = {}
    for room in {each.room for each in told}:
        answers = [entry for entry in await store.read(room) if entry.kind == kinds.ANSWER]
        by_id = logs[room] = {}
        for v, entry in enumerate(answers):
            by_id.setdefault((entry.seat, entry.id), []).append((v, entry))
    await store.close()
    lost = doubled = wrong = 0
    for each in told:
        found = logs[each.room].get((each.seat, each.id), [])
        lost += not found
        doubled += len(found) > 1
        wrong += any(v != each.v or body_of(entry).option != each.option for v, entry in found)
    return lost, doubled, wrong


def prove_back(folder: Path, games: int, answers: int) -> Finding:
    """So many games, each that many answers long, are killed and open again when somebody comes."""
    result = Finding(CLAIM_BACK)
    with running(folder) as server:
        tables = make_tables(server.port, games)
        server.kill()
        asyncio.run(lengthen(folder, tables, answers))
        restart = server.start()
        began = time.monotonic() - restart
        busy = server.processor_seconds()
        opened = sum(_comes_back(server.port, table, answers) for table in tables)
        back = time.monotonic() - began
        busy_back = server.processor_seconds()
    result.figures |= {
        "games": f"{opened:,} of {answers} answers each",
        "it answers after": f"{restart:.2f} s, {busy:.2f} s of a core's time",
        "somebody has come to each after": f"{back:.2f} s, {busy_back:.2f} s of a core's time",
    }
    result.require(opened == games, "some games did not come back")
    result.require(busy <= MOST_RESTART, "the restart took too long")
    result.require(busy_back <= MOST_BACK, "the games came back too late")
    return result


def _comes_back(port: int, table: Table, answers: int) -> bool:
    """Whether somebody who comes to a game finds it as it was."""
    headers = {"X-Seat-Token": table.tokens[0]}
    path = f"/api/rooms/{table.room}"
    status, room = call(port, "GET", path, headers=headers, source=table.source)
    return status == 200 and (room["v"] == answers or room["state"] == "over")


async def lengthen(folder: Path, tables: Sequence[Table], answers: int) -> None:
    """Play the games on in the store itself, as a server would have."""
    store = open_storage(folder / "games.sqlite")
    await store.open()
    dice = random.Random(answers)
    for table in tables:
        head, log = await store.head(table.room), await store.read(table.room)
        assert head is not None
        fold = Fold(read_charter(head.head))
        fold.read(log)
        made: list[Entry] = []
        snapshot, kept = 0, b""
        while len(made) < answers and fold.game is not None and fold.game.decision is not None:
            option = dice.randrange(len(fold.game.decision.options))
            seat, body = fold.game.decision.seat, kinds.Body(option=option)
            made.append(fold.apply(kinds.entry(kinds.ANSWER, seat, time.time(), body)))
            if snapshots.is_due(fold, snapshot):
                snapshot = fold.length
                kept = snapshots.take(fold)
        await store.append(table.room, len(log), made)
        if snapshot:
            await store.keep_snapshot(table.room, snapshot, kept)
    await store.close()
