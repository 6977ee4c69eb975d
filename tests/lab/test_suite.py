"""The strength bench: the same trials for everybody, resumable, and what it says is right."""

from pathlib import Path

import pytest

from smashup import BadSetup
from smashup.lab.arena import EVEN, ArenaGame, Contest, play_one
from smashup.lab.match import Outcome
from smashup.lab.suite import TRIALS, Trial, bench, file_name, markdown, result_of, rows
from smashup.players.standing import PRESENT

SEED = 3


def given(games: int, *players: str) -> Contest:
    return Contest(players, games, seed=SEED)


def test_a_bot_meets_the_rulers_at_every_table() -> None:
    contests = [contest for contest, _ in bench(given(1, "random", "greedy"), 1, None)]
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
    result = result_of(contest, games)
    assert (result.won.wins, result.won.games) == (2, 3)
    assert result.seconds_per_turn == pytest.approx((5 + 7 + 9) / 30)  # ten turns of each game
    heading, row = rows([result])
    assert dict(zip(heading, row, strict=True)) == {
        "": "search:1s",
        "against": "2 × greedy-1",
        "games": "3",
        "won": "66.7% (20.8–93.9)",
        "seconds/ turn": "0.70",
        "failures": "0",
    }
    assert "| search:1s | 2 × greedy-1 | 3 |" in markdown("smashup arena --suite", [result])


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
