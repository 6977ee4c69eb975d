"""Tries a change: makes it in a copy of the package, and lets the checks run against that copy."""

from __future__ import annotations

import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from mutating import trial
from mutating.changes import Change

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "smashup"
TESTS = ROOT / "tests"
QUICK = (
    "tests/cards",
    "tests/view",
    "--ignore=tests/view/test_words.py",  # words for people, read off 150 games
    "--ignore=tests/view/test_languages.py",  # such words, looked for in files that are links here
    "--ignore=tests/view/test_what_is_asked.py",
    "tests/engine",
    "tests/properties/test_games.py::test_random_games_keep_every_invariant[0]",
)
MOST_WORK = 200  # seconds of processor time for one run; what has not ended by then never will

LIVED, KILLED, STILLBORN = "lived", "killed", "stillborn"


@dataclass(frozen=True)
class Outcome:
    """What came of a change."""

    change: Change
    verdict: str  # LIVED, KILLED or STILLBORN
    by: str = ""  # what noticed it


class Trials:
    """Tries changes against scenarios, which are kept in a file, and against tests."""

    def __init__(
        self, kept: Path, scenarios: Path = TESTS / "scenarios", quick: Sequence[str] = QUICK
    ) -> None:
        self._kept = kept
        self._quick = quick
        with kept.open("wb") as file:
            self.scenarios = trial.keep(file, scenarios)

    def unchanged(self) -> str:
        """What fails though nothing was changed; empty if all passes."""
        path = PACKAGE / "engine" / "game.py"
        with tempfile.TemporaryDirectory(prefix="mutant-") as folder:
            _lay_out(path, path.read_bytes(), Path(folder))
            verdict, by = self._judge(Path(folder), "")
        return "" if verdict == LIVED else by

    def __call__(self, change: Change) -> Outcome:
        """What comes of a change."""
        with tempfile.TemporaryDirectory(prefix="mutant-") as folder:
            _lay_out(change.path, change.apply(change.path.read_bytes()), Path(folder))
            return Outcome(change, *self._judge(Path(folder), _faction_of(change.path)))

    def _judge(self, folder: Path, faction: str) -> tuple[str, str]:
        """Scenarios first; what lives through them meets the quick tests."""
        verdict, _, by = self._run_scenarios(folder, faction).partition(" ")
        if verdict == LIVED and self._quick:
            return self._run_tests(folder)
        return verdict, by

    def _run_scenarios(self, folder: Path, faction: str) -> str:
        script = str(ROOT / "scripts" / "mutating" / "trial.py")
        said = _run([script, str(self._kept), str(TESTS), faction], folder)
        if said.returncode == -signal.SIGXCPU:
            return f"{KILLED} the scenarios: they go on for ever"
        if said.returncode or not said.stdout.startswith((LIVED, KILLED, STILLBORN)):
            return f"{KILLED} the scenarios: the process died with {said.returncode}"
        return said.stdout.strip()

    def _run_tests(self, folder: Path) -> tuple[str, str]:
        arguments = ["-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *self._quick]
        said = _run(arguments, folder)
        if said.returncode == -signal.SIGXCPU:
            return KILLED, "the tests: they go on for ever"
        if said.returncode == 0:
            return LIVED, ""
        failed = re.search(r"^(?:FAILED|ERROR) (\S+)", said.stdout, re.MULTILINE)
        return KILLED, failed[1] if failed else "the tests"


def _lay_out(changed: Path, source: bytes, folder: Path) -> None:
    """The package with one file changed to that; all others are only linked."""
    here, there = PACKAGE, folder / PACKAGE.name
    for part in changed.relative_to(PACKAGE).parts:
        there.mkdir()
        for entry in here.iterdir():
            if entry.name != part:
                (there / entry.name).symlink_to(entry)
        here, there = here / part, there / part
    there.write_bytes(source)
    os.utime(there, (1, 1))  # a time of which nothing is compiled yet


def _run(arguments: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Runs Python with the package of that folder, for so long as it may work."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(folder),
        "PYTHONDONTWRITEBYTECODE": "1",
        "SMASHUP_ENGINE": "pure",  # it is the sources that were changed
    }
    process = subprocess.Popen(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    with process:
        # Work, not time: on a busy machine what is only slow must not count as noticed.
        resource.prlimit(process.pid, resource.RLIMIT_CPU, (MOST_WORK, MOST_WORK + 5))
        said, _ = process.communicate()
    return subprocess.CompletedProcess(arguments, process.returncode, said)


def _faction_of(path: Path) -> str:
    """The faction that a file of cards holds; empty if it holds none."""
    found = re.search(r'Faction\("([^"]+)"', path.read_text())
    return found[1] if found else ""
