"""What cards do. Only these change the state; each asks whether it can be done, then tells of it.

Who does it is never said: it is the card being carried out (`self.cause`), and the player who
carries it out. `by_seat` names another player where a text tells another one to do it (FILL-11).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from smashup.cards.registry import CARDS
from smashup.engine.resolution import Pending, Resolution
from smashup.engine.table import (
    BASE_IGNORED,
    BREAKPOINT_BONUS,
    NO_ABILITIES,
    NO_ACTIONS,
    POWER_AT,
    POWER_BONUS,
    REMEMBERED,
    SPARED,
    STARTING_BREAKPOINT_SET,
)
from smashup.model.card import (
    ACTION,
    BASE,
    MINION,
    PROTECTION,
    SAVING,
    SHIELD,
    Cause,
)
from smashup.model.decision import NO, PASS, Ability, Decision, Option
from smashup.model.event import (
    ACTION_DESTROYED,
    AFFECTED,
    BASE_ENTERED,
    BASE_LEFT,
    BIT,
    BOXED,
    BREAKPOINT_CHANGED,
    CANCELLED,
    CARDS_SEEN,
    CONTROL_CHANGED,
    COUNTERS,
    DISCARDED,
    DRAWN,
    MINION_DESTROYED,
    MINION_MOVED,
    MINION_TO_DISCARD,
    PLACED,
    POWER_CHANGED,
    PROTECTED,
    REPLACED,
    RESTRICTED,
    RETURNED,
    SHUFFLED,
    TRANSFERRED,
    VICTORY_POINTS,
    Event,
)
from smashup.model.state import (
    BASE_DECK,
    BASE_DISCARD,
    BOX,
    BURIED,
    DECK,
    DISCARD,
    EVERYONE,
    HAND,
    LIMBO,
    TABLE,
    Lasting,
    Place,
)

TOP, BOTTOM = "top", "bottom"
LEAVING = (MINION_DESTROYED, MINION_TO_DISCARD, RETURNED, PLACED)  # with the last known power
ABOUT_A_CARD = (POWER_BONUS, NO_ABILITIES, SPARED, BASE_IGNORED, REMEMBERED)


def as_list(cards: int | None | Iterable[int]) -> list[int]:
    """Effects take one card, several, or None where a choice found nothing."""
    if cards is None:
        return []
    if isinstance(cards, int):
        return [cards]
    return list(cards)


class Effects(Resolution):
    """Everything that changes the state of a game."""

    # -- whether it can be done ------------------------------------------------------------------

    def _by(self, by_seat: int | None) -> Cause:
        cause = self.cause
        return cause if by_seat is None else Cause(cause.card, by_seat)

    def can_affect(self, minion: int, harm: str, cause: Cause) -> bool:
        """Whether this can be done to a minion, by this, now; a shield is spent if it stops it."""
        frame = self.frame
        if frame is not None and minion in frame.spared:
            return False
        if self.is_protected(minion, harm, cause) or self._shielded(minion, harm, cause):
            self.log.append(
                Event(PROTECTED, self.s.controller[minion], minion, by=cause.card, word=harm)
            )
            return False
        return True

    def _shielded(self, minion: int, harm: str, cause: Cause) -> bool:
        """A shield that is destroyed for it keeps the minion out of the whole ability."""
        if not self.affects(harm):
            return False
        for shield in self.listening[SHIELD]:
            hook = self.card(shield).shield
            if hook is None or not self.in_play(shield):
                continue
            spared = hook(self._game, shield, minion, harm, cause)
            if spared:
                if self.frame is not None:
                    self.frame.spared.update(spared)
                self._leave_for_discard([shield], ACTION_DESTROYED, Cause(shield, -1))
                return True
        return False

    def _affected(self, minions: Iterable[int], harm: str, cause: Cause) -> None:
        """Tells cards that wait for being affected by a card just played (TERM-directly)."""
        frame = self.frame
        if frame is None or not frame.played or not self.affects(harm):
            return
        for me in self.listening[BIT[AFFECTED]]:
            if me in minions and not any(p.me == me and p.ev.kind == AFFECTED for p in frame.triggers):
                event = self.event(AFFECTED, me, cause, word=harm)
                frame.triggers += [p._replace(gone=True) for p in self.collect(event)]

    def _affectable(
        self, cards: int | None | Iterable[int], harm: str, cause: Cause
    ) -> list[int]:
        """Those minions in play to which it can really be done."""
        able = [
            c for c in as_list(cards) if self.in_play(c) and self.can_affect(c, harm, cause)
        ]
        self._affected(able, harm, cause)
        return able

    def event(self, kind: str, card: int, cause: Cause, **fields: object) -> Event:
        """An event about a card in play, with all that is known of it now."""
        s = self.s
        event = Event(
            kind, cause.seat, card, s.place[card], by=cause.card, by_seat=cause.seat, **fields  # type: ignore[arg-type]
        )
        event.defn = s.defn[card]
        event.controller = s.controller[card]
        event.owner = s.owner[card]
        event.by_play = self.frame is not None and self.frame.played
        if kind in LEAVING and CARDS[event.defn].type == MINION:
            event.power = self.power(card)
        return event

    def settle(self) -> None:
        """What follows at once from protections and shields that apply continuously."""
        if self.s.attached and self.listening[PROTECTION]:
            self._shed_actions()
        if self.listening[SHIELD] and self.affects("power"):
            self._shield_from_continuous()

    def _shed_actions(self) -> None:
        """FILL-17: an attached action from which its minion is now protected is destroyed."""
        for host, actions in list(self.s.attached.items()):
            for action in list(actions):
                if self.is_protected(host, "attach", self.cause_of(action)):
                    self._leave_for_discard([action], ACTION_DESTROYED, Cause(-1, -1))

    def _shield_from_continuous(self) -> None:
        for shield in self.listening[SHIELD]:
            hook = self.card(shield).shield
            if hook is None:
                continue
            for minion in self.minions():
                for source, _ in list(self.continuous_power(minion)):
                    spared = hook(self._game, shield, minion, "power", self.cause_of(source))
                    if spared:
                        self._spare(spared, source)
                        self._leave_for_discard([shield], ACTION_DESTROYED, Cause(shield, -1))
                        break
                if not self.in_play(shield):
                    break

    def _spare(self, minions: Iterable[int], source: int) -> None:
        for minion in minions:
            self._last(SPARED, minion, source=source)

    # -- leaving play --------------------------------------------------------------------------------

    def destroy(
        self, cards: int | None | Iterable[int], by_seat: int | None = None
    ) -> Ability[list[int]]:
        """Destroys minions or actions in play, all at one moment; gives those really destroyed."""
        cause = self._by(by_seat)
        doomed: list[int] = []
        for card in as_list(cards):
            if not self.in_play(card):
                continue
            if self.is_minion(card):
                if not self.can_affect(card, "destroy", cause):
                    continue
                if (yield from self._saved(card)):
                    continue
            doomed.append(card)
        doomed = [card for card in doomed if self.in_play(card)]
        minions = [card for card in doomed if self.is_minion(card)]
        self._affected(minions, "destroy", cause)
        self._leave_for_discard(doomed, MINION_DESTROYED, cause)
        return doomed

    def _saved(self, minion: int) -> Ability[bool]:
        """Whether something happens instead of this destruction; each is offered once."""
        able = [
            saver
            for saver in self.listening[SAVING]
            if self._can_save(saver, minion)
        ]
        may = [saver for saver in able if self.card(saver).saves_optional]
        if may:
            saver = yield from self._offer_saving(may, minion)
            if saver is not None and (yield from self._save(saver, minion)):
                return True
        must = [saver for saver in able if not self.card(saver).saves_optional]
        if must:
            order = yield from self._first_of(must)
            return (yield from self._save(order, minion))
        return False

    def _can_save(self, saver: int, minion: int) -> bool:
        when = self.card(saver).saves_when
        return (
            when is not None
            and self.works(saver, self.controller(minion))
            and when(self._game, saver, minion)
        )

    def _offer_saving(self, savers: list[int], minion: int) -> Ability[int | None]:
        seat = self.controller(minion)
        prompt = f"{self.name(minion)} would be destroyed: save it?"
        options = [Option("use", saver) for saver in savers]
        answer = yield from self.ask(Decision(seat, "window", minion, prompt, [*options, NO]))
        return None if answer is NO else answer.card

    def _first_of(self, savers: list[int]) -> Ability[int]:
        if len(savers) == 1:
            return savers[0]
        options = [Option("order", saver) for saver in savers]
        prompt = "Which of these applies to the destruction?"
        answer = yield from self.ask(Decision(self.s.turn, "order", -1, prompt, options))
        return answer.card

    def _save(self, saver: int, minion: int) -> Ability[bool]:
        saves = self.card(saver).saves
        assert saves is not None
        seat = self.controller(minion)
        self.log.append(Event(REPLACED, seat, minion, by=saver))
        outcome: list[bool] = []

        def saving() -> Ability[None]:
            outcome.append((yield from saves(self._game, saver, minion)))

        # A frame of its own: what it does is not the doing of the card that would have destroyed.
        yield from self.carry_out(saving(), saver, seat)
        return outcome[0]

    def _leave_for_discard(self, cards: Sequence[int], kind: str, cause: Cause) -> None:
        """ORDER-7: all leave at the same moment, and each still sees the others leave."""
        events: list[Event] = []
        leaving = set(cards)
        for card in cards:
            leaving.update(self.s.attached.get(card, ()))
            is_minion = self.is_minion(card)
            events.append(self.event(kind if is_minion else ACTION_DESTROYED, card, cause))
        together = tuple(cards)
        for event in events:
            event.together = together
        pending = [(event, self.collect(event)) for event in events]
        for event in events:
            event.cards = tuple(self.s.attached.get(event.card, ()))
        for card in cards:
            if self.s.zone[card] == TABLE:
                self._put_in_discard(card)
        for event, waiting in pending:
            self.log.append(event)
            marked = [p._replace(gone=True) if p.me in leaving else p for p in waiting]
            if self.frame is not None:
                self.set_off(event, marked)

    def discard_from_play(self, cards: Sequence[int]) -> None:
        """SCORE-9: cards at a scored base go to their owners' discard piles at one moment."""
        self._leave_for_discard(cards, MINION_TO_DISCARD, Cause(-1, -1))

    def destroy_weaker_than_yours(self, you: int, or_equal: bool = False) -> Ability[None]:
        """Chooses a minion of yours and destroys one at its base that has less power than it."""
        mine = yield from self.choose(you, self.minions(of=you), "Compare with which of your minions?")
        if mine is not None:
            limit = self.power(mine) - (0 if or_equal else 1)
            weaker = self.minions(at=self.place(mine), power_at_most=limit)
            minion = yield from self.choose(you, weaker, "Destroy a minion there")
            yield from self.destroy(minion)

    def return_to_hand(
        self, cards: int | None | Iterable[int], by_seat: int | None = None
    ) -> Ability[list[int]]:
        """Returns minions from play to their owners' hands."""
        return (yield from self._send_home(cards, "return", RETURNED, by_seat, self._put_in_hand))

    def place_in_hand(
        self, cards: int | None | Iterable[int], by_seat: int | None = None
    ) -> Ability[list[int]]:
        """Places cards in play into their owners' hands."""
        return (yield from self._send_home(cards, "place", PLACED, by_seat, self._put_in_hand))

    def place_under_deck(
        self, cards: int | None | Iterable[int], by_seat: int | None = None
    ) -> Ability[list[int]]:
        """Places cards in play at the bottom of their owners' decks, in an order they choose."""
        put = self._put_under_deck
        ordered: list[int] = []
        chosen = as_list(cards)
        for owner in self.clockwise(self.owner(card) for card in chosen):
            theirs = [card for card in chosen if self.owner(card) == owner]
            prompt = "Which of these goes under your deck first?"
            ordered += yield from self.choose_order(owner, theirs, prompt)
        return (yield from self._send_home(ordered, "place", PLACED, by_seat, put))

    def place_on_deck(
        self, cards: int | None | Iterable[int], by_seat: int | None = None
    ) -> Ability[list[int]]:
        """Places cards in play on top of their owners' decks."""
        put = self._put_on_deck
        return (yield from self._send_home(cards, "place", PLACED, by_seat, put))

    def shuffle_home(
        self, cards: int | None | Iterable[int], by_seat: int | None = None
    ) -> Ability[list[int]]:
        """Shuffles minions in play into their owners' decks."""
        put = self._put_on_deck
        gone = yield from self._send_home(cards, "shuffle", PLACED, by_seat, put)
        for seat in sorted({self.owner(card) for card in gone}):
            self.shuffle_deck(seat)
        return gone

    def _send_home(
        self,
        cards: int | None | Iterable[int],
        harm: str,
        kind: str,
        by_seat: int | None,
        put: Callable[[int], None],
    ) -> Ability[list[int]]:
        cause = self._by(by_seat)
        going = self._affectable(cards, harm, cause)
        events = [self.event(kind, card, cause) for card in going]
        for card in going:
            put(card)
        self.log += events
        self.settle()
        return going
        yield

    # -- where cards lie -----------------------------------------------------------------------------

    def _take(self, card: int) -> None:
        """Lifts a card from wherever it lies."""
        s = self.s
        zone = s.zone[card]
        if zone == TABLE:
            self._leave_play(card)
        elif zone == HAND:
            s.hands[s.controller[card]].remove(card)
        elif zone == DECK:
            s.decks[s.controller[card]].remove(card)
        elif zone == DISCARD:
            s.discards[s.controller[card]].remove(card)
        elif zone == BURIED:
            self._discard_attached(card)
            s.places[s.place[card]].buried.remove(card)
            s.place[card] = -1
        elif zone == BOX:
            s.box.remove(card)

    def _leave_play(self, card: int) -> None:
        """TERM-leaves-play, FILL-7: what was on it is discarded, and it is forgotten."""
        s = self.s
        self._discard_attached(card)
        if CARDS[s.defn[card]].type == MINION:
            s.places[s.place[card]].minions.remove(card)
        else:
            self._detach(card)
        s.place[card] = -1
        s.counters[card] = 0
        s.life[card] += 1
        self._listen(card, False)
        if s.marks:
            for seat in range(s.seats):
                s.marks.pop(("use", card, seat), None)
                s.marks.pop(("instead", card, seat), None)
        if s.lasting:
            s.lasting = [e for e in s.lasting if not self._is_about(e, card)]

    def _detach(self, action: int) -> None:
        """Lifts an action in play off the minion or the base it is on."""
        s = self.s
        host = s.hosts.pop(action, -1)
        if host < 0:
            s.places[s.place[action]].actions.remove(action)
            return
        siblings = s.attached[host]
        siblings.remove(action)
        if not siblings:
            del s.attached[host]

    def _is_about(self, effect: Lasting, card: int) -> bool:
        return effect.target == card and effect.kind in ABOUT_A_CARD

    def _discard_attached(self, card: int) -> None:
        for action in list(self.s.attached.get(card, ())):
            self.log.append(self.event(DISCARDED, action, Cause(-1, -1)))
            self._put_in_discard(action)

    def _put_in_discard(self, card: int) -> None:
        self._take(card)
        s = self.s
        owner = s.owner[card]
        s.discards[owner].append(card)
        s.zone[card] = DISCARD
        s.controller[card] = owner
        s.known[card] = EVERYONE

    def _put_in_hand(self, card: int, seat: int | None = None) -> None:
        """Into its owner's hand, or into the hand a text names."""
        self._take(card)
        s = self.s
        holder = s.owner[card] if seat is None else seat
        s.hands[holder].append(card)
        s.zone[card] = HAND
        s.controller[card] = holder
        s.known[card] |= 1 << holder

    def _put_on_deck(self, card: int) -> None:
        self._put_in_deck(card, self.s.owner[card], TOP)

    def _put_under_deck(self, card: int) -> None:
        self._put_in_deck(card, self.s.owner[card], BOTTOM)

    def _put_in_deck(self, card: int, seat: int, end: str) -> None:
        self._take(card)
        s = self.s
        if end == TOP:
            s.decks[seat].append(card)
        else:
            s.decks[seat].insert(0, card)
        s.zone[card] = DECK
        s.controller[card] = seat

    def _set_aside(self, card: int, seat: int) -> None:
        """A card being played lies on the table, in no zone."""
        self._take(card)
        s = self.s
        s.zone[card] = LIMBO
        s.controller[card] = seat
        s.known[card] = EVERYONE

    def _put_at(self, card: int, place: int, seat: int) -> None:
        """Puts a minion, or an action played on a base, into play there."""
        self._take(card)
        s = self.s
        s.zone[card] = TABLE
        s.place[card] = place
        s.controller[card] = seat
        s.known[card] = EVERYONE
        here = s.places[place]
        (here.minions if CARDS[s.defn[card]].type == MINION else here.actions).append(card)
        self._listen(card, True)

    def _attach(self, action: int, host: int, seat: int) -> None:
        """Puts an action into play on a minion."""
        self._take(action)
        s = self.s
        s.zone[action] = TABLE
        s.place[action] = s.place[host]
        s.hosts[action] = host
        s.controller[action] = seat
        s.known[action] = EVERYONE
        s.attached.setdefault(host, []).append(action)
        self._listen(action, True)

    def put_in_play(self, card: int, seat: int, place: int, host: int = -1) -> None:
        """Puts a card in play without playing it: at a base, or on a minion."""
        if host >= 0:
            self._attach(card, host, seat)
        else:
            self._put_at(card, place, seat)

    def _blur(self, seat: int) -> None:
        """A card left this hand unseen: the others no longer know which cards are in it."""
        for card in self.s.hands[seat]:
            self.s.known[card] &= 1 << seat

    # -- moving --------------------------------------------------------------------------------------

    def move(
        self, cards: int | None | Iterable[int], to: int | None, by_seat: int | None = None
    ) -> Ability[list[int]]:
        """Moves minions to one base, with all that is on them; gives those that really moved."""
        if to is None:
            return []
        return (yield from self.move_each([(card, to) for card in as_list(cards)], by_seat))

    def move_each(
        self, moves: Iterable[tuple[int, int]], by_seat: int | None = None
    ) -> Ability[list[int]]:
        """Moves minions at one moment, each to a base of its own."""
        cause = self._by(by_seat)
        s = self.s
        going = [
            (card, to)
            for card, to in moves
            if self.in_play(card)
            and s.place[card] != to
            and to in s.places
            and self.can_affect(card, "move", cause)
        ]
        self._affected([card for card, _ in going], "move", cause)
        events = [self.event(MINION_MOVED, card, cause, to=to) for card, to in going]
        waiting = [self.collect(event) for event in events]  # FILL-2: who was there before
        for card, to in going:
            s.places[s.place[card]].minions.remove(card)
            s.places[to].minions.append(card)
            s.place[card] = to
            for action in s.attached.get(card, ()):
                s.place[action] = to
        for event, pending in zip(events, waiting, strict=True):
            self.log.append(event)
            self.set_off(event, pending)
            s.moved.append(event.card)
        self.settle()
        return [card for card, _ in going]
        yield

    def choose_moves(
        self, you: int, minions: Sequence[int], prompt: str, at_most: int | None = None
    ) -> Ability[None]:
        """Moves any number of minions (or up to `at_most`) at one moment, each to a base chosen
        for it: picked one by one, each with its destination."""
        moves: list[tuple[int, int]] = []
        left = list(minions)
        while left and (at_most is None or len(moves) < at_most):
            minion = yield from self.may_choose(you, left, prompt)
            if minion is None:
                break
            left.remove(minion)
            others = self.bases(other_than=self.place(minion))
            to = yield from self.choose_base(you, others, f"Move {self.name(minion)} to which base?")
            if to is not None:
                moves.append((minion, to))
        yield from self.move_each(moves)

    def choose_and_move(
        self, you: int, minion: int | None, prompt: str = "Move it to which base?"
    ) -> Ability[None]:
        """Moves a minion to another base of the player's choice."""
        if minion is None or not self.in_play(minion):
            return
        to = yield from self.choose_base(you, self.bases(other_than=self.place(minion)), prompt)
        yield from self.move(minion, to)

    def transfer(self, action: int | None, to_place: int = -1, to_host: int = -1) -> Ability[None]:
        """Transfers an action to another base or minion. It stays in play: it keeps its controller
        and its counters, and what it remembers."""
        if action is None or not self.in_play(action):
            return
        cause = self.cause
        if to_host >= 0 and not (
            self.can_affect(to_host, "attach", cause)
            and self.can_affect(to_host, "attach", self.cause_of(action))
        ):
            self.log.append(self.event(DISCARDED, action, cause))
            self._put_in_discard(action)  # FILL-17
            return
        if to_host >= 0:
            self._affected([to_host], "attach", cause)
        self.log.append(self.event(TRANSFERRED, action, cause, to=to_place))
        self._relocate(action, to_place, to_host)
        self.settle()
        return
        yield

    def _relocate(self, action: int, place: int, host: int) -> None:
        """Lays an action in play on another base or minion; what it allows "here" goes along."""
        s = self.s
        self._detach(action)
        if host >= 0:
            s.place[action] = s.place[host]
            s.hosts[action] = host
            s.attached.setdefault(host, []).append(action)
            return
        s.place[action] = place
        s.places[place].actions.append(action)
        s.permissions = [
            p._replace(place=place) if p.source == action and p.place >= 0 else p
            for p in s.permissions
        ]

    # -- power, counters, control -----------------------------------------------------------------

    def _last(
        self,
        kind: str,
        target: int,
        amount: int = 0,
        source: int | None = None,
        turn_of: int | None = None,
        at_start: bool = False,
        place: int = -1,
    ) -> None:
        s = self.s
        s.lasting.append(
            Lasting(
                kind,
                self.cause.card if source is None else source,
                target,
                amount,
                s.turn if turn_of is None else turn_of,
                at_start,
                s.turn_number,
                place,
            )
        )

    def add_power(
        self,
        cards: int | None | Iterable[int],
        amount: int,
        until_end_of_turn_of: int | None = None,
        only_at: int = -1,
    ) -> Ability[None]:
        """Gives minions in play more (or less) power until the end of the turn (FILL-1).

        `only_at`: it counts only while the minion is at that place.
        """
        cause = self.cause
        for card in self._affectable(cards, "power", cause):
            event = self.event(POWER_CHANGED, card, cause, amount=amount)
            self._last(POWER_BONUS, card, amount, turn_of=until_end_of_turn_of, place=only_at)
            self.log.append(event)
        return
        yield

    def add_power_at(self, place: int, seat: int, amount: int) -> Ability[None]:
        """Until the end of the turn a player's minions at a base have more power (FILL-1)."""
        self._last(POWER_AT, seat, amount, place=place)
        self.log.append(
            Event(POWER_CHANGED, seat, place=place, amount=amount, by=self.cause.card)
        )
        self.settle()
        return
        yield

    def change_breakpoint(self, place: int | None, amount: int) -> Ability[None]:
        """Changes a base's breakpoint until the end of the turn."""
        if place is not None:
            self._last(BREAKPOINT_BONUS, place, amount)
            self._tell_breakpoint(place, amount)
        return
        yield

    def set_starting_breakpoint(self, place: int, value: int) -> Ability[None]:
        """Sets a base's starting breakpoint until the end of the turn."""
        self._last(STARTING_BREAKPOINT_SET, place, value)
        self._tell_breakpoint(place, value)
        return
        yield

    def _tell_breakpoint(self, place: int, amount: int) -> None:
        self.log.append(
            Event(BREAKPOINT_CHANGED, self.cause.seat, place=place, amount=amount, by=self.cause.card)
        )

    def place_counters(
        self, cards: int | None | Iterable[int], count: int = 1, by_seat: int | None = None
    ) -> Ability[list[int]]:
        """Places +1 power counters on each of these cards in play."""
        return (yield from self._change_counters(cards, count, by_seat))

    def remove_counters(
        self, cards: int | None | Iterable[int], count: int = 1, by_seat: int | None = None
    ) -> Ability[list[int]]:
        """Removes counters, as far as there are any, from each of these cards in play."""
        return (yield from self._change_counters(cards, -count, by_seat))

    def _change_counters(
        self, cards: int | None | Iterable[int], count: int, by_seat: int | None
    ) -> Ability[list[int]]:
        cause = self._by(by_seat)
        s = self.s
        changed: list[int] = []
        for card in as_list(cards):
            if not self.in_play(card):
                continue
            if self.is_minion(card) and not self._affectable(card, "counter", cause):
                continue
            change = max(count, -s.counters[card])
            if change == 0:
                continue
            event = self.event(COUNTERS, card, cause, amount=change)
            s.counters[card] += change
            self.log.append(event)
            changed.append(card)
        self.settle()
        return changed
        yield

    def transfer_counters(self, source: int, to: int | None, count: int = 1) -> Ability[int]:
        """Transfers counters from one card to another; gives how many really went."""
        s = self.s
        if to is None or source == to or not self.in_play(to):
            return 0
        count = min(count, s.counters[source])
        cause = self.cause
        for card in (source, to):
            if self.is_minion(card) and self.in_play(card):
                if not self.can_affect(card, "counter", cause):
                    return 0
        self._affected([source, to], "counter", cause)
        s.counters[source] -= count
        s.counters[to] += count
        event = self.event(TRANSFERRED, source, cause, amount=count, cards=(to,))
        self.log.append(event)
        self.settle()
        return count
        yield

    def pick_counters(
        self,
        you: int,
        cards: Sequence[int],
        prompt: str,
        at_most: int | None = None,
        from_one: bool = False,
    ) -> Ability[list[int]]:
        """Picks counters on these cards one by one: the card each comes from, once per counter.

        `from_one`: all must come from the card that the first one comes from.
        """
        picked: list[int] = []
        while at_most is None or len(picked) < at_most:
            pool = picked[:1] if from_one and picked else cards
            left = [c for c in pool if self.s.counters[c] > picked.count(c)]
            card = yield from self._pick_again(you, left, prompt, picked)
            if card is None:
                break
            picked.append(card)
        return picked

    def _pick_again(
        self, you: int, cards: Sequence[int], prompt: str, picked: list[int]
    ) -> Ability[int | None]:
        if not cards:
            return None
        options = [*self.card_options(cards), PASS]
        row = tuple(Option("choose", card) for card in picked)
        decision = Decision(you, "choose", self.asker, prompt, options, row, least=0, most=99)
        answer = yield from self.ask(decision)
        return None if answer.verb == "pass" else answer.card

    def spread_counters(
        self, you: int, cards: Sequence[int], count: int, prompt: str
    ) -> Ability[list[int]]:
        """Chooses a card for each of so many counters, one by one; gives the cards picked."""
        picked: list[int] = []
        for _ in range(count):
            card = yield from self.choose(you, cards, prompt)
            if card is None:
                break
            picked.append(card)
        return picked

    def take_control(self, minion: int | None, seat: int) -> Ability[None]:
        """Changes who controls a minion."""
        cause = self.cause
        for card in self._affectable(minion, "control", cause):
            event = self.event(CONTROL_CHANGED, card, cause, to=seat)
            self.s.controller[card] = seat
            self.log.append(event)
            self.settle()
        return
        yield

    def cancel_abilities(self, minion: int | None, until_start_of_turn_of: int) -> Ability[None]:
        """Cancels a minion's abilities until that player's next turn starts."""
        cause = self.cause
        for card in self._affectable(minion, "cancel", cause):
            self._last(NO_ABILITIES, card, turn_of=until_start_of_turn_of, at_start=True)
            self.log.append(self.event(CANCELLED, card, cause))
        return
        yield

    def forbid_actions(self, seat: int | None) -> Ability[None]:
        """In that player's next turn they cannot play actions."""
        if seat is not None:
            self._last(NO_ACTIONS, seat, turn_of=seat)
            self.log.append(Event(RESTRICTED, seat, by=self.cause.card, by_seat=self.cause.seat))
        return
        yield

    def ignore_base(self, action: int, seat: int) -> None:
        """The base this action is on is ignored by a player until their next turn starts."""
        self._last(BASE_IGNORED, action, turn_of=seat, at_start=True)

    def remember(self, card: int, number: int) -> None:
        """Lets a card in play remember a number (what was named) until it leaves play."""
        self._last(REMEMBERED, card, number, turn_of=-1)

    # -- hands, decks and piles ----------------------------------------------------------------------

    def refill(self, seat: int, count: int = 1) -> None:
        """TURN-7: a deck with fewer cards than are needed gets the shuffled discard pile under it."""
        s = self.s
        if len(s.decks[seat]) >= count or not s.discards[seat]:
            return
        pile = s.discards[seat]
        s.discards[seat] = []
        for card in pile:
            s.zone[card] = DECK
            s.controller[card] = seat
        s.shuffle(pile)
        s.decks[seat] = pile + s.decks[seat]
        self.log.append(Event(SHUFFLED, seat, amount=len(pile), word="discard pile into deck"))

    def shuffle_deck(self, seat: int) -> None:
        self.s.shuffle(self.s.decks[seat])
        self.log.append(Event(SHUFFLED, seat, amount=len(self.s.decks[seat]), word="deck"))

    def draw(self, seat: int, count: int) -> Ability[list[int]]:
        """Draws cards, as many as there are."""
        self.refill(seat, count)
        deck = self.s.decks[seat]
        drawn: list[int] = []
        for _ in range(min(count, len(deck))):
            card = deck[-1]
            self._put_in_hand(card, seat)
            drawn.append(card)
        if drawn:
            self._tell_cards(DRAWN, seat, drawn, audience=1 << seat)
        return drawn
        yield

    def draw_card(self, card: int, seat: int, seen: bool = True) -> None:
        """Puts one particular card, from a deck, a pile or play, into a hand."""
        self._put_in_hand(card, seat)
        self._tell_cards(DRAWN, seat, [card], audience=-1 if seen else 1 << seat)

    def _tell_cards(
        self, kind: str, seat: int, cards: Sequence[int], audience: int = -1, word: str = ""
    ) -> None:
        cause = self.cause
        self.log.append(
            Event(
                kind,
                seat,
                cards[0] if len(cards) == 1 else -1,
                amount=len(cards),
                by=cause.card,
                by_seat=cause.seat,
                cards=tuple(cards),
                audience=audience,
                word=word,
            )
        )

    def discard(self, seat: int, cards: int | None | Iterable[int]) -> Ability[list[int]]:
        """Discards cards from hand or deck to their owners' discard piles."""
        chosen = as_list(cards)
        for card in chosen:
            self._put_in_discard(card)
        if chosen:
            self._tell_cards(DISCARDED, seat, chosen)
        return chosen
        yield

    def choose_and_discard(self, seat: int, count: int = 1) -> Ability[list[int]]:
        """A player discards cards of their own choice from hand."""
        hand = self.s.hands[seat]
        chosen = yield from self.choose_some(
            seat, hand[:], "Discard a card from your hand", at_most=count, at_least=count
        )
        return (yield from self.discard(seat, chosen))

    def discard_at_random(self, seat: int, count: int) -> Ability[None]:
        """A player discards cards from hand at random, as many as there are."""
        hand = self.s.hands[seat]
        chosen: list[int] = []
        left = hand[:]
        for _ in range(min(count, len(hand))):
            chosen.append(left.pop(self.s.random(len(left))))
        yield from self.discard(seat, chosen)

    def reveal_top(self, seat: int, count: int = 1) -> Ability[list[int]]:
        """Reveals the top cards of a deck to everyone, top first; they stay on the deck."""
        return (yield from self._see_top(seat, count, EVERYONE, "reveal"))

    def look_at_top(self, you: int, seat: int, count: int = 1) -> Ability[list[int]]:
        """One player looks at the top cards of a deck, top first; they stay on the deck."""
        return (yield from self._see_top(seat, count, 1 << you, "look"))

    def _see_top(self, seat: int, count: int, who: int, word: str) -> Ability[list[int]]:
        self.refill(seat, count)
        cards = self.s.decks[seat][-count:][::-1]
        self.show(seat, cards, who, word)
        return cards
        yield

    def look_at_hand(self, you: int, seat: int) -> Ability[list[int]]:
        """One player looks at another's hand."""
        cards = self.s.hands[seat][:]
        self.show(seat, cards, 1 << you, "look")
        return cards
        yield

    def show(self, seat: int, cards: Sequence[int], who: int, word: str) -> None:
        """Lets these seats see cards that `seat` holds (TERM-look); being seen is an event."""
        for card in cards:
            self.s.known[card] |= who
        if cards:
            cause = self.cause
            self.publish(
                Event(
                    CARDS_SEEN,
                    seat,
                    by=cause.card,
                    by_seat=cause.seat,
                    cards=tuple(cards),
                    amount=len(cards),
                    audience=who,
                    word=word,
                )
            )

    def search_deck(
        self, you: int, fits: Callable[[int], bool]
    ) -> Ability[list[int]]:
        """Begins a search of one's own deck: the cards in it that fit. Shuffle it afterwards."""
        self.refill(you)  # TURN-7: only a deck that is empty when the search begins
        deck = self.s.decks[you]
        for card in deck:
            self.s.known[card] |= 1 << you
        return [card for card in deck if fits(card)]
        yield

    def take_from_discard(self, you: int, cards: int | None | Iterable[int]) -> Ability[None]:
        """Places cards from one's discard pile into one's hand."""
        chosen = as_list(cards)
        for card in chosen:
            self._put_in_hand(card)
        if chosen:
            self._tell_cards(PLACED, you, chosen, word="discard to hand")
        return
        yield

    def put_under_deck(self, you: int, cards: Sequence[int]) -> Ability[None]:
        """Places cards that are not in play at the bottom of a deck, the first one topmost."""
        yield from self._put_in_decks(you, list(cards), BOTTOM)

    def put_on_deck(self, you: int, cards: Sequence[int]) -> Ability[None]:
        """Places cards that are not in play on top of a deck, the first one topmost."""
        yield from self._put_in_decks(you, list(cards)[::-1], TOP)

    def _put_in_decks(self, you: int, cards: list[int], end: str) -> Ability[None]:
        s = self.s
        for card in cards:
            unseen = s.zone[card] == HAND
            # A card of another owner goes home where the others see it, not from a hand unseen.
            holder = s.controller[card] if unseen or s.zone[card] == DECK else s.owner[card]
            self._put_in_deck(card, holder, end)
            if unseen:
                s.known[card] &= 1 << holder
                self._blur(holder)
            audience = 1 << holder if unseen else -1
            self._tell_cards(PLACED, you, [card], audience=audience, word=f"{end} of deck")
        return
        yield

    def shuffle_into_deck(self, you: int, cards: Iterable[int]) -> Ability[None]:
        """Shuffles cards from hand or discard pile into their owner's deck."""
        chosen = list(cards)
        for card in chosen:
            self._put_in_deck(card, self.s.owner[card], TOP)
        if chosen:
            self._tell_cards(PLACED, you, chosen, word="into deck", audience=1 << you)
        for seat in {you, *(self.s.owner[card] for card in chosen)}:
            self.shuffle_deck(seat)
        return
        yield

    def put_in_box(self, card: int) -> Ability[None]:
        """TERM-box: out for the rest of the game."""
        self._take(card)
        s = self.s
        s.box.append(card)
        s.zone[card] = BOX
        s.known[card] = EVERYONE
        self._tell_cards(BOXED, s.owner[card], [card])
        return
        yield

    # -- victory points -------------------------------------------------------------------------------

    def gain_vp(self, seat: int, amount: int) -> Ability[None]:
        """A player gains victory points; they never go below zero (END-2)."""
        self.s.vp[seat] = max(0, self.s.vp[seat] + amount)
        cause = self.cause
        self.log.append(
            Event(VICTORY_POINTS, seat, amount=amount, by=cause.card, by_seat=cause.seat)
        )
        return
        yield

    # -- bases ------------------------------------------------------------------------------------------

    def refill_bases(self, count: int = 1) -> None:
        """TURN-7, SCORE-10: the base deck is remade from the discarded bases, where allowed."""
        s = self.s
        if len(s.base_deck) >= count or not s.edition.bases_reshuffled or not s.base_discard:
            return
        pile = s.base_discard
        s.base_discard = []
        for base in pile:
            s.zone[base] = BASE_DECK
        s.shuffle(pile)
        s.base_deck = pile + s.base_deck
        self.log.append(Event(SHUFFLED, -1, amount=len(pile), word="base discard pile into base deck"))

    def look_at_bases(self, you: int, count: int) -> Ability[list[int]]:
        """Looks at the top bases of the base deck, top first; they stay there."""
        self.refill_bases(count)
        bases = self.s.base_deck[-count:][::-1]
        for base in bases:
            self.s.known[base] |= 1 << you
        return bases
        yield

    def search_base_deck(self, you: int) -> Ability[list[int]]:
        """Begins a search of the base deck: all the bases in it. Shuffle it afterwards."""
        self.refill_bases()
        for base in self.s.base_deck:
            self.s.known[base] |= 1 << you
        return self.s.base_deck[::-1]
        yield

    def put_on_base_deck(self, bases: Sequence[int]) -> None:
        """Puts bases that are in the base deck on its top, the first one topmost."""
        deck = self.s.base_deck
        for base in reversed(bases):
            deck.remove(base)
            deck.append(base)

    def discard_base(self, base: int) -> None:
        s = self.s
        s.base_discard.append(base)
        s.zone[base] = BASE_DISCARD
        s.known[base] = EVERYONE

    def base_leaves(self, place: int) -> int:
        """Takes a base (not what lies there) off its place; gives its card."""
        s = self.s
        base = s.places[place].base
        self.log.append(self.event(BASE_LEFT, base, self.cause))
        s.life[base] += 1
        s.place[base] = -1
        self._listen(base, False)
        # PLAY-9: what was played at this base was not played at the one that comes in its place.
        s.played = [p._replace(place=-1) if p.place == place else p for p in s.played]
        s.lasting = [
            e
            for e in s.lasting
            if not (
                e.target == place and e.kind in (BREAKPOINT_BONUS, STARTING_BREAKPOINT_SET)
            )
        ]
        return base

    def base_enters(self, place: int, base: int) -> None:
        """Lays a base at a place that has none; abilities may answer its coming."""
        s = self.s
        if s.zone[base] == BASE_DECK and base in s.base_deck:
            s.base_deck.remove(base)
        elif s.zone[base] == BASE_DISCARD and base in s.base_discard:
            s.base_discard.remove(base)
        s.zone[base] = TABLE
        s.place[base] = place
        s.known[base] = EVERYONE
        s.places[place].base = base
        self._listen(base, True)
        self.publish(self.event(BASE_ENTERED, base, self.cause))
        self.settle()

    def new_place(self, at: int | None = None) -> int:
        """A new place on the table: in the row at this index, or at the right end."""
        s = self.s
        place = s.next_place
        s.next_place += 1
        s.places[place] = Place(-1, [], [], [])
        s.row.insert(len(s.row) if at is None else at, place)
        return place

    def add_base(self, base: int) -> int:
        """Plays a base of the base deck as one more base, at the right end; gives its place."""
        place = self.new_place()
        self.base_enters(place, base)
        return place

    def destroy_base(self, place: int, replacement: Callable[[], Ability[int | None]]) -> Ability[None]:
        """Destroys a base with the actions on it; another takes its place under the minions.

        `replacement` is asked which base card comes when the old one lies in the discard pile;
        where none can come, the minions leave play with their base (TERM-leaves-play).
        """
        s = self.s
        base = self.base_leaves(place)
        actions = s.places[place].actions[:]
        self._leave_for_discard(actions, ACTION_DESTROYED, self.cause)
        self.discard_buried(place)
        self.discard_base(base)
        new = yield from replacement()
        if new is not None:
            self.base_enters(place, new)
        else:
            self.discard_from_play(s.places[place].minions[:])
            s.row.remove(place)
            del s.places[place]

    def discard_buried(self, place: int) -> None:
        """BURY-8: buried cards go to their real owners' discard piles when their base goes."""
        for card in self.s.places[place].buried[:]:
            self.log.append(self.event(DISCARDED, card, self.cause))
            self._put_in_discard(card)

    def swap_base(self, place: int, base: int) -> Ability[None]:
        """Exchanges the base at a place for one of the base deck; the minions stay."""
        s = self.s
        position = s.base_deck.index(base)
        old = self.base_leaves(place)
        yield from self.destroy_actions_of_base(place)
        self.discard_buried(place)
        s.base_deck[position] = old
        s.zone[old] = BASE_DECK
        self.base_enters(place, base)

    def destroy_actions_of_base(self, place: int) -> Ability[None]:
        """What was played on a base goes to the discard piles when the base goes."""
        actions = self.s.places[place].actions[:]
        for action in actions:
            self.log.append(self.event(DISCARDED, action, self.cause))
            self._put_in_discard(action)
        return
        yield

    def shuffle_base_deck(self) -> None:
        self.s.shuffle(self.s.base_deck)
        self.log.append(Event(SHUFFLED, -1, amount=len(self.s.base_deck), word="base deck"))

    def top_base(self) -> int | None:
        """The base card on top of the base deck, remade if it is empty; None if there is none."""
        self.refill_bases()
        return self.s.base_deck[-1] if self.s.base_deck else None


__all__ = ["ACTION", "BASE", "BOTTOM", "TOP", "Effects", "Pending", "as_list"]
