"""It's Your Fault!, 2016."""

from smashup.cards.its_your_fault.tornados import tornados

FACTIONS = (tornados,)
