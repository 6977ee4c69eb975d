"""`smashup.model.chance` for the compiler, in numbers of the machine instead of Python's.

Python's can be of any size, which made shuffling 7 % of all play; so it is under 1 %.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:  # who only plays has no such package
    from mypy_extensions import i64

STEP: Final = 0x9E3779B97F4A7C15
LARGEST: Final = 0xFFFFFFFFFFFFFFFF
MOST: Final = 0x7FFFFFFF  # up to here the halves of the product fit


def drawn(rng: int, below: int, count: int) -> list[int]:
    """As the sources say it. Here a number has a sign and what is too large for it falls off."""
    if below > MOST:
        return _drawn_of_any_size(rng, below, count)
    high: i64 = rng >> 32
    low: i64 = rng & 0xFFFFFFFF
    state: i64 = high << 32 | low
    step: i64 = 0x9E3779B97F4A7C15 - 0x10000000000000000
    first: i64 = 0xBF58476D1CE4E5B9 - 0x10000000000000000
    second: i64 = 0x94D049BB133111EB - 0x10000000000000000
    most: i64 = below
    numbers: list[int] = []
    for _ in range(count):
        state += step
        z: i64 = (state ^ ((state >> 30) & 0x3FFFFFFFF)) * first
        z = (z ^ ((z >> 27) & 0x1FFFFFFFFF)) * second
        z ^= (z >> 31) & 0x1FFFFFFFF
        # The upper half of the product, in two halves that fit.
        upper: i64 = ((z >> 32) & 0xFFFFFFFF) * most + ((z & 0xFFFFFFFF) * most >> 32)
        numbers.append(int(upper >> 32))
        most -= 1
    return numbers


def _drawn_of_any_size(rng: int, below: int, count: int) -> list[int]:
    """In Python's numbers, as no game ever asks for them."""
    numbers: list[int] = []
    for most in range(below, below - count, -1):
        rng = (rng + STEP) & LARGEST
        z = ((rng ^ (rng >> 30)) * 0xBF58476D1CE4E5B9) & LARGEST
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & LARGEST
        numbers.append(((z ^ (z >> 31)) * most) >> 64)
    return numbers
