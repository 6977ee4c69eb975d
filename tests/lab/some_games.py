"""A few quick games of all sorts, for tests of what is said about them."""

from pathlib import Path

from smashup.lab.folder import GamesFolder
from smashup.lab.plans import LabPlan
from smashup.lab.playing import play
from smashup.lab.ways import here

FACTIONS = ["Aliens", "Dinosaurs", "Ninjas", "Pirates", "Robots", "Zombies"]


def some_games(path: Path) -> GamesFolder:
    """Games of two and three, by two editions, with six factions, kept at `path`."""
    plan = LabPlan.of(
        {
            "players": ["random"],
            "seats": [2, 3],
            "editions": ["core", "oops"],
            "factions": FACTIONS,
            "games": 60,
        }
    )
    folder = GamesFolder(path, plan)
    list(play(folder, plan, here(1)))
    return folder
