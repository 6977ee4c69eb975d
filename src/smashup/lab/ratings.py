"""Ratings by openskill's Plackett-Luce model, which knows games of more than two and ties."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

#: What people are told who do not have it.
HOW_TO_GET = "pip install 'smashup[lab]'"


@dataclass(frozen=True)
class Rating:
    """How strong a player seems (mu), how sure that is (sigma), and what it surely is (ordinal)."""

    mu: float
    sigma: float
    ordinal: float


def ratings(
    names: Sequence[str], games: Sequence[tuple[Sequence[int], Sequence[int]]]
) -> dict[str, Rating] | None:
    """Ratings after these games, each told as who sat at the table and their ranks, best 0.

    None where openskill is not installed. Who sat at a table twice moves by the mean of both.
    """
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        return None
    model = PlackettLuce()
    rated = [model.rating(name=name) for name in names]
    for sitting, ranks in games:
        teams = [[model.rating(rated[who].mu, rated[who].sigma)] for who in sitting]
        after = model.rate(teams, ranks=[float(rank) for rank in ranks])
        for who in set(sitting):
            moved = [team[0] for team, sat in zip(after, sitting, strict=True) if sat == who]
            rated[who].mu = sum(rating.mu for rating in moved) / len(moved)
            rated[who].sigma = sum(rating.sigma for rating in moved) / len(moved)
    return {
        name: Rating(rating.mu, rating.sigma, rating.ordinal())
        for name, rating in zip(names, rated, strict=True)
    }
