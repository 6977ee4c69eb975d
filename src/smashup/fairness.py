"""Deals that nobody at the table could have chosen, and that everybody can check afterwards.

The server draws a secret and shows its hash, the *commitment*. Then each browser gives a number of
its own. The seed is made of all of them, so that neither the server, which was first, nor a player,
who does not know the secret, could steer it. When the game is over everything is shown.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

SEEDS = 2**53  # what a browser can count exactly


def commitment(secret: str) -> str:
    """What is shown of a secret beforehand.

    >>> commitment("ab")[:16]
    'fb8e20fc2e4c3f24'
    """
    return _hash(secret)


def fair_seed(secret: str, numbers: Sequence[int | None]) -> int:
    """The seed that a secret and the numbers of all seats make; None where a seat gave none.

    >>> fair_seed("ab", [1, None])
    4210550830474466
    """
    given = ("-" if number is None else str(number) for number in numbers)
    return int(_hash(":".join((secret, *given))), 16) % SEEDS


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
