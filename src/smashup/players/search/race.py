"""The race of the turns that can be begun now: which is ahead, and which is out of it."""

from __future__ import annotations

import math
from dataclasses import dataclass

from smashup.players.planning import Turn
from smashup.players.search.keys import Key

IMPRESSION = 2.0  # rounds that weigh as much as the first impression of a turn
CERTAIN = 2.3  # standard errors that are more than luck
SLIGHT = 0.006  # a chance to win that is not worth more thought
HASTE = 1e-4  # by which a turn is worse for each answer in it: of equals the shorter is taken
TRUSTED = 0.8  # of the visits of the answer most visited, to be proposed at all


@dataclass(frozen=True)
class Tally:
    """What came of one answer."""

    index: int
    visits: int
    score: float  # to compare it with the other answers
    chances: tuple[float, ...]  # of each seat to win after it


class Candidate:
    """One whole turn in the race: the answers it is made of, the first of them the next to give."""

    __slots__ = ("impression", "index", "steps", "total", "turn", "values")

    def __init__(self, turn: Turn, steps: tuple[Key, ...], impression: float, seats: int) -> None:
        self.turn = turn  # on the world where it was found
        self.index = turn.first
        self.steps = steps
        self.impression = impression
        self.values: list[float] = []  # of the seat that thinks, round by round
        self.total = [0.0] * seats  # of the chances to win, by seat

    def add(self, value: float, chances: list[float]) -> None:
        self.values.append(value)
        self.total = [a + b for a, b in zip(self.total, chances, strict=True)]

    @property
    def score(self) -> float:
        """What came of it on average; the first impression counts as a few rounds more."""
        rounds = len(self.values)
        mean = (sum(self.values) + IMPRESSION * self.impression) / (rounds + IMPRESSION)
        return mean - HASTE * len(self.steps)

    def tally(self) -> Tally:
        visits = len(self.values)
        chances = tuple(total / max(1, visits) for total in self.total)
        return Tally(self.index, visits, self.score, chances)


def best_first(tallies: list[Tally]) -> list[Tally]:
    """The answers that were tried often enough to be trusted, the best first; then the others."""
    most = max(tally.visits for tally in tallies)
    return sorted(tallies, key=lambda t: (t.visits < TRUSTED * most, -t.score, -t.index))


def still_racing(racing: list[Candidate]) -> list[Candidate]:
    """Those that may be clearly better than the leader.

    Of those that did just alike only the last, to decline.
    """
    leader = max(racing, key=lambda c: (c.score, c.index))
    alike = {tuple(c.values): c for c in sorted(racing, key=lambda c: (c is leader, c.index))}
    return [c for c in alike.values() if c is leader or not _is_beaten(leader, c)]


def _is_beaten(leader: Candidate, other: Candidate) -> bool:
    """Whether the other, tried on the same worlds, is at best slightly better, but for luck."""
    gaps = [a - b for a, b in zip(leader.values, other.values, strict=True)]
    rounds = len(gaps)
    mean = sum(gaps) / rounds
    variance = sum((gap - mean) ** 2 for gap in gaps) / (rounds - 1)
    return mean + SLIGHT > CERTAIN * math.sqrt(variance / rounds)
