"""The bots a table can be filled with: those of a named strength.

Only these: a name that comes over the network must never decide which code is loaded.
"""

from __future__ import annotations

from smashup.model.errors import SmashUpError
from smashup.players import Player, make_player
from smashup.players.strengths import OPPONENTS, STRENGTHS

STAND_IN = "hard"  # for a player who is away or whose time is up
LAST_RESORT = "greedy"  # for a bot that failed
IN_A_CROWD = "normal"  # the most that a bot thinks while too many others wait


def at_most(strength: str, most: str) -> str:
    """The weaker of two strengths."""
    order = list(STRENGTHS)
    plain = strength.partition("+")[0]  # a style makes nobody weaker
    if plain not in order or order.index(plain) <= order.index(most):
        return strength
    return most


def make_bot(strength: str, seed: int) -> Player:
    """A bot of a named strength, or the last resort."""
    if strength != LAST_RESORT and strength not in OPPONENTS:
        raise SmashUpError(f"There is no strength {strength!r}.")
    return make_player(strength, seed)
