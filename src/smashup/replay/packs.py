"""Which cards a game was played with, told by fingerprints."""

from __future__ import annotations

from collections.abc import Iterable

from smashup.packs import pack_of


def fingerprints(factions: Iterable[str]) -> dict[str, str]:
    """The packs that these factions come from, each with a fingerprint of its content."""
    packs = {pack_of(name) for name in factions}
    return {pack.name: pack.fingerprint for pack in sorted(packs, key=lambda pack: pack.name)}
