"""Every faction: one folder a set, one file a faction."""

from smashup.cards.core import FACTIONS as CORE
from smashup.cards.monster_smash import FACTIONS as MONSTER_SMASH
from smashup.cards.registry import CARDS, FACTIONS, find_card, find_faction, register

for faction in (*CORE, *MONSTER_SMASH):
    register(faction)

ALL_CARDS = tuple(card for card in CARDS if card.type != "base")
ALL_BASES = tuple(card for card in CARDS if card.type == "base")

__all__ = [
    "ALL_BASES",
    "ALL_CARDS",
    "CARDS",
    "FACTIONS",
    "find_card",
    "find_faction",
    "register",
]
