"""Packs: factions with all that belongs to them, ours and anyone's (docs/adding-a-faction.md)."""

from smashup.packs.loading import add, loaded, pack_of
from smashup.packs.pack import Pack

__all__ = ["Pack", "add", "loaded", "pack_of"]
