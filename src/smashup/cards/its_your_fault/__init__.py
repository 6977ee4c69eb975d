"""It's Your Fault!, 2016."""

from smashup.cards.its_your_fault.sharks import sharks
from smashup.cards.its_your_fault.superheroes import superheroes

FACTIONS = (sharks, superheroes)
