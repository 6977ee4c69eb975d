"""Opponents for people, by names that say how hard they are to beat."""

from __future__ import annotations

import random
from functools import partial
from typing import NamedTuple

from smashup.engine.observation import Observation
from smashup.model.decision import Decision
from smashup.players.greedy import GreedyPlayer
from smashup.players.player import Factory
from smashup.players.random_player import RandomPlayer
from smashup.players.search import SearchPlayer
from smashup.players.tuned import TunedPlayer

SLIPS = 0.35  # how often a beginner does not think
HARD_SECONDS = 0.9  # for a decision, on one core: an answer within one second
EXPERT_SECONDS = 4.7  # within five


class BeginnerPlayer:
    """Looks one play ahead like `greedy`, but every third time or so just does something."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)
        self._careful = GreedyPlayer(seed)
        self._careless = RandomPlayer(seed)

    def choose(self, observation: Observation, decision: Decision) -> int:
        """The index of the chosen option."""
        slips = self._rng.random() < SLIPS
        who = self._careless if slips else self._careful
        return who.choose(observation, decision)


class Strength(NamedTuple):
    """One opponent as a person is offered it."""

    name: str
    title: str
    description: str
    make: Factory


#: By name, weakest first: levels, with a budget where they take one.
STRENGTHS: dict[str, Strength] = {
    strength.name: strength
    for strength in (
        Strength("beginner", "Beginner", "Often plays whatever comes to hand.", BeginnerPlayer),
        Strength("easy", "Easy", "Looks one play ahead.", GreedyPlayer),
        Strength("normal", "Normal", "Plans its whole turn.", TunedPlayer),
        Strength(
            "hard",
            "Hard",
            "Plays many games in its head, for up to a second.",
            partial(SearchPlayer, seconds=HARD_SECONDS),
        ),
        Strength(
            "expert",
            "Expert",
            "The same for up to five seconds.",
            partial(SearchPlayer, seconds=EXPERT_SECONDS),
        ),
    )
}
