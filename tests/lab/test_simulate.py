"""Many games: fair seats, the same results on any number of cores, honest intervals."""

import pytest

from smashup import BadSetup, SmashUpError
from smashup.lab.bench import bench
from smashup.lab.simulate import Plan, play_all, play_one, summarize, wilson


def test_results_do_not_depend_on_the_number_of_processes() -> None:
    plan = Plan(("random", "random", "random"), games=12, seed=3, edition="core")
    assert list(play_all(plan, jobs=1)) == list(play_all(plan, jobs=2))


def test_another_seed_plays_other_games() -> None:
    games = [list(play_all(Plan(("random", "random"), 4, seed), jobs=1)) for seed in (1, 2)]
    assert games[0] != games[1]


def test_given_factions_stay_with_their_player_in_every_seat() -> None:
    factions = (("Aliens", "Robots"), ("Ninjas", "Zombies"))
    plan = Plan(("random", "random"), games=2, factions=factions)
    plan.check()
    assert play_one(plan, 0) != play_one(plan, 1)


def test_a_summary_counts_every_game() -> None:
    plan = Plan(("random", "random"), games=20)
    results = list(play_all(plan, jobs=1))
    summary = summarize(plan, results)
    assert summary.games == 20
    assert sum(record.wins for record in summary.records) == pytest.approx(20)
    assert all(record.low <= record.win_rate <= record.high for record in summary.records)
    assert summary.mean_turns == sum(result.turns for result in results) / 20


def test_wilson_intervals_stay_between_none_and_all() -> None:
    assert wilson(0, 10)[0] == pytest.approx(0.0)
    assert wilson(10, 10)[1] == pytest.approx(1.0)
    assert wilson(80, 100) == pytest.approx((0.7112, 0.8666), abs=1e-4)


@pytest.mark.parametrize(
    ("plan", "words"),
    [
        (Plan(("random",), 1), "2 to 4 players"),
        (Plan(("random",) * 5, 1), "2 to 4 players"),
        (Plan(("random", "random"), 0), "At least one game"),
        (Plan(("random", "random"), 1, edition="ops"), "oops"),
        (Plan(("random", "random"), 1, factions=(("Aliens", "Robots"),)), "players"),
    ],
)
def test_what_cannot_be_played_is_refused(plan: Plan, words: str) -> None:
    with pytest.raises(BadSetup, match=words):
        plan.check()


def test_an_unknown_player_is_refused() -> None:
    with pytest.raises(SmashUpError, match="levels"):
        Plan(("random", "genius"), 1).check()


def test_the_bench_measures_everything() -> None:
    figures = bench(seconds=0.2)
    assert {"games_per_second", "decisions_per_second", "copy_us", "determinize_us"} <= set(figures)
    assert {"games_per_second_4p", "copy_us_4p", "peak_rss_mb", "rss_growth_mb"} <= set(figures)
    assert all(value > 0 for name, value in figures.items() if name != "rss_growth_mb")
