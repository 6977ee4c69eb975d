"""A game as a file: its setup and the answers given, which together are the whole game.

With them go the rules number and short digests of all positions, so that a game saved by another
version is played again as far as it is the same one, and no further (docs/saved-games.md).

>>> from smashup import Game
>>> game = Game.new([["Aliens", "Robots"], ["Ninjas", "Zombies"]], seed=7)
>>> events = game.decide(0)
>>> followed = follow(Replay.of(game))
>>> followed.agreed, followed.proven, followed.notice
(1, True, '')
>>> len(undo(game).answers)
0
"""

from smashup.engine.rules_number import RULES_NUMBER
from smashup.replay.errors import (
    Damaged,
    DifferentGame,
    IllegalMove,
    NotWritten,
    ReplayError,
    Unreadable,
)
from smashup.replay.file import FIRST_BOX, Replay, as_data, from_data, load, save
from smashup.replay.playback import (
    Followed,
    advance,
    at_move,
    begin,
    deciders,
    follow,
    other_seat,
    undo,
    verify,
)
from smashup.replay.stamp import Stamp, package_version
from smashup.replay.witness import Witness, short_digest

__all__ = [
    "Replay",
    "Stamp",
    "Witness",
    "Followed",
    "save",
    "load",
    "as_data",
    "from_data",
    "follow",
    "begin",
    "advance",
    "other_seat",
    "at_move",
    "verify",
    "undo",
    "deciders",
    "short_digest",
    "package_version",
    "RULES_NUMBER",
    "FIRST_BOX",
    "ReplayError",
    "Unreadable",
    "Damaged",
    "IllegalMove",
    "DifferentGame",
    "NotWritten",
]
