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
_YOUNG, _OLDER = 20_000, 10


def settle(full_searches: bool = True) -> None:
    """What is loaded now stays: it is not searched again, and young objects are more seldom.

    Without `full_searches` Python searches no more by itself. That is for a process that leaves
    hardly any circles behind, as the server does: a game has its rules and its generator, which
    know nothing of it. It calls `search_young` many times a second, and `search` now and then.
    """
    gc.collect()
    gc.freeze()
    if full_searches:
        gc.set_threshold(_YOUNG, _OLDER, _OLDER)
    else:
        gc.disable()


def search_young() -> None:
    """Looks at what was made since the last time, once.

    Python itself would look when there are so many more objects than before. Where as many go as
    come, as in games that go on, that is hardly ever, and it then looks at all that came meanwhile:
    a hundred thousand objects stopped a server with a thousand games for a tenth of a second.
    """
    gc.collect(0)


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
