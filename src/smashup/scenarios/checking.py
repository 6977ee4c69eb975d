"""`smashup check`: runs scenario files and prints how they went."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

from smashup.scenarios.reading import BadScenario, read_file
from smashup.scenarios.running import Result, run


def find_files(paths: Iterable[Path]) -> list[Path]:
    """The scenario files that paths name: files as they are, folders with all below them."""
    files: list[Path] = []
    for path in paths:
        if path.is_dir():
            files += sorted(p for p in path.rglob("*") if p.suffix in (".yaml", ".yml"))
        else:
            files.append(path)
    return files


def check(paths: list[Path], trace: bool = False, strict: bool = False) -> int:
    """Runs scenarios and prints a line each; the exit code: 0 passed, 1 failed, 2 unreadable."""
    passed = failed = unreadable = 0
    files = find_files(paths)
    if not files:
        print("ERROR there is no scenario file (.yaml or .yml) to check", file=sys.stderr)
        return 2
    for path in files:
        for scenario in read_file(path):
            if isinstance(scenario, BadScenario):
                unreadable += 1
                print(f"ERROR {scenario}", file=sys.stderr)
                continue
            result = run(scenario, _print_event if trace else None, strict)
            passed, failed = passed + result.passed, failed + (not result.passed)
            _print_result(result)
    print(
        f"{passed} passed, {failed} failed" + (f", {unreadable} unreadable" if unreadable else "")
    )
    if unreadable:
        return 2
    return 1 if failed else 0


def _print_result(result: Result) -> None:
    scenario = result.scenario
    where = f"{scenario.file}:{scenario.number}"
    print(f"{'ok  ' if result.passed else 'FAIL'} {where} {scenario.name}")
    for failure in result.failures:
        print(f"       {failure}")


def _print_event(sentence: str) -> None:
    print(f"     . {sentence}")
