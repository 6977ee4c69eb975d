"""The rules in force on one table: everything that a card can ask, do and change."""

from __future__ import annotations

from smashup.engine.setup import SettingUp


class Rules(SettingUp):
    """What cards are handed as `g`: all the questions, choices and effects of the game.

    It is made of layers, one file each, of which every layer knows only those below it
    (docs/how-it-works.md). A card's code calls these; a host calls `Game`.
    """
