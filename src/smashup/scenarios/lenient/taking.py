"""Taking steps, lists and orders generously, and expecting generously."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from smashup.engine.game import Game
from smashup.model.decision import Decision, Option
from smashup.scenarios.lenient.readings import (
    OTHERS_PASSING_OVER,
    PASSING_OVER,
    READINGS,
    Left,
    Reading,
    Readings,
    lets_others_go,
)
from smashup.scenarios.lenient.unsaid import Unsaid
from smashup.scenarios.names import Target
from smashup.scenarios.runner import StepFailed, goes_on
from smashup.scenarios.steps import DECLINE, Row, Step

MOST_READINGS = 12  # how many questions may lie between a step and what it answers


class Lenient(Readings):
    """Takes steps on a game, and reads them generously."""

    def __init__(self, game: Game, seats: Sequence[str]) -> None:
        super().__init__(game, seats)
        self.order: list[Target] = []  # the rest of an order, to be asked for later
        self.passes_over = True  # whether a step may answer a later decision than the pending one
        self.waited: list[Unsaid] = []  # what an expectation has let something else precede

    def take_parts(self, seat: str, step: Step | Row) -> None:
        later, self.waited = self.waited, []
        if isinstance(step, Row) and step.verb == "order" and step.targets:
            first = Step("order", step.targets[0])
            if any(unsaid.is_said(first) for unsaid in later):
                why = "what was expected before has come true in another order"
                raise StepFailed(f"{why}; {self.pending()}")
        super().take_parts(seat, step)

    def take_one(self, seat: str, step: Step) -> None:
        self.speaker = seat
        if step.verb == "order":
            step = replace(step, verb="choose")
        for _ in range(MOST_READINGS):
            self._go_on_in_order(seat)
            decision = self.game.decision
            if decision is None:
                if self._was_said(step):
                    return  # what was forced may be spelled out though the game is over
                break
            left = self._read(decision, seat, step)
            if left is True:
                self._go_on_ahead()
                return
            if left is False:
                break
            step = left
        if step.verb == "no" and not self._could_answer(seat):
            return  # a pass where nothing else was possible
        raise StepFailed(self.complaint(seat))

    def _read(self, decision: Decision, seat: str, step: Step) -> Left:
        """Reads a step in the first way that fits."""
        readings: tuple[Reading, ...]
        if self.seats[decision.seat] == seat:
            readings = READINGS + (PASSING_OVER if self.passes_over else ())
        else:
            readings = (Readings._skip, *(OTHERS_PASSING_OVER if self.passes_over else ()))
        for reading in readings:
            left = reading(self, decision, step)
            if left is not False:
                return left
        return False

    def _could_answer(self, seat: str) -> bool:
        decision = self._asked(seat)
        return decision is not None and decision.kind != "play"

    # -- several in a row ----------------------------------------------------------------

    def take_picks(self, seat: str, row: Row) -> None:
        left = list(row.targets)
        first = asked = self.game.decision
        counters = self._picks_counters(asked)
        last: Target | None = None
        in_order = counters and self._goes_in_order(seat, left)
        while left:
            target = left.pop(0 if in_order else self._asked_first(seat, left))
            asked = self.game.decision
            try:
                self.take_one(seat, Step("choose", target))
            except StepFailed:
                if target == last and counters:
                    continue  # one destination for several counters, named for each of them
                raise
            last = target
        decision = self._asked(seat)
        if decision is None or asked is None or self.decline(decision) is None:
            return
        if decision is asked or goes_on(asked, decision) or self._asks_again(first, decision):
            self._decline(decision)

    def _asks_again(self, first: Decision | None, decision: Decision) -> bool:
        """Whether a list that names a destination after each pick ends the picking now.

        So the first reading has it. By the second it goes on.
        """
        if first is None or self._question(first) != self._question(decision):
            return False
        offered = {option.card for option in first.options if option.card >= 0}
        left = {option.card for option in decision.options if option.card >= 0}
        return bool(left) and left < offered and not self._second_reading()

    def _goes_in_order(self, seat: str, targets: list[Target]) -> bool:
        """Whether counters can be picked just as they are named: whence first, then whither."""
        trial = self.trial()
        try:
            for target in targets:
                trial.take_one(seat, Step("choose", target))
        except StepFailed:
            return False
        return True

    def _picks_counters(self, decision: Decision | None) -> bool:
        """Whether this begins a row of counters, picked by the cards that they are on."""
        if decision is None or decision.most < 2:
            return False
        cards = [o.card for o in decision.options if o.verb not in DECLINE]
        return all(card >= 0 and self.game.columns.counters[card] > 0 for card in cards)

    def _asked_first(self, seat: str, targets: list[Target]) -> int:
        """Which of several picks the pending question is about: where not the first, a later."""
        decision = self._asked(seat)
        if decision is None or self.named is not None or self._is_ahead(decision, targets[0]):
            return 0
        for number, target in enumerate(targets):
            step = Step("choose", target)
            if self._is_said(step) or self._fitting(decision, step):
                return number
        return 0

    def take_order(self, seat: str, row: Row) -> None:
        self.is_ordering = True
        try:
            self.order = self._taken_in_order(seat, list(row.targets))
        finally:
            self.is_ordering = False

    def _taken_in_order(self, seat: str, targets: list[Target]) -> list[Target]:
        """Takes an order as far as it is asked about now, and gives the rest."""
        first = self.game.decision
        for number, target in enumerate(targets):
            begun = number > 0
            if begun and (not self._is_ordering(first) or self._is_used_later(seat, target)):
                return targets[number:]
            try:
                self.take_one(seat, Step("order", target))
            except StepFailed:
                if not begun and self._is_ordering(first):
                    raise
                return targets[number:]  # not asked about, or not yet
            if targets.count(target) == 1:
                self._take_rest_of(seat, target)
        return []

    def _is_used_later(self, seat: str, target: Target) -> bool:
        """Whether an order names what may be used now, and a step of its own says if it is."""
        decision = self._asked(seat)
        if decision is None or decision.kind != "window" or lets_others_go(decision):
            return False
        return bool(self._fitting(decision, Step("choose", target))) and self._second_reading()

    def _go_on_in_order(self, seat: str) -> None:
        """Where an order said before is asked about at last: what comes next in it."""
        while (decision := self.game.decision) is not None and self.order:
            if decision.kind == "play":
                self.order = []
            found = self._next_in_order(seat, self.order[0]) if self.order else []
            if len(found) != 1:
                return
            del self.order[0]
            self.decide(found[0])

    def _take_rest_of(self, seat: str, target: Target) -> None:
        """Several abilities of the card that an order names once are carried out in a row."""
        for _ in range(MOST_READINGS):
            found = self._next_in_order(seat, target)
            if len(found) != 1 or found[0].via is None:
                return
            self.decide(found[0])

    def _next_in_order(self, seat: str, target: Target) -> list[Option]:
        """What this means, where the seat is asked for an order."""
        decision = self._asked(seat)
        if decision is None:
            return []
        if decision.kind == "order":
            return self.matching(decision, Step("order", target), decision.options)
        return self._ordered(target, decision.options)

    def _is_ordering(self, first: Decision | None) -> bool:
        """Whether an order is still asked for; of abilities also where they are offered now."""
        decision = self.game.decision
        of_cards = first is not None and first.kind == "order" and first.options[0].via is None
        return decision is not None and decision.kind in (
            ("order",) if of_cards else ("order", "window")
        )

    # -- expectations --------------------------------------------------------------------

    def unmet(self, expected: dict[str, Any]) -> list[str]:
        """What does not hold, a line for each, and what is pending.

        Only if something does not, an extra play that could be taken at once is kept for later,
        and an order that the scenario passes over is taken as it stands.
        """
        if self.named is not None or self.ahead:
            return ["a base was said for a minion that does not move now", self.pending()]
        if super().unmet(expected):
            self._settle()
        failures = again = super().unmet(expected)
        while again and self._goes_on_by_itself():
            again = super().unmet(expected)
        return failures if again else []

    def _settle(self) -> None:
        if (decision := self.game.decision) is not None:
            self._go_on_in_order(self.seats[decision.seat])
        while (decision := self.game.decision) is not None and decision.kind == "now":
            self._decline(decision)

    def _goes_on_by_itself(self) -> bool:
        """Answers what a scenario may pass over, and says if there was such a question."""
        decision = self.game.decision
        if decision is None:
            return False
        option = self._comes_first(decision)
        if option is not None:
            if not self.waited:
                self.waited = self._others_of(decision, option)
            self.decide(option)
        elif not self._leave_to_others(decision, Step("no")) and not self.decline_again():
            return False
        self._settle()
        return True

    def _others_of(self, decision: Decision, first: Option) -> list[Unsaid]:
        """What an order could have begun with instead of this, by other names."""
        order = [Unsaid(o.verb, self._names_of(o)) for o in decision.options if o.verb == "order"]
        name = self._names_of(first)[0].name
        return [unsaid for unsaid in order if unsaid.names[0].name != name]

    def is_among(self, decision: Decision, step: Step) -> bool:
        return bool(
            self._fitting(decision, step)
            or (step.verb not in ("use", "play") and self._located(step, self.narrowed))
            or self._uncovering(decision, step)
        )

    def can_be_taken(self, seat: str, step: Step | Row) -> bool:
        if isinstance(step, Step) and step.verb not in ("use", "play"):
            return False
        trial = Lenient(self.game.copy(), self.seats)
        trial.narrowed = self.narrowed
        trial.passes_over = False
        try:
            trial.take_parts(seat, step)
        except StepFailed:
            return False
        return len(trial.order) < 2  # all of an order was asked about, the last goes without
