"""Games as files: written whole, read, checked, and what is wrong with a file in words."""

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest

from smashup import Game
from smashup.replay import (
    Damaged,
    IllegalMove,
    NotWritten,
    Replay,
    Unreadable,
    Witness,
    at_move,
    deciders,
    load,
    save,
    undo,
    verify,
)

from .games import played, resealed


@pytest.mark.parametrize("factions", ["random", "draft"])
def test_a_game_survives_its_file(tmp_path, factions):
    game = played(factions=factions)
    path = tmp_path / "new folder" / "game.json"
    save(Replay.of(game, ("human", "random", "random")), path)
    replay = load(path)
    assert replay == Replay.of(game, ("human", "random", "random"))
    assert verify(replay).digest() == game.digest()
    assert [p.name for p in path.parent.iterdir()] == ["game.json"]


@pytest.mark.parametrize("bans", [0, 1])
def test_bans_are_written_down_only_where_there_are_any(tmp_path, bans):
    game = Game.new("draft", players=2, seed=1, bans=bans)
    while game.phase == "draft":
        game.decide(0)
    path = tmp_path / "game.json"
    save(Replay.of(game), path)
    assert ("bans" in json.loads(path.read_text())["setup"]) == bool(bans)
    assert verify(load(path)).digest() == game.digest()


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


def test_a_file_cut_short_is_noticed(file):
    text = file.read_text()
    file.write_text(text[: len(text) // 2])
    line = text[: len(text) // 2].count("\n") + 1
    with pytest.raises(Unreadable, match=rf"game\.json .* cut short: from line {line} on"):
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


BOX = ["Aliens", "Robots", "Ninjas", "Zombies"]
SETUP = {
    "factions": [["Aliens", "Robots"], ["Ninjas", "Zombies"]],
    "players": 2,
    "seed": 1,
    "edition": "oops",
    "box": BOX,
}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"answers": ["x"]}, r"'answers' must be whole numbers, not \[\"x\"\]"),
        ({"answers": 7}, "'answers' must be whole numbers, not 7"),
        ({"answers": [True]}, "'answers' must be whole numbers"),
        ({"digests": ["0" * 8]}, "'digests' has 1 for 30 answers"),
        ({"digests": ["short"] * 31}, "'digests' must be digests of 8 digits"),
        ({"rules": "new"}, "'rules' must be a rules number, not \"new\""),
        ({"rules": 0}, "'rules' must be a rules number, not 0"),
        ({"packs": []}, "'packs' must be an object"),
        ({"seats": ["human"]}, "'seats' names 1 players of 3"),
        ({"setup": []}, "'setup' must be an object"),
        ({"setup": {}}, "it has no 'factions'"),
        ({"setup": {**SETUP, "players": 9}}, "2 seats were given, but 9 players"),
        ({"setup": {**SETUP, "factions": "draft", "players": 9}}, "2 to 4 players, not 9"),
        ({"setup": {**SETUP, "factions": 3}}, "'factions' must be factions, not 3"),
        ({"setup": {**SETUP, "factions": "chosen"}}, "not 'chosen'"),
        ({"setup": {**SETUP, "factions": [["Alien", "Robots"], BOX[2:]]}}, "mean Aliens"),
        ({"setup": {**SETUP, "edition": "opps"}}, "no edition 'opps'. Did you mean oops"),
        ({"setup": {**SETUP, "seed": 1.5}}, "'seed' must be a whole number, not 1.5"),
        ({"setup": {**SETUP, "first": 2}}, "no seat 2 among 2"),
        ({"setup": {**SETUP, "draws": -1}}, "cannot have been drawn -1 times"),
        ({"setup": {**SETUP, "box": [*BOX, "Revenants"]}}, "no faction 'Revenants'"),
        ({"setup": {**SETUP, "box": BOX[1:]}}, "Aliens is to be played, but not in the box"),
        ({"setup": {**SETUP, "same_faction": "yes"}}, "'same_faction' must be true or false"),
        ({"setup": {**SETUP, "weather": "fine"}}, "'setup' has 'weather'"),
    ],
)
def test_a_well_sealed_file_with_nonsense_in_it(file, changes, message):
    with pytest.raises(Unreadable, match=rf"game\.json .*{message}"):
        load(resealed(file, **({"seats": []} | changes)))


def test_a_number_of_draws_out_of_all_bounds_costs_no_time(file):
    setup = {**SETUP, "draws": 10**30}
    replay = load(resealed(file, setup=setup, seats=[], answers=[], digests=[]))
    assert at_move(replay).phase == "play"


def test_a_witness_plays_only_what_is_new_and_starts_again_after_an_undo(monkeypatch):
    game = played(20)
    witness = Witness()
    first = Replay.of(game, witness=witness)
    plays: list[object] = []
    decide = Game.decide
    monkeypatch.setattr(Game, "decide", lambda g, a: plays.append(a) or decide(g, a))
    game.decide(0)
    assert Replay.of(game, witness=witness).digests[:-1] == first.digests
    assert len(plays) == 2  # ours and the witness's
    earlier = undo(game, 5)
    assert Replay.of(earlier, witness=witness).digests == first.digests[:17]


def test_a_game_that_does_not_follow_from_its_answers_is_not_written():
    game = played(20)
    world = game.observe(0).determinize(random.Random(1))
    world.setup, world.answers = game.setup, game.answers
    with pytest.raises(NotWritten, match="does not follow"):
        Replay.of(world)


def test_a_table_laid_out_by_hand_is_not_written():
    game = played(3)
    game.setup = None
    with pytest.raises(NotWritten, match="laid out by hand"):
        Replay.of(game)
