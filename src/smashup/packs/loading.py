"""The packs in the box: which there are, and whose a faction is."""

from __future__ import annotations

from smashup.cards.registry import find_faction, register
from smashup.packs.pack import Pack

_LOADED: list[Pack] = []


def add(pack: Pack) -> None:
    """Puts a pack's factions into the box."""
    for faction in pack.factions:
        register(faction)
    _LOADED.append(pack)


def loaded() -> list[Pack]:
    """The packs in the box: the printed sets by year, then all others as they were found."""
    return list(_LOADED)


def pack_of(faction: str) -> Pack:
    """The pack that a faction (by its name, in any case) comes with; `BadSetup` if none has it."""
    found = find_faction(faction)
    return next(pack for pack in _LOADED if found in pack.factions)
