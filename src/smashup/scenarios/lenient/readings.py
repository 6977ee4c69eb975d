"""The ways to read a step generously, one method each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias

from smashup.engine.game import Game
from smashup.engine.ordering import Pending
from smashup.model.decision import Decision, Option
from smashup.model.ids import NO_CARD
from smashup.scenarios.lenient.answering import Answering
from smashup.scenarios.lenient.unsaid import Unsaid
from smashup.scenarios.names import Target
from smashup.scenarios.runner import StepFailed
from smashup.scenarios.steps import DECLINE, Step

#: What a reading comes to: the step is taken, or not read so, or this much is left of it.
Left: TypeAlias = Step | bool
Reading: TypeAlias = Callable[["Readings", Decision, Step], Left]


class Readings(Answering):
    """Each reading is given the pending decision and a step, and says what is left of it."""

    def __init__(self, game: Game, seats: Sequence[str]) -> None:
        super().__init__(game, seats)
        self.readings: list[bool] = []  # of steps with two readings: whether the second, one by one
        self.forks = 0  # how many such steps there were
        self.speaker = ""  # the seat whose step is being taken
        self.named: Target | None = None  # a minion whose base is asked for later
        self.ahead: dict[Target, Step] = {}  # the bases said for such minions
        self.is_ordering = False  # a step puts things in an order

    def _second_reading(self) -> bool:
        """Which reading of a step with two is taken: the second one, if so."""
        self.forks += 1
        return self.forks <= len(self.readings) and self.readings[self.forks - 1]

    # -- of a step for the seat that is asked --------------------------------------------

    def _uncover(self, decision: Decision, step: Step) -> Left:
        """`uncover CARD` where it is asked first whether to uncover one."""
        option = self._uncovering(decision, step)
        if option is None:
            return False
        self.decide(option)
        return True if self._was_said(step) else step

    def _uncovering(self, decision: Decision, step: Step) -> Option | None:
        """The option to uncover a card, if the step then says which."""
        option = next((o for o in decision.options if o.word == "uncover"), None)
        if option is None or step.verb != "choose" or self._fitting(decision, step):
            return None
        return option if self._leads_to(decision, option, step) else None

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

    def _say_base_ahead(self, decision: Decision, step: Step) -> Left:
        """`choose BASE` for a minion that was named while the base of another is asked for."""
        if self.named is None or step.verb != "choose" or not self._fitting(decision, step):
            return False
        self.ahead[self.named] = step
        self.named = None
        return True

    def _name_ahead(self, decision: Decision, step: Step) -> Left:
        """`choose MINION` where each of several goes to a base, and another is asked about."""
        if step.verb != "choose" or not self._is_ahead(decision, step.target):
            return False
        self.named = step.target
        return True

    def _is_ahead(self, decision: Decision, target: Target | None) -> bool:
        """Whether it names a minion of the seat that is asked where one of its minions goes."""
        if target is None or not _asks_for_base(decision):
            return False
        return any(self.finder.is_card(target, m) for m in self.game.minions(of=decision.seat))

    def _go_on_ahead(self) -> None:
        """Answers where a minion goes, if that was said before it was asked for."""
        for target, step in list(self.ahead.items()):
            decision = self.game.decision
            named = Step("choose", target)
            if decision is not None and _asks_for_base(decision) and self._is_said(named):
                (option,) = self._fitting(decision, step)
                del self.ahead[target]
                self.decide(option)
                self._go_on_ahead()
                return

    def _skip_rather(self, decision: Decision, step: Step) -> Left:
        """A step that says what goes without saying and would answer what is pending, too.

        A `pass` may always be one where nothing else was possible, before this was asked.
        """
        goes_without = step.verb == "no" or self._is_said(step)
        if not goes_without or not self._fitting(decision, step) or not self._second_reading():
            return False
        self._was_said(step)
        return True

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
        s = self.game.columns
        return len({(s.defn[o.card], s.controller[o.card]) for o in options}) == 1 and all(
            o.via is not None and o.card >= 0 for o in options
        )

    def _left_unsaid(self, decision: Decision, step: Step, option: Option) -> list[Unsaid]:
        """What goes without saying, and may be said: where a card is played, what is used."""
        names = self._names_of(option)
        if option.verb == "use":
            left = [Unsaid("choose", names)]  # counters may come from the card that is used
            if step.verb == "choose" and (self.is_ordering or lets_others_go(decision)):
                left += [Unsaid("use", names), Unsaid("yes")]  # put in order first, then used
            return left
        if option.verb != "play" or step.where is not None:
            return []
        event = self.game.rules.window_event
        if event is not None and event.place in self.game.columns.places:
            names += (Target(self.game.base_card(event.place).name),)
        return [Unsaid("choose", names[1:])]

    def _use_in_turn(self, decision: Decision, step: Step) -> None:
        """`use X` where the order was asked first: when X's turn comes, it is used."""
        after = self.game.decision
        if after is None or after.seat != decision.seat:
            return
        if after.kind == "choose":
            self._agree(after, step)
        elif after.kind in ("window", "yes_no"):
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
        event = self.game.rules.window_event
        scored_there = event is not None and self.finder.is_place(step.where, event.place)
        self.decide(found[0])
        if not is_played:
            return step
        return True if scored_there else Step("choose", step.where)

    # -- of a step that passes questions over ---------------------------------------------

    def _keep_extra_play(self, decision: Decision, step: Step) -> Left:
        """An extra play that could be taken at once is kept for later."""
        if decision.kind != "now":
            return False
        self._decline(decision)
        return step

    def _take_order_as_it_stands(self, decision: Decision, step: Step) -> Left:
        """What comes first is what asks for this step, if anything does."""
        if decision.kind != "order":
            return False
        order = [o for o in decision.options if o.verb == "order"]
        asking = (o for o in order if self._is_asked_after(decision, o, step))
        option = next(asking, self._comes_first(decision))
        if option is None:
            return False
        self.decide(option)
        return step

    def _is_asked_after(self, decision: Decision, option: Option, step: Step) -> bool:
        """Whether this option leads at once to a question that the step answers."""
        probe = self._answering(decision, option)
        after = probe.game.decision
        if after is None or after.kind == "play" or self.seats[after.seat] != self.speaker:
            return False
        return bool(probe.matching(after, step, after.options))

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
        if decision.kind != "window" or not lets_others_go(decision) or _offers_own(decision):
            return False
        return self._pass(decision, step)

    def _is_to_spare(self, decision: Decision, step: Step) -> Left:
        """A pass of a player who is not asked: about what follows, or where there is nothing.

        While another could use something of their own, it is first read as the latter (ORDER-8).
        """
        if step.verb != "no":
            return False
        others_first = lets_others_go(decision) and _offers_own(decision)
        return self._second_reading() != others_first

    def _let_go_or_leave(self, decision: Decision, step: Step) -> Left:
        """ORDER-8: the step is another player's; the one who is asked passes, or lets them go."""
        if decision.kind != "window" or not lets_others_go(decision):
            return False
        theirs = [o for o in decision.options if o.verb == "order" and self._is_speakers(o)]
        if step.target is not None:
            named = [o for o in theirs if self.finder.matches(step.target, o)]
            theirs = named or [o for o in theirs if self._is_asked_after(decision, o, step)]
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
            asks.add(NO_CARD)  # the rules themselves
        if after is not None and after.seat == decision.seat and after.source in asks:
            if after.kind != "play" and probe.matching(after, step, after.options):
                return True
        return probe._was_said(step)

    def _answering(self, decision: Decision, option: Option) -> Readings:
        """A runner of its own, after this answer to the pending decision."""
        probe = Readings(self.game.copy(), self.seats)
        probe.game.decide(decision.options.index(option))
        return probe


def lets_others_go(decision: Decision) -> bool:
    """Whether it is also asked which other ability is to come next (ORDER-8)."""
    return any(o.verb == "order" for o in decision.options)


def _offers_own(decision: Decision) -> bool:
    """Whether the seat that is asked could use something of its own."""
    return any(o.verb not in ("order", *DECLINE) for o in decision.options)


def _asks_for_base(decision: Decision) -> bool:
    return decision.kind == "choose" and all(o.place >= 0 and o.card < 0 for o in decision.options)


#: Ways to read a step for the seat that is asked, the first that fits is taken.
READINGS: tuple[Reading, ...] = (
    Readings._say_base_ahead,
    Readings._uncover,
    Readings._name_what_was_found,
    Readings._agree_by_use,
    Readings._keep_for_later,
    Readings._skip_rather,
    Readings._answer_pending,
    Readings._skip,
    Readings._agree,
    Readings._narrow_down,
    Readings._play_then_place,
    Readings._name_ahead,
)

#: What a step may pass over, if it cannot be read at all yet.
PASSING_OVER: tuple[Reading, ...] = (
    Readings._keep_extra_play,
    Readings._take_order_as_it_stands,
    Readings._leave_to_others,
    Readings._end_the_picks,
    Readings._decline_copies,
    Readings._save_another,
    Readings._say_zone_first,
    Readings._accept_for,
)

#: The same for a step of another seat than the one that is asked.
OTHERS_PASSING_OVER: tuple[Reading, ...] = (
    Readings._is_to_spare,
    Readings._keep_extra_play,
    Readings._let_them_go_first,
    Readings._let_go_or_leave,
    Readings._decline_copies,
)
