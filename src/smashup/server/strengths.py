"""The bots a table can be filled with, by names that say how hard they are to beat.

Only these: a name that comes over the network must never decide which code is loaded.
"""

from __future__ import annotations

from typing import NamedTuple

from smashup.model.errors import SmashUpError
from smashup.players import Player, make_player


class Strength(NamedTuple):
    """One kind of bot as a person is offered it."""

    name: str  # as in `smashup.players.STRENGTHS`
    title: str
    description: str


STRENGTHS = {
    strength.name: strength
    for strength in (
        Strength("beginner", "Beginner", "Often plays whatever comes to hand."),
        Strength("easy", "Easy", "Looks one play ahead."),
        Strength("normal", "Normal", "Plans its whole turn."),
        Strength("hard", "Hard", "Plays many games in its head, for up to a second."),
        Strength("expert", "Expert", "The same for up to five seconds."),
    )
}
STAND_IN = "normal"  # for a player who is away or whose time is up
LAST_RESORT = "greedy"  # for a bot that failed


def make_bot(strength: str, seed: int) -> Player:
    """A bot of a named strength, or the last resort."""
    if strength != LAST_RESORT and strength not in STRENGTHS:
        raise SmashUpError(f"There is no strength {strength!r}.")
    return make_player(strength, seed)
