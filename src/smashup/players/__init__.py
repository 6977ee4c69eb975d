"""Who decides: people's stand-ins, from dice to plans. One small protocol for all of them."""

from __future__ import annotations

from smashup.players.greedy import GreedyPlayer
from smashup.players.guard import (
    BotAnsweredIllegally,
    BotFailed,
    BotRaised,
    GuardedPlayer,
    answer_of,
)
from smashup.players.player import Factory, Player
from smashup.players.random_player import RandomPlayer
from smashup.players.rulers import TunedRuler
from smashup.players.search import SearchPlayer
from smashup.players.specs import display_name, resolve
from smashup.players.strengths import STRENGTHS
from smashup.players.tuned import TunedPlayer

#: Every kind of bot by name, weakest first; each is made from a seed. One that also takes the
#: keywords `iterations`, `seconds` and `workers` can be given a budget: `search:2s`.
LEVELS: dict[str, Factory] = {
    "random": RandomPlayer,
    "greedy": GreedyPlayer,
    "tuned": TunedPlayer,
    "search": SearchPlayer,
}
#: Bots that never change again, to measure the others with; `greedy` has not changed since.
RULERS: dict[str, Factory] = {"greedy-1": GreedyPlayer, "tuned-1": TunedRuler}
_OF_STRENGTH = {name: strength.make for name, strength in STRENGTHS.items()}
#: Every bot that has a name, as people are offered them: strengths first.
BOTS = (*STRENGTHS, *LEVELS)


def make_player(spec: str, seed: int) -> Player:
    """A new player; the same seed and the same questions give the same answers.

    spec: a level (`greedy`), one with a budget (`search:2s`, `search:400`, `search:2s:4`), a named
    strength (`hard`), or where to find another bot (`package.module:MyBot`, `my_bot.py:MyBot`).

    >>> type(make_player("greedy", seed=1)).__name__
    'GreedyPlayer'
    """
    return resolve(spec, LEVELS, _OF_STRENGTH, RULERS).make(seed)


def check_player(spec: str) -> str:
    """The spec in its usual spelling, if a player can be made of it; else `SmashUpError`.

    >>> check_player(" Greedy")
    'greedy'
    """
    resolved = resolve(spec, LEVELS, _OF_STRENGTH, RULERS)
    resolved.make(0)
    return resolved.text


__all__ = [
    "Player",
    "Factory",
    "LEVELS",
    "RULERS",
    "STRENGTHS",
    "BOTS",
    "make_player",
    "check_player",
    "display_name",
    "RandomPlayer",
    "GreedyPlayer",
    "answer_of",
    "GuardedPlayer",
    "BotFailed",
    "BotRaised",
    "BotAnsweredIllegally",
]
