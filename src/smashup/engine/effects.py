"""What cards do. Only these change the state; each asks whether it can be done, then tells of it.

Who does it is never said: it is the card being carried out (`self.cause`), and the player who
carries it out. `by_seat` names another player where a text tells another one to do it (FILL-11).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from smashup.engine.protection import Cards, as_list
from smashup.engine.settling import Settling
from smashup.model.card import SAVING, Cause
from smashup.model.decision import NO, Ability, Decision, Option
from smashup.model.edition import Harm
from smashup.model.event import (
    MINION_DESTROYED,
    MINION_MOVED,
    PLACED,
    REPLACED,
    RETURNED,
    TRANSFERRED,
    Event,
    EventKind,
)
from smashup.model.ids import NO_CARD, NO_PLACE, CardId, PlaceId, Seat
from smashup.model.words import Phrase, Words


class Rescue(NamedTuple):
    """What happens instead of the destruction of a minion: which card saves it, moved where."""

    saver: CardId
    minion: CardId
    to: PlaceId | None


class Effects(Settling):
    """Destroying, returning, placing, moving and transferring cards in play."""

    def destroy(self, cards: Cards, by_seat: Seat | None = None) -> Ability[list[CardId]]:
        """Destroys minions or actions in play, all at one moment; gives those really destroyed.

        "Destroy it to draw a card" is

            if (yield from g.destroy(minion)):
                yield from g.draw(you, 1)
        """
        cause = self._by(by_seat)
        there = yield from self._heeding([c for c in as_list(cards) if self.in_play(c)], cause)
        hit = self._unprotected([c for c in there if self.is_minion(c)], "destroy", cause)
        doomed = [card for card in there if card in hit or not self.is_minion(card)]
        doomed = [card for card in doomed if self.in_play(card)]  # a shield may just have gone
        rescues: list[Rescue] = []
        if self.listening[SAVING]:
            rescues = yield from self._choose_rescues(hit)
        saved = [rescue.minion for rescue in rescues]
        leaving = self._foresee([c for c in doomed if c not in saved], MINION_DESTROYED, cause)
        lost = yield from self._rescue(rescues)
        if lost:  # what might happen instead could not: what must still does (ORDER-5)
            rescues = yield from self._choose_rescues(lost, rescues)
            lost = [minion for minion in lost if all(r.minion != minion for r in rescues)]
            lost += yield from self._rescue(rescues)
        leaving += self._foresee(lost, MINION_DESTROYED, cause, [event for event, _ in leaving])
        gone = [event.card for event, _ in leaving]
        self._affected([card for card in gone if self.is_minion(card)], "destroy", cause)
        self._leave(leaving)
        yield from self.settle()
        return gone

    # -- what happens instead ----------------------------------------------------------

    def _choose_rescues(
        self, doomed: list[CardId], in_vain: Sequence[Rescue] = ()
    ) -> Ability[list[Rescue]]:
        """ORDER-7: what saves each is judged, and chosen, for all before anything is done.

        in_vain: what was tried already. Then only what must save them is left.
        """
        rescues: list[Rescue] = []
        for seat in self.seats():
            for minion in self.minions(of=seat):
                if minion in doomed:
                    rescue = yield from self._choose_rescue(minion, rescues, in_vain)
                    rescues += [] if rescue is None else [rescue]
        return rescues

    def _choose_rescue(
        self, minion: CardId, rescues: list[Rescue], in_vain: Sequence[Rescue]
    ) -> Ability[Rescue | None]:
        """What saves this minion: what may is offered first, then what must."""
        spent = [rescue.saver for rescue in rescues]
        able = [s for s in self.listening[SAVING] if self._can_save(s, minion, spent.count(s))]
        saver: CardId | None = None
        may = [saver for saver in able if self.card(saver).saves_optional]
        if may and not in_vain:
            saver = yield from self._offer_saving(may, minion)
        failed = [rescue.saver for rescue in in_vain if rescue.minion == minion]
        must = [saver for saver in able if saver not in may and saver not in failed]
        if saver is None and must:
            saver = yield from self._first_of(must)
        if saver is None:
            return None
        to: PlaceId | None = None
        if self.card(saver).saves_by_moving:
            others = self.bases(other_than=self.place(minion))
            prompt = Words("Move {minion} to which base?", minion=self.name(minion))
            to = yield from self.choose_base(self.controller(minion), others, prompt)
        return Rescue(saver, minion, to)

    def _can_save(self, saver: CardId, minion: CardId, times: int) -> bool:
        """Whether it saves this minion, though it already saves so many others."""
        card = self.card(saver)
        return (
            card.saves_when is not None
            and self.works(saver, self.controller(minion))
            and self.counters(saver) >= card.saves_for * (times + 1)
            and card.saves_when(self._rules, saver, minion)
        )

    def _offer_saving(self, savers: list[CardId], minion: CardId) -> Ability[CardId | None]:
        seat = self.controller(minion)
        prompt = Words("{minion} would be destroyed: save it?", minion=self.name(minion))
        options = [Option("use", saver) for saver in savers]
        answer = yield from self.ask(Decision(seat, "window", minion, prompt, [*options, NO]))
        return None if answer is NO else answer.card

    def _first_of(self, savers: list[CardId]) -> Ability[CardId]:
        if len(savers) == 1:
            return savers[0]
        options = [Option("order", saver) for saver in savers]
        prompt = "Which of these applies to the destruction?"
        answer = yield from self.ask(Decision(self.s.turn, "order", NO_CARD, prompt, options))
        return answer.card

    def _rescue(self, rescues: list[Rescue]) -> Ability[list[CardId]]:
        """Carries out what was chosen; gives the minions that it did not save after all."""
        lost: list[CardId] = []
        # Who pays for another may go home at the same moment: it pays first (ORDER-7).
        payments = [rescue for rescue in rescues if self.card(rescue.saver).saves_for]
        for saver, minion, to in [*payments, *(r for r in rescues if r not in payments)]:
            seat = self.controller(minion)
            self.log.append(Event(REPLACED, seat, minion, by=saver))
            saved: list[bool] = []
            # A frame of its own: it is not the doing of the card that would have destroyed. But
            # what it sets off waits with what the destruction does: they happen together (ORDER-7).
            number = len(self.waiting)
            yield from self.carry_out(self._saving(saver, minion, to, saved), saver, seat)
            self.join(number)
            if not saved[0]:
                lost.append(minion)
        return lost

    def _saving(
        self, saver: CardId, minion: CardId, to: PlaceId | None, saved: list[bool]
    ) -> Ability[None]:
        saves = self.card(saver).saves
        if saves is None:
            saved.append(bool((yield from self.move(minion, to))))
        else:
            saved.append((yield from saves(self._rules, saver, minion)))

    def destroy_weaker_than_yours(self, you: Seat, or_equal: bool = False) -> Ability[None]:
        """Chooses a minion of yours and destroys one at its base that has less power than it."""

        def weaker_than(minion: CardId) -> list[CardId]:
            limit = self.power(minion) - (0 if or_equal else 1)
            return self.minions(at=self.place(minion), power_at_most=limit)

        able = self.minions(of=you)
        idle = not any(map(weaker_than, able))
        mine = yield from self.choose(you, able, "Compare with which of your minions?", idle)
        if mine is not None:
            minion = yield from self.choose(you, weaker_than(mine), "Destroy a minion there")
            yield from self.destroy(minion)

    def return_to_hand(self, cards: Cards, by_seat: Seat | None = None) -> Ability[list[CardId]]:
        """Returns minions from play to their owners' hands."""
        return self._send_home(cards, "return", by_seat, self._put_in_hand, "hand")

    def place_in_hand(self, cards: Cards, by_seat: Seat | None = None) -> Ability[list[CardId]]:
        """Places cards in play into their owners' hands."""
        return self._send_home(cards, "place", by_seat, self._put_in_hand, "hand")

    def place_under_deck(self, cards: Cards, by_seat: Seat | None = None) -> Ability[list[CardId]]:
        """Places cards in play at the bottom of their owners' decks, in an order they choose."""
        going = yield from self._affectable(cards, "place", self._by(by_seat))
        ordered: list[CardId] = []
        for owner in self.clockwise(self.owner(card) for card in going):
            theirs = [card for card in going if self.owner(card) == owner]
            prompt = "Which of these goes under your deck first?"
            ordered += yield from self.choose_order(owner, theirs, prompt)
        put = self._put_under_deck
        return (yield from self._go_home(ordered, "place", by_seat, put, "bottom of deck"))

    def place_on_deck(self, cards: Cards, by_seat: Seat | None = None) -> Ability[list[CardId]]:
        """Places cards in play on top of their owners' decks."""
        put = self._put_on_deck
        return self._send_home(cards, "place", by_seat, put, "top of deck")

    def shuffle_home(self, cards: Cards, by_seat: Seat | None = None) -> Ability[list[CardId]]:
        """Shuffles minions in play into their owners' decks."""
        put = self._put_on_deck
        gone = yield from self._send_home(cards, "shuffle", by_seat, put, "into deck")
        for seat in sorted({self.owner(card) for card in gone}):
            self.shuffle_deck(seat)
        return gone

    def _send_home(
        self,
        cards: Cards,
        harm: Harm,
        by_seat: Seat | None,
        put: Callable[[CardId], None],
        where: str,
    ) -> Ability[list[CardId]]:
        going = yield from self._affectable(cards, harm, self._by(by_seat))
        return (yield from self._go_home(going, harm, by_seat, put, where))

    def _go_home(
        self,
        going: list[CardId],
        harm: Harm,
        by_seat: Seat | None,
        put: Callable[[CardId], None],
        where: str,
    ) -> Ability[list[CardId]]:
        cause = self._by(by_seat)
        kind: EventKind = RETURNED if harm == "return" else PLACED
        events = [self.event(kind, card, cause, word=where) for card in going]
        for card in going:
            put(card)
        self.log += events
        yield from self.settle()
        return going

    def move(
        self, cards: Cards, to: PlaceId | None, by_seat: Seat | None = None
    ) -> Ability[list[CardId]]:
        """Moves minions to one base, with all that is on them; gives those that really moved."""
        if to is None:
            return []
        return (yield from self.move_each([(card, to) for card in as_list(cards)], by_seat))

    def move_each(
        self, moves: Iterable[tuple[CardId, PlaceId]], by_seat: Seat | None = None
    ) -> Ability[list[CardId]]:
        """Moves minions at one moment, each to a base of its own; gives those that moved."""
        moved = yield from self._move_each(moves, self._by(by_seat))
        yield from self.settle()
        return moved

    def _move_each(
        self, moves: Iterable[tuple[CardId, PlaceId]], cause: Cause
    ) -> Ability[list[CardId]]:
        """The same without settling: other cards may go at the same moment."""
        s = self.s
        wanted = {
            card: to
            for card, to in moves
            if self.in_play(card) and s.place[card] != to and to in s.places
        }
        minions = yield from self._heeding(list(wanted), cause)
        together = tuple(self._unprotected(minions, "move", cause))
        going = [(card, wanted[card]) for card in together]
        self._affected(together, "move", cause)
        events = [self.event(MINION_MOVED, card, cause) for card in together]
        for event in events:
            event.to = wanted[event.card]
            event.together = together
        # FILL-2: who was there before
        waiting = [(event, self.collect(event)) for event in events]
        for card, to in going:
            s.lift(card, "minion")
            s.lay(card, to, "minion")
            for action in s.attached.get(card, ()):
                s.place[action] = to
        for event, pending in waiting:
            self.log.append(event)
            self.set_off(event, pending)
            s.moved.append(event.card)
        return list(together)

    def choose_moves(
        self,
        you: Seat,
        minions: Sequence[CardId],
        prompt: Phrase,
        at_most: int | None = None,
        must: bool = False,
    ) -> Ability[None]:
        """Moves any number of minions (or up to `at_most`) at one moment, each to a base chosen
        for it: picked one by one, each with its destination. `must`: all of them, one after the
        other."""
        moves: list[tuple[CardId, PlaceId]] = []
        left = list(minions)
        pick = self.choose if must else self.may_choose
        while left and (at_most is None or len(moves) < at_most):
            minion = yield from pick(you, left[:1] if must else left, prompt)
            if minion is None:
                break
            left.remove(minion)
            others = self.bases(other_than=self.place(minion))
            where = Words("Move {minion} to which base?", minion=self.name(minion))
            to = yield from self.choose_base(you, others, where, idle=self.must_stay([minion]))
            if to is not None:
                moves.append((minion, to))
        yield from self.move_each(moves)

    def choose_and_move(
        self, you: Seat, minion: CardId | None, prompt: Phrase = "Move it to which base?"
    ) -> Ability[None]:
        """Moves a minion to another base of the player's choice."""
        if minion is None or not self.in_play(minion):
            return
        others = self.bases(other_than=self.place(minion))
        to = yield from self.choose_base(you, others, prompt, idle=self.must_stay([minion]))
        yield from self.move(minion, to)

    def must_stay(self, cards: Iterable[CardId], by_seat: Seat | None = None) -> bool:
        """Whether each of these is protected from being moved by what is carried out now."""
        cause = self._by(by_seat)
        return all(self.is_protected(card, "move", cause) for card in cards)

    def transfer(
        self, action: CardId | None, to_place: PlaceId = NO_PLACE, to_host: CardId = NO_CARD
    ) -> Ability[None]:
        """Transfers an action to another base or minion; its controller stays the same."""
        if action is not None and self.in_play(action):
            self._transfer(action, to_place, to_host)
            yield from self.settle()
            yield from self._has_arrived(action)

    def _transfer(self, action: CardId, to_place: PlaceId, to_host: CardId = NO_CARD) -> None:
        """The same without settling: other cards may go at the same moment."""
        cause = self.cause
        event = self.event(TRANSFERRED, action, cause)
        event.to = to_place
        event.host = to_host
        blocked = to_host >= 0 and not (
            self.can_affect(to_host, "attach", cause)
            and self.can_affect(to_host, "attach", self.cause_of(action))
        )
        if blocked:
            self._put_in_discard(action)  # FILL-17
        else:
            if to_host >= 0:
                self._affected([to_host], "attach", cause)
            self._lay_elsewhere(action, to_place, to_host)
        self.log.append(event)

    def _has_arrived(self, action: CardId) -> Ability[None]:
        """What an action still does that was transferred."""
        arrives = self.card(action).transferred
        if arrives is not None and self.in_play(action):
            yield from arrives(self._rules, action, self.controller(action))
