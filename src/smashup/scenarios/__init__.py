"""Scenario files: a table, some decisions, and what must be true (docs/scenarios.md)."""

from smashup.scenarios.checking import check, find_files, spell_out_files, try_out
from smashup.scenarios.reading import BadScenario, Scenario, read_file
from smashup.scenarios.running import Result, run

__all__ = [
    "BadScenario",
    "Result",
    "Scenario",
    "check",
    "find_files",
    "read_file",
    "run",
    "spell_out_files",
    "try_out",
]
