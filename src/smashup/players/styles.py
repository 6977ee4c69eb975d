"""Styles: what a bot likes beyond what wins, so that opponents of one strength differ.

A taste is added to the judge's standings, for all seats alike: a bot that likes power on the table
gathers it, and minds that of the others.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from operator import mul
from typing import NamedTuple

from smashup.engine.game import Game
from smashup.players.judge import Judge, present
from smashup.players.player import Factory, Player
from smashup.players.standing import FEATURES, features


class Style(NamedTuple):
    """A way of playing, as a person is offered it."""

    name: str
    title: str
    description: str
    taste: dict[str, float]  # by the features of `standing.py`, as log odds


#: By name.
STYLES: dict[str, Style] = {
    style.name: style
    for style in (
        Style(
            "bold",
            "Bold",
            "Goes for points now, and for power where a base is about to score.",
            {"vp": 0.1, "threat": 0.12, "power": 0.03},
        ),
        Style(
            "careful",
            "Careful",
            "Builds up minions, lasting actions and a full hand first.",
            {"working": 0.12, "ongoing": 0.12, "buried": 0.1, "hand": 0.1},
        ),
    )
}


class StyledJudge:
    """A judge with a taste."""

    def __init__(self, style: Style, judge: Judge | None = None) -> None:
        self._judge = judge or present()
        self._taste = [style.taste.get(name, 0.0) for name in FEATURES]

    def standings(self, games: Sequence[Game]) -> list[list[float]]:
        """As the judge says, and what is liked added."""
        return [
            [
                standing + sum(map(mul, self._taste, vector))
                for standing, vector in zip(judged, features(game), strict=True)
            ]
            for game, judged in zip(games, self._judge.standings(games), strict=True)
        ]


def in_style(make: Callable[..., Player], style: Style) -> Factory:
    """Makes players as `make` does, who takes a judge, in a style."""
    return partial(_made, make, style)


def _made(make: Callable[..., Player], style: Style, seed: int) -> Player:
    return make(seed, judge=StyledJudge(style))
