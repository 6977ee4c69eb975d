"""Tables laid out from a few lines, and moves in words, for the tests of the engine."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

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


def cases(name: str) -> list[dict[str, Any]]:
    """The documents of a file beside this one: tables with steps, and what is expected."""
    return list(yaml.safe_load_all(Path(__file__).with_name(name).read_text("utf-8")))


def play_case(folder: Path, case: dict[str, Any], expected: str) -> Runner:
    """Plays a document of such a file; `expected` is the key that says what is expected."""
    table = {key: case[key] for key in case.keys() - {"name", "steps", expected}}
    return play(folder, yaml.safe_dump(table), *case["steps"])
