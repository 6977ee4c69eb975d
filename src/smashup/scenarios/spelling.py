"""Spelling a scenario out: the steps that pass strictly where these pass only leniently."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from smashup.model.decision import Decision, Option
from smashup.model.errors import SmashUpError
from smashup.scenarios.laying import lay_out
from smashup.scenarios.lenient import Lenient
from smashup.scenarios.names import BadStep
from smashup.scenarios.reading import Scenario
from smashup.scenarios.runner import Runner, StepFailed, goes_on
from smashup.scenarios.running import play_through, run
from smashup.scenarios.steps import DECLINE
from smashup.scenarios.wording import NoWords, Wording

#: A seat and what it answers, as `Scenario.steps` has them.
Said: TypeAlias = tuple[str, Any]


class CannotSpell(SmashUpError):
    """A scenario that cannot be spelled out; the message says why."""


@dataclass
class Spelled:
    """What stands for one step: others before it and after it, and itself or not."""

    before: list[Said] = field(default_factory=list)
    is_kept: bool = True
    after: list[Said] = field(default_factory=list)

    @property
    def is_changed(self) -> bool:
        return bool(self.before or self.after or not self.is_kept)

    def steps(self, step: Said) -> list[Said]:
        """All that stands for this step now."""
        return [*self.before, *([step] if self.is_kept else ()), *self.after]


@dataclass
class Answer:
    """An answer that was given while a step was taken."""

    seat: str
    index: int  # of the option
    words: Any
    is_decline: bool
    pick: str = ""  # what a list of picks calls it
    goes_on: bool = False  # it is one more pick of the same row
    order: list[str] = field(default_factory=list)  # what comes next, and what is left for the end


def spell_out(scenario: Scenario) -> list[Spelled]:
    """What is to stand for each step, and in the last place what is to follow them all.

    Raises `CannotSpell` if the scenario does not pass, or no steps say what happens in it.
    """
    result = run(scenario)
    if not result.passed:
        raise CannotSpell(f"it does not pass: {result.failures[0]}")
    try:
        answers = _listen(scenario, result.readings)
        spelled = _Speller(scenario).spell(answers)
    except (StepFailed, NoWords) as failure:
        raise CannotSpell(f"no strict steps were found: {failure}") from failure
    failures = run(with_steps(scenario, spelled), strict=True).failures
    if failures:
        raise CannotSpell(f"spelled out it does not pass strictly: {failures[0]}")
    return spelled


def with_steps(scenario: Scenario, spelled: Sequence[Spelled]) -> Scenario:
    """The scenario with the steps spelled out."""
    steps: list[Said] = []
    for step, now in zip(scenario.steps, spelled, strict=False):
        steps += now.steps(step)
    return replace(scenario, steps=steps + spelled[-1].before)


def _listen(scenario: Scenario, readings: list[bool]) -> list[list[Answer]]:
    """All answers that the lenient reading gives, by the step during which it gives them."""
    runner = Lenient(lay_out(scenario), scenario.seats)
    runner.readings = readings
    wording = Wording(runner.game, scenario.seats)
    answers: list[list[Answer]] = []
    last: list[Decision] = []

    def note(decision: Decision, option: Option) -> None:
        answer = _answer(wording, decision, option)
        answer.goes_on = bool(last) and goes_on(last[-1], decision)
        last[:] = [decision]
        answers[-1].append(answer)

    runner.tell_answer = note
    play_through(scenario, runner, begin_step=lambda _: answers.append([]))
    return answers


def _answer(wording: Wording, decision: Decision, option: Option) -> Answer:
    answer = Answer(
        wording.seats[decision.seat],
        decision.options.index(option),
        wording.words(decision, option),
        option.verb in DECLINE,
    )
    if option.verb == "choose":
        answer.pick = wording.target(decision, option)
    if option.verb == "order":
        answer.order = [wording.target(decision, option)]
        answer.words = {"order": answer.order[:1]}
        left = [o for o in decision.options if o is not option and o.verb == "order"]
        if len(left) == 1:
            answer.order.append(wording.target(decision, left[0]))
    return answer


class _Speller:
    """Goes through a scenario strictly, so as to give the answers that were given leniently."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.runner = Runner(lay_out(scenario), scenario.seats)
        self.last: Said | None = None  # the step taken last

    def spell(self, answers: list[list[Answer]]) -> list[Spelled]:
        self.runner.game.start()
        end: Said = ("expect", self.scenario.expect)
        steps = [*self.scenario.steps, end]
        return [self._step(step, given) for step, given in zip(steps, answers, strict=True)]

    def _step(self, step: Said, given: list[Answer]) -> Spelled:
        """The least change that gives these answers; they are given."""
        if step[0] == "expect":
            spelled = Spelled(self._say(given))
        else:
            spelled = self._around(step, given) or Spelled(self._say(given), is_kept=False)
        for seat, answer in spelled.steps(step):
            if seat != "expect":
                self.runner.take(seat, answer)
                self.last = (seat, answer)
        return spelled

    def _around(self, step: Said, given: list[Answer]) -> Spelled | None:
        """Steps before and after this one, if it can stay as it is."""
        if not given and step == self.last:
            return None  # said twice: it spelled out what is answered now
        in_parts = not _is_order(step)  # an order is not taken apart, it is said anew
        for first, last in _parts(len(given)) if in_parts else [(0, len(given))]:
            spelled = Spelled(self._say(given[:first]), after=self._say(given[last:]))
            if self._gives(spelled.steps(step), given):
                return spelled
        return None

    def _gives(self, steps: Sequence[Said], given: Sequence[Answer]) -> bool:
        """Whether these steps, taken strictly, give exactly these answers."""
        trial = self.runner.trial()
        before = len(trial.game.answers)
        try:
            for seat, answer in steps:
                trial.take(seat, answer)
        except (StepFailed, BadStep):
            return False
        return trial.game.answers[before:] == [answer.index for answer in given]

    def _say(self, given: Sequence[Answer]) -> list[Said]:
        """Steps that give these answers: rows of picks and orders in one, where that says it."""
        in_rows = [said for row in _rows(given) for said in _say_row(row)]
        return in_rows if self._gives(in_rows, given) else [(a.seat, a.words) for a in given]


def _parts(count: int) -> Iterator[tuple[int, int]]:
    """Which of so many answers one step may give: most of them first, none only of none."""
    for first in range(count + 1):
        for last in range(count, first - (not count), -1):
            yield first, last


def _is_order(step: Said) -> bool:
    answer = step[1]
    return "order" in answer if isinstance(answer, dict) else answer.startswith("order ")


def _rows(given: Sequence[Answer]) -> list[list[Answer]]:
    """Answers that belong together: picks of one row, one order."""
    rows: list[list[Answer]] = []
    for answer in given:
        before = rows[-1][-1] if rows else None
        is_one_order = before is not None and before.order and answer.order
        if before is not None and (answer.goes_on or is_one_order) and before.seat == answer.seat:
            rows[-1].append(answer)
        else:
            rows.append([answer])
    return rows


def _say_row(row: list[Answer]) -> list[Said]:
    first = row[0]
    if first.order:
        names = [answer.order[0] for answer in row] + row[-1].order[1:]
        return [(first.seat, {"order": names})]
    picks = [answer.pick for answer in row if not answer.is_decline]
    if len(row) > 1 and all(picks):
        return [(first.seat, {"choose": picks})]
    return [(answer.seat, answer.words) for answer in row]
