"""Estimates: what they come to where the answer is known, and how often their intervals hold."""

import polars as pl
import pytest

from smashup import SmashUpError
from smashup.lab.covering import World, coverage
from smashup.lab.estimates import PairModel, Table2
from smashup.lab.rates import Tally, rates
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
    found = {row.what: row for row in coverage(world, deals=330, times=60, seed=2)}
    few = {"seats", "lengths"}  # one for each try or two, which are counted below
    weak = {"synergies"}  # known only where games tell how much pairs differ: docs/laboratory.md
    assert set(found) == few | weak | {
        "factions",
        "cards drawn or played",
        "cards that decide",
        "bases",
        "factions, model",
        "pairs, model",
        "head to head",
    }
    for what in set(found) - few - weak:
        assert 0.93 <= found[what].rate <= 0.97, found[what]
    assert found["pairs, model"].intervals == 60 * 66


def test_what_is_asked_once_in_a_game_is_held_as_often() -> None:
    found = {row.what: row for row in coverage(World(factions=8), 56, 200, seed=1, model=False)}
    assert found["lengths"].intervals == 200
    for what in ("seats", "lengths"):
        assert 0.92 <= found[what].rate <= 0.98, found[what]


@pytest.mark.parametrize("seats", [3, 4])
def test_intervals_of_larger_tables_hold_as_often(seats: int) -> None:
    found = {row.what: row for row in coverage(World(factions=12, seats=seats), 66, 80, seed=3)}
    assert set(found) == {
        "factions",
        "seats",
        "cards drawn or played",
        "cards that decide",
        "bases",
        "lengths",
    }
    assert found["seats"].intervals == 80 * seats
    for what in {"factions", "cards drawn or played", "cards that decide", "bases"}:
        assert 0.93 <= found[what].rate <= 0.97, found[what]


def test_partners_that_are_dealt_evenly_are_no_luck() -> None:
    """Each faction wins always with one partner and never with the other: by itself that would
    look like luck, but every faction had both equally often."""
    games = [
        (number, faction, partner, float(partner == "C"))
        for number, (faction, partner) in enumerate(
            pair for pair in (("A", "C"), ("A", "D"), ("B", "C"), ("B", "D")) for _ in range(25)
        )
    ]
    frame = pl.DataFrame(
        games, schema=["cluster", "faction", "partner", "won"], orient="row"
    ).with_columns(faction="faction")
    wide = rates(frame, ["faction"])
    narrow = rates(frame, ["faction"], evenly="partner")
    assert (wide["won"] == narrow["won"]).all()
    assert (narrow["high"] - narrow["low"] < 0.3 * (wide["high"] - wide["low"])).all()


def test_partners_that_were_not_had_evenly_are_luck_after_all() -> None:
    uneven = {("A", "C"): 40, ("A", "D"): 10, ("B", "C"): 10, ("B", "D"): 40}
    pairs = [pair for pair, times in uneven.items() for _ in range(times)]
    frame = pl.DataFrame(
        [(n, *pair, float(pair[1] == "C")) for n, pair in enumerate(pairs)],
        schema=["cluster", "faction", "partner", "won"],
        orient="row",
    )
    found = rates(frame, ["faction"], evenly="partner")
    assert (found["high"] > 0.5).all() and (found["low"] < 0.5).all()  # each is worth a half


def test_rows_that_come_in_parts_are_counted_as_if_at_once() -> None:
    """Also where a deal is cut in two; and no more is kept than groups, and deals that are open."""
    every = pl.DataFrame(
        {
            "cluster": [number // 3 for number in range(900)],
            "faction": ["AB"[number % 2] for number in range(900)],
            "partner": ["CDE"[number // 7 % 3] for number in range(900)],
            "won": [float(number * number % 7 < 3) for number in range(900)],
        }
    )
    tally = Tally(["faction"], evenly="partner")
    for start in range(0, 900, 100):
        some = every.slice(start, 100)
        following = every["cluster"][start + 100] if start < 800 else 1000
        tally.add(some, following)
        assert tally.held <= 6 + 3
    assert tally.frame().equals(rates(every, ["faction"], evenly="partner"))


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
