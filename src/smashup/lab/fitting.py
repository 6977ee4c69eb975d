"""Fitting numbers to results, in plain Python: there are some dozens of numbers to find.

Two fits: least squares, and a logistic regression in which several seats compete for a win.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from smashup.players.standing import softmax

STEPS = 20  # Newton's method has arrived long before
ARRIVED = 1e-7  # a step that is none
RIDGE = 0.002  # how much a number is held near 0, as a share of what the data say
TINY = 1e-9  # keeps a number findable that nothing is said about


class Contest(NamedTuple):
    """Some numbers about each seat at a moment of a game, and what share of the win each had."""

    seats: Sequence[Sequence[float]]
    shares: Sequence[float]


def least_squares(rows: Iterable[tuple[Sequence[float], float]], count: int) -> list[float]:
    """The `count` factors with which the numbers of each row come nearest to its result.

    >>> rows = [([1.0, 0.0], 2.0), ([0.0, 1.0], 3.0), ([1.0, 1.0], 5.0)]
    >>> [round(factor) for factor in least_squares(rows, 2)]
    [2, 3]
    """
    matrix = [[0.0] * count for _ in range(count)]
    right = [0.0] * count
    for numbers, result in rows:
        present = [(k, number) for k, number in enumerate(numbers) if number]
        for k, number in present:
            right[k] += number * result
            line = matrix[k]
            for j, other in present:
                line[j] += number * other
    for k in range(count):
        matrix[k][k] += RIDGE * matrix[k][k] + TINY
    return solve(matrix, right)


def logistic(contests: Sequence[Contest], count: int) -> list[float]:
    """The factors that make the results likeliest, if chances are the softmax of the sums.

    Newton's method, from 0.
    """
    factors = [0.0] * count
    for _ in range(STEPS):
        slope, curve = _slope_and_curve(contests, factors)
        for k in range(count):
            penalty = RIDGE * curve[k][k] + TINY
            slope[k] -= penalty * factors[k]
            curve[k][k] += penalty
        step = solve(curve, slope)
        factors = [factor + change for factor, change in zip(factors, step, strict=True)]
        if max(map(abs, step)) < ARRIVED:
            break
    return factors


def expected(seats: Sequence[Sequence[float]], factors: Sequence[float]) -> list[float]:
    """The chances that these factors give to each seat."""
    return softmax([math.fsum(a * b for a, b in zip(factors, seat, strict=True)) for seat in seats])


def log_loss(contests: Sequence[Contest], factors: Sequence[float]) -> float:
    """How badly the chances fit the results: the mean logarithm missed.

    >>> level = Contest([[0.0], [0.0]], [1.0, 0.0])
    >>> round(log_loss([level], [1.0]), 3)
    0.693
    """
    missed = 0.0
    for contest in contests:
        for chance, share in zip(expected(contest.seats, factors), contest.shares, strict=True):
            if share:
                missed -= share * math.log(max(chance, TINY))
    return missed / len(contests)


def _slope_and_curve(
    contests: Sequence[Contest], factors: list[float]
) -> tuple[list[float], list[list[float]]]:
    """The first derivatives of the likelihood, and the second ones with their sign turned."""
    count = len(factors)
    slope = [0.0] * count
    curve = [[0.0] * count for _ in range(count)]
    for contest in contests:
        chances = expected(contest.seats, factors)
        columns = zip(*contest.seats, strict=True)
        means = [sum(c * n for c, n in zip(chances, column, strict=True)) for column in columns]
        for numbers, chance, share in zip(contest.seats, chances, contest.shares, strict=True):
            away = [number - mean for number, mean in zip(numbers, means, strict=True)]
            for k, number in enumerate(away):
                slope[k] += share * number
                for j, other in enumerate(away):
                    curve[k][j] += chance * number * other
    return slope, curve


def solve(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """The solution of linear equations whose matrix is positive definite.

    >>> solve([[2.0, 0.0], [0.0, 4.0]], [2.0, 2.0])
    [1.0, 0.5]
    """
    size = len(right)
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for k in range(size):
        for below in range(k + 1, size):
            factor = rows[below][k] / rows[k][k]
            if factor:
                pairs = zip(rows[below], rows[k], strict=True)
                rows[below] = [a - factor * b for a, b in pairs]
    solution = [0.0] * size
    for k in reversed(range(size)):
        known = sum(rows[k][j] * solution[j] for j in range(k + 1, size))
        solution[k] = (rows[k][size] - known) / rows[k][k]
    return solution
