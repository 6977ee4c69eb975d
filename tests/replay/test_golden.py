"""Whole games that must be played alike as long as the rules number is the same."""

import lzma
from dataclasses import replace

import pytest

from smashup.cards.registry import FACTIONS
from smashup.engine.rules_number import HISTORY, RULES_NUMBER
from smashup.model.edition import EDITIONS
from smashup.replay import Stamp

from .games import golden_script

golden = golden_script()
GAMES = golden.read()


@pytest.mark.parametrize("number", range(golden.GAMES))
def test_a_golden_game_is_played_as_before(number):
    complaint = golden.complaint(number, GAMES[number])
    assert not complaint, complaint


def test_they_are_of_every_edition_number_of_players_and_way():
    assert len(GAMES) == 100
    kinds = {(game.setup.edition, game.setup.players, game.setup.way) for game in GAMES}
    assert kinds == {
        (e, n, way) for e in EDITIONS for n in (2, 3, 4) for way in ("random", "draft")
    }
    assert golden.factions_in(GAMES) == set(FACTIONS)
    assert {game.setup.same_faction for game in GAMES} == {False, True}
    assert {game.setup.ask_everyone for game in GAMES} == {False, True}


def test_they_are_whole_and_small():
    assert all(len(game.digests) == len(game.answers) + 1 for game in GAMES)
    assert golden.follow(GAMES[0]).game.over
    assert golden.GAMES_FILE.stat().st_size < 1_000_000


def test_a_position_that_changed_says_what_to_do():
    game = GAMES[2]
    changed = replace(game, digests=(*game.digests[:5], "0" * 8, *game.digests[6:]))
    said = golden.complaint(2, changed)
    assert "Golden game 2 is not played as before: Move 5 of" in said
    assert 'python scripts/golden.py --accept "Why"' in said
    dealt = replace(game, digests=("0" * 8, *game.digests[1:]))
    assert "dealt in another way" in golden.complaint(2, dealt)


def test_a_number_that_was_raised_without_new_games_is_noticed():
    other = replace(GAMES[0], stamp=Stamp(RULES_NUMBER + 1, "9.0.0"))
    assert f"are of rules {RULES_NUMBER + 1}" in golden.complaint(0, other)


def test_the_history_has_a_sentence_for_each_number():
    assert len(HISTORY) == RULES_NUMBER
    assert all(sentence.endswith(".") for sentence in HISTORY)


@pytest.fixture
def elsewhere(tmp_path, monkeypatch):
    """The script with files of its own to change."""
    monkeypatch.setattr(golden, "GAMES_FILE", tmp_path / "games.json.xz")
    history = tmp_path / "rules_number.py"
    history.write_text(golden.HISTORY_FILE.read_text("utf-8"), "utf-8")
    monkeypatch.setattr(golden, "HISTORY_FILE", history)
    return tmp_path


def test_a_reason_raises_the_number(elsewhere, monkeypatch):
    started: list[list[str]] = []

    class Ended:
        returncode = 0

    monkeypatch.setattr(
        golden.subprocess, "run", lambda command, check: started.append(command) or Ended
    )
    assert golden.accept("  Ties are\n rolled for. ") == 0
    rules: dict[str, object] = {}
    exec((elsewhere / "rules_number.py").read_text("utf-8"), rules)
    assert rules["RULES_NUMBER"] == RULES_NUMBER + 1
    assert rules["HISTORY"] == (*HISTORY, "Ties are rolled for.")
    assert started[0][-1] == "--anew"


@pytest.mark.parametrize("why", ["", "  ", "long " * 30])
def test_a_reason_is_one_sentence(elsewhere, why, capsys):
    before = (elsewhere / "rules_number.py").read_text("utf-8")
    assert golden.accept(why) == 2
    assert "Say in one sentence" in capsys.readouterr().err
    assert (elsewhere / "rules_number.py").read_text("utf-8") == before


def test_written_games_are_read_again_and_the_file_is_the_same_every_time(elsewhere):
    golden.write(GAMES[:3])
    once = golden.GAMES_FILE.read_bytes()
    golden.write(golden.read())
    assert golden.GAMES_FILE.read_bytes() == once
    assert golden.read() == GAMES[:3]
    assert len(lzma.decompress(once)) > len(once)


def test_games_that_part_are_not_made_anew_under_the_same_number(elsewhere, capsys):
    game = GAMES[2]
    golden.write([replace(game, digests=(*game.digests[:-1], "0" * 8))])
    before = golden.GAMES_FILE.read_bytes()
    assert golden.make_anew() == 1
    assert "not played as before" in capsys.readouterr().err
    assert golden.GAMES_FILE.read_bytes() == before


def test_a_game_is_made_in_the_same_way_every_time():
    made = golden.played(2)
    assert replace(made, stamp=GAMES[2].stamp) == GAMES[2]  # the code of cards may have changed
