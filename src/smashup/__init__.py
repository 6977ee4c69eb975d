"""Smash Up: the engine, its players and its tools. An unofficial fan project."""

from smashup.engine.game import Game
from smashup.engine.observation import Observation
from smashup.model.decision import Decision, Option
from smashup.model.edition import EDITIONS, Edition
from smashup.model.errors import BadSetup, IllegalAnswer, SmashUpError
from smashup.model.event import Event

__all__ = [
    "Game",
    "Observation",
    "Decision",
    "Option",
    "Event",
    "Edition",
    "EDITIONS",
    "SmashUpError",
    "BadSetup",
    "IllegalAnswer",
]
