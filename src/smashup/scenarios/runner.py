"""Taking the steps of a scenario: each answers one question, and no question is passed over.

This is the strict reading. What has only one legal answer is not asked about; a step that spells
such an answer out, completely, is skipped. What is read more generously, so that files written
for another implementation can be run, is built on top of this in `lenient`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from smashup.engine.game import Game
from smashup.model.decision import Decision, Option
from smashup.model.event import Event
from smashup.scenarios.expecting import Expecting
from smashup.scenarios.matching import Matching
from smashup.scenarios.names import Target
from smashup.scenarios.steps import Row, Step, read_step


class StepFailed(Exception):
    """A step that cannot be taken; the message says what was pending instead."""


class Unasked(NamedTuple):
    """A question with one legal answer, which was given without asking."""

    decision: Decision
    table: Matching  # as it was at that moment

    def is_spelled_out(self, seat: str, step: Step) -> bool:
        """Whether the step would have been the answer of that seat, and says all of it."""
        if self.table.seats[self.decision.seat] != seat:
            return False
        (option,) = self.decision.options
        if option.verb == "play":
            has_place = option.place >= 0 or option.host >= 0
            if step.verb != "play" or (has_place and step.where is None):
                return False
        return bool(self.table.matching(self.decision, step, self.decision.options))


class Runner(Matching):
    """Takes steps on a game, each as the answer to one question."""

    def __init__(self, game: Game, seats: Sequence[str]) -> None:
        super().__init__(game, seats)
        self.unasked: list[Unasked] = []  # since the last question that was answered
        self.tell_answer: Callable[[Decision, Option], None] | None = None  # before it is given
        game.rules.tell_forced = self.note_unasked

    def note_unasked(self, decision: Decision) -> None:
        """Remembers an answer that was given without asking; a step may spell it out."""
        self.unasked.append(Unasked(decision, Matching(self.game.copy(), self.seats)))

    def trial(self) -> Runner:
        """A runner of its own that goes on from the same moment."""
        trial = type(self)(self.game.copy(), self.seats)
        trial.unasked = self.unasked[:]
        return trial

    # -- taking a step -----------------------------------------------------------------

    def take(self, seat: str, answer: Any) -> None:
        """Takes one step for a seat; `StepFailed` if it cannot be taken."""
        self.take_parts(seat, read_step(answer, self.seats))

    def take_parts(self, seat: str, step: Step | Row) -> None:
        """Takes a step that was read already."""
        if isinstance(step, Step):
            self.take_one(seat, step)
        elif step.verb == "order":
            self.take_order(seat, step)
        elif not self._is_all_unasked(seat, step) or self._takes_picks(seat, step):
            self.take_picks(seat, step)
        else:
            self.skip_picks(seat, step)

    def take_one(self, seat: str, step: Step) -> None:
        """Takes a step that says one thing."""
        if step.beyond:
            raise StepFailed(f"{step.beyond!r} is not understood at its end; {self.pending()}")
        option = self._answer(seat, step)
        if option is not None:
            self.decide(option)
        elif not self._is_spelled_out(seat, step):
            raise StepFailed(self.complaint(seat))

    def take_picks(self, seat: str, row: Row) -> None:
        """Takes all the picks of one question, and ends the picking."""
        last = self._asked(seat) if not row.targets else None
        for target in row.targets:
            step = Step("choose", target)
            asked = self._asked(seat)
            option = None
            if asked is not None and (last is None or goes_on(last, asked)):
                option = self._answer(seat, step)
            if option is not None:
                last = asked
                self.decide(option)
            elif not self._is_spelled_out(seat, step, in_any_order=True):
                raise StepFailed(self.complaint(seat))
        asked = self._asked(seat)
        more = asked is not None and last is not None and (asked is last or goes_on(last, asked))
        decline = self.decline(asked) if asked is not None and more else None
        if decline is not None:
            self.decide(decline)
        elif not row.targets:
            raise StepFailed(self.complaint(seat))

    def _takes_picks(self, seat: str, row: Row) -> bool:
        """Whether these are answers to what is asked now."""
        try:
            self.trial().take_picks(seat, row)
        except StepFailed:
            return False
        return True

    def _is_all_unasked(self, seat: str, row: Row) -> bool:
        """Whether a list says no more than what was not asked about."""
        trial = self.trial()
        return len(row.targets) > 1 and trial.skip_picks(seat, row)

    def skip_picks(self, seat: str, row: Row) -> bool:
        """Passes over what a list spells out; gives whether that is all of it."""
        steps = (Step("choose", target) for target in row.targets)
        return all(self._is_spelled_out(seat, step, in_any_order=True) for step in steps)

    def take_order(self, seat: str, row: Row) -> None:
        """Takes an order, question by question; what must come last may be named or not."""
        for number, target in enumerate(row.targets, start=1):
            step = Step("order", target)
            option = self._answer(seat, step)
            if option is not None:
                come_last = self._are_left_over(row.targets[number:], option)
                self.decide(option)
                if come_last:
                    return
            elif not self._is_spelled_out(seat, step):
                raise StepFailed(self.complaint(seat))

    def _are_left_over(self, targets: Sequence[Target], option: Option) -> bool:
        """Whether these are what is left for the end once this option is taken."""
        assert self.game.decision is not None
        options = self.game.decision.options
        left = [o for o in options if o is not option and o.verb == "order"]
        names = {o.word or self.game.name(o.card) for o in left}
        return len(names) == 1 and all(
            any(self.finder.matches(target, o) for o in left) for target in targets
        )

    def _asked(self, seat: str) -> Decision | None:
        """The pending decision, if it is this seat's."""
        decision = self.game.decision
        return decision if decision is not None and self.seats[decision.seat] == seat else None

    def _answer(self, seat: str, step: Step) -> Option | None:
        """The option of the pending decision that the step means, if it means one."""
        decision = self._asked(seat)
        if decision is None:
            return None
        found = self.matching(decision, step, decision.options)
        if len(found) > 1:
            raise StepFailed(self.several(found))
        return found[0] if found else None

    def _is_spelled_out(self, seat: str, step: Step, in_any_order: bool = False) -> bool:
        """Whether the step spells out what was not asked about, once and in its turn."""
        for number, unasked in enumerate(self.unasked):
            if unasked.is_spelled_out(seat, step):
                del self.unasked[number if in_any_order else 0 : number + 1]
                return True
        return False

    def decide(self, option: Option) -> list[Event]:
        """Answers the pending decision; every answer of a scenario is given here."""
        if self.tell_answer is not None:
            assert self.game.decision is not None
            self.tell_answer(self.game.decision, option)
        self.unasked.clear()
        return self.game.decide(option)

    # -- expectations ------------------------------------------------------------------

    def unmet(self, expected: dict[str, Any]) -> list[str]:
        """What does not hold of what is expected now, a line for each, and what is pending."""
        failures = [f"expected {failure}" for failure in Expecting(self).check(expected)]
        return [*failures, self.pending()] if failures else []

    def can(self, seat: str, answer: Any) -> bool:
        """Whether a step is among the answers to the seat's pending decision."""
        decision = self._asked(seat)
        if decision is None:
            return False
        step = read_step(answer, self.seats)
        if isinstance(step, Step) and self.is_among(decision, step):
            return True
        return self.can_be_taken(seat, step)

    def is_among(self, decision: Decision, step: Step) -> bool:
        """Whether a step means any of the options."""
        return bool(self.matching(decision, step, decision.options))

    def can_be_taken(self, seat: str, step: Step | Row) -> bool:
        """Whether a step that says several things can be taken now."""
        if isinstance(step, Step):
            return False
        try:
            self.trial().take_parts(seat, step)
        except StepFailed:
            return False
        return True

    # -- words -------------------------------------------------------------------------

    def pending(self) -> str:
        """What is pending, for whom, and the options, for a failure message."""
        decision = self.game.decision
        if decision is None:
            return "nothing is pending: the game is over"
        options = "; ".join(self.label(o) for o in self.open_options(decision))
        asker = f" ({self.game.name(decision.source)})" if decision.source >= 0 else ""
        return f"{self.seats[decision.seat]} must decide{asker}: {decision.prompt} [{options}]"

    def open_options(self, decision: Decision) -> Sequence[Option]:
        """The options that no step has ruled out."""
        return decision.options

    def several(self, found: Sequence[Option]) -> str:
        """That a step fits several options, and which."""
        return f"the step fits several options: {'; '.join(self.label(o) for o in found)}"

    def complaint(self, seat: str) -> str:
        """Why a step cannot be taken: what is pending instead, and what was not asked about."""
        why = "the step is not among the options"
        if self._asked(seat) is None:
            why = f"{seat} has nothing pending"
        unasked = "; ".join(u.table.label(u.decision.options[0]) for u in self.unasked)
        went = f" (answered without asking: {unasked})" if unasked else ""
        return f"{why}; {self.pending()}{went}"


def goes_on(before: Decision, now: Decision) -> bool:
    """Whether a question asks for the next pick of the same row."""
    return (
        (before.seat, before.source) == (now.seat, now.source)
        and len(now.picked) == len(before.picked) + 1
        and now.picked[:-1] == before.picked
    )
