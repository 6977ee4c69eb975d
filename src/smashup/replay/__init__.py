"""A game as a file: its setup and the answers given, which together are the whole game.

>>> from smashup import Game
>>> game = Game.new([["Aliens", "Robots"], ["Ninjas", "Zombies"]], seed=7)
>>> events = game.decide(0)
>>> verify(Replay.of(game)).digest() == game.digest()
True
>>> len(undo(game).answers)
0
"""

from smashup.replay.errors import (
    Damaged,
    DifferentGame,
    IllegalMove,
    NotWritten,
    ReplayError,
    Unreadable,
)
from smashup.replay.file import Replay, load, rules_version, save
from smashup.replay.playback import at_move, deciders, undo, verify

__all__ = [
    "Replay",
    "save",
    "load",
    "at_move",
    "verify",
    "undo",
    "deciders",
    "rules_version",
    "ReplayError",
    "Unreadable",
    "Damaged",
    "IllegalMove",
    "DifferentGame",
    "NotWritten",
]
