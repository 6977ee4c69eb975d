"""The command that plays many checked games: what it counts, and what it tells of a failure."""

import importlib.util
import signal
import sys
from pathlib import Path
from types import ModuleType

import pytest

from smashup import Game
from smashup.lab.invariants import BrokenInvariant
from smashup.replay import load

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "fuzz.py"


@pytest.fixture
def fuzz(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script as a module, with a folder of its own for failures."""
    spec = importlib.util.spec_from_file_location("fuzz", SCRIPT)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "FAILURES", tmp_path)
    return module


def call(module: ModuleType, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr(sys, "argv", ["fuzz.py", "--jobs", "1", *arguments])
    return int(module.main())


def test_it_says_how_many_games_were_checked_how_thoroughly(
    fuzz: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert call(fuzz, monkeypatch, "--games", "3", "--seed", "21") == 0
    said = capsys.readouterr().out
    assert "3 games, 0 failed" in said
    assert "1 with 2 players, 1 with 3 players, 1 with 4 players" in said
    assert "1 random, 1 draft, 1 given" in said
    assert "Checked in 1 games" in said  # number 22


def fail_after(answers: int) -> object:
    decide = Game.decide

    def failing(game: Game, answer: int) -> object:
        done = decide(game, answer)
        if len(game.answers) == answers:
            raise ZeroDivisionError("on purpose")
        return done

    return failing


def test_an_exception_is_told_with_the_command_and_the_game(
    fuzz: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    monkeypatch.setattr(Game, "decide", fail_after(4))
    assert call(fuzz, monkeypatch, "--games", "1", "--seed", "9", "--thorough") == 1
    said = capsys.readouterr().out
    assert "ZeroDivisionError: on purpose" in said
    assert "python scripts/fuzz.py --games 1 --seed 9 --thorough" in said
    assert "1 games, 1 failed" in said
    assert len(load(tmp_path / "fuzz-9.json").answers) == 4


@pytest.mark.sources
def test_a_game_that_cannot_even_begin_is_told_too(
    fuzz: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def not_starting(game: Game) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(Game, "start", not_starting)
    assert call(fuzz, monkeypatch, "--games", "1", "--seed", "3") == 1
    assert load(tmp_path / "fuzz-3.json").answers == ()


def test_a_game_that_never_asks_again_is_given_up(
    fuzz: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    def hang(game: Game, answer: int) -> None:
        game.answers.append(answer)
        signal.raise_signal(signal.SIGALRM)  # as the clock would

    monkeypatch.setattr(Game, "decide", hang)
    game = fuzz._play_seed(2, every=11)
    assert BrokenInvariant.__name__ in game.failure
    assert len(game.answers) == 1
