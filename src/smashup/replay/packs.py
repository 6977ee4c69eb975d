"""Which cards a game was played with, told by fingerprints."""

from __future__ import annotations

from collections.abc import Iterable

from smashup.packs import pack_of


def fingerprints(factions: Iterable[str]) -> dict[str, str]:
    """The packs that these factions come from, each with the fingerprint of its content."""
    packs = {pack.name: pack for pack in map(pack_of, factions)}
    return {name: packs[name].fingerprint for name in sorted(packs)}
