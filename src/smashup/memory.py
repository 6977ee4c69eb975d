"""How Python looks for circles of dead objects, so that it does not take long.

Python looks again and again through all objects made since; with what it finds in a game that goes
on there is nothing to do. Where many games are played it looks more seldom: a tenth more games a
second. A server with a thousand games would stop for a third of a second at each full search.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

FULL_SEARCH = 3600.0  # seconds between full searches of a server
_YOUNG, _OLDER, _NEVER = 20_000, 10, 1_000_000
_FEW = 5_000, 1, _NEVER  # so few at a time that nobody notices


def settle(full_searches: bool = True) -> None:
    """What is loaded now stays: it is not searched again, and young objects are more seldom.

    Without `full_searches` those are the caller's to make. That is for a process that leaves hardly
    any circles behind, as the server does: a game has its rules and its generator, which know
    nothing of it. It looks more often, and each time at less: two hundred thousand objects
    at once would stop a server for a tenth of a second.
    """
    gc.collect()
    gc.freeze()
    if full_searches:
        gc.set_threshold(_YOUNG, _OLDER, _OLDER)
    else:
        gc.set_threshold(*_FEW)


@contextmanager
def settled() -> Iterator[None]:
    """As `settle`, until it is left: for a process that goes on with something else."""
    before = gc.get_threshold()
    settle()
    try:
        yield
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)


def search() -> None:
    """A full search."""
    gc.collect()
