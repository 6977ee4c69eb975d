"""Packs to try things on: the example, and new ones that are spoiled on purpose."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from smashup import ENGINE, packs
from smashup.packs import Pack
from smashup.packs.writing import write_pack

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "hours_and_honey"

Spoil = Callable[..., Path]


@pytest.fixture
def example() -> Iterator[list[Pack]]:
    """The example pack is in the box."""
    with packs.for_now(EXAMPLE) as found:
        yield found


@pytest.fixture
def revenants(tmp_path: Path) -> Path:
    """A new pack, as `smashup new-faction Revenants` writes it."""
    return write_pack("Revenants", tmp_path / "revenants")


@pytest.fixture
def spoil(revenants: Path) -> Spoil:
    """The new pack with something in one of its files replaced, each time it occurs."""

    def spoiling(file: str, old: str, new: str) -> Path:
        path = revenants / "revenants" / file
        text = path.read_text(encoding="utf-8")
        assert old in text, f"{file} has no {old!r}"
        path.write_text(text.replace(old, new), encoding="utf-8")
        return revenants

    return spoiling


def smashup(*args: str, typed: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own, since a pack that was loaded stays; the same engine."""
    return subprocess.run(
        [sys.executable, "-c", "from smashup.cli import main; main()", *args],
        input=typed,
        capture_output=True,
        text=True,
        timeout=300,
        env={"PATH": "", "COLUMNS": "100", "SMASHUP_ENGINE": ENGINE.kind, **environment},
    )
