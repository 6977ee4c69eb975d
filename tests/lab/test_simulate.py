"""Many games: fair seats, the same results on any number of cores, honest intervals."""

from collections import Counter

import pytest

from smashup import BadSetup, SmashUpError
from smashup.cards.registry import FACTIONS
from smashup.engine.rules_number import RULES_NUMBER
from smashup.lab.bench import bench
from smashup.lab.report import faction_page
from smashup.lab.simulate import (
    Plan,
    SimulatedGame,
    even_factions,
    play_all,
    play_one,
    summarize,
    wilson,
)


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


@pytest.mark.parametrize("count", [2, 3, 4])
def test_all_factions_are_dealt_equally_often_and_never_twice(count: int) -> None:
    plan = Plan(("random",) * count, games=1, all_factions=True)
    deals = len(FACTIONS) // (2 * count) * len(FACTIONS)  # so that everyone has sat out as often
    dealt: Counter[str] = Counter()
    for deal in range(deals):
        names = names_of(plan, deal)
        assert len(set(names)) == 2 * count
        dealt.update(names)
    assert set(dealt) == set(FACTIONS)
    assert len(set(dealt.values())) == 1


def test_another_seed_deals_other_factions() -> None:
    plans = [Plan(("random", "random"), 1, seed, all_factions=True) for seed in (1, 2)]
    assert even_factions(plans[0], 0) != even_factions(plans[1], 0)


def test_a_deal_of_all_factions_is_played_with_the_seats_swapped() -> None:
    plan = Plan(("random", "random"), games=4, all_factions=True)
    games = list(play_all(plan, jobs=1))
    assert games[0].factions == games[1].factions == even_factions(plan, 0)
    assert games[0] != games[1]
    assert games[2].factions != games[0].factions


def game_of(winners: tuple[int, ...], mine: str, theirs: str, vp: tuple[int, int]) -> SimulatedGame:
    factions = ((mine, "Robots"), (theirs, "Ninjas"))
    return SimulatedGame(winners, factions, vp, turns=sum(vp), decisions=100)


def test_a_faction_does_as_well_as_the_player_who_holds_it() -> None:
    plan = Plan(("greedy", "greedy"), games=3, all_factions=True)
    results = [
        game_of((0,), "Aliens", "Zombies", (15, 5)),
        game_of((1,), "Zombies", "Aliens", (10, 16)),
        game_of((0, 1), "Zombies", "Wizards", (9, 9)),
    ]
    records = {record.name: record for record in summarize(plan, results).records}
    assert list(records) == ["Aliens", "Ninjas", "Robots", "Wizards", "Zombies"]
    assert (records["Aliens"].games, records["Aliens"].wins) == (2, 2)
    assert (records["Zombies"].games, records["Zombies"].wins) == (3, 0.5)
    assert records["Zombies"].mean_vp == (5 + 10 + 9) / 3
    assert records["Zombies"].mean_turns == (20 + 26 + 18) / 3
    assert records["Wizards"].win_rate == 0.5
    assert (records["Wizards"].low, records["Wizards"].high) == wilson(0.5, 1)


def test_the_page_of_factions_names_its_command_and_is_the_same_on_any_number_of_cores() -> None:
    plan = Plan(("random", "random"), games=6, seed=5, all_factions=True)
    pages = [
        faction_page(plan, summarize(plan, list(play_all(plan, jobs))), "docs/factions.md")
        for jobs in (1, 2)
    ]
    assert pages[0] == pages[1]
    assert (
        "    smashup simulate --all-factions --players random,random --games 6 --seed 5"
        " --edition oops --write docs/factions.md\n" in pages[0]
    )
    assert f"rules number {RULES_NUMBER}," in pages[0]
    rows = [line for line in pages[0].splitlines() if line.startswith("| ")]
    assert rows[0].startswith("| faction | games | win rate |")
    assert len(rows) == 2 + len({name for deal in range(3) for name in names_of(plan, deal)})


def names_of(plan: Plan, deal: int) -> list[str]:
    return [name for pair in even_factions(plan, deal) for name in pair]


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
        (
            Plan(("random", "random"), 1, factions=(("Aliens", "Robots"),), all_factions=True),
            "not both",
        ),
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
