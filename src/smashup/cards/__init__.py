"""Every faction: one folder a set, one file a faction."""

from smashup.cards.core import FACTIONS as CORE
from smashup.cards.its_your_fault import FACTIONS as ITS_YOUR_FAULT
from smashup.cards.registry import CARDS, FACTIONS, find_card, find_faction, register

for faction in (*CORE, *ITS_YOUR_FAULT):
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
