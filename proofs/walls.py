"""The limits: sizes, rates for a seat and for an address, pages of other sites, secrets."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from proofs.figures import Finding
from proofs.running import Server, running
from proofs.secrets_kept import secrets_shown
from proofs.sockets import BROKEN, decode, dial, hello
from proofs.tables import Table, call, make_table
from smashup.server.limits import MAX_BODY, MAX_MESSAGE, Limits

CLAIM = "sizes, rates and origins are bounded, and no secret is left lying about"
_EVIL = "http://evil.example"
_FLOOD = 500  # messages at once


def prove(folder: Path) -> Finding:
    """Run against each wall once."""
    result = Finding(CLAIM)
    with running(folder) as server:
        tables = [make_table(server.port, number) for number in range(4)]
        _walls_of_calls(server, result)
        asyncio.run(_walls_of_sockets(server, tables, result))
        server.stop()
    shown = secrets_shown(folder, tables)
    result.figures["tokens in the log or on disk"] = str(len(shown))
    result.require(not shown, f"secrets stand in {shown}")
    result.require("Traceback" not in server.words(), "the server logged an unhandled error")
    return result


def _walls_of_calls(server: Server, result: Finding) -> None:
    large = {"name": "x" * (MAX_BODY + 1)}
    status, body = call(server.port, "POST", "/api/rooms", large, source="127.2.0.1")
    result.figures["a body over the limit"] = f"{status} {body['error']['code']}"
    result.require(body["error"]["code"] == "too_large", "a body may be too large")

    status, body = call(
        server.port, "POST", "/api/rooms", {}, {"Origin": _EVIL}, source="127.2.0.2"
    )
    result.figures["a page of another site"] = f"{status} {body['error']['code']}"
    result.require(body["error"]["code"] == "bad_origin", "any page may act for its visitor")

    limits = Limits()
    most = int(limits.people * limits.request_burst)
    made = 0
    while made < 3 * most and status != 429:
        status, body = call(server.port, "GET", "/api/health", source="127.2.0.3")
        made += 1
    result.figures["calls of one address at once"] = f"{made - 1:,}, then {status}"
    result.require(status == 429, "one address may call without end")
    elsewhere = call(server.port, "GET", "/api/health", source="127.2.0.4")[0]
    result.require(elsewhere == 200, "one address can shut another out")


async def _walls_of_sockets(server: Server, tables: Sequence[Table], result: Finding) -> None:
    result.figures["a socket from a page of another site"] = await _evil_socket(server, result)
    await _large_frame(server, tables[0], result)
    await _flood(server, tables[1], result)
    await _many_sockets(server, tables[2], result)


async def _evil_socket(server: Server, result: Finding) -> str:
    try:
        async with connect(f"ws://127.0.0.1:{server.port}/ws", origin=Origin(_EVIL)) as socket:
            await socket.recv()
    except BROKEN as error:
        return f"refused ({type(error).__name__})"
    result.require(False, "any page may open a socket for its visitor")
    return "taken"


async def _large_frame(server: Server, table: Table, result: Finding) -> None:
    async with dial(server.port, table.source) as socket:
        await socket.send(hello(table, 0), text=True)
        await socket.send(b'"' + b"x" * MAX_MESSAGE + b'"', text=True)
        code = await _closed(socket)
    result.figures["a frame over the limit"] = f"closed with {code}"
    result.require(code == 1009, f"a frame that is too large closes with {code}")


async def _flood(server: Server, table: Table, result: Finding) -> None:
    """One seat sends far too much: it is told so, then cut off."""
    refused = 0
    async with dial(server.port, table.source) as socket:
        await socket.send(hello(table, 0), text=True)
        try:
            for _ in range(_FLOOD):
                await socket.send(b'{"t":"ping"}', text=True)
            while True:
                refused += decode(await socket.recv()).code == "too_many"
        except ConnectionClosed as error:
            code = error.rcvd.code if error.rcvd is not None else None
    result.figures["messages of one seat at once"] = f"{refused} refused, closed with {code}"
    result.require(refused > 0 and code == 1008, "one seat may send without end")


async def _many_sockets(server: Server, table: Table, result: Finding) -> None:
    limits = Limits()
    most = limits.sockets * limits.people
    opened: list[ClientConnection] = []
    try:
        while len(opened) <= most:
            opened.append(await dial(server.port, table.source))
    except BROKEN:
        pass
    finally:
        await asyncio.gather(*(socket.close() for socket in opened))
    result.figures["sockets of one address"] = f"{len(opened)}"
    result.require(len(opened) <= most, "one address may open sockets without end")


async def _closed(socket: ClientConnection) -> int | None:
    """The code a connection is closed with, after whatever comes before."""
    try:
        async for _ in socket:
            pass
    except ConnectionClosed:
        pass
    return socket.close_code
