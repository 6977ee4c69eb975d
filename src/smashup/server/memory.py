"""How Python looks for circles of dead objects, so that a thousand games do not stop the server.

A full search goes through every object there is: a third of a second with a thousand games. The
server leaves no circles behind (a game has its rules and its generator, which know nothing of it),
so it looks among young objects, and through all
of them only once in a while.
"""

from __future__ import annotations

import gc

FULL_SEARCH = 3600.0  # seconds between full searches
_YOUNG, _OLDER, _NEVER = 20_000, 10, 1_000_000


def settle() -> None:
    """What is loaded now stays: it is not searched again, and full searches are ours to make."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_YOUNG, _OLDER, _NEVER)


def search() -> None:
    """A full search."""
    gc.collect()
