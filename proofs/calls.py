"""Generated REST calls (schemathesis): whatever is asked, the server answers, and in order.

Calls are made from the server's own description of itself, good ones and bad ones. None may lead to
an unexpected error or a hang, and every refusal must have the shape that docs/protocol.md promises.
Half of them name a room, a replay and a seat that there are: of a game that is over, since of one
that goes on there is less to ask for.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from proofs.figures import Finding
from proofs.running import running
from proofs.sockets import decode, dial, hello
from proofs.tables import call, make_table

CLAIM = "generated REST calls: no unhandled error, no hang"
_PATIENCE = 60.0  # seconds for one call: on a busy machine what is thought about waits its turn
_MOST_TURNS = 10  # some kinds of call have so few forms that others must make up for them
_NO_LIMIT = ("--people-per-address", "1000000")  # all calls come from one address


def prove(folder: Path, calls: int) -> Finding:
    """Make that many calls, good and bad in turn, over all that can be called."""
    result = Finding(CLAIM)
    statuses: Counter[str] = Counter()
    with running(folder, _NO_LIMIT) as server:
        table = make_table(server.port, 0)
        known = _finished(server.port)
        operations = _operations(server.port)
        for turn in range(_MOST_TURNS):
            left = calls - statuses.total()
            if left <= 0:
                break
            each = -(-left // (2 * len(operations)))
            for operation, bad in product(operations, (False, True)):
                _call_many(operation, bad, each, turn, known, statuses, result)
        status, room = call(
            server.port,
            "GET",
            f"/api/rooms/{table.room}",
            headers={"X-Seat-Token": table.tokens[0]},
        )
        server.stop()
    by_kind = Counter(status[0] + "xx" for status in statuses.elements())
    result.figures |= {
        "calls": f"{statuses.total():,} of {len(operations)} kinds",
        "answered by": ", ".join(f"{kind} {n:,}" for kind, n in sorted(by_kind.items())),
    }
    result.require(statuses.total() >= calls, f"only {statuses.total()} calls could be made")
    result.require(status == 200 and room["state"] == "playing", "another table was harmed")
    result.require("Traceback" not in server.words(), "the server logged an unhandled error")
    return result


class _Known(NamedTuple):
    """What a caller may know who sat at a table."""

    room: str
    replay: str
    token: str

    def put_into(self, case: Any) -> None:
        """Names it where a call names something of its kind. Which turns there were in the game,
        and which puzzles there are, is left to the generator."""
        for name, value in (("room", self.room), ("replay", self.replay)):
            if name in case.path_parameters:
                case.path_parameters[name] = value
        for name in ("X-Seat-Token", "X-Seat-Tokens"):
            if name in (case.headers or {}):
                case.headers[name] = self.token


def _finished(port: int) -> _Known:
    """A game that somebody gave up, and its replay."""
    table = make_table(port, 1, seats=2)

    async def give_up() -> None:
        async with dial(port, table.source) as socket:
            await socket.send(hello(table, 0), text=True)
            await socket.send(b'{"t":"concede","id":"c"}', text=True)
            while decode(await socket.recv()).id != "c":
                pass

    asyncio.run(give_up())
    token = table.tokens[1]
    status, link = call(port, "POST", f"/api/replays/{table.room}", {"token": token})
    assert status == 200, link
    return _Known(table.room, link["link"], token)


def _operations(port: int) -> list[Any]:
    import schemathesis

    schema = schemathesis.openapi.from_url(f"http://127.0.0.1:{port}/api/openapi.json")
    found: Iterable[Any] = schema.get_all_operations()
    return [operation.ok() for operation in found]


def _call_many(
    operation: Any,
    bad: bool,
    count: int,
    turn: int,
    known: _Known,
    statuses: Counter[str],
    result: Finding,
) -> None:
    """Calls of one kind; half of them name what there is."""
    import schemathesis
    from hypothesis import HealthCheck, Phase, given, seed, settings

    mode = schemathesis.GenerationMode.NEGATIVE if bad else schemathesis.GenerationMode.POSITIVE

    @seed(turn)
    @settings(
        max_examples=count,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def run(case: Any) -> None:
        if statuses.total() % 2:
            known.put_into(case)
        try:
            response = case.call(timeout=_PATIENCE)
        except Exception as error:  # never answered, or hung up on
            fault = f"{type(error).__name__}: {error}"[:200]
        else:
            statuses[str(response.status_code)] += 1
            fault = _fault(response)
        if fault and len(result.faults) < 20:
            result.faults.append(f"{case.method} {case.path}: {fault}")

    try:
        run()
    except Exception as error:  # of the generator: not all calls can be made badly
        if not bad:
            result.faults.append(f"{operation.label}: {type(error).__name__}: {error}"[:300])


def _fault(response: Any) -> str:
    """What is wrong with an answer; empty if nothing is."""
    if response.status_code >= 500:
        return f"status {response.status_code}"
    if response.status_code >= 400:
        try:
            error = response.json()["error"]
        except (ValueError, KeyError, TypeError):
            return f"a refusal without words: {response.status_code}"
        if not {"code", "message", "next"} <= error.keys():
            return f"a refusal of another shape: {error}"
    return ""
