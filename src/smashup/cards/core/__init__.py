"""The Core Set, 2012."""

from smashup.cards.core.aliens import aliens
from smashup.cards.core.dinosaurs import dinosaurs
from smashup.cards.core.ninjas import ninjas
from smashup.cards.core.pirates import pirates
from smashup.cards.core.robots import robots
from smashup.cards.core.tricksters import tricksters
from smashup.cards.core.wizards import wizards
from smashup.cards.core.zombies import zombies
from smashup.model.pack import Pack

PACK = Pack(
    "core",
    "Core Set",
    [aliens, dinosaurs, ninjas, pirates, robots, tricksters, wizards, zombies],
    file=__file__,
    credits="Icons of game-icons.net, under CC BY 3.0.",
)
