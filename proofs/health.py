"""Health tells the truth: with the disk full, and with the database gone."""

from __future__ import annotations

import asyncio
import resource
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from proofs.figures import Finding
from proofs.postgres import restartable_postgres
from proofs.running import Server, free_port, running
from proofs.sockets import decode, dial, hello
from proofs.tables import Table, call, make_table
from smashup.server.pulse import FRESH

CLAIM = "health tells the truth"
QUICK = 5.0  # seconds in which whoever comes must be told what is wrong
_PATIENCE = 30.0


def prove(folder: Path) -> Finding:
    """Fill the disk under one server, and stop the database of another."""
    result = Finding(CLAIM)
    with _watched(folder / "file") as (server, operations):
        _full_disk(server, operations, result)
    with restartable_postgres() as start, ExitStack() as database:
        address = database.enter_context(start())
        with _watched(folder / "one", address) as (other, _):
            table = make_table(other.port, 1)
        with _watched(folder / "two", address) as (server, operations):
            database.close()
            _no_database(server, operations, table, result)
            database.enter_context(start())
            _again(server, operations, table, "database", result)
    return result


@contextmanager
def _watched(folder: Path, database: str = "") -> Iterator[tuple[Server, int]]:
    """A server, and the port for its operator."""
    folder.mkdir()
    operations = free_port()
    arguments = ["--operations", f"127.0.0.1:{operations}"]
    arguments += ["--database", database] if database else []
    with running(folder, arguments) as server:
        yield server, operations


def _full_disk(server: Server, operations: int, result: Finding) -> None:
    """No file of the server may grow any more, which is what a full disk is to it."""
    table = make_table(server.port, 0)
    none, hard = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (0, hard))
    time.sleep(FRESH)  # for so long what was found out before holds
    try:
        told = _told(server, operations)
        result.figures["disk full: /live, /ready, /api/health"] = told
        result.require(told == "200, 503, 503", "health lies when the disk is full")
        code = asyncio.run(_answer(server, table))
        result.figures["an answer is then refused by"] = code
        result.require(code == "store_down", "an answer was not refused for the right reason")
    finally:
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (none, hard))
    _again(server, operations, table, "disk", result)


def _no_database(server: Server, operations: int, table: Table, result: Finding) -> None:
    time.sleep(FRESH)
    told = _told(server, operations)
    result.figures["database gone: /live, /ready, /api/health"] = told
    result.require(told == "200, 503, 503", "health lies when the database is gone")
    began = time.monotonic()
    code = asyncio.run(_first_word(server, table))
    took = time.monotonic() - began
    result.figures["hello is then refused by"] = f"{code}, after {took:.2f} s"
    result.require(code == "store_down", "hello was not refused for the right reason")
    result.require(took < QUICK, "hello waits too long for a database that is gone")


def _again(server: Server, operations: int, table: Table, what: str, result: Finding) -> None:
    """All is well again, by itself."""
    began = time.monotonic()
    while time.monotonic() < began + _PATIENCE:
        if _told(server, operations) == "200, 200, 200":
            break
        time.sleep(0.05)
    took = time.monotonic() - began
    result.figures[f"{what} back: all well after"] = f"{took:.1f} s"
    result.require(took < _PATIENCE, f"health does not notice that the {what} is back")
    code = asyncio.run(_answer(server, table))
    result.require(code == "ok", f"no answer is taken after the {what} came back: {code}")


def _told(server: Server, operations: int) -> str:
    """The statuses of the three."""
    asked = ((operations, "/live"), (operations, "/ready"), (server.port, "/api/health"))
    return ", ".join(str(call(port, "GET", path)[0]) for port, path in asked)


async def _first_word(server: Server, table: Table) -> str:
    """What comes of a hello: "ok", or the code of the refusal."""
    async with dial(server.port, table.source) as socket:
        await socket.send(hello(table, 0), text=True)
        async for text in socket:
            message = decode(text)
            if message.t in ("ok", "error"):
                return message.code or message.t
    return "closed"


async def _answer(server: Server, table: Table) -> str:
    """What comes of the answer of whoever is asked: "ok", or the code of the refusal."""
    for seat in range(len(table.tokens)):
        async with dial(server.port, table.source) as socket:
            await socket.send(hello(table, seat), text=True)
            async for text in socket:
                message = decode(text)
                if message.t == "welcome" and message.options:
                    answer = f'{{"t":"answer","id":"a{time.time_ns()}","v":{message.v},"option":0}}'
                    await socket.send(answer.encode(), text=True)
                elif message.t == "welcome":
                    break
                elif message.id != "hello" and message.t in ("ok", "error"):
                    return message.code or message.t
    return "nobody is asked"
