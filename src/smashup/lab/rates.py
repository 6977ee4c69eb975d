"""How often something happened, by group, with 95 % intervals that know how games are dealt.

Rows of one cluster, which are those of one deal, may depend on each other in any way. A `Tally`
takes rows in parts and keeps sums only, so that it does not grow with the number of games.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl
from numpy.typing import NDArray

from smashup.lab.simulate import Z95

#: What is kept of the clusters of a group, n rows with the sum s in each: how many clusters and
#: rows, and the sums of s, s², sn and n².
SUMS = ("clusters", "games", "sum", "ss", "sn", "nn")
BACK_AND_FORTH = 200  # rounds in which groups and strata are told apart; a few are enough
LEAST_EFFECT = 0.05  # so that no interval becomes a point


class Tally:
    """Counts rows by group.

    by: the columns that make a group. value: the column whose mean is wanted, from 0 to 1. evenly:
    a column whose values every group is meant to have equally often, such as the partners that a
    faction is dealt with. What these differ by is no luck then, and widens no interval, except as
    far as a group did not have them equally often after all.
    """

    def __init__(self, by: Sequence[str], value: str = "won", evenly: str = "") -> None:
        self._by, self._value, self._evenly = list(by), value, evenly
        self._cells = [*by, *([evenly] if evenly else [])]
        self._sums: pl.DataFrame | None = None
        self._open: pl.DataFrame | None = None  # clusters of which more may come

    def add(self, rows: pl.DataFrame, below: int | None = None) -> None:
        """More rows, with their `cluster`; none come any more of clusters `below`, or of any."""
        fresh = rows.group_by(*self._cells, "cluster").agg(
            pl.len().cast(pl.Float64).alias("n"),
            pl.col(self._value).cast(pl.Float64).sum().alias("s"),
        )
        if self._open is not None:
            fresh = pl.concat([self._open, fresh]).group_by(*self._cells, "cluster").sum()
        self._open = None if below is None else fresh.filter(pl.col("cluster") >= below)
        closed = fresh if below is None else fresh.filter(pl.col("cluster") < below)
        n, s = pl.col("n"), pl.col("s")
        sums = closed.group_by(self._cells).agg(
            pl.len().cast(pl.Float64).alias("clusters"),
            n.sum().alias("games"),
            s.sum().alias("sum"),
            (s * s).sum().alias("ss"),
            (s * n).sum().alias("sn"),
            (n * n).sum().alias("nn"),
        )
        if self._sums is not None:
            sums = pl.concat([self._sums, sums]).group_by(self._cells).sum()
        self._sums = sums

    @property
    def held(self) -> int:
        """How many rows it keeps itself."""
        return sum(0 if frame is None else frame.height for frame in (self._sums, self._open))

    def frame(self) -> pl.DataFrame:
        """Each group with its mean and interval: Wilson's, for as many games as are left after
        the design effect."""
        assert self._sums is not None and (self._open is None or self._open.is_empty())
        each = (
            self._sums.group_by(self._by)
            .agg(
                pl.col("games").sum().cast(pl.Int64),
                pl.col("clusters").sum().cast(pl.Int64).alias("deals"),
                (pl.col("sum").sum() / pl.col("games").sum()).alias(self._value),
            )
            .sort(self._by)
        )
        games = pl.col("games") / self._design_effect(each)
        rate, square = pl.col(self._value), Z95 * Z95
        middle = (rate + square / (2 * games)) / (1 + square / games)
        inside = (rate * (1 - rate) / games + square / (4 * games * games)).clip(0).sqrt()
        half = inside * Z95 / (1 + square / games)
        return each.with_columns(
            (middle - half).clip(0, 1).alias("low"), (middle + half).clip(0, 1).alias("high")
        )

    def _design_effect(self, each: pl.DataFrame) -> float:
        """How many games of these deals tell as much as one that shares its cards with none.

        Estimated over all groups together: what the sums of clusters are away from what is
        expected of them, beside what they would be if every game were dealt by itself.
        """
        assert self._sums is not None
        rate, games = each[self._value].to_numpy(), each["games"].to_numpy()
        alone = float((games * rate * (1 - rate)).sum())
        means, fitted, uneven = self._expected(each)
        ss, sn, nn = (self._sums[name].to_numpy() for name in ("ss", "sn", "nn"))
        clusters = float(self._sums["clusters"].sum())
        if alone <= 0 or clusters <= fitted:
            return 1.0
        away = float((ss - 2 * means * sn + means * means * nn).sum())
        return max(LEAST_EFFECT, (away * clusters / (clusters - fitted) + uneven) / alone)

    def _expected(self, each: pl.DataFrame) -> tuple[NDArray[np.float64], int, float]:
        """The mean that is expected in every cell, how many numbers that took, and how much the
        groups are away because they did not have all strata equally often (a sum of squares)."""
        assert self._sums is not None
        numbered = each.select(self._by).with_row_index("group")
        cells = self._sums.join(numbered, on=self._by, how="left", maintain_order="left")
        group, count = cells["group"].to_numpy(), each.height
        games, total = cells["games"].to_numpy(), cells["sum"].to_numpy()
        mine = each[self._value].to_numpy()
        if not self._evenly or not count:
            return mine[group], count, 0.0
        stratum = (cells[self._evenly].rank("dense") - 1).to_numpy().astype(np.int64)
        strata = int(stratum.max(initial=-1)) + 1
        of_group, of_stratum = np.bincount(group, games), np.bincount(stratum, games)
        level, lift = mine.copy(), np.zeros(strata)
        for _ in range(BACK_AND_FORTH):
            before = lift
            lift = np.bincount(stratum, total - games * level[group]) / of_stratum
            lift = lift - lift.mean()
            level = np.bincount(group, total - games * lift[stratum]) / of_group
            if float(np.abs(lift - before).max(initial=0)) < 1e-6:
                break
        evenly = np.bincount(group, lift[stratum]) / np.bincount(group)
        had = np.bincount(group, games * lift[stratum]) / of_group
        uneven = float(((of_group * (had - evenly)) ** 2).sum())
        return level[group] + lift[stratum], count + strata - 1, uneven


def rates(
    rows: pl.DataFrame, by: Sequence[str], value: str = "won", evenly: str = ""
) -> pl.DataFrame:
    """The mean of `value` for each group of rows, with its 95 % interval, as `Tally` has it."""
    tally = Tally(by, value, evenly)
    tally.add(rows)
    return tally.frame()
