"""Stores as earlier versions left them, in the folder `old`, and how one more is made.

    python -m tests.server.old_stores 0.3.0

makes those of the version that is here, on SQLite and PostgreSQL, before it is changed: a game of
two that was broken off, one that is over and shared, and a room that waits. `known.json` has their
tokens. Those of 0.1.0 have one game more, which goes another way by the rules of today.
"""

from __future__ import annotations

import asyncio
import json
import lzma
import random
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from proofs.postgres import temporary_postgres

from .tables import ADA_AND_FREE, Socket, Table, play_to_the_end, table

FOLDER = Path(__file__).parent / "old"
KNOWN = FOLDER / "known.json"
MOVES = 60
UNDONE = 40  # after so many one is taken back


def main(version: str) -> None:
    """Adds the stores of this version to the folder."""
    known = json.loads(KNOWN.read_text()) if KNOWN.exists() else {}
    with tempfile.TemporaryDirectory() as folder:
        known[f"{version}.sqlite"] = asyncio.run(fill(Path(folder)))
        pack(f"{version}.sqlite", (Path(folder) / "games.sqlite").read_bytes())
    with temporary_postgres() as address:
        known[f"{version}.sql"] = asyncio.run(fill(address))
        pack(f"{version}.sql", dump(address))
    KNOWN.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n")


def pack(name: str, content: bytes) -> None:
    (FOLDER / f"{name}.xz").write_bytes(lzma.compress(content, preset=9 | lzma.PRESET_EXTREME))


def unpack(name: str) -> bytes:
    """A store as it was: an SQLite file, or the statements that make a database."""
    return lzma.decompress((FOLDER / f"{name}.xz").read_bytes())


def dump(address: str) -> bytes:
    """All of a database as statements, without what only the program that reads it understands."""
    command = ["pg_dump", "--inserts", "--no-owner", "--no-privileges", address]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    needless = ("--", "\\", "SET ", "SELECT pg_catalog.set_config")
    lines = [line for line in said.splitlines() if line and not line.startswith(needless)]
    return ("\n".join(lines) + "\n").encode()


async def fill(place: Path | str) -> dict[str, Any]:
    """Plays at a new store; gives what a test needs to come back."""
    async with table(place) as t:
        running, moved = await broken_off(t)
        over = await t.room()
        sockets = {seat: await t.sit(over, seat) for seat in (0, 1)}
        await play_to_the_end(sockets, random.Random(1).randrange)
        link = await t.post(f"/api/replays/{over['room']}", {"token": over["seats"][0]["token"]})
        waiting = await t.room(ADA_AND_FREE)
        return {
            "running": {**running, **stands(moved)},
            "over": {**over, **stands(sockets[0]), **link},
            "waiting": waiting,
        }


def stands(socket: Socket) -> dict[str, Any]:
    """How it stands, as far as every version tells it in the same way."""
    players = socket.view["public"]["players"]
    hand = [card["name"] for card in socket.view["private"]["hand"]]
    return {"v": socket.v, "vp": [player["vp"] for player in players], "hand": hand}


async def broken_off(t: Table) -> tuple[Any, Socket]:
    """A game in which somebody spoke and something was taken back."""
    room = await t.room()
    sockets = {seat: await t.sit(room, seat) for seat in (0, 1)}
    await sockets[0].ask("chat", text="hello")
    dice = random.Random(5)
    for number in range(MOVES):
        seat, me = next((s, k) for s, k in sockets.items() if k.decision is not None)
        assert me.decision is not None
        reply = await me.answer(dice.randrange(len(me.decision["options"])))
        if number == UNDONE:
            other = sockets[1 - seat]
            await me.ask("undo", v=me.v)
            if not any(message["t"] == "undone" for message in me.seen):
                reply = await other.ask("consent", yes=True)
            for socket in sockets.values():
                while not any(message["t"] == "undone" for message in socket.seen):
                    await socket.receive()
        for socket in sockets.values():
            while socket.v < reply["v"]:
                await socket.receive()
    return room, sockets[0]


if __name__ == "__main__":
    main(*sys.argv[1:])
