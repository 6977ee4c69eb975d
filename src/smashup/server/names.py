"""What people call themselves: seen as it is, and no two at a table alike."""

from __future__ import annotations

import itertools
import unicodedata
from collections.abc import Iterable

TABLE_NAME = "table"  # who speaks when the table itself has something to say


def printable(text: str) -> str:
    """A text without what cannot be seen, and without space around it."""
    return "".join(c if c.isprintable() else " " for c in text).strip()


def unlike(wanted: str, others: Iterable[str]) -> str:
    """The name, with a number behind it if somebody at the table, or the table, has it already.

    >>> unlike("Ada", ["Bo"]), unlike(" ada ", ["Ada", "Ada (2)"]), unlike("Table", [])
    ('Ada', 'ada (3)', 'Table (2)')
    """
    name = printable(wanted)
    taken = {_alike(other) for other in others if other} | {TABLE_NAME}
    if not name or _alike(name) not in taken:
        return name
    numbered = (f"{name} ({number})" for number in itertools.count(2))
    return next(one for one in numbered if _alike(one) not in taken)


def _alike(name: str) -> str:
    """The same for names that a reader could take for the same."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())
