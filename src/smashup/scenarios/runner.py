"""Taking the steps of a scenario: from the words of a step to an answer to the pending decision.

An engine may ask a little more or less than a scenario spells out, so a step is read generously:

- a card and its base, or a base or player and the card there, may be named in one step or in two;
- a step that spells out what was forced, or where a minion had to go, is skipped;
- an order that is not asked for is kept for when it is; one that is asked for and not said is
  taken as it stands;
- `use X` and `yes` agree to the pick that X then asks for; one `pass` declines what copies offer;
- whether to play an extra card at once is answered only by a play.

A step that could mean two things has two readings: `Runner.readings` says which is taken, and
`run` tries the other if the first leads nowhere. Nothing is used or played that no step names.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from smashup.engine.game import Game
from smashup.model.decision import Decision, Option
from smashup.model.event import MINION_MOVED
from smashup.scenarios.matching import Matching
from smashup.scenarios.names import Target, fits_name, take_list, whole_target
from smashup.scenarios.steps import DECLINE, Step, parse

MOST_BRIDGES = 12  # how many questions may lie between a step and what it answers


class StepFailed(Exception):
    """A step that cannot be taken; the message says what was pending instead."""


class Runner(Matching):
    """Takes steps on a game."""

    def __init__(self, game: Game, seats: Sequence[str]) -> None:
        super().__init__(game, seats)
        self.narrowed: list[Option] = []  # what earlier steps have left of the pending options
        self.forced: list[tuple[str, list[Target]]] = []  # given without asking: verb, names
        self.declined: tuple[int, str, str] | None = None  # the question that was declined last
        self.order: list[Target] = []  # the rest of an order, to be asked for later
        self.readings: list[bool] = []  # of steps with two readings: whether to skip, one by one
        self.forks = 0  # how many such steps there were
        self.strict = False  # whether a step must answer the pending decision, and no later one
        game.tell_forced = self._note_forced

    def _note_forced(self, decision: Decision) -> None:
        option = decision.options[0]
        names = self.finder.names_of(option)
        if decision.source >= 0 and option.verb in ("yes", "use"):
            names += self.finder.names_of(Option("choose", decision.source))
        self.forced.append((option.verb, names))
        if option.verb == "choose" and option.card >= 0 and names[0].base:
            self.forced.append(("choose", [Target(names[0].base)]))  # `choose BASE`, then the card

    # -- taking a step -----------------------------------------------------------------

    def take(self, seat: str, answer: Any) -> None:
        """Takes one step for a seat; `StepFailed` if it cannot be taken."""
        if isinstance(answer, dict):
            ((verb, targets),) = answer.items()
            self._take_list(seat, [whole_target(t, self.seats) for t in targets], verb)
            return
        verb, _, rest = answer.partition(" ")
        if verb in ("choose", "order") and rest.strip().startswith("["):
            self._take_list(seat, take_list(rest, self.seats), verb)
            return
        self._take_one(seat, parse(answer, self.seats))

    def _take_list(self, seat: str, targets: list[Target], verb: str) -> None:
        first = asked = self.game.decision
        left = list(targets)
        last: Target | None = None
        while left:
            if verb == "order" and last is not None and not self._is_ordering(first):
                self.order = left  # not asked about, or not yet
                return
            number = self._asked_first(seat, left) if verb == "choose" else 0
            target = left.pop(number)
            asked = self.game.decision
            try:
                self._take_one(seat, Step("choose", target))
            except StepFailed:
                if target == last and first is not None and "ransfer" in first.prompt:
                    continue  # one destination for several counters, named for each of them
                if verb == "choose" or (last is None and self._is_ordering(first)):
                    raise
                self.order = [target, *left]  # not asked about, or not yet
                return
            if verb == "order" and targets.count(target) == 1:
                self._take_rest_of(seat, target)
            last = target
        decision = self.game.decision
        if (
            verb == "choose"
            and decision is not None
            and self.seats[decision.seat] == seat
            and asked is not None
            and (decision.prompt, decision.source) == (asked.prompt, asked.source)
            and (decline := self._decline(decision)) is not None
        ):
            self._decide(decline)

    def _asked_first(self, seat: str, targets: list[Target]) -> int:
        """Which of several picks the pending question is about: where not the first, a later."""
        decision = self.game.decision
        if decision is None or self.seats[decision.seat] != seat:
            return 0
        for number, target in enumerate(targets):
            step = Step("choose", target)
            if self._is_spelled_out(step) or self._fitting(decision, step):
                return number
        return 0

    def _go_on_in_order(self, seat: str) -> None:
        """Where an order said before is asked about at last: what comes next in it."""
        while (decision := self.game.decision) is not None and self.order:
            if decision.kind == "play":
                self.order = []
            if decision.kind != "order" or self.seats[decision.seat] != seat:
                return
            found = self.matching(decision, Step("choose", self.order[0]), decision.options)
            if len(found) != 1:
                return
            del self.order[0]
            self._decide(found[0])

    def _take_rest_of(self, seat: str, target: Target) -> None:
        """Several abilities of the card that an order names once are carried out in a row."""
        for _ in range(MOST_BRIDGES):
            decision = self.game.decision
            if decision is None or decision.kind != "order" or self.seats[decision.seat] != seat:
                return
            found = self.matching(decision, Step("choose", target), decision.options)
            if len(found) != 1 or found[0].via is None:
                return
            self._decide(found[0])

    def _is_ordering(self, first: Decision | None) -> bool:
        """Whether an order is still asked for; of abilities also where they are offered now."""
        decision = self.game.decision
        of_cards = first is not None and first.kind == "order" and first.options[0].via is None
        return decision is not None and decision.kind in (
            ("order",) if of_cards else ("order", "window")
        )

    def _take_one(self, seat: str, step: Step) -> None:
        for _ in range(MOST_BRIDGES):
            self._go_on_in_order(seat)
            decision = self.game.decision
            if decision is None:
                break
            mine = self.seats[decision.seat] == seat
            if mine and (uncovering := self._uncovering(decision, step)) is not None:
                self._decide(uncovering)
                if self._was_forced(step):
                    return
                continue
            if mine and self._names_what_was_found(decision, step):
                return
            if mine and step.verb == "use" and self._agreed(decision, step):
                return
            if mine and decision.kind == "now" and self._comes_later(decision, step):
                self._decline_now(decision)
                continue
            if (mine and self._is_fork(decision, step) and self._skips()) or not mine:
                if self._was_forced(step):
                    return
            elif self._answered(decision, step) or self._was_forced(step):
                return
            if mine and (self._agreed(decision, step) or self._narrowed_down(decision, step)):
                return
            if mine and (option := self._play_without_place(decision, step)) is not None:
                scored_there = self._is_scoring_base(step.where)
                self._decide(option)
                if option.verb == "play" and scored_there:
                    return
                if option.verb == "play":
                    step = Step("choose", step.where)
                continue
            if not self._bridge(decision, step, mine):
                break
        if step.verb == "no" and not self._could_answer(seat):
            return  # a pass where nothing else was possible
        raise StepFailed(self._complaint(seat))

    def _uncovering(self, decision: Decision, step: Step) -> Option | None:
        """The option to uncover, where others are offered beside it and the step names the card."""
        offered = [o for o in decision.options if o.word == "uncover"]
        if not offered or step.verb != "choose":
            return None
        if self.matching(decision, step, decision.options):
            return None
        return offered[0] if self._leads_to(decision, offered[0], step) else None

    def _is_fork(self, decision: Decision, step: Step) -> bool:
        """Whether the step spells out a forced answer and would answer what is pending, too."""
        return self._is_spelled_out(step) and bool(self._fitting(decision, step))

    def _comes_later(self, decision: Decision, step: Step) -> bool:
        """Whether the step is not about playing an extra card at once, though it would fit.

        That question is only asked so that nothing waits in vain: a play takes it, an answer in
        other words is first read as one to the question that follows.
        """
        return bool(self._fitting(decision, step)) and self._skips() == (step.verb == "play")

    def _fitting(self, decision: Decision, step: Step) -> list[Option]:
        """The options that the step means, of those that earlier steps have left."""
        return self.matching(decision, step, self.narrowed or decision.options)

    def _skips(self) -> bool:
        """Which reading of a step with two is taken: the second one, if so."""
        self.forks += 1
        return self.forks <= len(self.readings) and self.readings[self.forks - 1]

    def _could_answer(self, seat: str) -> bool:
        decision = self.game.decision
        return (
            decision is not None and self.seats[decision.seat] == seat and decision.kind != "play"
        )

    def _answered(self, decision: Decision, step: Step) -> bool:
        """Tries to answer the pending decision by the step; it may take two steps to do so."""
        pool = self.narrowed or decision.options
        found = self.matching(decision, step, pool)
        if not found and self.narrowed:
            found = self._located(step, pool)
        if not found:
            return False
        if self.narrowed and len(found) == len(pool):
            return False  # the step says nothing new
        if len(found) == 1 and step.verb == "yes" and decision.kind == "choose":
            self._decide_unasked(found[0])  # what it takes may be spelled out besides
            return True
        if len(found) == 1:
            rest = self._left_unsaid(step, found[0])
            self._decide(found[0])
            self.forced[:0] = rest
            if step.verb == "use" and found[0].verb == "order":
                self._use_in_turn(decision, step)
            return True
        plays = [o for o in found if o.verb == "play"]
        spots = {(o.place, o.host) for o in plays}
        if len(plays) == len(found) == len(spots) and len({o.card for o in plays}) == 1:
            self.narrowed = found  # which base is said by the next step
            return True
        if decision.kind == "order" and self._are_copies(found):
            self._decide(found[0])
            return True
        labels = "; ".join(self.label(option) for option in found)
        raise StepFailed(f"the step fits several options: {labels}")

    def _are_copies(self, options: list[Option]) -> bool:
        """Whether these are the same ability of copies of a card: one comes first as well."""
        s = self.game.s
        return len({(s.defn[o.card], s.controller[o.card]) for o in options}) == 1 and all(
            o.via is not None and o.card >= 0 for o in options
        )

    def _left_unsaid(self, step: Step, option: Option) -> list[tuple[str, list[Target]]]:
        """What goes without saying, and may be said: where a card is played, what is used."""
        names = self.finder.names_of(option)
        if option.verb == "use":
            return [("choose", names)]  # counters may come from the card that is used
        if option.verb != "play" or step.where is not None:
            return []
        event = self.game.window_event
        if event is not None and event.place in self.game.s.places:
            names.append(Target(self.game.base_card(event.place).name))
        return [("choose", names[1:])]

    def _use_in_turn(self, decision: Decision, step: Step) -> None:
        """`use X` where the order was asked first: when X's turn comes, it is used."""
        after = self.game.decision
        asked = after is not None and after.kind in ("window", "yes_no")
        if after is not None and asked and after.seat == decision.seat:
            found = self.matching(after, step, after.options)
            if len(found) == 1:
                self._decide(found[0])

    def _located(self, step: Step, pool: list[Option]) -> list[Option]:
        """A base or minion named after the card that is played there."""
        target = step.where or step.target
        if target is None:
            return []
        return [o for o in pool if o.verb == "play" and self._is_where(o, target)]

    def _play_without_place(self, decision: Decision, step: Step) -> Option | None:
        """`play CARD at BASE`, where the card is picked or played first, and then its base."""
        if step.verb != "play" or step.where is None:
            return None
        found = self.matching(decision, replace(step, where=None), decision.options)
        if len(found) != 1 or found[0].place >= 0 or found[0].host >= 0:
            return None
        return found[0]

    def _is_scoring_base(self, where: Target | None) -> bool:
        event = self.game.window_event
        return event is not None and where is not None and self.finder.is_place(where, event.place)

    def _narrowed_down(self, decision: Decision, step: Step) -> bool:
        """`choose BASE` or `choose SEAT` before `choose CARD`: whose, or where it is."""
        target = step.target
        if step.verb != "choose" or target is None:
            return False
        pool = self.narrowed or decision.options
        cards = [o for o in pool if o.verb == "choose" and o.card >= 0]
        there = [o for o in cards if self.finder.is_place(target, self.game.place(o.card))]
        if not there and target == Target(target.name):
            there = [o for o in cards if self.seats[self.finder.whose(o.card)] == target.name]
        if not there or (self.narrowed and len(there) == len(pool)):
            return False
        if len(there) == 1:
            self._decide_unasked(there[0])
        else:
            self.narrowed = there
        return True

    def _agreed(self, decision: Decision, step: Step) -> bool:
        """`use X` or `yes` before the pick that X's optional ability asks for."""
        if decision.kind != "choose" or self._decline(decision) is None:
            return False
        if step.target is None:
            return step.verb == "yes"
        if step.verb == "play" or decision.source < 0 or decision.picked:
            return False
        if step.verb == "choose" and not self.game.is_base(decision.source):
            return False
        if not self.finder.is_card(step.target, decision.source):
            return False
        only = self._yes(decision, decision.options)
        if len(only) == 1:
            self._decide_unasked(only[0])
        return True

    def _decide(self, option: Option) -> None:
        decision = self.game.decision
        self.narrowed = []
        self.forced.clear()
        self.declined = None if option.verb not in DECLINE else self._question(decision)
        bases = self._base_names()
        moves = [e.to for e in self.game.decide(option) if e.kind == MINION_MOVED]
        bases |= self._base_names()
        # Where a minion had to go may be spelled out.
        self.forced += [("choose", [Target(bases[to])]) for to in moves if to in bases]
        if decision is not None and decision.kind == "order" and len(decision.options) == 2:
            # What is left to come last need not be said, and may be.
            (last,) = (o for o in decision.options if o is not option)
            self.forced.append(("order", self.finder.names_of(last)))

    def _base_names(self) -> dict[int, str]:
        return {place: self.game.base_card(place).name for place in self.game.s.row}

    def _question(self, decision: Decision | None) -> tuple[int, str, str] | None:
        """Who is asked what by which card; copies of a card ask the same."""
        if decision is None or decision.source < 0:
            return None
        return decision.seat, decision.prompt, self.game.name(decision.source)

    def _decide_unasked(self, option: Option) -> None:
        """Like a forced answer: a step that spells it out is skipped."""
        unasked = [*self.forced, (option.verb, self.finder.names_of(option))]
        self._decide(option)
        self.forced[:0] = unasked

    def _is_spelled_out(self, step: Step) -> bool:
        """Whether the step says what goes, or went, without saying."""
        return any(self._spells_out(step, verb, names) for verb, names in self.forced)

    def _was_forced(self, step: Step) -> bool:
        """The same; what was said once is not skipped again."""
        for index, (verb, names) in enumerate(self.forced):
            if self._spells_out(step, verb, names):
                del self.forced[index]
                return True
        return False

    def _names_what_was_found(self, decision: Decision, step: Step) -> bool:
        """`choose CARD` for what a search had to find, where it is asked what to do with it."""
        verbs = {option.verb for option in decision.options}
        return step.verb == "choose" and {"play", "choose"} <= verbs and self._was_forced(step)

    def _spells_out(self, step: Step, verb: str, names: list[Target]) -> bool:
        if step.target is None:
            return verb == step.verb or (step.verb == "no" and verb in DECLINE)
        if verb == "choose" and step.verb == "use":
            return False
        if verb == "choose" and step.verb == "play":
            names = [name for name in names if not name.base]  # out of play: found, and played
        return any(fits_name(step.target, name) for name in names)

    def _bridge(self, decision: Decision, step: Step, mine: bool) -> bool:
        """Answers a question that the step passes over, if that is what it must mean."""
        if self.strict:
            return False
        if decision.kind == "now":
            self._decline_now(decision)
            return True
        if decision.kind == "order":
            self._decide(self._default_order(decision, mine))
            return True
        if mine and decision.picked and self._decline(decision) is not None:
            self._decline_now(decision)  # the row of picks is over
            return True
        if self.decline_again() or (mine and self._is_about_another(decision, step)):
            return True
        if mine and step.zone:
            for option in decision.options:
                if option.word == step.zone:
                    self._decide(option)  # from where is asked first
                    return True
        return mine and self._accept_for(decision, step)

    def decline_again(self) -> bool:
        """One `pass` declines what several copies, or one card several times, offer in a row."""
        decision = self.game.decision
        if decision is None or self.declined is None or self._question(decision) != self.declined:
            return False
        if self._decline(decision) is None:
            return False
        self._decline_now(decision)
        return True

    def _is_about_another(self, decision: Decision, step: Step) -> bool:
        """`choose X` where it is asked first whether to save another minion than X."""
        decline = self._decline(decision)
        if step.verb != "choose" or step.target is None or decision.kind != "window":
            return False
        if decline is None or decision.source < 0:
            return False
        after = self._answering(decision, decline).game.decision
        if after is None or after.kind != "window" or after.seat != decision.seat:
            return False
        if after.source < 0 or after.source == decision.source:
            return False
        self._decide(decline)
        return True

    def _decline_now(self, decision: Decision) -> None:
        decline = self._decline(decision)
        assert decline is not None
        self._decide(decline)

    def _default_order(self, decision: Decision, mine: bool) -> Option:
        """Where the step is another player's, what that player may use comes first."""
        others = [o for o in decision.options if self._optional(o)]
        return decision.options[0] if mine or not others else others[0]

    def _optional(self, option: Option) -> bool:
        return bool(getattr(getattr(option.via, "reaction", None), "optional", False))

    def _accept_for(self, decision: Decision, step: Step) -> bool:
        """Uses the one ability whose own question the step answers (`choose X` without `use`)."""
        if decision.kind not in ("window", "yes_no") or step.verb not in ("choose", "play"):
            return False
        leading = [
            option
            for option in decision.options
            if option.verb in ("use", "yes", "play") and self._leads_to(decision, option, step)
        ]
        if len(leading) != 1:
            return False
        self._decide(leading[0])
        return True

    def _leads_to(self, decision: Decision, option: Option, step: Step) -> bool:
        """Whether the step answers what this option itself asks next."""
        probe = self._answering(decision, option)
        after = probe.game.decision
        asks = {option.card} if option.card >= 0 else {decision.source}
        if option.word:
            asks.add(-1)  # the rules themselves
        if after is not None and after.seat == decision.seat and after.source in asks:
            if after.kind != "play" and probe.matching(after, step, after.options):
                return True
        return probe._was_forced(step)

    def _answering(self, decision: Decision, option: Option) -> Runner:
        """A runner of its own, after this answer to the pending decision."""
        probe = Runner(self.game.copy(), self.seats)
        probe.game.decide(decision.options.index(option))
        return probe

    def settle(self) -> None:
        """Before expectations: an extra play that could be taken at once is kept for later."""
        if (decision := self.game.decision) is not None:
            self._go_on_in_order(self.seats[decision.seat])
        while (decision := self.game.decision) is not None and decision.kind == "now":
            self._decline_now(decision)

    def take_order(self) -> bool:
        """Takes an order that is asked for as it stands, and says if there was one."""
        decision = self.game.decision
        if decision is None or decision.kind != "order":
            return False
        self._decide(self._default_order(decision, mine=True))
        self.settle()
        return True

    def can(self, seat: str, answer: Any) -> bool:
        """Whether a step is among the answers to the seat's pending decision."""
        decision = self.game.decision
        if decision is None or self.seats[decision.seat] != seat:
            return False
        if isinstance(answer, str) and "[" not in answer:
            step = parse(answer, self.seats)
            if self._fitting(decision, step):
                return True
            if step.verb not in ("use", "play"):
                located = bool(self._located(step, self.narrowed))
                return located or self._uncovering(decision, step) is not None
        trial = Runner(self.game.copy(), self.seats)
        trial.narrowed = self.narrowed
        trial.strict = True
        try:
            trial.take(seat, answer)
        except StepFailed:
            return False
        return len(trial.order) < 2  # all of an order was asked about, the last goes without

    # -- words -------------------------------------------------------------------------

    def pending(self) -> str:
        """What is pending, for whom, and the options, for a failure message."""
        decision = self.game.decision
        if decision is None:
            return "nothing is pending: the game is over"
        options = "; ".join(self.label(o) for o in self.narrowed or decision.options)
        asker = f" ({self.game.name(decision.source)})" if decision.source >= 0 else ""
        return f"{self.seats[decision.seat]} must decide{asker}: {decision.prompt} [{options}]"

    def _complaint(self, seat: str) -> str:
        decision = self.game.decision
        if decision is None or self.seats[decision.seat] != seat:
            return f"{seat} has nothing pending; {self.pending()}"
        return f"the step is not among the options; {self.pending()}"
