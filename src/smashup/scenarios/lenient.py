"""The generous reading of scenarios, for files written for another implementation.

An engine may ask a little more or less than a scenario spells out. Here a step is first read as
`runner.Runner` reads it, then in the ways of `READINGS`, one after the other:

- a card and its base, or a base or player and the card there, may be named in one step or in two;
- a step that spells out what was forced, or where a minion had to go, is skipped;
- an order that is not asked for is kept for when it is; one that is asked for and not said is
  taken as it stands, and who is next among several players is left to the others (ORDER-8);
- `use X` and `yes` agree to the pick that X then asks for; one `pass` declines what copies offer;
- whether to play an extra card at once is answered only by a play.

A step that could mean two things has two readings: `Lenient.readings` says which is taken, and
`running.run` tries the other if the first leads nowhere. Nothing is used or played that no step
names.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, TypeAlias

from smashup.engine.game import Game
from smashup.engine.resolution import Pending
from smashup.model.decision import Decision, Option
from smashup.model.event import MINION_MOVED, Event
from smashup.model.state import HAND
from smashup.scenarios.names import Target
from smashup.scenarios.runner import Runner, StepFailed, goes_on
from smashup.scenarios.steps import DECLINE, Row, Step, read_step

MOST_READINGS = 12  # how many questions may lie between a step and what it answers

#: What a reading comes to: the step is taken, or not read so, or this much is left of it.
Left: TypeAlias = Step | bool
Reading: TypeAlias = Callable[["Lenient", Decision, Step], Left]


class Unsaid(NamedTuple):
    """What goes, or went, without saying, and may be said: a verb, and what it is about."""

    verb: str
    names: tuple[Target, ...] = ()

    def is_said(self, step: Step) -> bool:
        """Whether a step says it."""
        if step.target is None:
            return self.verb == step.verb or (step.verb == "no" and self.verb in DECLINE)
        if self.verb == "choose" and step.verb == "use":
            return False
        # What was found out of play is chosen, or named as it is played.
        out_of_play = self.verb == "choose" and step.verb == "play"
        return any(
            _fits(step.target, name) for name in self.names if not (out_of_play and name.base)
        )


def _fits(target: Target, name: Target) -> bool:
    """Whether a target means what had this name."""
    return (
        target.name.lower() == name.name.lower()
        and target.base.lower() in ("", name.base.lower())
        and target.seat in ("", name.seat)
    )


class Lenient(Runner):
    """Takes steps on a game, and reads them generously."""

    def __init__(self, game: Game, seats: Sequence[str]) -> None:
        super().__init__(game, seats)
        self.narrowed: list[Option] = []  # what earlier steps have left of the pending options
        self.unsaid: list[Unsaid] = []  # since the last answer
        self.declined: tuple[object, ...] | None = None  # the question that was declined last
        self.order: list[Target] = []  # the rest of an order, to be asked for later
        self.readings: list[bool] = []  # of steps with two readings: whether the second, one by one
        self.forks = 0  # how many such steps there were
        self.passes_over = True  # whether a step may answer a later decision than the pending one
        self.speaker = ""  # the seat whose step is being taken
        self.is_ordering = False  # a step puts things in an order

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
                base = game.base_card(place).name if place in game.s.places else ""
                seat = self.seats[self.finder.whose(card)] if not game.is_base(card) else ""
                found.append(Target(game.name(card), base, seat))
        if option.place in game.s.places:
            found.append(Target(game.base_card(option.place).name))
        if option.seat >= 0:
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
        zone = self.game.s.zone
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

    # -- taking a step -----------------------------------------------------------------

    def take_one(self, seat: str, step: Step) -> None:
        self.speaker = seat
        if step.verb == "order":
            step = replace(step, verb="choose")
        for _ in range(MOST_READINGS):
            self._go_on_in_order(seat)
            decision = self.game.decision
            if decision is None:
                break
            left = self._read(decision, seat, step)
            if left is True:
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
            readings = (Lenient._skip, *(OTHERS_PASSING_OVER if self.passes_over else ()))
        for reading in readings:
            left = reading(self, decision, step)
            if left is not False:
                return left
        return False

    def _could_answer(self, seat: str) -> bool:
        decision = self._asked(seat)
        return decision is not None and decision.kind != "play"

    def _second_reading(self) -> bool:
        """Which reading of a step with two is taken: the second one, if so."""
        self.forks += 1
        return self.forks <= len(self.readings) and self.readings[self.forks - 1]

    # -- readings of a step for the seat that is asked -----------------------------------

    def _uncover(self, decision: Decision, step: Step) -> Left:
        """`uncover CARD` where it is asked first whether to uncover one."""
        offered = [o for o in decision.options if o.word == "uncover"]
        if not offered or not self._is_uncovered_by(decision, offered[0], step):
            return False
        self.decide(offered[0])
        return True if self._was_said(step) else step

    def _is_uncovered_by(self, decision: Decision, option: Option, step: Step) -> bool:
        if step.verb != "choose" or self.matching(decision, step, decision.options):
            return False
        return self._leads_to(decision, option, step)

    def _name_what_was_found(self, decision: Decision, step: Step) -> Left:
        """`choose CARD` for what a search had to find, where it is asked what to do with it."""
        verbs = {option.verb for option in decision.options}
        return step.verb == "choose" and {"play", "choose"} <= verbs and self._was_said(step)

    def _agree_by_use(self, decision: Decision, step: Step) -> Left:
        return step.verb == "use" and self._agree(decision, step)

    def _keep_for_later(self, decision: Decision, step: Step) -> Left:
        """A step that is not about playing an extra card at once, though it would fit.

        That question is only asked so that nothing waits in vain: a play takes it, an answer in
        other words is first read as one to the question that follows.
        """
        if decision.kind != "now" or not self._fitting(decision, step):
            return False
        if self._second_reading() != (step.verb == "play"):
            return False
        return self._keep_extra_play(decision, step)

    def _skip_rather(self, decision: Decision, step: Step) -> Left:
        """A step that says what goes without saying and would answer what is pending, too."""
        is_fork = self._is_said(step) and bool(self._fitting(decision, step))
        return is_fork and self._second_reading() and self._was_said(step)

    def _answer_pending(self, decision: Decision, step: Step) -> Left:
        """Answers the pending decision, or leaves less of it open."""
        pool = self.open_options(decision)
        found = self.matching(decision, step, pool)
        if not found and self.narrowed:
            found = self._located(step, pool)
        if not found or (self.narrowed and len(found) == len(pool)):
            return False  # the step says nothing, or nothing new
        if len(found) == 1:
            self._give(decision, step, found[0])
        elif self._are_places_for_one(found):
            self.narrowed = found  # which base is said by the next step
        elif decision.kind == "order" and self._are_copies(found):
            self.decide(found[0])
        else:
            raise StepFailed(self.several(found))
        return True

    def _give(self, decision: Decision, step: Step, option: Option) -> None:
        """Gives the one answer that a step means, and notes what it leaves unsaid."""
        if step.verb == "yes" and decision.kind == "choose":
            self._decide_unsaid(option)  # what it takes may be spelled out besides
            return
        rest = self._left_unsaid(decision, step, option)
        self.decide(option)
        self.unsaid[:0] = rest
        if step.verb == "use" and option.verb == "order":
            self._use_in_turn(decision, step)

    def _located(self, step: Step, pool: Sequence[Option]) -> list[Option]:
        """A base or minion named after the card that is played there."""
        target = step.where or step.target
        if target is None:
            return []
        return [o for o in pool if o.verb == "play" and self._is_where(o, target)]

    def _are_places_for_one(self, found: list[Option]) -> bool:
        """Whether these are the places where one card can be played."""
        plays = [o for o in found if o.verb == "play"]
        spots = {(o.place, o.host) for o in plays}
        return len(plays) == len(found) == len(spots) and len({o.card for o in plays}) == 1

    def _are_copies(self, options: list[Option]) -> bool:
        """Whether these are the same ability of copies of a card: one comes first as well."""
        s = self.game.s
        return len({(s.defn[o.card], s.controller[o.card]) for o in options}) == 1 and all(
            o.via is not None and o.card >= 0 for o in options
        )

    def _left_unsaid(self, decision: Decision, step: Step, option: Option) -> list[Unsaid]:
        """What goes without saying, and may be said: where a card is played, what is used."""
        names = self._names_of(option)
        if option.verb == "use":
            left = [Unsaid("choose", names)]  # counters may come from the card that is used
            if step.verb == "choose" and (self.is_ordering or _lets_others_go(decision)):
                left += [Unsaid("use", names), Unsaid("yes")]  # put in order first, then used
            return left
        if option.verb != "play" or step.where is not None:
            return []
        event = self.game.window_event
        if event is not None and event.place in self.game.s.places:
            names += (Target(self.game.base_card(event.place).name),)
        return [Unsaid("choose", names[1:])]

    def _use_in_turn(self, decision: Decision, step: Step) -> None:
        """`use X` where the order was asked first: when X's turn comes, it is used."""
        after = self.game.decision
        if after is None or after.seat != decision.seat or after.kind not in ("window", "yes_no"):
            return
        found = self.matching(after, step, after.options)
        if len(found) == 1:
            self.decide(found[0])

    def _skip(self, decision: Decision, step: Step) -> Left:
        return self._was_said(step)

    def _agree(self, decision: Decision, step: Step) -> Left:
        """`use X` or `yes` before the pick that X's optional ability asks for."""
        if decision.kind != "choose" or self.decline(decision) is None:
            return False
        if step.target is None:
            return step.verb == "yes"
        if step.verb == "play" or decision.picked or not self._asks(decision, step.target):
            return False
        if step.verb != "use" and not self.game.is_base(decision.source):
            return False
        only = self._agreeing(decision, decision.options)
        if len(only) == 1:
            self._decide_unsaid(only[0])
        return True

    def _narrow_down(self, decision: Decision, step: Step) -> Left:
        """`choose BASE` or `choose SEAT` before `choose CARD`: whose, or where it is."""
        target = step.target
        if step.verb != "choose" or target is None:
            return False
        pool = self.open_options(decision)
        there = self._there_or_theirs(target, [o for o in pool if o.verb == "choose"])
        if not there or (self.narrowed and len(there) == len(pool)):
            return False
        if len(there) == 1:
            self._decide_unsaid(there[0])
        else:
            self.narrowed = there
        return True

    def _there_or_theirs(self, target: Target, pool: Sequence[Option]) -> list[Option]:
        """The cards of this base or, if there is none, of this player."""
        cards = [o for o in pool if o.card >= 0]
        there = [o for o in cards if self.finder.is_place(target, self.game.place(o.card))]
        if there or target != Target(target.name):
            return there
        return [o for o in cards if self.seats[self.finder.whose(o.card)] == target.name]

    def _play_then_place(self, decision: Decision, step: Step) -> Left:
        """`play CARD at BASE`, where the card is picked or played first, and then its base."""
        if step.verb != "play" or step.where is None:
            return False
        found = self.matching(decision, replace(step, where=None), decision.options)
        if len(found) != 1 or found[0].place >= 0 or found[0].host >= 0:
            return False
        is_played = found[0].verb == "play"
        event = self.game.window_event
        scored_there = event is not None and self.finder.is_place(step.where, event.place)
        self.decide(found[0])
        if not is_played:
            return step
        return True if scored_there else Step("choose", step.where)

    # -- questions that a step passes over -----------------------------------------------

    def _keep_extra_play(self, decision: Decision, step: Step) -> Left:
        """An extra play that could be taken at once is kept for later."""
        if decision.kind != "now":
            return False
        self._decline(decision)
        return step

    def _take_order_as_it_stands(self, decision: Decision, step: Step) -> Left:
        option = self._comes_first(decision)
        if option is None:
            return False
        self.decide(option)
        return step

    def _let_them_go_first(self, decision: Decision, step: Step) -> Left:
        """Where the step is another player's, what that player may use comes first."""
        if decision.kind != "order":
            return False
        theirs = [o for o in decision.options if o.verb == "order" and self._is_optional(o)]
        if not theirs:
            return self._take_order_as_it_stands(decision, step)
        self.decide(next(filter(self._is_speakers, theirs), theirs[0]))
        return step

    def _comes_first(self, decision: Decision) -> Option | None:
        """What comes first in an order as it stands: what must, before what may."""
        if decision.kind != "order":
            return None
        return next((o for o in decision.options if o.verb == "order"), None)

    def _is_optional(self, option: Option) -> bool:
        return isinstance(option.via, Pending) and option.via.reaction.optional

    def _leave_to_others(self, decision: Decision, step: Step) -> Left:
        """ORDER-8: who is next is passed over, if it is asked of a player with nothing to use."""
        if decision.kind != "window" or not _lets_others_go(decision) or _offers_own(decision):
            return False
        return self._pass(decision, step)

    def _is_to_spare(self, decision: Decision, step: Step) -> Left:
        """A pass of a player who is not asked: about what follows, or where there is nothing.

        While another could use something of their own, it is first read as the latter (ORDER-8).
        """
        if step.verb != "no":
            return False
        others_first = _lets_others_go(decision) and _offers_own(decision)
        return self._second_reading() != others_first

    def _let_go_or_leave(self, decision: Decision, step: Step) -> Left:
        """ORDER-8: the step is another player's; the one who is asked passes, or lets them go."""
        if decision.kind != "window" or not _lets_others_go(decision):
            return False
        theirs = [o for o in decision.options if o.verb == "order" and self._is_speakers(o)]
        if step.target is not None:
            theirs = [o for o in theirs if self.finder.matches(step.target, o)]
        if len(theirs) != 1 or not self._second_reading():
            return self._pass(decision, step)
        self.decide(theirs[0])
        return step

    def _is_speakers(self, option: Option) -> bool:
        via = option.via
        return isinstance(via, Pending) and via.seat == self.seats.index(self.speaker)

    def _pass(self, decision: Decision, step: Step) -> Left:
        if self.decline(decision) is None:
            return False
        self._decline(decision)
        return step

    def _end_the_picks(self, decision: Decision, step: Step) -> Left:
        """A step about something else: the row of picks is over."""
        return bool(decision.picked) and self._pass(decision, step)

    def _decline_copies(self, decision: Decision, step: Step) -> Left:
        return step if self.decline_again() else False

    def _save_another(self, decision: Decision, step: Step) -> Left:
        """`choose X` where it is asked first whether to save another minion than X."""
        decline = self.decline(decision)
        if step.verb != "choose" or decision.kind != "window":
            return False
        if decline is None or decision.source < 0:
            return False
        after = self._answering(decision, decline).game.decision
        if after is None or after.kind != "window" or after.seat != decision.seat:
            return False
        if after.source < 0 or after.source == decision.source:
            return False
        self.decide(decline)
        return step

    def _say_zone_first(self, decision: Decision, step: Step) -> Left:
        """`play CARD from discard` where it is asked first from where."""
        for option in decision.options:
            if step.zone and option.word == step.zone:
                self.decide(option)
                return step
        return False

    def _accept_for(self, decision: Decision, step: Step) -> Left:
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
        self.decide(leading[0])
        return step

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
        return probe._was_said(step)

    def _answering(self, decision: Decision, option: Option) -> Lenient:
        """A runner of its own, after this answer to the pending decision."""
        probe = Lenient(self.game.copy(), self.seats)
        probe.game.decide(decision.options.index(option))
        return probe

    # -- answering -----------------------------------------------------------------------

    def decide(self, option: Option) -> list[Event]:
        decision = self.game.decision
        assert decision is not None
        self.narrowed = []
        self.unsaid.clear()
        self.declined = None if option.verb not in DECLINE else self._question(decision)
        last = [o for o in decision.options if o is not option]
        last_names = self._names_of(last[0]) if decision.kind == "order" else ()
        bases = self._base_names()
        events = super().decide(option)
        bases |= self._base_names()
        # Where a minion had to go may be spelled out.
        moves = [e.to for e in events if e.kind == MINION_MOVED]
        self.unsaid += [Unsaid("choose", (Target(bases[to]),)) for to in moves if to in bases]
        if len(last) == 1 and last_names:
            self.unsaid.append(Unsaid("order", last_names))  # so may what comes last in an order
        return events

    def _base_names(self) -> dict[int, str]:
        return {place: self.game.base_card(place).name for place in self.game.s.row}

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

    # -- several in a row ----------------------------------------------------------------

    def take_picks(self, seat: str, row: Row) -> None:
        left = list(row.targets)
        asked = self.game.decision
        counters = self._picks_counters(asked)
        last: Target | None = None
        while left:
            target = left.pop(self._asked_first(seat, left))
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
        if decision is asked or goes_on(asked, decision):
            self._decline(decision)

    def _picks_counters(self, decision: Decision | None) -> bool:
        """Whether this begins a row of counters, picked by the cards that they are on."""
        if decision is None or decision.most < 2:
            return False
        cards = [o.card for o in decision.options if o.verb not in DECLINE]
        return all(card >= 0 and self.game.s.counters[card] > 0 for card in cards)

    def _asked_first(self, seat: str, targets: list[Target]) -> int:
        """Which of several picks the pending question is about: where not the first, a later."""
        decision = self._asked(seat)
        if decision is None:
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
        if decision is None or decision.kind != "window" or _lets_others_go(decision):
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
            self.decide(option)
        elif not self._leave_to_others(decision, Step("no")) and not self.decline_again():
            return False
        self._settle()
        return True

    def can(self, seat: str, answer: Any) -> bool:
        decision = self._asked(seat)
        if decision is None:
            return False
        step = read_step(answer, self.seats)
        if isinstance(step, Step):
            if self._fitting(decision, step):
                return True
            if step.verb not in ("use", "play"):
                located = bool(self._located(step, self.narrowed))
                return located or self._can_uncover(decision, step)
        return self._can_be_taken(seat, answer)

    def _can_uncover(self, decision: Decision, step: Step) -> bool:
        offered = [o for o in decision.options if o.word == "uncover"]
        return bool(offered) and self._is_uncovered_by(decision, offered[0], step)

    def _can_be_taken(self, seat: str, answer: Any) -> bool:
        trial = Lenient(self.game.copy(), self.seats)
        trial.narrowed = self.narrowed
        trial.passes_over = False
        try:
            trial.take(seat, answer)
        except StepFailed:
            return False
        return len(trial.order) < 2  # all of an order was asked about, the last goes without


def _lets_others_go(decision: Decision) -> bool:
    """Whether it is also asked which other ability is to come next (ORDER-8)."""
    return any(o.verb == "order" for o in decision.options)


def _offers_own(decision: Decision) -> bool:
    """Whether the seat that is asked could use something of its own."""
    return any(o.verb not in ("order", *DECLINE) for o in decision.options)


#: Ways to read a step for the seat that is asked, the first that fits is taken.
READINGS: tuple[Reading, ...] = (
    Lenient._uncover,
    Lenient._name_what_was_found,
    Lenient._agree_by_use,
    Lenient._keep_for_later,
    Lenient._skip_rather,
    Lenient._answer_pending,
    Lenient._skip,
    Lenient._agree,
    Lenient._narrow_down,
    Lenient._play_then_place,
)

#: What a step may pass over, if it cannot be read at all yet.
PASSING_OVER: tuple[Reading, ...] = (
    Lenient._keep_extra_play,
    Lenient._take_order_as_it_stands,
    Lenient._leave_to_others,
    Lenient._end_the_picks,
    Lenient._decline_copies,
    Lenient._save_another,
    Lenient._say_zone_first,
    Lenient._accept_for,
)

#: The same for a step of another seat than the one that is asked.
OTHERS_PASSING_OVER: tuple[Reading, ...] = (
    Lenient._is_to_spare,
    Lenient._keep_extra_play,
    Lenient._let_them_go_first,
    Lenient._let_go_or_leave,
    Lenient._decline_copies,
)
