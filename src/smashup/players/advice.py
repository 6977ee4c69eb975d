"""Advice for a person, or for another door: the move to make, what else is good, and why.

All of it is found on what the seat may know; nothing in it tells more than that.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from smashup.chronicle import player_names
from smashup.engine.observation import Observation
from smashup.model.decision import Decision
from smashup.model.ids import Seat
from smashup.model.words import Words, called, capital
from smashup.players.judge import present, true_chances
from smashup.players.reasons import Reasons
from smashup.players.search import Limits, Tally, think

ITERATIONS = 300  # of thinking, if nothing else is said
ALTERNATIVES = 3
WORLDS = 24  # on which the chances to win are estimated
FEW_WORLDS = 5  # where it is done turn by turn, for a whole game


@dataclass(frozen=True)
class Move:
    """An answer: its index among the options, its words, and the seat's chance to win after it."""

    index: int
    label: str
    chance: float


@dataclass(frozen=True)
class Advice:
    """What to answer and why; `chances` are those of each seat to win if the advice is taken."""

    seat: Seat
    proposal: Move
    alternatives: tuple[Move, ...]  # the best first
    sentence: str
    reason: Words  # the same, for other languages
    chances: tuple[float, ...]

    def to_json(self) -> dict[str, Any]:
        """The same as plain data, in English."""
        plain = asdict(self)
        del plain["reason"]
        return plain


def advise(
    observation: Observation,
    decision: Decision,
    *,
    seed: int = 0,
    iterations: int | None = None,
    seconds: float | None = None,
    workers: int = 1,
    names: Sequence[str] = (),
    alternatives: int = ALTERNATIVES,
) -> Advice:
    """What the seat that is asked should answer. The game is not touched.

    Thinks for so many iterations or seconds. names: what the players are called in the sentence.
    alternatives: how many other answers are told at most.

    >>> from smashup import Game
    >>> game = Game.new([["Aliens", "Robots"], ["Ninjas", "Zombies"]], seed=7, first=0)
    >>> advice = advise(game.observe(0), game.decision, iterations=20)
    >>> game.label(game.decision.options[advice.proposal.index]) == advice.proposal.label
    True
    >>> round(sum(advice.chances), 6)
    1.0
    """
    if iterations is None and seconds is None:
        iterations = ITERATIONS
    limits = Limits(iterations, seconds)
    tallies = think(observation, decision, random.Random(seed), limits, workers)
    likely = tallies[0].chances
    if not tallies[0].visits:  # nothing had to be thought about
        likely = win_chances(observation, seed=seed)
    moves = _moves(observation, decision, tallies)
    index = tallies[0].index
    reason = Reasons(observation, decision, seed).words(index)
    who = called(names or player_names(observation.players), decision.seat)
    return Advice(
        seat=decision.seat,
        proposal=Move(index, observation.label(decision.options[index]), likely[decision.seat]),
        alternatives=tuple(moves[1 : 1 + alternatives]),
        sentence=capital(reason.text(who)),
        reason=reason,
        chances=likely,
    )


def _moves(observation: Observation, decision: Decision, tallies: list[Tally]) -> list[Move]:
    """The answers that were tried, best first; of those with the same words only the best."""
    moves: dict[str, Move] = {}
    for tally in tallies:
        label = observation.label(decision.options[tally.index])
        if tally.visits or not moves:
            moves.setdefault(label, Move(tally.index, label, tally.chances[decision.seat]))
    return list(moves.values())


def win_chances(
    observation: Observation, *, seed: int = 0, worlds: int = WORLDS
) -> tuple[float, ...]:
    """Each seat's chance to win, as far as the observer can tell; they add up to 1.

    For any position, whoever is to decide; a spectator may ask too. The hidden cards are dealt
    anew so many times, by the same dice for every game, so that nothing of how they really lie can
    show in the figures. How true they come `smashup calibrate` tells.

    >>> from smashup import Game
    >>> game = Game.new("random", players=3, seed=1)
    >>> len(win_chances(game.observe(None)))
    3
    """
    rng = random.Random(seed)
    dealt = [observation.determinize(rng, to_play=False) for _ in range(worlds)]
    return tuple(true_chances(present(), dealt))
