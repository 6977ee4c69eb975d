"""How strong factions and pairs of them are, apart from whom they met, with 95 % intervals.

`covering` shows by simulation how often the intervals hold, those of `rates` too.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any, TypeAlias

import numpy as np
import polars as pl
from numpy.typing import NDArray

from smashup.lab.simulate import Z95
from smashup.model.errors import SmashUpError

Numbers: TypeAlias = NDArray[np.float64]
Indices: TypeAlias = NDArray[np.int64]

ARRIVED = 3e-4  # steps, and changes of what is found to differ, that are none
LOOSE = 0.1  # how little the worth of beginning is held near 0
ROUNDS = 300  # it has arrived long before, but where there is hardly any game
#: How much factions are thought to differ before a game is seen (a variance of log-odds), and as
#: what share of them that thought counts.
FACTIONS_USUAL, FACTIONS_WEIGHT = 0.2, 0.04
#: How much the terms of pairs may differ (a standard deviation of log-odds), and from where on
#: that is thought to be unusual before a game is seen.
SPREADS, SPREAD_USUAL = np.linspace(0, 1.2, 81), 0.4
#: How many games of a deal tell as much as one by itself, from games that undo each other to games
#: that are all alike; what is usual, and by which factor it may well be another.
DISPERSIONS, DISPERSION_USUAL, DISPERSION_FACTOR = np.geomspace(0.7, 2.5, 27), 1.1, 1.28
#: By how many errors the variance of pairs is taken above where it is most likely: so many if that
#: is this part of an error or more above nothing, fewer if it is nearer, and the least if it is 0.
ABOVE, CERTAIN, LEAST_ABOVE = 1.0, 0.5, 0.05


@dataclass(frozen=True)
class Table2:
    """Games of two, as arrays: the factions of both players, who began, what came of it.

    `factions`: by game, the numbers of four factions, the first player's two first. `began`: 1 if
    the first player did, -1 if the second. `won`: the first player's share.
    """

    names: tuple[str, ...]
    factions: Indices
    began: Numbers
    won: Numbers
    cluster: Indices

    @classmethod
    def of(cls, seats: pl.DataFrame) -> Table2:
        """From rows of `Games.frame()`, all of tables of two."""
        names = tuple(sorted({*seats["faction"], *seats["partner"]}))
        number = {name: index for index, name in enumerate(names)}
        pairs = (
            seats.filter(pl.col("finished"))
            .with_columns(
                pl.col("faction").replace_strict(number, return_dtype=pl.Int64).alias("a"),
                pl.col("partner").replace_strict(number, return_dtype=pl.Int64).alias("b"),
            )
            .sort("folder", "number", "a")  # the same player first in all games of a deal
            .group_by("folder", "number", maintain_order=True)
            .agg("a", "b", "order", "won", pl.col("cluster").first())
        )
        a, b = (np.array(pairs[column].to_list()).reshape(-1, 2) for column in ("a", "b"))
        order = np.array(pairs["order"].to_list()).reshape(-1, 2)
        won = np.array(pairs["won"].to_list()).reshape(-1, 2)
        return cls(
            names,
            np.column_stack([a[:, 0], b[:, 0], a[:, 1], b[:, 1]]).astype(np.int64),
            np.where(order[:, 0] == 0, 1.0, -1.0),
            won[:, 0].astype(np.float64),
            pairs["cluster"].to_numpy().astype(np.int64),
        )


class PairModel:
    """Bradley-Terry for pairs of factions, fitted to games of two.

    The log-odds of a win are the difference of both players' strengths, plus what it is worth to
    begin. A player's strength is that of the two factions, plus a term for this very pair. The
    strengths of factions are taken for draws from a normal distribution around 0 whose width is
    fitted too, and so are the terms of pairs (empirical Bayes): a pair that was seldom seen is
    judged by its factions, one that was seen often by itself. Intervals are wider by what the
    games of one deal have in common.
    """

    def __init__(self, games: Table2) -> None:
        if not len(games.won):
            raise SmashUpError("There is no finished game of two among these to fit a model to.")
        self.names = games.names
        self.pairs = list(combinations(range(len(self.names)), 2))
        self._index = {pair: number for number, pair in enumerate(self.pairs)}
        self._columns, self._signs = self._design(games)
        self.widths = [FACTIONS_USUAL, 1e-9]  # the variances of factions and of the terms of pairs
        self.dispersion = 1.0
        self._fit(games)

    @property
    def size(self) -> int:
        """How many numbers are fitted: factions, pairs, and what it is worth to begin."""
        return len(self.names) + len(self.pairs) + 1

    def _design(self, games: Table2) -> tuple[Indices, Numbers]:
        """Which of the numbers count in each game, and with which sign."""
        faction = games.factions
        first = self._pair_numbers(faction[:, 0], faction[:, 1])
        second = self._pair_numbers(faction[:, 2], faction[:, 3])
        begin = np.full(len(faction), self.size - 1)
        columns = np.column_stack([faction, first, second, begin]).astype(np.int64)
        signs = np.tile(np.array([1.0, 1.0, -1.0, -1.0, 1.0, -1.0, 0.0]), (len(faction), 1))
        signs[:, 6] = games.began / 2
        return columns, signs

    def _pair_numbers(self, one: Indices, other: Indices) -> Indices:
        low, high = np.minimum(one, other), np.maximum(one, other)
        numbers = [self._index[a, b] for a, b in zip(low.tolist(), high.tolist(), strict=True)]
        return np.array(numbers, dtype=np.int64) + len(self.names)

    def _fit(self, games: Table2) -> None:
        """First without pairs; what that leaves unexplained tells how much pairs differ, and how
        much the games of a deal have in common; then all of it."""
        self.numbers = np.zeros(self.size)
        self._settle(games.won)
        self.widths[1], self.dispersion = self._pairs_and_deals(games)
        self._settle(games.won)

    def _settle(self, won: Numbers) -> None:
        """Newton's method for the numbers, and with every step how much factions differ."""
        of_factions = slice(0, len(self.names))
        for _ in range(ROUNDS):
            expected = self._expected()
            slope = _sums(self._columns, (won - expected)[:, None] * self._signs, self.size)
            slope -= self._held * self.dispersion * self.numbers
            inverse = np.linalg.inv(self._curve(expected))
            step = inverse @ slope
            self.numbers += step
            self.covariance = inverse * self.dispersion
            told = 1 - np.diag(self.covariance)[of_factions] / self.widths[0]
            seen = float((self.numbers[of_factions] ** 2).mean()) + FACTIONS_WEIGHT * FACTIONS_USUAL
            before, self.widths[0] = self.widths[0], seen / (float(told.mean()) + FACTIONS_WEIGHT)
            if max(float(np.abs(step).max()), abs(self.widths[0] - before)) < ARRIVED:
                return

    def _pairs_and_deals(self, games: Table2) -> tuple[float, float]:
        """The variance of the terms of pairs, and the dispersion of deals."""
        likely = self._likelihood(games)
        of_spread = np.log(np.exp(likely - likely.max()).sum(axis=1))
        best, variances = int(of_spread.argmax()), SPREADS**2
        near = np.exp(likely[best] - likely[best].max())
        dispersion = float((near * DISPERSIONS).sum() / near.sum())
        fallen = np.maximum.accumulate(of_spread[best] - of_spread[best:])
        found = float(variances[best])
        error = float(np.interp(0.5, fallen, variances[best:])) - found
        return _rather_above(found, error), dispersion

    def _likelihood(self, games: Table2) -> Numbers:
        """How likely each of `SPREADS` is with each of `DISPERSIONS` (logarithms).

        It is the restricted likelihood of what factions leave unexplained, in the linear model
        that is near the fitted one: seen in the right directions, the unexplained is independent,
        and varies as much as deals do, plus so many times what pairs do.
        """
        expected = self._expected()
        deals, first, cluster = np.unique(games.cluster, return_index=True, return_inverse=True)
        away = _sums(cluster, games.won - expected)
        size = _sums(cluster, expected * (1 - expected))
        columns, signs = self._columns[first, :6], self._signs[first, :6]  # but beginning
        slope = _sums(columns, away[:, None] * signs, self.size - 1)
        curve = _crossed(columns, signs, size, self.size - 1)
        f, p = slice(0, len(self.names)), slice(len(self.names), None)
        explained = curve[p, f] @ np.linalg.pinv(curve[f, f], rcond=1e-9, hermitian=True)
        times, directions = np.linalg.eigh(curve[p, p] - explained @ curve[f, p])
        some = times > 1e-6 * max(1.0, float(times[-1]))
        times, directions = times[some], directions[:, some]
        seen = (directions.T @ (slope[p] - explained @ slope[f])) ** 2 / times
        by_factions = float(
            slope[f] @ np.linalg.pinv(curve[f, f], rcond=1e-9, hermitian=True) @ slope[f]
        )
        rest = max(0.0, float((away**2 / size).sum()) - by_factions - float(seen.sum()))
        free = max(0, len(deals) - len(self.names) + 1 - len(times))
        varies = DISPERSIONS[None, :, None] + (SPREADS**2)[:, None, None] * times
        likely: Numbers = -(np.log(varies) + seen / varies).sum(axis=2) / 2
        likely -= (free * np.log(DISPERSIONS) + rest / DISPERSIONS) / 2
        likely -= (SPREADS[:, None] / SPREAD_USUAL) ** 2 / 2
        unusual = np.log(DISPERSIONS / DISPERSION_USUAL) / math.log(DISPERSION_FACTOR)
        return likely - unusual**2 / 2

    @property
    def _held(self) -> Numbers:
        """How much each number is held near 0."""
        held = np.full(self.size, LOOSE)
        held[: len(self.names)] = 1 / self.widths[0]
        held[len(self.names) : -1] = 1 / self.widths[1]
        return held

    def _expected(self) -> Numbers:
        log_odds = (self.numbers[self._columns] * self._signs).sum(axis=1)
        expected: Numbers = 1 / (1 + np.exp(-log_odds))
        return expected

    def _curve(self, expected: Numbers) -> Numbers:
        """The second derivatives with their sign turned, times the dispersion."""
        curve = _crossed(self._columns, self._signs, expected * (1 - expected), self.size)
        curve[np.diag_indices(self.size)] += self._held * self.dispersion
        return curve

    # -- what it says ------------------------------------------------------------------

    @cached_property
    def _strengths(self) -> Numbers:
        """A row for each pair: which numbers make up its strength."""
        rows = np.zeros((len(self.pairs), self.size))
        for number, (a, b) in enumerate(self.pairs):
            rows[number, [a, b, len(self.names) + number]] = 1.0
        return rows

    @cached_property
    def _opponents(self) -> Numbers:
        """For each pair, which others it can meet: those that share no faction with it."""
        sets = np.zeros((len(self.pairs), len(self.names)))
        for number, pair in enumerate(self.pairs):
            sets[number, list(pair)] = 1.0
        meet: Numbers = (sets @ sets.T == 0).astype(np.float64)
        return meet

    def against_all(self) -> tuple[Numbers, Numbers]:
        """The mean chance of each pair against all it can meet, either one beginning as often;
        and how it changes with each of the numbers."""
        rows = self._strengths
        strength = rows @ self.numbers
        chance = np.zeros((len(self.pairs), len(self.pairs)))
        slope = np.zeros_like(chance)
        for began in (0.5, -0.5):
            log_odds = strength[:, None] - strength[None, :] + began * self.numbers[-1]
            won = 1 / (1 + np.exp(-log_odds))
            chance += won / 2
            slope += won * (1 - won) / 2
        share = self._opponents / self._opponents.sum(axis=1, keepdims=True)
        weight = slope * share
        return (chance * share).sum(axis=1), weight.sum(axis=1)[:, None] * rows - weight @ rows

    def pair_frame(self) -> pl.DataFrame:
        """Each pair: its chance against all it can meet, and what it is worth as a pair."""
        chance, slopes = self.against_all()
        low, high = self._interval(chance, slopes)
        terms = slice(len(self.names), self.size - 1)
        synergy, spread = self.numbers[terms], np.sqrt(np.diag(self.covariance)[terms])
        return pl.DataFrame(
            {
                "faction": [self.names[a] for a, _ in self.pairs],
                "partner": [self.names[b] for _, b in self.pairs],
                "chance": chance,
                "low": low,
                "high": high,
                "synergy": synergy,
                "synergy_low": synergy - Z95 * spread,
                "synergy_high": synergy + Z95 * spread,
            }
        )

    def faction_frame(self) -> pl.DataFrame:
        """Each faction: its mean chance with all partners against all it can meet."""
        chance, slopes = self.against_all()
        member = np.zeros((len(self.names), len(self.pairs)))
        for number, pair in enumerate(self.pairs):
            member[list(pair), number] = 1.0
        member /= member.sum(axis=1, keepdims=True)
        low, high = self._interval(member @ chance, member @ slopes)
        return pl.DataFrame(
            {"faction": self.names, "chance": member @ chance, "low": low, "high": high}
        )

    def head_to_head(self, one: Indices, other: Indices) -> tuple[Numbers, Numbers]:
        """The intervals of the chances of some pairs against others, by their numbers in `pairs`,
        either side beginning as often; the report's page counts them in the same way."""
        rows = self._strengths[one] - self._strengths[other]
        middle = rows @ self.numbers
        half = Z95 * np.sqrt(np.einsum("ij,jk,ik->i", rows, self.covariance, rows))
        return 1 / (1 + np.exp(-(middle - half))), 1 / (1 + np.exp(-(middle + half)))

    def begin(self) -> tuple[float, float, float]:
        """The chance of who begins, the pairs being equally strong, with its interval."""
        log_odds = self.numbers[-1] / 2
        spread = float(np.sqrt(self.covariance[-1, -1])) / 2
        return tuple(  # type: ignore[return-value]
            float(1 / (1 + np.exp(-(log_odds + z * spread)))) for z in (0.0, -Z95, Z95)
        )

    def _interval(self, chance: Numbers, slopes: Numbers) -> tuple[Numbers, Numbers]:
        """By the delta method, on the scale of log-odds."""
        variance = np.einsum("ij,jk,ik->i", slopes, self.covariance, slopes)
        odds = np.log(chance / (1 - chance))
        half = Z95 * np.sqrt(variance) / (chance * (1 - chance))
        return 1 / (1 + np.exp(-(odds - half))), 1 / (1 + np.exp(-(odds + half)))

    def data(self) -> dict[str, Any]:
        """The numbers and their covariance as plain lists, for comparing any two pairs."""
        rounded = np.round(self.covariance * 1e6).astype(int)
        lower = [rounded[row, : row + 1].tolist() for row in range(self.size - 1)]
        return {
            "names": list(self.names),
            "numbers": [round(float(number), 4) for number in self.numbers[:-1]],
            "covariance_millionths": lower,
        }


def _rather_above(found: float, error: float) -> float:
    """The variance to use where the most likely one is `found`, give or take an error.

    One that is too small makes intervals that are far too narrow and stand at the wrong places,
    one that is too large makes them a little too wide: so rather above. Where the games do not
    tell that there is any, hardly above, or all intervals would be wide for nothing.
    """
    told = min(1.0, found / (CERTAIN * error)) if error > 0 else 1.0
    return max(1e-9, found + error * (LEAST_ABOVE + (ABOVE - LEAST_ABOVE) * told))


def _crossed(columns: Indices, signs: Numbers, weights: Numbers, size: int) -> Numbers:
    """The sums of the weighted products of every two numbers that count in the same row."""
    products = signs[:, :, None] * signs[:, None, :] * weights[:, None, None]
    places = columns[:, :, None] * size + columns[:, None, :]
    return _sums(places, products, size**2).reshape(size, size)


def _sums(places: Indices, values: Numbers, size: int = 0) -> Numbers:
    """The sum of the values at each place."""
    sums = np.bincount(places.ravel(), weights=values.ravel(), minlength=size)
    return sums.astype(np.float64, copy=False)
