"""Estimates: what they come to where the answer is known, and how often their intervals hold."""

import polars as pl
import pytest

from smashup import SmashUpError
from smashup.lab.covering import World, coverage
from smashup.lab.estimates import PairModel, Table2, rates
from smashup.lab.simulate import wilson


def rows(*games: tuple[int, str, float]) -> pl.DataFrame:
    return pl.DataFrame(games, schema=["cluster", "faction", "won"], orient="row")


def test_without_clusters_the_interval_is_wilsons() -> None:
    """Two groups, every game a deal of its own; the design effect is one but for its own noise."""
    games = [(number, "A", float(number < 30)) for number in range(100)]
    found = rates(rows(*games), ["faction"]).row(0, named=True)
    low, high = wilson(30, 100)
    assert found["won"] == 0.3
    assert (found["low"], found["high"]) == pytest.approx((low, high), abs=0.001)


def test_games_that_only_repeat_each_other_tell_nothing_more() -> None:
    once = [(number, "A", float(number % 2)) for number in range(100)]
    single = rates(rows(*once), ["faction"]).row(0, named=True)
    double = rates(rows(*once, *once), ["faction"]).row(0, named=True)
    assert double["games"] == 2 * single["games"]
    assert (double["low"], double["high"]) == pytest.approx((single["low"], single["high"]))


def test_intervals_hold_as_often_as_they_say() -> None:
    """The whole table of `smashup lab coverage` takes longer; this is one of its rows."""
    world = World(factions=12)
    found = {row.what: row for row in coverage(world, deals=330, times=40, seed=1)}
    assert set(found) == {
        "rates of factions",
        "chances of factions by the model",
        "chances of pairs by the model",
    }
    for row in found.values():
        assert 0.93 <= row.rate <= 0.97, row
    assert found["chances of pairs by the model"].intervals == 40 * 66


def test_a_model_of_no_games_gets_a_sentence() -> None:
    empty = pl.DataFrame(
        schema={
            "folder": pl.Int16,
            "number": pl.Int64,
            "cluster": pl.Int64,
            "faction": pl.String,
            "partner": pl.String,
            "order": pl.Int16,
            "won": pl.Float32,
            "finished": pl.Boolean,
        }
    )
    with pytest.raises(SmashUpError, match="no finished game"):
        PairModel(Table2.of(empty))
