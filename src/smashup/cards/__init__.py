"""Every faction: one folder a set, one file a faction."""

from smashup.cards.core import FACTIONS as CORE
from smashup.cards.its_your_fault import FACTIONS as ITS_YOUR_FAULT
from smashup.cards.monster_smash import FACTIONS as MONSTER_SMASH
from smashup.cards.oops_you_did_it_again import FACTIONS as OOPS_YOU_DID_IT_AGAIN
from smashup.cards.registry import CARDS, FACTIONS, find_card, find_faction, register

for faction in (*CORE, *MONSTER_SMASH, *ITS_YOUR_FAULT, *OOPS_YOU_DID_IT_AGAIN):
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
