"""The strength bench: the same trials for everybody, resumable, and what it says is right."""

from collections.abc import Callable
from pathlib import Path

import pytest

from smashup import BadSetup
from smashup.lab.arena import EVEN, ArenaGame, Contest, play_one
from smashup.lab.match import Outcome
from smashup.lab.scale import RATINGS, elo
from smashup.lab.suite import (
    TRIALS,
    Played,
    Trial,
    bench,
    file_name,
    markdown,
    note,
    result_of,
    rows,
    skill_rows,
    skills,
)
from smashup.players.standing import PRESENT

SEED = 3


def given(games: int, *players: str) -> Contest:
    return Contest(players, games, seed=SEED)


def test_a_bot_meets_the_rulers_at_every_table() -> None:
    contests = [contest for contest, _ in bench(given(1, "random", "greedy", "random"), 1, None)]
    assert len(contests) == 2 * len(TRIALS) == len({file_name(contest) for contest in contests})
    assert {contest.seats for contest in contests} == {2, 3, 4}
    for contest in contests:
        assert len(contest.lineups) == 1  # itself in one seat, the ruler in all others
        assert set(contest.players[1:]) <= {"tuned-1", "greedy-1"}


def test_what_is_kept_is_not_played_again(tmp_path: Path) -> None:
    def played(games: int) -> list[ArenaGame]:
        wanted = Trial("greedy-1")
        for contest, trial in bench(given(games, "random"), 1, tmp_path / "bench"):
            if contest == wanted.contest("random", given(games)):
                return list(trial)
        raise AssertionError

    two = played(2)
    file = tmp_path / "bench" / "random-greedy-1-2.jsonl"
    text = file.read_text("utf-8")
    assert played(2) == two
    assert file.read_text("utf-8") == text
    assert played(4)[:2] == two


def outcome(ranks: tuple[int, ...]) -> Outcome:
    return Outcome(ranks, (15, 9, 8), True, 30, (40, 41, 42), (5.0, 7.0, 9.0))


def test_the_result_is_that_of_the_bot_in_whatever_seat() -> None:
    contest = Trial("greedy-1", seats=3).contest("search:1s", given(3))
    games = [
        ArenaGame(1, (0, 1, 2), outcome((0, 1, 2))),
        ArenaGame(2, (2, 0, 1), outcome((0, 1, 2))),
        ArenaGame(3, (1, 2, 0), outcome((1, 1, 0))),
    ]
    played = Played(contest, games)
    result = result_of(played)
    assert (result.won.wins, result.won.games) == (2, 3)
    assert result.seconds_per_turn == pytest.approx((5 + 7 + 9) / 30)  # ten turns of each game
    heading, row = rows([played])
    assert dict(zip(heading, row, strict=True)) == {
        "": "search:1s",
        "against": "2 × greedy-1",
        "games": "3",
        "won": "66.7% (20.8–93.9)",
        "rating": result.rating.in_words,
        "seconds/ turn": "0.70",
        "failures": "0",
    }
    assert "| search:1s | 2 × greedy-1 | 3 |" in markdown("smashup arena --suite", [played])


# -- ratings ---------------------------------------------------------------------------------------


def in_proportion(trial: Trial, player: str, wins: int, games: int) -> Played:
    """A trial in which the bot wins so many of its games, always in the first seat."""
    won, lost = (0, *(1,) * (trial.seats - 1)), (1, 0, *(1,) * (trial.seats - 2))
    vp = (9,) * trial.seats
    ended = [
        Outcome(won if number < wins else lost, vp, True, 20, vp, (1.0,) * trial.seats)
        for number in range(games)
    ]
    sitting = tuple(range(trial.seats))
    contest = trial.contest(player, given(games))
    return Played(contest, [ArenaGame(n, sitting, out) for n, out in enumerate(ended, start=1)])


def test_tables_of_every_size_are_on_one_scale() -> None:
    """Odds of 3 to 1 over each ruler alone: 3 of 4, 3 of 5 and 3 of 6 games at 2, 3 and 4 seats."""
    for seats in (2, 3, 4):
        played = in_proportion(Trial("greedy-1", seats), "bot", 600, 200 * (2 + seats))
        rating = result_of(played).rating
        assert rating.rating == pytest.approx(RATINGS["greedy-1"] + elo(3 / 4), abs=1)
        assert rating.low < rating.rating - 10 < rating.rating + 10 < rating.high


def test_bots_stand_above_each_other_by_all_their_trials() -> None:
    trials = [
        in_proportion(Trial("tuned-1"), "weak", 100, 200),
        in_proportion(Trial("greedy-1"), "weak", 123, 200),
        in_proportion(Trial("tuned-1"), "strong", 150, 200),
        in_proportion(Trial("greedy-1"), "strong", 165, 200),
    ]
    strong, weak = skills(trials)
    assert (strong.player, weak.player) == ("strong", "weak")
    assert (weak.trials, weak.games) == (2, 400)
    assert weak.rating.rating == pytest.approx(RATINGS["tuned-1"], abs=5)
    single = [result_of(played).rating for played in trials[2:]]
    assert min(single).rating < strong.rating.rating < max(single).rating
    assert weak.above_next is None
    ahead = strong.above_next
    assert ahead is not None
    assert ahead.rating == pytest.approx(strong.rating.rating - weak.rating.rating)
    halves = [(of.high - of.low) / 2 for of in (ahead, strong.rating, weak.rating)]
    assert halves[0] ** 2 == pytest.approx(halves[1] ** 2 + halves[2] ** 2)


def test_what_belongs_to_one_deal_is_one_observation() -> None:
    """Games that are won or lost by deals tell less than as many that are not."""

    def width(is_won: Callable[[int], bool]) -> float:
        games = [
            ArenaGame(number + 1, (0, 1), outcome((0, 1, 2) if is_won(number) else (1, 0, 2)))
            for number in range(80)
        ]
        _, low, high = result_of(Played(Trial("tuned-1").contest("bot", given(80)), games)).rating
        return high - low

    assert width(lambda number: number // 2 % 2 == 0) > 1.3 * width(lambda number: number % 2 == 0)


def test_the_skills_are_printed_the_strongest_first() -> None:
    trials = [
        in_proportion(Trial("tuned-1"), "weak", 1, 4),
        in_proportion(Trial("tuned-1"), "strong", 4, 4),
    ]
    _, first, last = skill_rows(trials)
    assert (first[0], last[0]) == ("strong", "weak")
    assert last[-1] == "–"
    page = markdown("smashup arena --suite", trials)
    assert f"| strong | 1 | 4 | {first[3]} | {first[4]} |" in page
    assert note() in page and "tuned-1 719" in note()


# -- even deals ------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 4])
def test_even_deals_promise_everybody_about_as_much(seats: int) -> None:
    contest = Contest(("random",) * seats, 1, seats, SEED, even=True)
    factions = contest.factions_of(0)
    assert factions == contest.factions_of(0)
    assert factions != contest.factions_of(1)
    promises = [PRESENT.promise(pair, most_vp=0) for pair in factions]
    assert max(promises) - min(promises) <= EVEN
    assert play_one(contest, 0).outcome.finished


def test_factions_are_given_or_even() -> None:
    pairs = (("Aliens", "Robots"), ("Ninjas", "Zombies"))
    with pytest.raises(BadSetup, match="either given or"):
        Contest(("random", "random"), 1, factions=pairs, even=True).check()
