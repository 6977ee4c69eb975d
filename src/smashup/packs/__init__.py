"""Packs: factions with all that belongs to them, ours and anyone's (docs/adding-a-faction.md)."""

from smashup.model.pack import Pack
from smashup.packs.errors import BadPack
from smashup.packs.loading import (
    Refused,
    add,
    for_now,
    load,
    load_all,
    load_or_tell,
    loaded,
    missing,
    options_for,
    pack_of,
    refused,
)

__all__ = [
    "Pack",
    "loaded",
    "pack_of",
    "load",
    "load_or_tell",
    "load_all",
    "add",
    "for_now",
    "refused",
    "options_for",
    "missing",
    "Refused",
    "BadPack",
]
