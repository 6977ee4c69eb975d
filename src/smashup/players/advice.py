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
from smashup.players.judge.calibration import LEAST
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
    """What to answer and why; `chances` are those of each seat to win if the advice is taken.

    All chances are as such chances have come true (`smashup calibrate`).
    """

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
    truth = _Truth(observation, decision.seat, tallies[0].chances)
    likely = truth.chances(tallies[0])
    if not tallies[0].visits:  # nothing had to be thought about
        likely = win_chances(observation, seed=seed)
    moves = _moves(observation, decision, tallies, truth)
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


class _Truth:
    """Makes chances of a seat come true, whatever answer they are of.

    The others share what is left to them as they do after the answer proposed: with more than two
    seats an answer could otherwise fall behind a worse one, for what it changes among the others.
    """

    def __init__(self, observation: Observation, seat: Seat, proposed: Sequence[float]) -> None:
        self._seat = seat
        self._most_vp = max(observation.vp)
        others = [0.0 if k == seat else max(LEAST, one) for k, one in enumerate(proposed)]
        self._shares = [one / sum(others) for one in others]

    def chances(self, tally: Tally) -> tuple[float, ...]:
        """Of each seat, after an answer of which this was found."""
        mine = tally.chances[self._seat]
        found = [(1 - mine) * share for share in self._shares]
        found[self._seat] = mine
        return tuple(present().calibration.applied(found, self._most_vp))

    def chance(self, tally: Tally) -> float:
        """Of the seat itself."""
        return self.chances(tally)[self._seat]


def _moves(
    observation: Observation, decision: Decision, tallies: list[Tally], truth: _Truth
) -> list[Move]:
    """The answers that were tried, best first; of those with the same words only the best."""
    moves: dict[str, Move] = {}
    for tally in tallies:
        label = observation.label(decision.options[tally.index])
        if tally.visits or not moves:
            moves.setdefault(label, Move(tally.index, label, truth.chance(tally)))
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
