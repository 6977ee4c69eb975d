"""Every scenario file is a test: `smashup check` on all of them, one test for each scenario."""

from __future__ import annotations

from pathlib import Path

import pytest

from smashup.scenarios import BadScenario, Scenario, find_files, read_file, run

STRICT = False  # whether our own scenarios must answer every question, one step for each
#: What these are about is how freely steps may be written, so they are always read leniently.
LENIENT = {"ways_to_write_steps.yaml", "more_ways_to_write_steps.yaml"}
FOLDER = Path(__file__).parent / "scenarios"

pytestmark = pytest.mark.usefixtures("verbs_are_watched")


def all_scenarios() -> list[Scenario | BadScenario]:
    return [scenario for path in find_files([FOLDER]) for scenario in read_file(path)]


def label(scenario: Scenario | BadScenario) -> str:
    if isinstance(scenario, BadScenario):
        return "unreadable"
    return f"{scenario.file.stem}-{scenario.number}"


@pytest.mark.parametrize("scenario", all_scenarios(), ids=label)
def test_scenario(scenario: Scenario | BadScenario) -> None:
    assert isinstance(scenario, Scenario), scenario
    result = run(scenario, strict=STRICT and scenario.file.name not in LENIENT)
    assert result.passed, f"{scenario.name}\n" + "\n".join(result.failures)
