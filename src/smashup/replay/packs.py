"""Which cards a game was played with, told by fingerprints."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from functools import cache

from smashup.cards.registry import FACTIONS


def fingerprints(factions: Iterable[str]) -> dict[str, str]:
    """The packs that these factions come from, each with a fingerprint of its content."""
    names = {FACTIONS[name].set for name in factions}
    return {name: _fingerprint(name) for name in sorted(names)}


@cache
def _fingerprint(pack: str) -> str:
    printed = [
        [card.faction, card.name, card.type, card.copies, card.power, card.breakpoint, card.vp]
        for faction in FACTIONS.values()
        if faction.set == pack
        for card in (*faction.cards, *faction.bases)
    ]
    return hashlib.blake2b(json.dumps(printed).encode(), digest_size=16).hexdigest()
