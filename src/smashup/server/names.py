"""What people call themselves: seen as it is, and no two at a table alike."""

from __future__ import annotations

import itertools
import unicodedata
from collections.abc import Iterable

TABLE_NAME = "table"  # who speaks when the table itself has something to say


#: Letters and marks that are printed as nothing: joiners, fillers, selectors, a blank of dots.
UNSEEN = frozenset(
    map(
        chr,
        [
            *(0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0),
            *range(0x180B, 0x1810),
            *range(0xFE00, 0xFE10),
            *range(0xE0100, 0xE01F0),
        ],
    )
)
#: Letters of other alphabets that look like these.
LOOKALIKES = str.maketrans("авеіјкмнорԛѕтухѵԝһԁαβεηικνορτυχγ", "abeijkmhopqstyxvwhdabenikvoptuxy")
MOST_MARKS = 2  # on a letter; more reach into other lines


def printable(text: str) -> str:
    """A text without what cannot be seen, without heaps of marks, and without space around it."""
    seen = "".join(c if c.isprintable() else " " for c in text if c not in UNSEEN)
    kept: list[str] = []
    for c in seen:
        if not all(map(unicodedata.combining, (c, *kept[-MOST_MARKS:]))) or len(kept) < MOST_MARKS:
            kept.append(c)
    return "".join(kept).strip()


def unlike(wanted: str, others: Iterable[str]) -> str:
    """The name, with a number behind it if somebody at the table, or the table, has it already.

    >>> unlike("Ada", ["Bo"]), unlike(" ada ", ["Ada", "Ada (2)"]), unlike("Table", [])
    ('Ada', 'ada (3)', 'Table (2)')
    >>> unlike("Ad\u0430", ["Ada"]) == "Ad\u0430 (2)"  # a letter that only looks like an a
    True
    """
    name = printable(wanted)
    taken = {_alike(other) for other in others if other} | {TABLE_NAME}
    if not name or _alike(name) not in taken:
        return name
    numbered = (f"{name} ({number})" for number in itertools.count(2))
    return next(one for one in numbered if _alike(one) not in taken)


def _alike(name: str) -> str:
    """The same for names that a reader could take for the same."""
    plain = " ".join(unicodedata.normalize("NFKC", name).casefold().split())
    return plain.translate(LOOKALIKES)
