"""One scale for skill: the rating that explains best how a bot did against opponents of known ones.

Ratings are Elo's: 400 more means ten times the odds. At a table of three or four everybody's chance
to win is in proportion to their odds, so what is measured there is on the same scale. What belongs
to one deal is one observation, since the deal decides much.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from smashup.lab.simulate import Z95

FAR = 2000.0  # by which nobody is rated beyond the opponents that they met


def elo(rate: float) -> float:
    """By how much who wins at this rate is rated above who loses.

    >>> round(elo(0.5)), round(elo(10 / 11))
    (0, 400)
    """
    return 400 * math.log10(rate / (1 - rate))


#: How far each is above the one below was measured by the matches of docs/opponents.md. They are
#: the rulers, which never change.
RANDOM, GREEDY = 0.0, elo(0.975)
RATINGS = {"random": RANDOM, "greedy-1": GREEDY, "tuned-1": GREEDY + elo(0.617)}


class Rung(NamedTuple):
    """Whom a bot meets: an opponent of known rating, which takes all other seats of the table."""

    spec: str
    rating: float
    others: int = 1

    @property
    def fair(self) -> float:
        """The share of the wins of somebody who is as good.

        >>> Rung("greedy-1", 0.0, others=3).fair
        0.25
        """
        return 1 / (1 + self.others)

    def expected(self, rating: float) -> float:
        """The share of the wins of somebody who is rated so.

        >>> round(Rung("greedy-1", 0.0).expected(400), 3)
        0.909
        """
        return 1 / (1 + self.others * 10 ** ((self.rating - rating) / 400))


class Measured(NamedTuple):
    """A rating, or the difference of two, with its 95 % interval."""

    rating: float
    low: float
    high: float

    def above(self, other: Measured) -> Measured:
        """By how much this rating is above another.

        The interval is that of two which have nothing to do with each other: it is rather too wide
        where both played the same deals.

        >>> Measured(700, 670, 730).above(Measured(600, 560, 640))
        Measured(rating=100, low=50.0, high=150.0)
        """
        ahead = self.rating - other.rating
        half = math.hypot(self.high - self.rating, other.high - other.rating)
        return Measured(ahead, ahead - half, ahead + half)

    @property
    def in_words(self) -> str:
        """As in `812 (770 to 854)`."""
        return f"{self.rating:.0f} ({self.low:.0f} to {self.high:.0f})"


#: The shares of the wins that a bot had, by deal and number of the rung.
Scores: TypeAlias = Mapping[Hashable, Mapping[int, Sequence[float]]]


def measured(rungs: Sequence[Rung], scores: Scores) -> Measured:
    """The rating of a bot that won so much against these rungs."""
    rating = _likeliest(rungs, scores)
    half = Z95 * _error(rungs, scores, rating)
    return Measured(rating, rating - half, rating + half)


def _likeliest(rungs: Sequence[Rung], scores: Scores) -> float:
    """The most likely rating, if each rung had been met once more and the game drawn: so that who
    wins or loses every game has a rating too."""
    ratings = [rung.rating for rung in rungs]
    low, high = min(ratings) - FAR, max(ratings) + FAR
    for _ in range(60):
        middle = (low + high) / 2
        more = sum(rung.fair - rung.expected(middle) for rung in rungs)
        more += sum(_surplus(rungs, of, middle) for of in scores.values())
        low, high = (middle, high) if more > 0 else (low, middle)
    return (low + high) / 2


def _surplus(rungs: Sequence[Rung], of: Mapping[int, Sequence[float]], rating: float) -> float:
    """How much more was won in a deal than could be expected."""
    return sum(sum(won) - len(won) * rungs[n].expected(rating) for n, won in of.items())


def _error(rungs: Sequence[Rung], scores: Scores, rating: float) -> float:
    """The standard error of the rating: by how much deals differ, and at least by what chance
    alone would make of games that have nothing to do with each other."""
    slope = math.log(10) / 400
    chances = [rung.expected(rating) for rung in rungs]
    counts = [sum(len(of.get(n, ())) for of in scores.values()) + 1 for n in range(len(rungs))]
    known = sum(n * p * (1 - p) for n, p in zip(counts, chances, strict=True))
    spread = sum(_surplus(rungs, of, rating) ** 2 for of in scores.values())
    return math.sqrt(max(spread, known)) / (slope * known)
