"""`smashup replay`: a saved game checked and looked at."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from replay.games import played

from smashup.replay import Replay, Stamp, at_move, load, save
from smashup.view import plain


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    save(Replay.of(played(30)), path)
    return path


def test_replay_verifies(run, file):
    result = run("replay", str(file))
    assert result.exit_code == 0
    assert "all 30 moves are legal" in result.output
    assert "The game is not over yet." in result.output


def test_replay_as_json(run, file):
    rows = json.loads(run("replay", str(file), "--json").output)
    assert rows["moves"] == 30
    assert rows["over"] is False
    assert rows["digest"].startswith(load(file).digests[-1])
    assert (rows["saved_moves"], rows["proven"], rows["parting"]) == (30, True, None)


def test_replay_tells_who_won_to_people_and_to_programs(run, tmp_path):
    game = played()
    path = tmp_path / "over.json"
    save(Replay.of(game), path)
    rows = json.loads(run("replay", str(path), "--json").output)
    assert rows["winners"] == list(game.winners)  # seats from 0, as in the library
    told = run("replay", str(path)).output
    won = [line.split(" (")[0].strip() for line in told.splitlines() if line.endswith(", won")]
    assert won == [f"Player {seat + 1}" for seat in game.winners]


def test_replay_at_a_move(run, file):
    assert "Turn 1 ·" in run("replay", str(file), "--at", "0").output
    seen = json.loads(run("replay", str(file), "--at", "12", "--seat", "2", "--json").output)
    assert seen == json.loads(json.dumps(plain(at_move(load(file), 12).observe(1))))


def test_a_spectator_of_a_replay_sees_no_hand(run, file):
    seen = json.loads(run("replay", str(file), "--at", "1", "--json").output)
    assert all(player["hand"] > 0 for player in seen["players"])
    assert seen["hand"] == [] and not any(seen["known"]["hands"])


def test_replay_step_by_step(run, file):
    result = run("replay", str(file), "--step", typed=["", "", "b", "30", "", "0", "b", "q"])
    assert result.exit_code == 0
    moves = [line.split(" of ")[0] for line in result.output.splitlines() if "Enter next" in line]
    assert moves == [f"move {n}" for n in (0, 1, 2, 1, 30, 30, 0, 0)]
    assert result.output.count("no more moves that way") == 2


@pytest.fixture
def parted(file: Path) -> Path:
    """A game that goes another way from move 20 on, and says that newer rules played it."""
    replay = load(file)
    digests = (*replay.digests[:20], *["0" * 8] * 11)
    save(replace(replay, digests=digests, stamp=Stamp(999, "9.9.9")), file)
    return file


def test_what_agrees_is_told_and_then_why_it_goes_no_further(run, parted):
    result = run("replay", str(parted), columns=200)
    assert result.exit_code == 2
    assert "the same game up to move 19 of 30. There:" in result.stdout
    assert "The game is" not in result.stdout
    assert "Move 20 of 30 leads to another position" in result.stderr
    assert "rules 999 of version 9.9.9, which are newer" in result.stderr


def test_what_agrees_is_told_to_programs_too(run, parted):
    result = run("replay", str(parted), "--json")
    assert result.exit_code == 2
    rows = json.loads(result.stdout)
    assert (rows["moves"], rows["saved_moves"], rows["over"]) == (19, 30, False)
    assert rows["parting"].startswith("Move 20 of 30 leads to another position")


def test_only_moves_that_agree_are_shown(run, parted):
    assert run("replay", str(parted), "--at", "19").exit_code == 0
    result = run("replay", str(parted), "--at", "20")
    assert result.exit_code == 2
    assert "Move 20 of 30 leads to another position" in result.stderr
    assert not result.stdout


def test_stepping_stays_where_the_game_parts(run, parted):
    result = run("replay", str(parted), "--step", typed=["18", "", "", "b", "q"], columns=300)
    assert result.exit_code == 0
    moves = [line.split(" of ")[0] for line in result.output.splitlines() if "Enter next" in line]
    assert moves == [f"move {n}" for n in (0, 18, 19, 19, 18)]
    assert result.output.count("Move 20 of 30 leads to another position") == 1


def test_an_unproven_game_is_marked_wherever_it_is_shown(run, file):
    save(replace(load(file), digests=()), file)
    told = run("replay", str(file))
    assert told.exit_code == 0 and "Unproven" in told.stderr
    assert json.loads(run("replay", str(file), "--json").stdout)["proven"] is False
    assert "Unproven" in run("replay", str(file), "--at", "3").stderr
    assert "Unproven" in run("replay", str(file), "--step", typed=["q"]).output
