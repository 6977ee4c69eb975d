"""Every scenario file is a test: `smashup check` on all of them, one test for each scenario."""

from __future__ import annotations

from pathlib import Path

import pytest

from smashup.scenarios import BadScenario, Scenario, find_files, read_file, run

HERE = Path(__file__).parent
FOLDER = HERE / "scenarios"  # read strictly: one step for each question
#: What these are about is how freely steps may be written, so they are read leniently.
FREELY_WRITTEN = HERE / "check" / "lenient"

pytestmark = pytest.mark.usefixtures("verbs_are_watched")


def all_scenarios() -> list[Scenario | BadScenario]:
    files = find_files([FOLDER, FREELY_WRITTEN])
    return [scenario for path in files for scenario in read_file(path)]


def label(scenario: Scenario | BadScenario) -> str:
    if isinstance(scenario, BadScenario):
        return "unreadable"
    return f"{scenario.file.stem}-{scenario.number}"


@pytest.mark.parametrize("scenario", all_scenarios(), ids=label)
def test_scenario(scenario: Scenario | BadScenario) -> None:
    assert isinstance(scenario, Scenario), scenario
    result = run(scenario, strict=FREELY_WRITTEN not in scenario.file.parents)
    assert result.passed, f"{scenario.name}\n" + "\n".join(result.failures)
