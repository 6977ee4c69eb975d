"""Running a scenario: its table is laid out, its steps are taken, its expectations checked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from smashup.chronicle import Chronicle
from smashup.scenarios.laying import lay_out
from smashup.scenarios.lenient import Lenient
from smashup.scenarios.names import BadStep
from smashup.scenarios.reading import Scenario
from smashup.scenarios.runner import Runner, StepFailed
from smashup.scenarios.steps import in_words

MOST_RUNS = 48  # how many readings of a scenario are tried

Tell: TypeAlias = Callable[[str], None]


@dataclass
class Result:
    """How a scenario went: nothing in `failures` means that it passed."""

    scenario: Scenario
    failures: list[str] = field(default_factory=list)
    readings: list[bool] = field(default_factory=list)  # see `lenient.Lenient`

    @property
    def passed(self) -> bool:
        return not self.failures


def run(scenario: Scenario, tell: Tell | None = None, strict: bool = False) -> Result:
    """Runs one scenario; `tell` is given every event in words as it happens.

    strict: each step answers one question, and each question is answered by one. Otherwise steps
    are read generously; where one has two readings and the first leads to a failure, the others
    are tried, and if none succeeds, what the first came to is reported.
    """
    if strict:
        runner = Runner(lay_out(scenario), scenario.seats)
        return Result(scenario, play_through(scenario, runner, tell))
    first, forks = _run_leniently(scenario, [])
    result, untried = first, _other_readings([], forks)
    for _ in range(MOST_RUNS):
        if result.passed or not untried:
            break
        readings = untried.pop()
        result, forks = _run_leniently(scenario, readings)
        untried += _other_readings(readings, forks)
    if not result.passed:
        result = first
    if tell is not None:
        _run_leniently(scenario, result.readings, tell)
    return result


def _other_readings(readings: list[bool], forks: int) -> list[list[bool]]:
    """Those that differ from these first at a step which these leave open."""
    given = len(readings)
    return [[*readings, *[False] * (n - given), True] for n in range(given, forks)]


def _run_leniently(
    scenario: Scenario, readings: list[bool], tell: Tell | None = None
) -> tuple[Result, int]:
    runner = Lenient(lay_out(scenario), scenario.seats)
    runner.readings = readings
    failures = play_through(scenario, runner, tell)
    return Result(scenario, failures, readings), runner.forks


def play_through(
    scenario: Scenario,
    runner: Runner,
    tell: Tell | None = None,
    begin_step: Callable[[int], None] | None = None,
) -> list[str]:
    """Plays a scenario from its start; gives what failed first, a line for each.

    `begin_step` is told the number of each step before it is taken, from 1; what is expected in
    the end comes as one more.
    """
    runner.game.start()
    told = _tell_new(runner, tell, 0)
    end = ("expect", scenario.expect)
    for number, (seat, answer) in enumerate([*scenario.steps, end], start=1):
        if begin_step is not None:
            begin_step(number)
        where = f"step {number}: " if number <= len(scenario.steps) else ""
        failures: list[str] = []
        if seat == "expect":
            failures = _located(where, runner.unmet(answer))
        else:
            try:
                runner.take(seat, answer)
            except (StepFailed, BadStep) as failure:
                failures = [f"step {number} ({seat}: {in_words(answer)}): {failure}"]
        told = _tell_new(runner, tell, told)
        if failures:
            return failures
    return []


def _located(where: str, failures: list[str]) -> list[str]:
    """Says at which step the first of these was found."""
    return [where + failures[0], *failures[1:]] if failures else []


def _tell_new(runner: Runner, tell: Tell | None, told: int) -> int:
    if tell is not None:
        chronicle = Chronicle(runner.game, None, runner.seats, sees_everything=True)
        for _, sentence in chronicle.tell(since=told):
            tell(sentence)
    return len(runner.game.log)
