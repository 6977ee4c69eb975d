"""Errors for people: what was wrong and what to do."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class SmashUpError(Exception):
    """Anything a caller did wrong; the message is written for the person who did it."""


class BadSetup(SmashUpError):
    """A game that cannot be set up so: unknown faction, wrong number of players…"""


class IllegalAnswer(SmashUpError):
    """An answer that is not among the options of the pending decision."""


class NotThere(SmashUpError, LookupError):
    """A question about a seat, card or base that is not there, or not to be seen."""


def nearest(name: str, known: Iterable[str]) -> str:
    """A sentence that names the known words nearest to a mistyped one, or all of a short list."""
    words = sorted(known)
    lower = {word.lower(): word for word in words}
    close = [lower[w] for w in difflib.get_close_matches(name.lower(), lower, n=3, cutoff=0.5)]
    if close:
        return f"Did you mean {' or '.join(close)}?"
    return f"Known: {', '.join(words)}." if len(words) <= 30 else ""
