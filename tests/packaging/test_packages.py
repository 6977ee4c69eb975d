"""The wheel and the source package, as somebody has them who has nothing else of ours.

The wheel is built out of the source package and installed into an environment that is empty but for
what the wheel itself asks for, taken from here so that nothing is fetched.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
import tomllib
import urllib.request
import venv
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import Distribution, distribution
from pathlib import Path
from typing import NamedTuple

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
FRONT_END = "smashup/server/static/index.html"
ENDINGS = {"sdist": "*.tar.gz", "wheel": "*.whl"}


class Packages(NamedTuple):
    """What is given to others."""

    source: Path
    wheel: Path


def build(folder: Path, kind: str, into: Path) -> Path:
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(into)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    (built,) = into.glob(ENDINGS[kind])
    return built


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Packages:
    folder = tmp_path_factory.mktemp("packages")
    source = build(ROOT, "sdist", folder)
    with tarfile.open(source) as archive:
        archive.extractall(folder, filter="data")
    unpacked = folder / source.name.removesuffix(".tar.gz")
    return Packages(source, build(unpacked, "wheel", folder))


class Environment:
    """A fresh environment with the wheel in it."""

    def __init__(self, folder: Path, wheel: Path) -> None:
        venv.create(folder, symlinks=True)
        self.folder = folder
        (self.packages,) = folder.glob("lib/python*/site-packages")
        pip = [sys.executable, "-m", "pip", "--isolated", "--python", str(folder / "bin/python")]
        install = ["install", "--quiet", "--no-deps", "--no-index", "--no-compile", str(wheel)]
        subprocess.run([*pip, *install], check=True)
        self.provide(Requirement("smashup"))

    def provide(self, asked: Requirement) -> None:
        """Links what is asked for out of the environment of these tests, and all it needs."""
        ours = asked.name == "smashup"
        found = self.wheel() if ours else distribution(asked.name)
        if not ours:
            self._link(found)
        for line in found.requires or ():
            needed = Requirement(line)
            chosen = [{"extra": extra} for extra in asked.extras] or [{"extra": ""}]
            if needed.marker is None or any(map(needed.marker.evaluate, chosen)):
                self.provide(needed)

    def wheel(self) -> Distribution:
        (info,) = self.packages.glob("smashup-*.dist-info")
        return Distribution.at(info)

    def _link(self, found: Distribution) -> None:
        for part in {file.parts[0] for file in found.files or ()} - {"..", "__pycache__"}:
            if not (self.packages / part).exists():
                (self.packages / part).symlink_to(Path(str(found.locate_file(part))))

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        command = [str(self.folder / "bin/smashup"), *arguments]
        return subprocess.run(
            command, cwd=self.folder, env=self._variables(), capture_output=True, text=True
        )

    @contextmanager
    def serving(self) -> Iterator[str]:
        """The address of `smashup serve` while it runs."""
        command = [str(self.folder / "bin/smashup"), "serve", "--no-open", "--port", "0"]
        with subprocess.Popen(
            [*command, "--data", str(self.folder / "games")],
            cwd=self.folder,
            env=self._variables(),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        ) as server:
            assert server.stdout is not None
            try:
                told = server.stdout.readline()
                address = re.search(r"http://127\.0\.0\.1:\d+", told)
                assert address is not None, told + server.stdout.read()
                yield address[0]
            finally:
                server.terminate()

    @staticmethod
    def _variables() -> dict[str, str]:
        return {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}


@pytest.fixture(scope="module")
def plain(packages: Packages, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """After `pip install smashup`."""
    return Environment(tmp_path_factory.mktemp("plain") / "env", packages.wheel)


def test_the_wheel_holds_the_package_with_its_front_end_and_nothing_else(packages: Packages):
    names = zipfile.ZipFile(packages.wheel).namelist()
    tops = {name.partition("/")[0] for name in names}
    assert tops == {"smashup", f"smashup-{PROJECT['version']}.dist-info"}
    read_at_run_time = ("weights.json", "rulers/weights.json", "judge/net.npz")
    files = {f"smashup/players/{name}" for name in read_at_run_time}
    assert files | {FRONT_END, "smashup/py.typed"} <= set(names)
    assert {"looks.json", "facts.yaml", "icons/ufo.svg"} <= {
        name.removeprefix("smashup/cards/core/") for name in names
    }
    assert "smashup/packs/template/package/faction.py.txt" in names
    assert [name for name in names if name.endswith("/licenses/LICENSE")]
    assert not [name for name in names if "reliability" in name or "postgres.py" in name]


def test_the_source_package_is_the_repository_with_the_front_end_built(packages: Packages):
    with tarfile.open(packages.source) as archive:
        inside = {name.partition("/")[2] for name in archive.getnames()}
    assert {
        "LICENSE",
        "README.md",
        "CHANGELOG.md",
        "Makefile",
        "docs/rules.md",
        "proofs/__main__.py",
        "scripts/web.sh",
        "tests/scenarios/examples.yaml",
        "web/package.json",
        "web/package-lock.json",
        "web/src/App.svelte",
        "examples/hours_and_honey/hours_and_honey/looks.json",
        f"src/{FRONT_END}",
    } <= inside
    assert not [name for name in inside if "node_modules" in name or name.startswith(".venv")]


def test_a_wheel_straight_from_the_repository_is_the_same(packages: Packages, tmp_path: Path):
    direct = zipfile.ZipFile(build(ROOT, "wheel", tmp_path))
    roundabout = zipfile.ZipFile(packages.wheel)
    assert {file.filename: file.CRC for file in direct.infolist()} == {
        file.filename: file.CRC for file in roundabout.infolist()
    }


def test_a_plain_installation_plays(plain: Environment):
    assert plain.run("--version").stdout == f"smashup {PROJECT['version']} (pure engine)\n"
    assert "Zapbot" in plain.run("cards", "zapbot").stdout
    checked = plain.run("check", str(ROOT / "tests" / "scenarios" / "examples.yaml"))
    assert checked.returncode == 0, checked.stdout + checked.stderr
    simulated = plain.run("simulate", "--players", "random,random", "--games", "2", "--jobs", "1")
    assert simulated.returncode == 0, simulated.stderr


def test_a_plain_installation_has_new_factions(plain: Environment, tmp_path: Path):
    folder = tmp_path / "revenants"
    assert plain.run("new-faction", "Revenants", "--into", str(folder)).returncode == 0
    checked = plain.run("pack", "check", str(folder), "--games", "2", "--jobs", "1")
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_without_what_it_needs_the_server_says_what_to_install(plain: Environment):
    refused = plain.run("serve", "--no-open")
    assert refused.returncode == 2
    assert "pip install 'smashup[server]'" in refused.stderr
    assert "Traceback" not in refused.stderr


def test_an_installation_with_the_server_serves_the_table(packages: Packages, tmp_path: Path):
    environment = Environment(tmp_path / "env", packages.wheel)
    environment.provide(Requirement("smashup[server]"))
    with environment.serving() as address, urllib.request.urlopen(address) as answer:
        index = answer.read().decode()
        script = re.search(r'src="\.?/?(assets/[^"]+\.js)"', index)
        assert script is not None, index
        with urllib.request.urlopen(f"{address}/{script[1]}") as answer:
            assert answer.headers["Content-Type"].startswith("text/javascript")
            assert len(answer.read()) > 1000
