"""Malformed frames in floods: no unhandled error, no hang, and the other tables do not notice.

Attackers, each from an address of its own, say hello properly (or not) and then send garbage as
fast as the server takes it, until they are cut off; then they come again.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import random
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from websockets.asyncio.client import ClientConnection

from proofs.crowd import make_tables
from proofs.figures import Finding
from proofs.garbage import bad_frame, raw_bytes
from proofs.running import Server
from proofs.secrets_kept import secrets_shown
from proofs.sockets import BROKEN, decode, dial, hello
from proofs.storms import FIRST, Attack
from proofs.tables import Table, call
from smashup.server.errors import Refused
from smashup.server.frames import decode as decode_incoming

_ATTACKERS = 8
_SEATS = 10  # tables that each of them sits at: what one seat may send is soon used up
_AT_A_TIME = 100  # frames on one connection: the server cuts off who goes on so
_RAW = 0.02  # the share of connections that break the socket's own protocol
_PATIENCE = 20.0  # seconds for a connection to be answered or cut off


def prove_decoder(frames: int) -> Finding:
    """What the server reads its messages by takes or refuses every frame, and does nothing else."""
    result = Finding("malformed frames read by the server's own decoder")
    rng = random.Random(frames)
    codes: Counter[str] = Counter()
    for _ in range(frames):
        payload = bad_frame(rng).payload
        try:
            decode_incoming(payload)
            codes["taken"] += 1
        except Refused as error:
            codes[error.code] += 1
        except Exception as error:
            result.faults.append(f"{type(error).__name__} for {payload[:100]!r}")
    result.figures["frames"] = f"{frames:,}"
    result.figures["outcome"] = ", ".join(f"{code} {n:,}" for code, n in codes.most_common())
    return result


class Malformed(Attack):
    """So many frames, by attackers that each come from an address of their own."""

    claim = "malformed frames: no unhandled error, no hang, other tables unharmed"

    def __init__(self, frames: int) -> None:
        self._frames = frames
        self._tables: list[Table] = []
        self._counts: Counter[str] = Counter()

    def prepare(self, server: Server) -> None:
        self._tables = make_tables(server.port, _ATTACKERS * _SEATS, first=FIRST)

    async def run(self, server: Server) -> None:
        # In a process of their own, so that honest players wait for the server alone.
        with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as elsewhere:
            attack = partial(attack_all, server.port, self._tables, self._frames)
            self._counts = await asyncio.get_running_loop().run_in_executor(elsewhere, attack)

    @property
    def was_tried(self) -> bool:
        return self._counts["dealt with"] > 0

    def judge(self, server: Server, result: Finding) -> None:
        counts = self._counts
        result.figures |= {
            "frames": f"{counts['dealt with']:,} over {counts['connections']:,} connections",
            "refused, cut off": f"{counts['refused']:,}, {counts['cut off']:,}",
            "connections that broke the socket's own protocol": f"{counts['raw']:,}",
        }
        result.require(counts["hung"] == 0, f"{counts['hung']} connections hung")
        healthy = call(server.port, "GET", "/api/health")[0] == 200
        result.require(healthy, "the server does not answer any more")
        shown = secrets_shown(server.folder, self._tables)
        result.require(not shown, f"secrets stand in {shown}")


def attack_all(port: int, tables: Sequence[Table], frames: int) -> Counter[str]:
    """Let all attackers loose, each on some of the tables; counts what came of it."""
    return asyncio.run(_attack_all(port, tables, frames))


async def _attack_all(port: int, tables: Sequence[Table], frames: int) -> Counter[str]:
    counts: Counter[str] = Counter()
    each = -(-frames // _ATTACKERS)
    shares = [tables[number::_ATTACKERS] for number in range(_ATTACKERS)]
    await asyncio.gather(*(_attack(port, share, each, counts) for share in shares))
    return counts


async def _attack(port: int, tables: Sequence[Table], frames: int, counts: Counter[str]) -> None:
    """Garbage from one after the other until so many frames were dealt with."""
    rng = random.Random(tables[0].room)
    sent = 0
    while sent < frames:
        table = rng.choice(tables)
        counts["connections"] += 1
        try:
            async with asyncio.timeout(_PATIENCE):
                if rng.random() < _RAW:
                    await _break_protocol(port, table, rng)
                    counts["raw"] += 1
                else:
                    sent += await _flood(port, table, rng, counts)
        except TimeoutError:
            counts["hung"] += 1
        except BROKEN:
            counts["cut off"] += 1


async def _flood(port: int, table: Table, rng: random.Random, counts: Counter[str]) -> int:
    """One connection full of garbage; gives how many frames the server has dealt with."""
    async with dial(port, table.source) as socket:
        reading = asyncio.create_task(_count_replies(socket))
        try:
            if rng.random() < 0.95:
                await socket.send(hello(table, rng.randrange(4)), text=True)
            for _ in range(_AT_A_TIME):
                frame = bad_frame(rng)
                await socket.send(frame.payload, text=frame.text)
        except BROKEN:
            counts["cut off"] += 1
        replies, refused = await reading
        counts["dealt with"] += replies
        counts["refused"] += refused
        return replies


async def _count_replies(socket: ClientConnection) -> tuple[int, int]:
    """How many frames were answered, and how many of them by a refusal."""
    replies = refused = 0
    with contextlib.suppress(*BROKEN):
        async for frame in socket:
            message = decode(frame)
            replies += message.n == 0 and message.id != "hello"
            refused += message.t == "error"
            if replies >= _AT_A_TIME:
                break
    return replies, refused


async def _break_protocol(port: int, table: Table, rng: random.Random) -> None:
    """A proper handshake, or none, then bytes that are no frames."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(table.source, 0))
    try:
        if rng.random() < 0.8:
            writer.write(
                b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
                b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
            )
            await reader.readuntil(b"\r\n\r\n")
        writer.write(raw_bytes(rng))
        writer.write_eof()
        await reader.read()
    finally:
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()
