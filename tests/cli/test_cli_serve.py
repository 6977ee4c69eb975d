"""`smashup serve` says clearly what is in its way."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from smashup.cli import app
from smashup.commands.serve import bind, shown_host, writable
from smashup.model.errors import SmashUpError
from smashup.server.static import what_is_missing


def test_a_port_in_use_is_named(tmp_path: Path) -> None:
    with bind("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        options = ["serve", "--port", str(port), "--data", str(tmp_path), "--no-open"]
        result = CliRunner().invoke(app, options)
    assert result.exit_code == 2
    assert f"Port {port}" in result.output
    assert "--port" in result.output


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    result = CliRunner().invoke(app, ["serve", "--no-open", "--data", str(tmp_path / "file")])
    assert result.exit_code == 2
    assert str(tmp_path / "file") in result.output


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_folder_is_named(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(SmashUpError, match="--data"):
        writable(tmp_path / "games")


def test_the_link_works_on_this_machine() -> None:
    assert [shown_host(h) for h in ("0.0.0.0", "::1", "10.0.0.7")] == [
        "localhost",
        "[::1]",
        "10.0.0.7",
    ]


def test_a_front_end_that_is_not_built_is_told_of(tmp_path: Path) -> None:
    assert "run `make web` and start it again" in what_is_missing(tmp_path)
    (tmp_path / "index.html").touch()
    assert what_is_missing(tmp_path) == ""


HOLDER = """
import asyncio, sys
from pathlib import Path
from smashup.server.sqlite_storage import SqliteStorage
asyncio.run(SqliteStorage(Path(sys.argv[1])).open())
print("held", flush=True)
sys.stdin.read()
"""


def test_a_folder_in_use_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two servers on one folder would overwrite each other."""
    # This process lives on.
    monkeypatch.setattr("smashup.memory.settle", lambda full_searches: None)
    command = [sys.executable, "-c", HOLDER, str(tmp_path / "games.sqlite")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        options = ["serve", "--port", "0", "--data", str(tmp_path), "--no-open"]
        result = CliRunner().invoke(app, options)
        holder.kill()
    assert result.exit_code == 2
    assert str(tmp_path) in result.output
    assert "Traceback" not in result.output
