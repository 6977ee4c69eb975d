"""The race of the answers to one decision: who is ahead, and who is out of it."""

from __future__ import annotations

import math
from dataclasses import dataclass

from smashup.players.search.tree import Edge

IMPRESSION = 8.0  # rounds that weigh as much as the first impression of an answer
CERTAIN = 2.3  # standard errors that are more than luck
SLIGHT = 0.006  # a chance to win that is not worth more thought
TRUSTED = 0.8  # of the visits of the answer most visited, to be proposed at all


@dataclass(frozen=True)
class Tally:
    """What came of one answer."""

    index: int
    visits: int
    score: float  # to compare it with the other answers
    chances: tuple[float, ...]  # of each seat to win after it


class Candidate:
    """One answer in the race."""

    __slots__ = ("edge", "index", "total", "trust", "values")

    def __init__(self, index: int, edge: Edge, trust: float = IMPRESSION) -> None:
        self.index = index
        self.edge = edge
        self.trust = trust  # rounds that weigh as much as what was thought of it before
        self.values: list[float] = []  # of the seat that thinks, round by round
        self.total = 0.0

    def add(self, value: float) -> None:
        self.values.append(value)
        self.total += value

    @property
    def score(self) -> float:
        """What came of it on average; the first impression counts as a few rounds more."""
        rounds = len(self.values)
        return (self.total + self.trust * self.edge.impression) / (rounds + self.trust)

    def tally(self) -> Tally:
        visits = len(self.values)
        total = self.edge.total
        return Tally(self.index, visits, self.score, tuple(t / max(1, visits) for t in total))


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
