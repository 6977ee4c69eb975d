"""Who decides: people's stand-ins, from dice to plans. One small protocol for all of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from smashup.engine.observation import Observation
from smashup.model.decision import Decision
from smashup.model.errors import SmashUpError, nearest
from smashup.players.greedy import GreedyPlayer
from smashup.players.random_player import RandomPlayer
from smashup.players.tuned import TunedPlayer


class Player(Protocol):
    """Anyone who can answer for a seat, knowing only what that seat may know."""

    def choose(self, observation: Observation, decision: Decision) -> int:
        """The index of the chosen option."""


#: Every kind of bot by name, weakest first; each is made from a seed.
LEVELS: dict[str, Callable[[int], Player]] = {
    "random": RandomPlayer,
    "greedy": GreedyPlayer,
    "tuned": TunedPlayer,
}


def make_player(name: str, seed: int) -> Player:
    """A new player of that level; the same seed and the same questions give the same answers.

    >>> type(make_player("greedy", seed=1)).__name__
    'GreedyPlayer'
    """
    if name not in LEVELS:
        close = nearest(name, LEVELS)
        hint = f" {close}" if close.startswith("Did you mean") else ""
        raise SmashUpError(f"There is no level {name!r}. The levels are {', '.join(LEVELS)}.{hint}")
    return LEVELS[name](seed)


__all__ = ["Player", "LEVELS", "make_player", "RandomPlayer", "GreedyPlayer"]
