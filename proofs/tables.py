"""Tables made over REST, each by people of its own: every table has its own loopback address."""

from __future__ import annotations

import http.client
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

_PATIENCE = 60.0


@dataclass(frozen=True)
class Table:
    """A room all of whose seats we hold."""

    room: str
    tokens: tuple[str, ...]
    source: str
    """The loopback address its players come from."""


def source_of(number: int) -> str:
    """The address of the people at table `number`; all of 127.0.0.0/8 is this machine.

    >>> source_of(0), source_of(999)
    ('127.1.0.1', '127.1.3.232')
    """
    return f"127.1.{(number + 1) // 256}.{(number + 1) % 256}"


def call(
    port: int,
    method: str,
    path: str,
    body: object = None,
    headers: Mapping[str, str] | None = None,
    source: str = "127.0.0.1",
) -> tuple[int, Any]:
    """A REST call: its status, and its body as far as that is JSON."""
    connection = http.client.HTTPConnection(
        "127.0.0.1", port, timeout=_PATIENCE, source_address=(source, 0)
    )
    try:
        payload = None if body is None else json.dumps(body)
        given = {"Content-Type": "application/json", **(headers or {})}
        connection.request(method, path, payload, given)
        response = connection.getresponse()
        content = response.read()
        try:
            return response.status, json.loads(content)
        except ValueError:
            return response.status, None
    finally:
        connection.close()


def make_table(
    port: int,
    number: int,
    seats: int = 4,
    bots: int = 0,
    strength: str = "",
    seed: int | None = None,
) -> Table:
    """A table that starts at once: `seats` people, and bots besides; its seed, if none is given,
    is its number."""
    plans: list[dict[str, str]] = [{"kind": "human", "name": f"P{i}"} for i in range(seats)]
    plans += [{"kind": "bot", "strength": strength} for _ in range(bots)]
    wish = {
        "name": "P0",
        "seats": plans,
        "factions": "random",
        "edition": "oops",
        "options": {"seed": number if seed is None else seed},
    }
    status, made = call(port, "POST", "/api/rooms", wish, source=source_of(number))
    if status >= 300:
        raise RuntimeError(f"Table {number} was refused: {status} {made}")
    tokens = tuple(seat["token"] for seat in sorted(made["seats"], key=lambda s: s["seat"]))
    return Table(made["room"], tokens, source_of(number))
