"""The bots a table can be filled with, by names that say how hard they are to beat.

Only these: a name that comes over the network must never decide which code is loaded.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from smashup import players
from smashup.model.errors import SmashUpError
from smashup.players import Player, make_player


class Strength(NamedTuple):
    """One kind of bot as a person is offered it."""

    name: str
    title: str
    description: str
    level: str


STRENGTHS = {
    strength.name: strength
    for strength in (
        Strength("beginner", "Beginner", "Often plays whatever comes to hand.", "random"),
        Strength("easy", "Easy", "Looks one play ahead.", "greedy"),
        Strength("normal", "Normal", "Weighs the whole table before each play.", "greedy"),
        Strength("hard", "Hard", "Plays many games in its head, for about a second.", "greedy"),
        Strength("expert", "Expert", "The same for about five seconds.", "greedy"),
    )
}
STAND_IN = "normal"  # for a player who is away or whose time is up
LAST_RESORT = "greedy"  # for a bot that failed


def make_bot(strength: str, seed: int) -> Player:
    """A bot of a named strength, or the last resort."""
    if strength == LAST_RESORT:
        return make_player(LAST_RESORT, seed)
    if strength not in STRENGTHS:
        raise SmashUpError(f"There is no strength {strength!r}.")
    named: dict[str, Any] = getattr(players, "STRENGTHS", {})
    return make_player(strength if strength in named else STRENGTHS[strength].level, seed)
