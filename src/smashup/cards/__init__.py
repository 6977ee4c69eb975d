"""Every faction: one folder a set, one file a faction."""

from smashup.cards.core import FACTIONS as CORE
from smashup.cards.registry import CARDS, FACTIONS, find_card, find_faction, register
from smashup.cards.what_were_we_thinking import FACTIONS as WHAT_WERE_WE_THINKING

for faction in (*CORE, *WHAT_WERE_WE_THINKING):
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
