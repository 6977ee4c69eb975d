"""Every faction in the box: one folder a set, one file a faction; more come with packs."""

from smashup.cards.core import PACK as CORE
from smashup.cards.its_your_fault import PACK as ITS_YOUR_FAULT
from smashup.cards.monster_smash import PACK as MONSTER_SMASH
from smashup.cards.oops_you_did_it_again import PACK as OOPS_YOU_DID_IT_AGAIN
from smashup.cards.registry import CARDS, FACTIONS, find_card, find_faction, register
from smashup.cards.what_were_we_thinking import PACK as WHAT_WERE_WE_THINKING

#: The sets that were printed. Cards are numbered in this order, which must stay as it is.
PRINTED = (CORE, MONSTER_SMASH, ITS_YOUR_FAULT, WHAT_WERE_WE_THINKING, OOPS_YOU_DID_IT_AGAIN)

for pack in PRINTED:
    for faction in pack.factions:
        register(faction)

__all__ = [
    "CARDS",
    "FACTIONS",
    "PRINTED",
    "find_card",
    "find_faction",
]
