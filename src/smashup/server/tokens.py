"""Secrets: who holds one may sit, or come in. Only their hashes are ever kept."""

from __future__ import annotations

import hashlib
import hmac
import secrets

_ROOM_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # no two that look alike
_ROOM_LENGTH = 10


def new_token() -> str:
    """The right to a seat: 256 random bits."""
    return secrets.token_urlsafe(32)


def new_invite() -> str:
    """The right to come into a room: 128 random bits, short enough for a link."""
    return secrets.token_urlsafe(16)


def new_name() -> str:
    """A public name for a room or a replay: no secret, only not easily guessed."""
    return "".join(secrets.choice(_ROOM_LETTERS) for _ in range(_ROOM_LENGTH))


def fingerprint(secret: str) -> bytes:
    """What is kept of a secret."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).digest()


def same(one: bytes, other: bytes) -> bool:
    """Whether two fingerprints are equal, in a time that does not tell how nearly they are."""
    return hmac.compare_digest(one, other)
