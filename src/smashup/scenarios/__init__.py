"""Scenario files: a table, some decisions, and what must be true (SCENARIOS.md)."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from smashup.chronicle import Chronicle
from smashup.scenarios.expecting import Expecting
from smashup.scenarios.laying import lay_out
from smashup.scenarios.names import BadStep
from smashup.scenarios.reading import BadScenario, Scenario, read_file
from smashup.scenarios.runner import Runner, StepFailed

MOST_READINGS = 16  # how many readings of a scenario are tried

__all__ = ["BadScenario", "Result", "Scenario", "check", "find_files", "read_file", "run"]


@dataclass
class Result:
    """How a scenario went: nothing in `failures` means that it passed."""

    scenario: Scenario
    failures: list[str] = field(default_factory=list)

    @property
    def passed(self) -> bool:
        return not self.failures


def run(scenario: Scenario, tell: Callable[[str], None] | None = None) -> Result:
    """Runs one scenario; `tell` is given every event in words as it happens.

    Where a step has two readings (`runner.Runner`) and the first leads to a failure, the others are
    tried; if none succeeds, what the first came to is reported.
    """
    first, forks = _run(scenario, [])
    result, readings = first, list[bool]()
    untried = _other_readings([], forks)
    for _ in range(MOST_READINGS):
        if result.passed or not untried:
            break
        readings = untried.pop()
        result, forks = _run(scenario, readings)
        untried += _other_readings(readings, forks)
    if not result.passed:
        result, readings = first, []
    return result if tell is None else _run(scenario, readings, tell)[0]


def _other_readings(readings: list[bool], forks: int) -> list[list[bool]]:
    """Those that differ from these first at a step which these leave open."""
    given = len(readings)
    return [[*readings, *[False] * (n - given), True] for n in range(given, forks)]


def _run(
    scenario: Scenario, readings: list[bool], tell: Callable[[str], None] | None = None
) -> tuple[Result, int]:
    result = Result(scenario)
    runner = Runner(lay_out(scenario), scenario.seats)
    runner.readings = readings
    runner.game.start()
    told = _tell_new(runner, tell, 0)
    for number, (seat, answer) in enumerate(scenario.steps, start=1):
        if seat == "expect":
            result.failures = _unmet(runner, answer, f"step {number}: ")
        else:
            try:
                runner.take(seat, answer)
            except (StepFailed, BadStep) as failure:
                result.failures.append(f"step {number} ({seat}: {_words(answer)}): {failure}")
        told = _tell_new(runner, tell, told)
        if result.failures:
            return result, runner.forks
    result.failures = _unmet(runner, scenario.expect)
    _tell_new(runner, tell, told)
    return result, runner.forks


def _unmet(runner: Runner, expected: dict[str, Any], where: str = "") -> list[str]:
    """What does not hold, and what is pending.

    Only if something does not, an extra play that could be taken at once is kept for later, and an
    order that the scenario passes over is taken as it stands.
    """
    failures = Expecting(runner).check(expected)
    if failures:
        runner.settle()
        failures = Expecting(runner).check(expected)
    pending = runner.pending()
    again = failures
    while again and (runner.take_order() or runner.decline_again()):
        again = Expecting(runner).check(expected)
    if not again:
        return []
    return [*(f"{where}expected {failure}" for failure in failures), pending]


def _tell_new(runner: Runner, tell: Callable[[str], None] | None, told: int) -> int:
    if tell is not None:
        chronicle = Chronicle(runner.game, None, runner.seats, sees_everything=True)
        for _, sentence in chronicle.tell(since=told):
            tell(sentence)
    return len(runner.game.log)


def _words(answer: object) -> str:
    if isinstance(answer, dict):
        ((verb, targets),) = answer.items()
        return f"{verb} [{', '.join(targets)}]"
    return str(answer)


def find_files(paths: Iterable[Path]) -> list[Path]:
    """The scenario files that paths name: files as they are, folders with all below them."""
    files: list[Path] = []
    for path in paths:
        if path.is_dir():
            files += sorted(p for p in path.rglob("*") if p.suffix in (".yaml", ".yml"))
        else:
            files.append(path)
    return files


def check(paths: list[Path], trace: bool = False) -> int:
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
            result = run(scenario, _print_event if trace else None)
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
