"""Frames that no honest client sends."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import NamedTuple


class Bad(NamedTuple):
    """One malformed frame: what it holds, and whether it claims to be text."""

    payload: bytes
    text: bool = True


# Not `ack`: each frame shall get a reply, so that it can be told whether it was dealt with.
_VALID: list[dict[str, object]] = [
    {"t": "hello", "room": "nowhere", "token": "none", "last": 0},
    {"t": "ping"},
    {"t": "answer", "id": "a", "v": 0, "option": 0},
    {"t": "undo", "id": "b", "v": 0},
    {"t": "consent", "id": "c", "yes": True},
    {"t": "why", "id": "e", "v": 0, "key": "c1"},
    {"t": "chat", "id": "f", "text": "hm"},
    {"t": "settings", "id": "i", "name": "x"},
]
_ODD: list[object] = [
    None, True, -1, 0.5, 2**63, 10**400, -(2**70), "", "\x00", "\u202e", "c99999999", "ü" * 90,
    "x" * 600, [], {}, [[]], {"a": {}}, float("inf"), float("nan"), "\ud800",
]  # fmt: skip


def bad_frame(rng: random.Random) -> Bad:
    """Some malformed frame; the same for the same dice."""
    return rng.choice(_KINDS)(rng)


def _noise(rng: random.Random) -> Bad:
    return Bad(rng.randbytes(rng.randint(0, 200)), rng.random() < 0.01)


def _printable_noise(rng: random.Random) -> Bad:
    return Bad(bytes(rng.randint(32, 126) for _ in range(rng.randint(0, 80))))


def _odd_value(rng: random.Random) -> Bad:
    return Bad(json.dumps(rng.choice(_ODD)).encode())


def _odd_field(rng: random.Random) -> Bad:
    """A message of the right kind with something odd in it."""
    message = dict(rng.choice(_VALID))
    message[rng.choice([*message, "t", "id", "more"])] = rng.choice(_ODD)
    return Bad(json.dumps(message).encode())


def _missing_field(rng: random.Random) -> Bad:
    message = dict(rng.choice(_VALID))
    del message[rng.choice(list(message))]
    return Bad(json.dumps(message).encode())


def _mutilated(rng: random.Random) -> Bad:
    payload = bytearray(json.dumps(rng.choice(_VALID)).encode())
    for _ in range(rng.randint(1, 4)):
        payload[rng.randrange(len(payload))] = rng.randrange(32, 127)
    return Bad(bytes(payload[: rng.randint(1, len(payload))]))


def _deep(rng: random.Random) -> Bad:
    depth = rng.randint(50, 1600)
    return Bad(rng.choice([b"[" * depth, b'{"t":' * depth, b"[" * depth + b"]" * depth]))


def _unasked(rng: random.Random) -> Bad:
    """Well formed, but of no version or option there is."""
    message = {"t": "answer", "id": f"u{rng.getrandbits(60)}", "v": rng.getrandbits(50)}
    return Bad(json.dumps({**message, "option": rng.getrandbits(50)}).encode())


_KINDS: list[Callable[[random.Random], Bad]] = [
    _noise, _printable_noise, _odd_value, _odd_field, _odd_field, _missing_field,
    _mutilated, _mutilated, _deep, _unasked,
]  # fmt: skip


def raw_bytes(rng: random.Random) -> bytes:
    """What breaks the socket's own protocol, sent after its handshake."""
    return rng.choice(
        [
            rng.randbytes(rng.randint(1, 400)),
            b"\x81\x05hello",  # not masked
            b"\x80\x85" + rng.randbytes(9),  # goes on with what was never begun
            b"\x89\xfe\x01\x00" + rng.randbytes(260),  # a ping that is too long
            b"\x81\xff" + b"\x7f" * 8 + rng.randbytes(50),  # claims to be enormous
            b"\x81\xfe\xff\xff" + rng.randbytes(4),  # ends before it is whole
            b"\x83\x80" + rng.randbytes(4),  # of a kind there is not
            b"\xf1\x80" + rng.randbytes(4),  # reserved bits
            b"\x88\x81" + rng.randbytes(5),  # closes with half a code
        ]
    )
