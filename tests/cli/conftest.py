"""Every command is run as a person would run it: arguments, what is typed, what is printed."""

from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from smashup.cli import app

Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs `smashup` in an empty folder, with a given width and with lines typed in."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SMASHUP_HOME", str(tmp_path / "home"))

    def running(*args: str, typed: list[str] | None = None, columns: int = 80) -> Result:
        monkeypatch.setenv("COLUMNS", str(columns))
        return CliRunner().invoke(app, list(args), input="\n".join(typed or []))

    return running
