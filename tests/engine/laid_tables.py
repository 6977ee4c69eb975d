"""Tables laid out from a few lines, and moves in words, for the tests of the engine."""

from __future__ import annotations

from pathlib import Path

from smashup.scenarios import Scenario, read_file
from smashup.scenarios.laying import lay_out
from smashup.scenarios.runner import Runner


def play(folder: Path, table: str, *steps: str) -> Runner:
    """Lays out the table of a scenario, given as YAML, and takes steps such as `A: end`."""
    path = folder / "table.yaml"
    path.write_text(f"name: a table\n{table}\n", encoding="utf-8")
    (scenario,) = read_file(path)
    assert isinstance(scenario, Scenario), scenario
    runner = Runner(lay_out(scenario), scenario.seats)
    runner.game.start()
    for step in steps:
        seat, words = step.split(": ", 1)
        runner.take(seat, words)
    return runner
