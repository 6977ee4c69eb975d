"""Measuring against another commit, and how well several processes are used."""

import subprocess
from pathlib import Path

import pytest
from typer.testing import CliRunner

from smashup.cli import app
from smashup.lab import against, side_by_side
from smashup.lab.against import ROOT, Compared
from smashup.lab.side_by_side import Share
from smashup.model.errors import SmashUpError


def run(*arguments: str) -> tuple[int, str]:
    done = CliRunner().invoke(app, ["bench", *arguments])
    return done.exit_code, done.output


def test_this_engine_against_itself_does_the_same_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(against, "BATCH", 1)
    monkeypatch.setattr(against, "built", lambda ref: (ROOT, "pure"))
    compared = list(against.against("anything", 0.01))
    assert [one.task for one in compared] == ["2 players", "4 players", "copies"]
    assert all(one.ratio > 0 for one in compared)


def test_an_engine_that_stops_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(against, "PROGRAM", "")
    monkeypatch.setattr(against, "built", lambda ref: (tmp_path, "pure"))
    with pytest.raises(SmashUpError, match="has stopped"):
        next(against.against("anything", 1))


@pytest.mark.parametrize(("ratio", "code"), [(0.91, 0), (0.89, 1)])
def test_a_fall_of_more_than_a_tenth_fails(
    ratio: float, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(against, "against", lambda *_: iter([Compared("2 players", ratio)]))
    assert run("--against", "HEAD")[0] == code


def test_another_commit_is_laid_out_beside_this_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@b", "-C", str(tmp_path)]
    (tmp_path / "note.txt").write_text("then")
    for command in (["init", "-q"], ["add", "."], ["commit", "-qm", "then"]):
        subprocess.run([*git, *command], check=True)
    (tmp_path / "note.txt").write_text("now")
    monkeypatch.setattr(against, "ROOT", tmp_path)
    folder, kind = against.built("HEAD")
    assert ((folder / "note.txt").read_text(), kind) == ("then", "pure")
    assert against.built("HEAD") == (folder, kind)  # it is there already
    with pytest.raises(SmashUpError, match="there is no such commit"):
        against.built("nothing")


def test_every_kind_of_work_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(side_by_side, "WORKS", {"abs": (abs, 1)})
    monkeypatch.setattr(side_by_side, "perf_counter", iter(range(1000)).__next__)
    monkeypatch.setattr(side_by_side, "_alone", lambda *_: 5.0)
    # Ten pieces in one tick of this clock, against five a second.
    monkeypatch.setattr(side_by_side, "ROUNDS", 2)
    [share] = side_by_side.side_by_side(2, seconds=20 / 3)
    assert share == Share("abs", 2.0)


def test_processes_left_alone_tell_how_fast_they_were() -> None:
    assert side_by_side._alone(abs, 1000, 2) > 0


def test_the_command_shows_what_is_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(side_by_side, "side_by_side", lambda *_: iter([Share("simulate", 0.97)]))
    code, said = run("--jobs", "2")
    assert code == 0
    assert "simulate   0.97" in said
    assert run("--jobs", "2", "--against", "HEAD")[0] == 2
