"""`smashup backup` and `smashup restore` beside a running server, and after it."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from proofs.running import running
from proofs.tables import make_table
from smashup.cli import app
from smashup.commands import backup


def smashup(*words: str | Path) -> str:
    result = CliRunner().invoke(app, [str(word) for word in words])
    assert result.exit_code == 0, result.output
    return result.output


def refused(*words: str | Path) -> str:
    result = CliRunner().invoke(app, [str(word) for word in words])
    assert result.exit_code == 2
    return result.output


def test_a_running_server_is_copied_and_only_a_stopped_one_replaced(tmp_path: Path) -> None:
    folder, copies = tmp_path / "data", tmp_path / "copies"
    folder.mkdir(mode=0o700)
    copies.mkdir()
    with running(folder) as server:
        make_table(server.port, 1)
        assert "1 room copied" in smashup("backup", copies, "--data", folder)
        (copy,) = copies.iterdir()
        assert "Another server" in refused("restore", copy, "--data", folder, "--replace")
        make_table(server.port, 2)
    assert "--replace" in refused("restore", copy, "--data", folder)
    assert "1 room put back" in smashup("restore", copy, "--data", folder, "--replace")
    with running(folder):
        assert "1 room copied" in smashup("backup", tmp_path / "again.sqlite", "--data", folder)


def test_only_the_newest_copies_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(tmp_path):
        pass
    copies = tmp_path / "copies"
    copies.mkdir()
    (copies / "letter.sqlite").touch()
    for day in range(1, 5):
        name = f"smashup-2027010{day}-000000.sqlite"
        monkeypatch.setattr(backup.time, "strftime", lambda *_, name=name: name)
        smashup("backup", copies, "--keep", "2", "--data", tmp_path)
    assert sorted(path.name for path in copies.iterdir()) == [
        "letter.sqlite",
        "smashup-20270103-000000.sqlite",
        "smashup-20270104-000000.sqlite",
    ]


def test_a_place_without_games_is_named(tmp_path: Path) -> None:
    assert "no games" in refused("backup", tmp_path / "copy.sqlite", "--data", tmp_path / "none")
    assert not (tmp_path / "none").exists()
    assert "There is no file" in refused("restore", tmp_path / "copy.sqlite", "--data", tmp_path)
