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
from smashup.scenarios.steps import Runner, StepFailed

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
    """Runs one scenario; `tell` is given every event in words as it happens."""
    result = Result(scenario)
    runner = Runner(lay_out(scenario), scenario.seats)
    runner.game.start()
    told = _tell_new(runner, tell, 0)
    for number, (seat, answer) in enumerate(scenario.steps, start=1):
        if seat == "expect":
            for failure in _failed(runner, answer):
                result.failures.append(f"step {number}: expected {failure}")
        else:
            try:
                runner.take(seat, answer)
            except (StepFailed, BadStep) as failure:
                result.failures.append(f"step {number} ({seat}: {_words(answer)}): {failure}")
        told = _tell_new(runner, tell, told)
        if result.failures:
            return result
    result.failures = [f"expected {failure}" for failure in _failed(runner, scenario.expect)]
    return result


def _failed(runner: Runner, expect: dict[str, Any]) -> list[str]:
    """What does not hold, now and once an order that makes no difference is settled."""
    runner.settle()
    failures = Expecting(runner).check(expect)
    while failures and runner.settle_order():
        failures = Expecting(runner).check(expect)
    return failures


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
