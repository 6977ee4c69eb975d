"""`smashup serve` says clearly what is in its way."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest
from click.testing import Result
from typer.testing import CliRunner

from proofs.running import SMASHUP, running
from smashup.cli import app
from smashup.commands.store import writable
from smashup.model.errors import SmashUpError
from smashup.server.launch import bind, shown_host
from smashup.server.settings import Settings
from smashup.server.static import what_is_missing

pytestmark = pytest.mark.usefixtures("log_is_put_back")


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


def serve(*options: str | Path) -> Result:
    return CliRunner().invoke(app, ["serve", "--no-open", *map(str, options)])


def test_settings_can_be_looked_at_without_a_start(tmp_path: Path) -> None:
    file = tmp_path / "club.toml"
    file.write_text('port = 9000\ndatabase = "postgresql://ann:secret@nowhere.example/games"\n')
    result = serve("--config", file, "--prefix", "/club", "--check")
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert f"port = 9000  (port in {file})" in lines
    assert "prefix = /club  (--prefix on the command line)" in lines
    assert "workers = 0  (as always)" in lines
    assert "secret" not in result.output
    assert f"chmod 600 {file}" in result.output  # it holds a password


def test_a_bad_setting_ends_the_start(tmp_path: Path) -> None:
    file = tmp_path / "club.toml"
    file.write_text("port = 99999")
    for more in ((), ("--check",)):
        result = serve("--config", file, "--data", tmp_path, *more)
        assert result.exit_code == 2
        assert f"port in {file}: 99999 is not allowed" in result.output


def test_the_operators_port_in_use_is_named(tmp_path: Path) -> None:
    with bind("127.0.0.1", 0) as taken:
        where = f"127.0.0.1:{taken.getsockname()[1]}"
        result = serve("--port", "0", "--data", tmp_path, "--operations", where)
    assert result.exit_code == 2
    assert "--operations" in result.output


@pytest.mark.parametrize(
    "address",
    ["postgresql://ann:geheim@[::1/x", "postgresql://ann:geheim@127.0.0.1:1/x?password=geheim"],
)
def test_no_password_is_told_whatever_is_wrong_with_an_address(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # this process lives on
    monkeypatch.setattr("smashup.memory.settle", lambda full_searches: None)
    result = serve("--port", "0", "--database", address)
    assert result.exit_code == 2
    assert result.output.strip()
    assert "geheim" not in result.output


#: A server whose compiled engine was made of other sources.
STALE = f"""
from smashup import compiled
compiled.ENGINE = compiled.Engine("pure", "The compiled engine is old.")
{SMASHUP}
"""


#: A server where numpy is not installed.
COUNTING = f"""
from smashup.players.judge import net
net.numpy_is_there = lambda: False
{SMASHUP}
"""


def test_bots_that_have_to_do_without_numpy_are_told_of(tmp_path: Path) -> None:
    told = []
    for number, program in enumerate((SMASHUP, COUNTING)):
        (tmp_path / str(number)).mkdir()
        with running(tmp_path / str(number), program=program) as server:
            told.append(server.words().count("pip install 'smashup[bots]'"))
    assert told == [0, 1]


def test_a_log_for_programs_is_json_from_its_first_line(tmp_path: Path) -> None:
    with running(tmp_path, ["--log-format", "json"], program=STALE) as server:
        lines = [json.loads(line) for line in server.words().splitlines()]
    assert "The compiled engine is old." in [line["message"] for line in lines]
    assert f":{server.port}/" in lines[0]["message"]
    assert {"time", "level", "from", "message"} == set(lines[0])


def test_every_setting_has_an_option() -> None:
    told = CliRunner().invoke(app, ["serve", "--help"], env={"COLUMNS": "200"}).output
    options = set(re.findall(r"--[a-z-]+", told))
    wanted = {k.metadata["option"] or f"--{k.name.replace('_', '-')}" for k in fields(Settings)}
    assert wanted - options == set()
