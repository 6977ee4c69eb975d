"""The arena: fair to everyone, the same on any number of cores, and unmoved by bots that fail."""

import subprocess
import sys
from collections.abc import Iterator
from itertools import count
from multiprocessing import active_children
from pathlib import Path

import pytest

from smashup import BadSetup, SmashUpError
from smashup.commands.many_games import watched
from smashup.lab import match
from smashup.lab.arena import ArenaGame, Contest, Report, play_all, play_one, summarize
from smashup.lab.arena_report import command, markdown, notes
from smashup.lab.match import Outcome
from smashup.lab.parallel import AHEAD, in_parallel
from smashup.lab.ratings import ratings
from smashup.players.search import limits

BOTS = Path(__file__).parents[1] / "players" / "bots.py"
BLINDFOLDED, OUT_OF_RANGE, RAISING, STILLBORN, TAMPERING = (
    f"{BOTS}:{name}" for name in ("Blindfolded", "OutOfRange", "Raising", "Stillborn", "Tampering")
)


def fought(contest: Contest) -> Report:
    contest.check()
    return summarize(contest, list(play_all(contest, jobs=1)))


# -- controls --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bot", "games", "seats"),
    [("random", 40, 2), ("greedy", 2, 2), ("random", 9, 3), ("random", 8, 4)],
)
def test_a_bot_against_itself_wins_exactly_half(bot: str, games: int, seats: int) -> None:
    report = fought(Contest((bot, bot), games, seats))
    rate = report.matrix[bot][f"{bot}#2"]
    assert rate.win_rate == pytest.approx(0.5)
    assert rate.low < 0.5 < rate.high


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_four_bots_that_are_one_win_exactly_their_share(seats: int) -> None:
    report = fought(Contest(("random",) * 4, games=2 * seats, seats=seats))
    assert len(report.standings) == 4
    for standing in report.standings.values():
        assert standing.won.win_rate == pytest.approx(1 / seats)


def test_a_blindfolded_bot_loses() -> None:
    report = fought(Contest((BLINDFOLDED, "greedy"), games=8))
    assert report.matrix[BLINDFOLDED]["greedy"].high < 0.5
    assert report.matrix["greedy"][BLINDFOLDED].low > 0.5
    assert report.ratings is not None
    assert report.ratings["greedy"].ordinal > report.ratings[BLINDFOLDED].ordinal
    assert report.illegal_answers == 0
    assert report.standings["greedy"].seconds_per_decision > 0


# -- who plays what --------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_deal_is_played_by_every_line_up_with_everyone_in_every_seat(seats: int) -> None:
    contest = Contest(("a", "b", "c", "d"), games=seats, seats=seats)
    assert contest.total == seats * len(contest.lineups)
    sittings = [contest.sitting(number) for number in range(contest.total)]
    assert {deal for deal, _ in sittings} == {0}
    for lineup in contest.lineups:
        turns = [sitting for _, sitting in sittings if set(sitting) == set(lineup)]
        assert len(turns) == seats
        assert all(set(seat) == set(lineup) for seat in zip(*turns, strict=True))


def test_the_seats_of_a_deal_keep_their_factions_and_who_begins() -> None:
    pairs = (("Aliens", "Robots"), ("Ninjas", "Zombies"))
    contest = Contest(("random", "random"), games=2, seed=3, factions=pairs)
    first, second = play_all(contest, jobs=1)
    assert first.sitting == second.sitting[::-1]
    assert first.outcome == second.outcome  # the same bot in both seats: the same game


def test_an_odd_number_of_games_is_rounded_up_to_whole_pairs() -> None:
    assert Contest(("a", "b", "c"), games=5).total == 6 * 3


def test_results_do_not_depend_on_the_number_of_processes() -> None:
    contest = Contest(("random", "random", RAISING), games=8, seed=3, edition="core")
    assert list(play_all(contest, jobs=1)) == list(play_all(contest, jobs=2))


def test_a_loop_that_is_left_leaves_no_process_behind() -> None:
    before = set(active_children())
    results = in_parallel(abs, range(1000), jobs=2)
    assert next(results) == 0
    assert set(active_children()) - before
    assert isinstance(results, Iterator)
    del results
    assert set(active_children()) <= before  # what others left behind may have ended meanwhile


@pytest.mark.parametrize("jobs", [1, 2])
def test_of_endlessly_many_pieces_only_some_are_under_way(jobs: int) -> None:
    asked: list[int] = []
    numbers = (asked.append(number) or number for number in count())
    results = in_parallel(abs, numbers, jobs, chunk=2)
    assert [next(results) for _ in range(100)] == list(range(100))
    assert len(asked) <= 100 + 2 * jobs * (AHEAD + 1)
    del results


def test_a_piece_that_fails_leaves_no_noise_behind() -> None:
    """Its error is raised, and no thread of the executor stumbles over the rest."""
    code = (
        "import time\n"
        "from smashup.lab.parallel import in_parallel\n"
        "try:\n"
        "    list(in_parallel(time.sleep, [-1, *[9] * 100], jobs=2))\n"
        "except ValueError:\n"
        "    print('failed')\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert (ran.stdout, ran.stderr) == ("failed\n", "")


@pytest.mark.parametrize(
    ("contest", "words"),
    [
        (Contest(("greedy",), 2), "name it twice"),
        (Contest(("greedy", "random"), 0), "At least one game"),
        (Contest(("greedy", "random"), 2, seats=5), "2 to 4 seats"),
        (Contest(("greedy", "random"), 2, edition="opps"), "oops"),
        (Contest(("greedy", "random"), 2, factions=(("Aliens", "Robots"),)), "for 1 seats"),
    ],
)
def test_what_cannot_be_played_is_refused(contest: Contest, words: str) -> None:
    with pytest.raises(BadSetup, match=words):
        contest.check()


# -- bots that fail --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bot", "illegal", "words"),
    [
        (OUT_OF_RANGE, 4, "it answered"),
        (TAMPERING, 4, "it changed the options"),
        (RAISING, 0, "it raised ValueError: I have lost count"),
        (STILLBORN, 0, "could not be made"),
    ],
)
def test_a_bot_that_fails_has_lost(bot: str, illegal: int, words: str) -> None:
    contest = Contest((bot, "random"), games=4, seed=2)
    report = fought(contest)
    assert report.matrix[bot]["random"].wins == 0
    assert report.matrix["random"][bot].wins == 4
    assert report.illegal_answers == report.standings[bot].illegal_answers == illegal
    assert report.standings[bot].raised == 4 - illegal
    told = notes(contest, report)[1]
    assert words in told
    assert "lost game 1 in seat" in told
    assert told.endswith(command(contest, only=1))


def test_seconds_are_those_of_the_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    worked = count()
    monkeypatch.setattr(limits, "process_time", lambda: next(worked) / 1000)
    outcome = play_one(Contest(("random", "random"), games=2, seed=2), 0).outcome
    assert sum(outcome.seconds) == pytest.approx(sum(outcome.decisions) / 1000)


def test_a_failure_can_be_played_again() -> None:
    contest = Contest((RAISING, "random"), games=4, seed=2)
    who, number, failure = fought(contest).failures[2]
    assert who == RAISING
    again = play_one(contest, number - 1)
    assert again.outcome.failures == (failure,)
    assert contest.names[again.sitting[failure.seat]] == RAISING
    assert failure.move > 3
    assert failure.asked
    assert 'raise ValueError("I have lost count")' in failure.trace


def test_among_more_than_two_the_others_play_on() -> None:
    contest = Contest((RAISING, "random", "random"), games=3, seats=3)
    games = list(play_all(contest, jobs=1))
    report = summarize(contest, games)
    assert len(report.failures) == 3
    assert report.standings[RAISING].won.wins == 0
    assert sum(standing.won.wins for standing in report.standings.values()) == pytest.approx(3)
    for game in games:
        assert game.outcome.ranks[game.sitting.index(0)] == 2
        assert max(game.outcome.vp) >= 15  # it was played to its end
        assert game.outcome.decisions[game.sitting.index(0)] == 3  # its stand-in's do not count


def test_a_game_that_does_not_end_is_a_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match, "LONGEST_GAME", 4)
    contest = Contest(("random", "random"), games=2)
    report = fought(contest)
    assert report.unfinished == (1, 2)
    assert report.matrix["random"]["random#2"].wins == 1
    assert "2 games did not end and count as draws" in notes(contest, report)[1]


# -- reports ---------------------------------------------------------------------------------------


def game_of(number: int, sitting: tuple[int, ...], ranks: tuple[int, ...]) -> ArenaGame:
    nothing = (0,) * len(ranks)
    return ArenaGame(number, sitting, Outcome(ranks, nothing, True, 20, nothing, nothing))


def test_shared_wins_are_halves() -> None:
    contest = Contest(("a", "b"), games=2)
    report = summarize(contest, [game_of(1, (0, 1), (0, 0)), game_of(2, (1, 0), (1, 0))])
    assert report.matrix["a"]["b"].wins == 1.5
    assert report.matrix["b"]["a"].win_rate == 0.25
    assert report.standings["b"].won.wins == 0.5


def test_with_more_seats_the_matrix_tells_who_finished_above_whom() -> None:
    contest = Contest(("a", "b", "c"), games=1, seats=3)
    report = summarize(contest, [game_of(1, (2, 0, 1), (1, 0, 1))])  # a wins, b and c are level
    assert {them: rate.win_rate for them, rate in report.matrix["a"].items()} == {"b": 1, "c": 1}
    assert report.matrix["b"]["c"].win_rate == 0.5
    assert [report.standings[name].won.win_rate for name in "abc"] == [1, 0, 0]


def test_ratings_follow_the_ranks() -> None:
    rated = ratings("abc", [((0, 1, 2), (0, 1, 2)), ((2, 1, 0), (2, 1, 0))] * 5)
    assert rated is not None
    assert rated["a"].ordinal > rated["b"].ordinal > rated["c"].ordinal
    level = ratings("ab", [((0, 1), (0, 0)), ((0, 0, 1), (0, 0, 0))])
    assert level is not None
    assert level["a"].mu == pytest.approx(level["b"].mu)
    assert level["a"].sigma < 25 / 3


def test_without_openskill_all_the_rest_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    contest = Contest(("random", "random"), games=2)
    report = fought(contest)
    assert report.ratings is None
    assert report.matrix["random"]["random#2"].games == 2
    assert "pip install 'smashup[lab]'" in notes(contest, report)[1]
    assert "| random |" in markdown(contest, report)


def interrupted(games: int) -> Iterator[int]:
    yield from range(games)
    raise KeyboardInterrupt


def test_an_interrupt_gives_the_results_so_far(capsys: pytest.CaptureFixture[str]) -> None:
    assert watched(interrupted(3), total=10) == [0, 1, 2]
    assert "3 of 10 games" in capsys.readouterr().err
    with pytest.raises(SmashUpError, match="before the first game"):
        watched(interrupted(0), total=10)
