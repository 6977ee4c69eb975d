"""Monster Smash, 2014."""

from smashup.cards.monster_smash.giant_ants import giant_ants
from smashup.cards.monster_smash.mad_scientists import mad_scientists
from smashup.cards.monster_smash.vampires import vampires
from smashup.cards.monster_smash.werewolves import werewolves
from smashup.model.pack import Pack

PACK = Pack(
    "monster_smash",
    "Monster Smash",
    [giant_ants, mad_scientists, vampires, werewolves],
    file=__file__,
    credits="Icons of game-icons.net, under CC BY 3.0.",
)
