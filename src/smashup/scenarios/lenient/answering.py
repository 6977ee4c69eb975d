"""Which options a generous reader takes a step for, and what an answer leaves unsaid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from smashup.engine.game import Game
from smashup.model.decision import Decision, Option
from smashup.model.event import MINION_MOVED, Event
from smashup.model.state import HAND
from smashup.scenarios.lenient.unsaid import Unsaid
from smashup.scenarios.names import Target
from smashup.scenarios.runner import Runner
from smashup.scenarios.steps import DECLINE, Row, Step


class Answering(Runner):
    """Answers decisions, and remembers what the next step may say besides."""

    def __init__(self, game: Game, seats: Sequence[str]) -> None:
        super().__init__(game, seats)
        self.narrowed: list[Option] = []  # what earlier steps have left of the pending options
        self.unsaid: list[Unsaid] = []  # since the last answer
        self.declined: tuple[object, ...] | None = None  # the question that was declined last

    def note_unasked(self, decision: Decision) -> None:
        option = decision.options[0]
        names = self._names_of(option)
        if decision.source >= 0 and option.verb in ("yes", "use"):
            names += self._names_of(Option("choose", decision.source))
        self.unsaid.append(Unsaid(option.verb, names))
        if option.verb == "choose" and option.card >= 0 and names[0].base:
            # `choose BASE`, then the card
            self.unsaid.append(Unsaid("choose", (Target(names[0].base),)))

    def _names_of(self, option: Option) -> tuple[Target, ...]:
        """What a scenario could call the things of an option, as they are named now."""
        game = self.game
        found: list[Target] = []
        for card in (option.card, option.host):
            if card >= 0:
                place = game.place(card)
                base = game.base_card(place).name if place in game.columns.places else ""
                seat = self.seats[self.finder.whose(card)] if not game.is_base(card) else ""
                found.append(Target(game.name(card), base, seat))
        if option.place in game.columns.places:
            found.append(Target(game.base_card(option.place).name))
        if option.seat >= 0 and option.card < 0:
            found.append(Target(self.seats[option.seat]))
        if option.word:
            found.append(Target(option.word))
        return tuple(found)

    # -- which options a step means ----------------------------------------------------

    def _meant(self, decision: Decision, step: Step, pool: Sequence[Option]) -> list[Option]:
        if step.verb == "order":
            step = replace(step, verb="choose")  # `choose T1` then `choose T2` is the same
        found = super()._meant(decision, step, pool)
        if found or step.target is None:
            return found
        if step.verb == "use" and step.zone != "hand":
            return self._named(step.target, [o for o in pool if self._zone_fits(step, o)])
        if step.verb == "play" and step.where is None:
            return self._found_to_play(step.target, pool)
        return []

    def _named(self, target: Target, pool: Sequence[Option]) -> list[Option]:
        """`use X` for X in an order or among picks."""
        return [o for o in pool if o.verb in ("order", "choose") and self.finder.matches(target, o)]

    def _found_to_play(self, target: Target, pool: Sequence[Option]) -> list[Option]:
        """`play X` for a card that is found or revealed first, and played afterwards."""
        zone = self.game.columns.zone
        return [
            o
            for o in pool
            if o.verb == "choose"
            and self.finder.matches(target, o)
            and not (o.card >= 0 and zone[o.card] == HAND)
        ]

    def _fitting(self, decision: Decision, step: Step) -> list[Option]:
        """The options that the step means, of those that earlier steps have left."""
        return self.matching(decision, step, self.open_options(decision))

    def open_options(self, decision: Decision) -> Sequence[Option]:
        return self.narrowed or decision.options

    # -- answering ---------------------------------------------------------------------

    def decide(self, option: Option) -> list[Event]:
        decision = self.game.decision
        assert decision is not None
        self.narrowed = []
        self.unsaid.clear()
        self.declined = None if option.verb not in DECLINE else self._question(decision)
        last = [o for o in decision.options if o is not option and o.verb == "order"]
        last_names = self._names_of(last[0]) if len(last) == 1 else ()
        bases = self._base_names()
        events = super().decide(option)
        bases |= self._base_names()
        # Where a minion had to go may be spelled out.
        moves = [e.to for e in events if e.kind == MINION_MOVED]
        self.unsaid += [Unsaid("choose", (Target(bases[to]),)) for to in moves if to in bases]
        if decision.kind == "order" and last_names:
            self.unsaid.append(Unsaid("order", last_names))  # so may what comes last in an order
        return events

    def _base_names(self) -> dict[int, str]:
        return {place: self.game.base_card(place).name for place in self.game.columns.row}

    def _decide_unsaid(self, option: Option) -> None:
        """Like a forced answer: a step that spells it out is skipped."""
        unsaid = [*self.unsaid, Unsaid(option.verb, self._names_of(option))]
        self.decide(option)
        self.unsaid[:0] = unsaid

    def _decline(self, decision: Decision) -> None:
        decline = self.decline(decision)
        assert decline is not None
        self.decide(decline)

    def decline_again(self) -> bool:
        """One `pass` declines what several copies, or one card several times, offer in a row."""
        decision = self.game.decision
        if decision is None or self.declined is None or self._question(decision) != self.declined:
            return False
        if self.decline(decision) is None:
            return False
        self._decline(decision)
        return True

    def _question(self, decision: Decision) -> tuple[object, ...] | None:
        """Who is asked what by which card; copies of a card ask the same."""
        if decision.source < 0:
            return None
        return decision.seat, decision.kind, self.game.name(decision.source)

    # -- what goes without saying ------------------------------------------------------

    def trial(self) -> Answering:
        trial = type(self)(self.game.copy(), self.seats)
        trial.narrowed = self.narrowed
        trial.unsaid = self.unsaid[:]
        return trial

    def skip_picks(self, seat: str, row: Row) -> bool:
        return all(self._was_said(Step("choose", target)) for target in row.targets)

    def _is_said(self, step: Step) -> bool:
        """Whether the step says what goes, or went, without saying."""
        return any(unsaid.is_said(step) for unsaid in self.unsaid)

    def _was_said(self, step: Step) -> bool:
        """The same; what was said once is not skipped again."""
        for number, unsaid in enumerate(self.unsaid):
            if unsaid.is_said(step):
                del self.unsaid[number]
                return True
        return False
