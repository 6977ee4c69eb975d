"""Games saved by earlier versions, kept for ever: they open, and what is said of them is true.

A file is named after the version that wrote it. Those of format 1 have no digests along the way;
those of later formats must agree all the way as long as the rules number is theirs.
"""

import json
from pathlib import Path

import pytest

from smashup.engine.rules_number import RULES_NUMBER
from smashup.replay import IllegalMove, Replay, follow, load, save

OLD = sorted((Path(__file__).parent / "old").glob("*.json"))
FIRST_FORMAT = [path for path in OLD if json.loads(path.read_text())["format"] == 1]
LATER = [path for path in OLD if path not in FIRST_FORMAT]

#: What was drawn when the files only said "random".
DRAWN = {
    "random-core": (("Aliens", "Zombies"), ("Sharks", "Ancient Egyptians")),
    "random-oops": (
        ("Sharks", "Werewolves"),
        ("Mythic Greeks", "Giant Ants"),
        ("Dragons", "Vampires"),
    ),
}


def name(path: Path) -> str:
    return path.stem


@pytest.mark.parametrize("path", FIRST_FORMAT, ids=name)
def test_a_file_without_digests_opens_unproven_and_parts_in_words(path):
    replay = load(path)
    followed = follow(replay)
    assert not followed.proven and followed.notice.startswith("Unproven:")
    if followed.parting is None:
        assert followed.agreed == len(replay.answers)
    else:
        assert isinstance(followed.parting, IllegalMove)
        assert f"Move {followed.agreed + 1} of {len(replay.answers)}" in followed.notice
        assert f"played by version {replay.stamp.version}, before rules" in followed.notice


@pytest.mark.parametrize("path", LATER, ids=name)
def test_a_file_with_digests_agrees_as_long_as_the_rules_do(path):
    replay = load(path)
    followed = follow(replay)
    assert replay.proven
    if replay.stamp.rules == RULES_NUMBER:
        assert followed.parting is None
    if followed.parting is None:
        assert followed.proven and followed.agreed == len(replay.answers)
    else:
        assert not followed.proven and followed.agreed < len(replay.answers)
        assert f"played by rules {replay.stamp.rules} of version" in followed.notice


@pytest.mark.parametrize("path", [path for path in FIRST_FORMAT if "random" in path.stem], ids=name)
def test_random_factions_of_an_old_file_are_those_drawn_then(path):
    assert json.loads(path.read_text())["setup"]["factions"] == "random"
    way = path.stem.partition("-random-")[2]
    assert load(path).setup.factions == DRAWN[f"random-{way}"]


@pytest.mark.parametrize("path", OLD, ids=name)
def test_an_old_game_written_down_again_is_the_same_game(path, tmp_path):
    replay = load(path)
    save(replay, tmp_path / "again.json")
    assert load(tmp_path / "again.json") == replay


def test_a_game_that_went_on_all_the_way_is_proven_when_it_is_saved_again():
    path = next(path for path in OLD if path.stem.endswith("given-short"))
    assert Replay.of(follow(load(path)).game).proven
