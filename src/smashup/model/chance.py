"""Random numbers: small, quick, good enough for shuffling, and the same on every machine."""

from __future__ import annotations

from typing import Final

STEP: Final = 0x9E3779B97F4A7C15  # from one state of the generator to the next
LARGEST: Final = 0xFFFFFFFFFFFFFFFF  # of its states


def drawn(rng: int, below: int, count: int) -> list[int]:
    """So many numbers after this state, from 0 up to, not including, `below`, then one less each.

    These are splitmix64's. The compiled engine has them from scripts/compiling/chance.py.

    >>> drawn(7, below=40, count=3)
    [15, 0, 34]
    """
    numbers: list[int] = []
    for most in range(below, below - count, -1):
        rng = (rng + STEP) & LARGEST
        z = ((rng ^ (rng >> 30)) * 0xBF58476D1CE4E5B9) & LARGEST
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & LARGEST
        numbers.append(((z ^ (z >> 31)) * most) >> 64)
    return numbers
