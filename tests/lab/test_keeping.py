"""Games of an arena that are kept in a file: it goes on where it was broken off."""

import json
from pathlib import Path

import pytest

from smashup import SmashUpError
from smashup.lab.arena import Contest, play_all, play_one, summarize
from smashup.lab.keeping import KeptGames
from tests.players.bots import Raising, path_of

PLAYERS = (path_of(Raising), "random")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.jsonl"


def play_on(path: Path, contest: Contest) -> KeptGames:
    """Plays what is missing, as the command does; gives the file as it is read afterwards."""
    kept = KeptGames(path, contest)
    list(kept.kept(play_all(contest, 1, kept.missing())))
    return KeptGames(path, contest)


def test_what_is_read_is_what_was_played(path: Path) -> None:
    contest = Contest(PLAYERS, 4)
    games = play_on(path, contest).games
    assert games == list(play_all(contest, 1))
    assert games[0].outcome.failures  # with all that was noted of them
    assert sum(games[0].outcome.seconds) > 0
    assert summarize(contest, games).games == 4


def test_a_contest_that_was_broken_off_goes_on(path: Path) -> None:
    contest = Contest(PLAYERS, 4)
    kept = KeptGames(path, contest)
    next(kept.kept(play_all(contest, 1)))
    text = path.read_text("utf-8")
    path.write_text(text + '{"number": 2, "sit', "utf-8")  # the power went off
    again = KeptGames(path, contest)
    assert [game.number for game in again.games] == [1]
    assert again.missing() == [1, 2, 3]
    assert path.read_text("utf-8") == text


def test_more_games_can_be_asked_for_and_fewer(path: Path) -> None:
    play_on(path, Contest(PLAYERS, 2))
    more = Contest(PLAYERS, 6)
    assert KeptGames(path, more).missing() == [2, 3, 4, 5]
    assert play_on(path, more).games[5] == play_one(more, 5)
    assert len(KeptGames(path, Contest(PLAYERS, 4)).games) == 4
    assert len(KeptGames(path, more).games) == 6  # nothing was lost


def test_the_file_of_another_contest_is_not_touched(path: Path) -> None:
    play_on(path, Contest(PLAYERS, 2, seed=1))
    text = path.read_text("utf-8")
    with pytest.raises(SmashUpError, match="arena seed: 1 in the file, 2 now"):
        KeptGames(path, Contest(PLAYERS, 2, seed=2))
    assert path.read_text("utf-8") == text


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [("rules", 0, "rules: 0 in the file"), ("judge", "another net", 'judge: "another net" in')],
)
def test_games_by_other_rules_or_another_judge_are_not_gone_on_with(
    path: Path, name: str, value: object, told: str
) -> None:
    contest = Contest(PLAYERS, 2)
    play_on(path, contest)
    heading, *games = path.read_text("utf-8").splitlines()
    other = json.dumps({**json.loads(heading), name: value})
    path.write_text("\n".join([other, *games, ""]), "utf-8")
    with pytest.raises(SmashUpError, match=told) as refused:
        KeptGames(path, contest)
    assert str(refused.value).count(" in the file, ") == 1  # only what differs is told
    assert len(path.read_text("utf-8").splitlines()) == 3


def test_what_was_kept_before_the_rules_had_numbers_is_refused(path: Path) -> None:
    path.write_text('{"arena": {"players": ["random"]}, "rules": "0.1.0"}\n', "utf-8")
    with pytest.raises(SmashUpError, match=r'rules: "0\.1\.0" in the file'):
        KeptGames(path, Contest(PLAYERS, 2))


def test_a_file_with_something_else_in_it_is_not_touched(path: Path) -> None:
    heading = play_on(path, Contest(PLAYERS, 2)).games and path.read_text("utf-8").splitlines()[0]
    path.write_text(f'{heading}\n{{"number": 1}}\n', "utf-8")
    with pytest.raises(SmashUpError, match="line 2: this is no such game"):
        KeptGames(path, Contest(PLAYERS, 2))
    path.write_text("a letter\n", "utf-8")
    with pytest.raises(SmashUpError, match="keeps other games"):
        KeptGames(path, Contest(PLAYERS, 2))
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SmashUpError, match="could not be read"):
        KeptGames(path, Contest(PLAYERS, 2))


def test_a_folder_that_is_not_there_is_said_at_once(tmp_path: Path) -> None:
    with pytest.raises(SmashUpError, match="could not be written"):
        KeptGames(tmp_path / "nowhere" / "games.jsonl", Contest(PLAYERS, 2))
