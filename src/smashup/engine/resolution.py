"""The order in which things happen: abilities carried out, triggers, Specials ("me first").

Whatever is carried out (a card being played, an ability used, a trigger) is a *frame*. Triggers
that it sets off wait in the frame until nothing is in the middle of being carried out any more;
then the frames' triggers follow, the latest frame first (ORDER-1, ORDER-2).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from smashup.cards.registry import CARDS
from smashup.engine.happening import Frame, Happening, Live
from smashup.engine.ordering import Pending
from smashup.model.card import (
    ACTION,
    ON_BASE,
    STANDARD,
    Reaction,
)
from smashup.model.decision import (
    NOTHING,
    PASS,
    SILENT_PASS,
    Ability,
    Decision,
    Option,
    next_question,
)
from smashup.model.event import (
    ABILITY_USED,
    NUMBER,
    Event,
)
from smashup.model.ids import NO_CARD, NO_SEAT, CardId, Seat, left_of
from smashup.model.state import State
from smashup.model.words import Phrase, Sentence, Words

ANY_ORDER: Sentence = "Several cards act at once: which comes first?"
WHOSE_NEXT: Sentence = "Whose card acts next?"
GO_ON = Decision(NO_SEAT, "choose", NO_CARD, "", [])  # no question: a sign within `_follow_up`


class Resolution(Happening):
    """Carries abilities out in the right order."""

    is_following = False  # what was set off is being carried out

    def __init__(self, state: State) -> None:
        super().__init__(state)
        self.waiting: list[Frame] = []
        self.reacting: list[Frame] = []  # those that are reacted to, now or next, the latest first

    # -- what layers above this one do for it ------------------------------------------

    def finish_action(self, card: CardId) -> Ability[None]:
        """Discards an action that was played and does not stay."""
        raise NotImplementedError

    def play_special(self, seat: Seat, option: Option) -> Ability[None]:
        """Plays a card from hand by its Special."""
        raise NotImplementedError

    # -- frames ------------------------------------------------------------------------

    def carry_out(
        self,
        ability: Ability[None],
        source: CardId,
        seat: Seat,
        played: bool = False,
        event: Event | None = None,
        committed: bool = False,
    ) -> Ability[None]:
        """Carries something out; if nothing else is under way, then all that it set off."""
        watcher = self.watcher
        called = 0 if watcher is None else watcher.called()
        outer, asker = self.frame, self.asker
        frame = Frame(source, seat, played, event)
        self.frame, self.asker, self.committed = frame, source, committed
        self.waiting.append(frame)
        yield from ability
        self.frame, self.asker = outer, asker
        self.committed = False
        if outer is None and not self.is_following:
            if len(self.waiting) > 1 or frame.triggers or frame.events:
                yield from self._follow_up()
            else:
                self.waiting.clear()
                if frame.discard >= 0:  # nothing reacts: just ORDER-1 step 5
                    yield from self.finish_action(frame.discard)
        if watcher is not None:
            watcher.require_begun(self._rules, called)

    def _follow_up(self) -> Ability[None]:
        """Carries out what frames have set off, and what that sets off, the latest first.

        A stack instead of calls within calls: a chain of cards that play cards has no end.
        """
        self.is_following = True
        stack = self._take_waiting()
        while stack:
            asked = next_question(stack[-1])
            if asked is None:
                stack.pop()
            if asked is None or asked is GO_ON:
                if self.waiting:
                    stack += self._take_waiting()
            else:
                yield asked
        self.is_following = False

    def _take_waiting(self) -> list[Ability[None]]:
        """What the waiting frames have set off, that of the latest last (ORDER-2)."""
        waiting, self.waiting = self.waiting, []
        frames = [frame for frame in waiting if frame.has_set_off()]
        self.reacting += frames
        return [self._reactions_to(frame) for frame in frames]

    def _reactions_to(self, frame: Frame) -> Ability[None]:
        """ORDER-1 steps 3 to 5 for one frame."""
        if frame.triggers:
            frame.done = set()
            yield from self.resolve(frame.set_off, frame.done)
        if frame.events:
            last = frame.events[-1]
            yield from self._me_first(lambda seat: self._hand_offers(seat, frame.events), last)
        self.reacting.remove(frame)
        if frame.discard >= 0:
            yield from self.finish_action(frame.discard)

    def with_more_to_do(self, ability: Ability[None]) -> Ability[None]:
        """Carries out a card that the present one lets be played before it goes on itself.

        So an extra play which that card gives may be wanted at once.
        """
        frame = self.frame
        assert frame is not None
        before, frame.more = frame.more, True
        yield from ability
        frame.more = before

    def join(self, number: int) -> None:
        """Lets abilities that were set off within something wait with those set off by that."""
        frame, outer = self.waiting.pop(number), self.frame
        assert outer is not None
        outer.triggers += frame.triggers
        outer.events += frame.events

    def _has_followers(self) -> bool:
        """Whether what was just set off comes before the rest of what waits."""
        return self.is_following and self.frame is None

    def happen(self, event: Event) -> Ability[None]:
        """Lets the rules themselves make something happen, and what follows from it."""
        kind = NUMBER[event.kind]
        if self.listening[kind] or self.hand_bits >> kind & 1:
            return self.carry_out(self._publish_in_frame(event), NO_CARD, event.seat)
        self.log.append(event)
        return NOTHING

    def _publish_in_frame(self, event: Event) -> Ability[None]:
        self.publish(event)
        return
        yield

    # -- bases that may be ignored -----------------------------------------------------

    def heeds(self, card: CardId, seat: Seat) -> Ability[bool]:
        """Whether a player follows what a base must do to them now: some may ignore it.

        They say so once for all that the base does at that moment.
        """
        ignoring = self.may_ignore(card, seat)
        if ignoring < 0:
            return True
        frame = self.frame
        if frame is not None and frame.source == card and seat in frame.heeding:
            return frame.heeding[seat]
        prompt = Words("Ignore {base}?", base=self.name(card))
        heeded = not (yield from self.ask_yes_no(seat, ignoring, prompt, about=card))
        if frame is not None and frame.source == card:
            frame.heeding = {**frame.heeding, seat: heeded}
        return heeded

    def who_heeds(self, base: CardId, seats: Sequence[Seat]) -> Ability[list[Seat]]:
        """Those of the players who follow what a base does to all of them now."""
        heeding: list[Seat] = []
        for seat in seats:
            if (yield from self.heeds(base, seat)):
                heeding.append(seat)
        return heeding

    # -- simultaneous abilities --------------------------------------------------------

    def resolve(
        self, supply: Callable[[], list[Pending]], done: set[Pending]
    ) -> Ability[list[Pending]]:
        """Carries out abilities that wait at one moment, in the order players give them (ORDER-8).

        `done` grows by those carried out and those declined; gives those that were not declined.
        """
        used: list[Pending] = []
        passed: set[Seat] = set()  # the players who have declined all of their own
        while True:
            waiting: list[Pending] = []
            for p in supply():
                if (not done or p not in done) and self._still_there(p):
                    waiting.append(p)
            pending = self._worth_asking(waiting)
            if not pending:
                return used
            if len(pending) < len(waiting):
                self._tell_order(sorted(waiting, key=lambda p: p not in pending))
            chosen = yield from self._next_of(pending, done, passed)
            if chosen is not None:
                done.add(chosen)
            if len(waiting) > 1:
                done.update([p for p in waiting if self._is_passed_over(p, done)])
            if chosen is None:
                continue
            used.append(chosen)
            left_to_them = chosen.reaction.extra_play or self._optional(chosen)
            if left_to_them or (yield from self.heeds(chosen.me, chosen.seat)):
                yield from self.use_reaction(chosen)
                if self._has_followers():
                    yield GO_ON

    def use_reaction(self, pending: Pending) -> Ability[None]:
        run = pending.reaction.run
        assert run is not None
        me, seat, ev = pending.me, pending.seat, pending.ev
        if not pending.reaction.asks:
            self.log.append(Event(ABILITY_USED, seat, me, self.s.place[me]))
        ability = run(self._rules, me, seat, ev)
        return self.carry_out(ability, me, seat, event=ev, committed=self.committed)

    def _next_of(
        self, pending: list[Pending], done: set[Pending], passed: set[Seat]
    ) -> Ability[Pending | None]:
        """Which of the waiting abilities comes next; None if some were declined instead."""
        if len(pending) == 1:
            only = pending[0]
            if self._optional(only):
                return (yield from self._offer(only.seat, pending, done, passed))
            return only
        must = [p for p in pending if not self._optional(p)]
        first = self._first_anyway(pending, must)
        if first is not None:
            others = [p for p in pending if p.me != first.me]
            if others and (yield from self._comes_later(first)):
                return (yield from self._next_of(others, done, passed))
            self._tell_order(pending if self._alike(pending) or len(pending) == 2 else [first])
            return first
        for p in must:
            if p.reaction.extra_play and not self._leaves_a_between(pending):
                self._tell_order([p])
                return p  # it is there for later, whatever comes first
        you = self.s.turn
        useful = [p for p in pending if p.seat != you or not self._is_asleep(p)]
        is_theirs = you in passed or len(useful) == 1 or self._is_nobody_elses(pending)
        if not must and is_theirs:
            waiting = self._first_spoken_to([p for p in pending if not self._is_moot(p)])
            first_seat = self.clockwise(p.seat for p in waiting)[0]
            return (yield from self._offer(first_seat, waiting, done, passed))
        waiting = self._first_spoken_to(useful)
        answer = yield from self._ask_what_comes_next(waiting, bool(must))
        if answer is PASS:
            self._decline(you, pending, done, passed)
            return None
        chosen = answer.via
        assert isinstance(chosen, Pending)
        if answer.verb == "use":
            self.committed = self._commits(chosen)
        elif self._optional(chosen):
            if self._is_moot(chosen):  # its turn came, and there was nothing for it to do
                done.add(chosen)
                return None
            # To decline this one is not yet to pass.
            return (yield from self._offer(chosen.seat, [chosen], done, set()))
        return chosen

    def _leaves_a_between(self, pending: list[Pending]) -> bool:
        """Whether so much waits that a card could be wanted after some of it and before the rest.

        A play that is kept is for when all of it is done, so it may want a turn of its own. What
        does nothing but add to powers is no reason to ask: a card could be played before it anyway.
        """
        if all(p.reaction.extra_play or self._only_adds_power(p) for p in pending):
            return False
        if len(pending) > 2 or any(self._goes_on(frame) for frame in self.reacting):
            return True
        return any(self._is_waited_for(frame) for frame in self.reacting[:-1])

    def _is_waited_for(self, frame: Frame) -> bool:
        """Whether something is still to come of what was carried out."""
        return len(frame.triggers) > len(frame.done) or self._goes_on(frame)

    def _goes_on(self, frame: Frame) -> bool:
        """Whether it has more to do itself, or hands can answer it, or its card goes elsewhere."""
        goes_elsewhere = frame.discard >= 0 and self.card(frame.discard).before_discard is not None
        return frame.more or bool(frame.events) or goes_elsewhere

    def _is_nobody_elses(self, pending: list[Pending]) -> bool:
        """Whether all that waits is one player's, or what one card says."""
        one = pending[0]
        return all(p.seat == one.seat for p in pending) or all(p.me == one.me for p in pending)

    def _comes_later(self, first: Pending) -> Ability[bool]:
        """Whether something else is to come before what may as well be first: never in a game."""
        if not self.ask_needless:
            return False
        options = [Option("order", first.me, word=self._rule_word(first), via=first), PASS]
        decision = Decision(self.s.turn, "order", NO_CARD, ANY_ORDER, options, event=first.ev)
        return (yield from self.ask(decision, idle=True)) is PASS

    def _ask_what_comes_next(self, waiting: list[Pending], must: bool) -> Ability[Option]:
        """ORDER-8: the current player uses one of their own, or lets another one be next.

        To pass declines all that they could use themselves.
        """
        you = self.s.turn
        event = waiting[0].ev
        options = [
            Option("use", p.me, word=self._rule_word(p), via=p)
            if p.seat == you and not must
            else Option("order", p.me, seat=p.seat, word=self._rule_word(p), via=p)
            for p in self._one_of_each(waiting)
        ]
        if must:
            if any(p.seat == you and self._optional(p) for p in waiting):
                options.append(PASS)
            order = Decision(you, "order", NO_CARD, ANY_ORDER, options, event=event)
            return (yield from self.ask(order))
        window = Decision(you, "window", NO_CARD, WHOSE_NEXT, [*options, PASS], event=event)
        return (yield from self.ask(window))

    def _decline(
        self, seat: Seat, pending: list[Pending], done: set[Pending], passed: set[Seat]
    ) -> None:
        """Who passes declines all of their own that may be declined."""
        done.update(p for p in pending if p.seat == seat and self._optional(p))
        passed.add(seat)

    def _tell_order(self, pending: list[Pending]) -> None:
        """An order that is not asked about because any will do."""
        if self.tell_forced is not None:
            options = [
                Option("order", p.me, seat=p.seat, word=self._rule_word(p), via=p) for p in pending
            ]
            self._tell_each(Decision(self.s.turn, "order", NO_CARD, ANY_ORDER, options))

    def _offer(
        self, seat: Seat, pending: list[Pending], done: set[Pending], passed: set[Seat]
    ) -> Ability[Pending | None]:
        """Offers a player those of these abilities that are theirs, all of them optional."""
        mine = [p for p in pending if p.seat == seat]
        offered = self._one_of_each(mine)
        first = offered[0].reaction
        if len(offered) == 1 and (first.asks or first.extra_play):
            return offered[0]
        options = [Option("use", p.me, word=self._rule_word(p), via=p) for p in offered]
        prompt = self._use_prompt(options)
        source, event = mine[0].me, mine[0].ev
        window = Decision(seat, "window", source, prompt, [*options, PASS], event=event)
        answer = yield from self.ask(window)
        if answer is PASS:
            self._decline(seat, pending, done, passed)
            return None
        assert isinstance(answer.via, Pending)
        self.committed = self._commits(answer.via)
        return answer.via

    def _commits(self, pending: Pending) -> bool:
        """Whether who says that it is used has said yes to what it asks; not to an extra play."""
        return pending.reaction.asks and not pending.reaction.extra_play

    def _rule_word(self, pending: Pending) -> Sentence:
        """What the rules themselves allow has a word instead of a card."""
        return "" if pending.me >= 0 else "uncover"

    def _one_of_each(self, mine: list[Pending]) -> list[Pending]:
        """One of several events at a time, and one of the copies of an action on one base.

        So of copies of an action that was carried out and lies nowhere.
        """
        if len(mine) == 1:
            return mine
        s = self.s
        seen: dict[tuple[int, int, int, Reaction], Pending] = {}
        for p in mine:
            card = CARDS[s.defn[p.me]]
            lies_nowhere = card.type == ACTION and card.plays_on == STANDARD
            copies = lies_nowhere or (card.plays_on == ON_BASE and p.me not in s.hosts)
            key = (s.defn[p.me] if copies else -1 - p.me, s.place[p.me], p.seat, p.reaction)
            seen.setdefault(key, p)
        return list(seen.values())

    def _use_prompt(self, options: list[Option]) -> Phrase:
        """Whether something is used: the card by its name, if it is only one."""
        names = {self.name(option.card) if option.card >= 0 else "" for option in options}
        if len(names) == 1 and "" not in names:
            return Words("Use {card}?", card=names.pop())
        return "Use one of these?"

    # -- Specials ----------------------------------------------------------------------

    def window(self, event: Event) -> Ability[None]:
        """A time at which abilities may be used, in play and from hand (SCORE-3, SCORE-8)."""
        self.log.append(event)
        kind = NUMBER[event.kind]
        from_hand = bool(self.hand_bits >> kind & 1)
        if self.listening[kind] or from_hand:
            return self._open(Window(self, event, from_hand))
        return NOTHING

    def _open(self, window: Window) -> Ability[None]:
        self.window_event = window.event
        first = self.s.edition.in_play_first
        yield from self._by_cards_in_play(window, window.in_play if first else window.compulsory)
        yield from self._me_first(window.offers, window.event, window)
        self.window_event = None

    def _by_cards_in_play(
        self, window: Window, supply: Callable[[], list[Pending]]
    ) -> Ability[None]:
        """What cards in play do at a time for Specials before players take turns at it."""
        before = set(window.done)
        used = yield from self.resolve(supply, window.done)
        if not self.s.edition.in_play_first:
            window.done = before.union(used)  # what was declined is still there to be used

    def _me_first(
        self,
        offers: Callable[[Seat], list[Option]],
        event: Event,
        window: Window | None = None,
    ) -> Ability[None]:
        """ORDER-4: one Special each or pass, clockwise, until all pass in a row."""
        seat = self.s.turn
        passes = 0
        from_hand = window is None or window.from_hand
        while passes < self.s.seats:
            options = offers(seat)
            passes += 1
            if options or (from_hand and self.ask_everyone):
                decline = PASS if options else SILENT_PASS
                prompt = self._use_prompt(options)
                asked = Decision(seat, "window", NO_CARD, prompt, [*options, decline], event=event)
                answer = yield from self.ask(asked)
                if answer is not decline:
                    passes = 0
                    yield from self._use_special(seat, answer, window)
                    if self._has_followers():
                        yield GO_ON
                elif window is not None and self.s.edition.in_play_first:
                    window.done.update(o.via for o in options if isinstance(o.via, Pending))
            seat = left_of(seat, self.s.seats)

    def _use_special(self, seat: Seat, option: Option, window: Window | None) -> Ability[None]:
        if isinstance(option.via, Pending):
            assert window is not None
            window.done.add(option.via)
            self.committed = self._commits(option.via)
            yield from self.use_reaction(option.via)
        else:
            yield from self.play_special(seat, option)
        if window is not None:  # what must happen and could not before
            yield from self._by_cards_in_play(window, window.compulsory)


class Window(Live):
    """A time at which abilities may be used (SCORE-3, SCORE-8), and which of them were."""

    __slots__ = ("done", "from_hand", "resolution")

    def __init__(self, rules: Resolution, event: Event, from_hand: bool) -> None:
        super().__init__(rules, event)
        self.resolution = rules
        self.from_hand = from_hand
        self.done: set[Pending] = set()

    def in_play(self) -> list[Pending]:
        """What cards in play do, while it is time."""
        return super().in_play() if self.rules.is_now(self.event) else []

    def compulsory(self) -> list[Pending]:
        """What must be done and, as long as there is such, what may come before it (PREC-4)."""
        rules = self.resolution
        left = [p for p in self.in_play() if p not in self.done and rules._still_there(p)]
        return left if any(not p.reaction.optional for p in left) else []

    def offers(self, seat: Seat) -> list[Option]:
        """What a player may use."""
        rules = self.resolution
        if not rules.is_now(self.event):
            return []
        mine = [p for p in self.in_play() if p.seat == seat and p.reaction.optional]
        left = [p for p in mine if p not in self.done and not rules._is_moot(p)]
        may = rules._one_of_each(left) if left else left
        uses = [Option("use", p.me, via=p) for p in may]
        return uses + (rules._hand_offers(seat, [self.event]) if self.from_hand else [])
