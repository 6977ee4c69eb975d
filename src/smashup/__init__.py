"""Smash Up: the engine, its players and its tools. An unofficial fan project.

>>> game = Game.new([["Aliens", "Robots"], ["Ninjas", "Zombies"]], seed=7, edition="oops")
>>> while not game.over:
...     decision = game.decision  # who must answer, what for, the legal options
...     events = game.decide(0)  # an option or its index; what happened
>>> game.winners in [(0,), (1,), (0, 1)]  # seats; two of them share a tie
True

Seats are counted from 0, at every door that programs use; people are shown names. A bot is handed
`game.observe(seat)` and nothing else. Beside this module stand `smashup.cards`, `smashup.players`,
`smashup.replay`, `smashup.scenarios` and `smashup.lab`.
"""

from smashup.compiled import ENGINE  # first: it decides where the imports below find the engine
from smashup.engine.game import Game
from smashup.engine.observation import Observation
from smashup.engine.shown import BaseShown
from smashup.model.columns import Columns
from smashup.model.decision import Decision, Option
from smashup.model.edition import EDITIONS, Edition
from smashup.model.errors import BadSetup, IllegalAnswer, NotThere, SmashUpError
from smashup.model.event import Event
from smashup.model.ids import CardId, PlaceId, Seat
from smashup.model.words import Words
from smashup.packs import load_all

__all__ = [
    "Game",
    "Observation",
    "BaseShown",
    "Columns",
    "Decision",
    "Option",
    "Words",
    "Event",
    "CardId",
    "PlaceId",
    "Seat",
    "Edition",
    "EDITIONS",
    "SmashUpError",
    "BadSetup",
    "IllegalAnswer",
    "NotThere",
    "ENGINE",
]

load_all()


def __getattr__(name: str) -> str:
    if name == "__version__":
        from importlib import metadata

        return metadata.version("smashup")
    raise AttributeError(f"module 'smashup' has no attribute {name!r}")
