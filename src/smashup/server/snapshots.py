"""Snapshots: a room as it was after so many entries, so that it is opened sooner.

They only save time. A room is what its log says; a snapshot that is missing, damaged or made by
another version, other rules or other cards is passed over, and the log is read from its beginning,
where it is seen whether it still leads to the same positions. They are taken at a Play Cards
decision, where a game goes on by its state alone (docs/how-it-works.md, Copying).

The format is Python's own, read with care: only the plain classes of a position are let in, so
that whoever can write to the database still cannot run anything here.
"""

from __future__ import annotations

import io
import pickle
import zlib
from typing import Any

from smashup.model.edition import EDITIONS, Edition
from smashup.model.errors import SmashUpError
from smashup.replay import RULES_NUMBER, Stamp, package_version, short_digest
from smashup.server.charter import Charter
from smashup.server.fold import Fold

EVERY = 30  # entries between two snapshots, at least: opening a room plays the rest again
#: Events of a game; a thousand are usual. Of a longer one no more are taken: all tables would wait
#: for each, and be it opened from an earlier one, beside them.
MOST_EVENTS = 4000
MOST = 64 * 1024 * 1024  # bytes that one may have in memory; they have a few hundred thousand
_MADE_ANEW = frozenset({"charter", "game", "rewound"})  # of a fold
_QUICK = 1  # how hard to press it: it is written often and read once
_PLAIN = frozenset(
    {
        ("collections", "deque"),
        ("msgspec._core", "UNSET"),
        ("smashup.engine.game", "thawed"),
        ("smashup.engine.setup", "Setup"),
        ("smashup.model.event", "Event"),
        ("smashup.model.scoring", "told"),
        ("smashup.model.state", "Lasting"),
        ("smashup.model.state", "Permission"),
        ("smashup.model.state", "Place"),
        ("smashup.model.state", "Played"),
        ("smashup.model.state", "State"),
        ("smashup.server.charter", "SetupPlan"),
        ("smashup.server.fold", "Seat"),
        ("smashup.server.fold", "Wish"),
        ("smashup.protocol.messages", "ChatLine"),
        ("smashup.protocol.things", "Words"),
        ("smashup.replay.stamp", "Stamp"),
    }
)


class OfOthers(SmashUpError):
    """A snapshot that cannot be gone on from here."""


def is_due(fold: Fold, last: int) -> bool:
    """Whether it is time for the next snapshot, the last being of that length."""
    game = fold.game
    if game is None or game.decision is None or game.decision.kind != "play":
        return False
    return fold.length - last >= EVERY and len(game.log) <= MOST_EVENTS


def take(fold: Fold) -> bytes:
    """A snapshot of a room at a Play Cards decision."""
    game = fold.game
    assert game is not None and game.decision is not None and game.decision.kind == "play"
    assert game.setup is not None
    rest = {name: value for name, value in vars(fold).items() if name not in _MADE_ANEW}
    made = io.BytesIO()
    for part in (Stamp.of(game.setup), (rest, game)):
        _Writer(made, protocol=5).dump(part)
    return zlib.compress(made.getvalue(), _QUICK)


def restore(charter: Charter, snapshot: bytes) -> Fold:
    """The room as it was; raises `OfOthers`, or whatever a damaged snapshot leads to."""
    made_by, rest, game = _parts(io.BytesIO(_unpacked(snapshot)))
    if made_by != Stamp.of(game.setup):
        raise OfOthers("It was made by another version, or with other cards.")
    fold = Fold(charter)
    vars(fold).update(rest)
    fold.game = game
    if fold.digests[-1] not in ("", short_digest(game)):
        raise OfOthers("Its position is another one here.")
    return fold


def _unpacked(snapshot: bytes) -> bytes:
    unpacking = zlib.decompressobj()
    whole = unpacking.decompress(snapshot, MOST)
    if not unpacking.eof:
        raise OfOthers("It is cut short, or larger than any of ours.")
    return whole


def _parts(source: io.BytesIO) -> tuple[Any, ...]:
    """By what it was made, the fold and the game. What it was made by comes first, so that nothing
    is read of what another version may have written otherwise."""
    try:
        first = _Reader(source).load()
    except (TypeError, ValueError, LookupError, AttributeError) as error:
        raise OfOthers("What is in it has another shape here.") from error
    if isinstance(first, tuple):  # all at once, as the first versions wrote it
        return first
    if (first.rules, first.version) != (RULES_NUMBER, package_version()):
        raise OfOthers("It was made by another version.")
    return (first, *_Reader(source).load())


class _Writer(pickle.Pickler):
    def persistent_id(self, thing: Any) -> str | None:
        return thing.name if isinstance(thing, Edition) else None


class _Reader(pickle.Unpickler):
    def persistent_load(self, name: Any) -> Edition:
        return EDITIONS[name]

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) not in _PLAIN:
            raise pickle.UnpicklingError(f"{module}.{name} has no place in a snapshot")
        return super().find_class(module, name)
