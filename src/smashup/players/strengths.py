"""Opponents for people, by names that say how hard they are to beat.

The weaker ones see less: fewer of their options, fewer plays ahead, fewer worlds. None of them does
what it knows to be worse.
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from smashup.players.greedy import GreedyPlayer
from smashup.players.player import Factory
from smashup.players.search import SearchPlayer
from smashup.players.styles import STYLES, Style, in_style
from smashup.players.tuned import TunedPlayer

BEGINNER_OPTIONS = 2  # that it looks at: one play, or to end
EASY_OPTIONS = 3
EXPERT_ITERATIONS = 200  # for a turn: a second or less
MASTER_SECONDS = 4.0  # for a turn, on one core


class Strength(NamedTuple):
    """One opponent as a person is offered it."""

    name: str
    title: str
    description: str
    make: Factory
    style: str = ""


#: By name, weakest first.
STRENGTHS: dict[str, Strength] = {
    strength.name: strength
    for strength in (
        Strength(
            "beginner",
            "Beginner",
            "Thinks of one play at a time, and makes it if it likes it.",
            partial(GreedyPlayer, most_options=BEGINNER_OPTIONS),
        ),
        Strength(
            "easy",
            "Easy",
            "Chooses between two plays at a time.",
            partial(GreedyPlayer, most_options=EASY_OPTIONS),
        ),
        Strength("normal", "Normal", "Sees all its plays, and looks one ahead.", GreedyPlayer),
        Strength("hard", "Hard", "Plans its whole turn, and has learned from games.", TunedPlayer),
        Strength(
            "expert",
            "Expert",
            "Plays some games in its head, and thinks of your answer.",
            partial(SearchPlayer, iterations=EXPERT_ITERATIONS),
        ),
        Strength(
            "master",
            "Master",
            "Plays many games in its head, for up to four seconds a turn.",
            partial(SearchPlayer, seconds=MASTER_SECONDS),
        ),
    )
}
STYLED = ("hard", "expert", "master")  # those that judge positions, and so can have a taste


def _in_style(strength: Strength, style: Style) -> Strength:
    return Strength(
        f"{strength.name}+{style.name}",
        f"{strength.title}, {style.title.lower()}",
        f"{strength.description} {style.description}",
        in_style(strength.make, style),
        style.name,
    )


#: The strengths, and behind them those in a style, which are about as hard to beat.
OPPONENTS: dict[str, Strength] = STRENGTHS | {
    styled.name: styled
    for name in STYLED
    for styled in (_in_style(STRENGTHS[name], style) for style in STYLES.values())
}
