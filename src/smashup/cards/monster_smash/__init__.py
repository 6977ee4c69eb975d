"""Monster Smash, 2014."""

from smashup.cards.monster_smash.giant_ants import giant_ants
from smashup.cards.monster_smash.mad_scientists import mad_scientists
from smashup.cards.monster_smash.vampires import vampires
from smashup.cards.monster_smash.werewolves import werewolves

FACTIONS = (giant_ants, mad_scientists, vampires, werewolves)
