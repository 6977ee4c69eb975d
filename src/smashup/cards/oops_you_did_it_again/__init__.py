"""Oops, You Did It Again, 2018."""

from smashup.cards.oops_you_did_it_again.ancient_egyptians import ancient_egyptians
from smashup.cards.oops_you_did_it_again.cowboys import cowboys

FACTIONS = (ancient_egyptians, cowboys)
