"""Games as files: written, read, checked and looked at."""

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest

from smashup import Game
from smashup.replay import (
    Damaged,
    DifferentGame,
    IllegalMove,
    NotWritten,
    Replay,
    Unreadable,
    at_move,
    deciders,
    load,
    save,
    undo,
    verify,
)
from smashup.replay.file import _checksum
from smashup.view import plain


def played(moves: int | None = None, seed: int = 7, factions: object = "random") -> Game:
    """A game of random answers, to its end or for so many moves."""
    game = Game.new(factions, players=3, seed=seed)
    rng = random.Random(seed)
    while not game.over and (moves is None or len(game.answers) < moves):
        game.decide(rng.randrange(len(game.decision.options)))
    return game


@pytest.mark.parametrize("factions", ["random", "draft"])
def test_a_game_survives_its_file(tmp_path, factions):
    game = played(factions=factions)
    path = tmp_path / "new folder" / "game.json"
    save(Replay.of(game, ("human", "random", "random")), path)
    replay = load(path)
    assert replay == Replay.of(game, ("human", "random", "random"))
    assert verify(replay).digest() == game.digest()
    assert [p.name for p in path.parent.iterdir()] == ["game.json"]


def test_at_move_and_undo_agree():
    game = played(40)
    replay = Replay.of(game)
    assert at_move(replay, 0).answers == []
    assert at_move(replay, 37).digest() == undo(game, 3).digest()
    assert undo(game, 1000).answers == []
    again = undo(game)
    again.decide(game.answers[-1])
    assert again.digest() == game.digest()
    with pytest.raises(IllegalMove, match="no move 41"):
        at_move(replay, 41)


def test_deciders_are_those_who_were_asked():
    game = Game.new("draft", players=3, seed=1, first=0)
    for _ in range(6):
        game.decide(0)
    assert deciders(game)[:6] == [0, 1, 2, 2, 1, 0]


def test_an_illegal_move_is_named():
    replay = Replay.of(played(10))
    wrong = replace(replay, answers=(*replay.answers[:4], 99, *replay.answers[5:]))
    with pytest.raises(IllegalMove, match=r"Move 5 of 10 is illegal.*no option 99.*was asked"):
        verify(wrong)


def test_a_move_after_the_end_is_illegal():
    replay = Replay.of(played())
    with pytest.raises(IllegalMove, match="The game is over"):
        verify(replace(replay, answers=(*replay.answers, 0)))


def test_another_end_is_noticed_and_another_version_is_named():
    replay = Replay.of(played(10))
    with pytest.raises(DifferentGame, match="another position"):
        verify(replace(replay, digest="0" * 32))
    with pytest.raises(DifferentGame, match=r"played by version 0\.0\.1"):
        verify(replace(replay, digest="0" * 32, rules="0.0.1"))
    assert verify(replace(replay, digest=None)).answers == list(replay.answers)


def tampered(path: Path, **changes: object) -> Path:
    body = json.loads(path.read_text())
    path.write_text(json.dumps({**body, **changes}))
    return path


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    save(Replay.of(played(30)), path)
    return path


def test_tampering_is_noticed(file):
    with pytest.raises(Damaged, match=r"game\.json was changed or damaged"):
        load(tampered(file, answers=[0] * 30))


def test_damage_is_noticed(file):
    file.write_text(file.read_text()[:-40])
    with pytest.raises(Unreadable, match="not JSON"):
        load(file)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("[]", "not a saved game"),
        ('{"kind": "smashup game", "format": 99}', "format 99"),
        ("\x00\xff", "not JSON"),
        ("[" * 100_000, "not JSON"),
    ],
)
def test_other_files_are_refused(tmp_path, content, message):
    path = tmp_path / "other.json"
    path.write_bytes(content.encode("latin-1"))
    with pytest.raises(Unreadable, match=message):
        load(path)


def test_a_missing_file_and_a_folder(tmp_path):
    with pytest.raises(Unreadable, match="no such file"):
        load(tmp_path / "none.json")
    with pytest.raises(Unreadable, match="directory"):
        load(tmp_path)


def test_a_well_sealed_file_with_nonsense_in_it(file):
    whole = json.loads(file.read_text())
    del whole["checksum"]
    for changes, message in [
        ({"answers": ["x"]}, "whole numbers"),
        ({"setup": {}}, "lacks something"),
        ({"setup": {"factions": "random", "players": 9, "seed": 1, "edition": "oops"}}, "2 to 4"),
    ]:
        body = {**whole, **changes}
        file.write_text(json.dumps({**body, "checksum": _checksum(body)}))
        with pytest.raises(Unreadable, match=message):
            load(file)


def test_nothing_half_written(tmp_path, monkeypatch):
    path = tmp_path / "game.json"
    path.write_text("what was there before")

    def full_disk(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full_disk)
    with pytest.raises(NotWritten, match="no space left"):
        save(Replay.of(played(5)), path)
    assert path.read_text() == "what was there before"
    assert [p.name for p in tmp_path.iterdir()] == ["game.json"]


# -- the command -----------------------------------------------------------------------------------


def test_replay_verifies(run, file):
    result = run("replay", str(file))
    assert result.exit_code == 0
    assert "all 30 moves are legal" in result.output
    assert "The game is not over yet." in result.output


def test_replay_as_json(run, file):
    rows = json.loads(run("replay", str(file), "--json").output)
    assert rows["moves"] == 30
    assert rows["over"] is False
    assert rows["digest"] == load(file).digest


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
