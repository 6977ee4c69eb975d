"""Every scenario file is a test: `smashup check` on all of them, one test for each scenario."""

from __future__ import annotations

from pathlib import Path

import pytest

from smashup.scenarios import BadScenario, Scenario, find_files, read_file, run

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
    result = run(scenario)
    assert result.passed, f"{scenario.name}\n" + "\n".join(result.failures)
