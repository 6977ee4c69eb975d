"""What changes numbers and control: power, counters, breakpoints, victory points."""

from __future__ import annotations

from collections.abc import Sequence

from smashup.engine.effects import Effects
from smashup.engine.protection import Cards, as_list
from smashup.model.decision import PASS, Ability, Decision, Option
from smashup.model.edition import Harm
from smashup.model.event import (
    BREAKPOINT_CHANGED,
    CANCELLED,
    COUNTERS,
    POWER_CHANGED,
    RESTRICTED,
    TRANSFERRED,
    VICTORY_POINTS,
    Event,
)
from smashup.model.ids import NO_PLACE, NO_SEAT, CardId, PlaceId, Seat
from smashup.model.lasting import (
    BASE_IGNORED,
    BREAKPOINT_BONUS,
    GUARDED,
    HARM_BITS,
    NO_ABILITIES,
    NO_ACTIONS,
    POWER_AT,
    POWER_BONUS,
    REMEMBERED,
    STARTING_BREAKPOINT_SET,
    WATCHED,
)
from smashup.model.words import Phrase


class Numbers(Effects):
    """Changes of power, counters, breakpoints, control and abilities."""

    def add_power(
        self,
        cards: Cards,
        amount: int,
        until_end_of_turn_of: Seat | None = None,
        only_at: PlaceId = NO_PLACE,
    ) -> Ability[None]:
        """Gives minions in play more (or less) power until the end of the turn (FILL-1).

        `until_end_of_turn_of`: until a turn of that player ends, whoever's this one is. `only_at`:
        it counts only while the minion is at that place.
        """
        cause = self.cause
        changed = yield from self._affectable(cards, "power", cause)
        together = tuple(changed)
        for card in changed:
            event = self.event(POWER_CHANGED, card, cause, amount=amount)
            event.together = together
            self._last(POWER_BONUS, card, amount, turn_of=until_end_of_turn_of, place=only_at)
            self.log.append(event)
        yield from self.settle()

    def add_power_at(self, place: PlaceId, seat: Seat, amount: int) -> Ability[None]:
        """Until the end of the turn a player's minions at a base have more power (FILL-1)."""
        self._last(POWER_AT, seat, amount, place=place)
        self.log.append(Event(POWER_CHANGED, seat, place=place, amount=amount, by=self.cause.card))
        yield from self.settle()

    def change_breakpoint(self, place: PlaceId | None, amount: int) -> Ability[None]:
        """Changes a base's breakpoint until the end of the turn."""
        if place is not None:
            self._last(BREAKPOINT_BONUS, place, amount)
            self._tell_breakpoint(place, amount)
        return
        yield

    def set_starting_breakpoint(
        self, place: PlaceId, value: int, while_in_play: bool = False
    ) -> Ability[None]:
        """Sets a base's starting breakpoint until the end of the turn.

        `while_in_play`: or until the card that does it leaves play, if that is sooner.
        """
        self._last(STARTING_BREAKPOINT_SET, place, value, with_source=while_in_play)
        self._tell_breakpoint(place, value, "set")
        yield from self.settle()

    def _tell_breakpoint(self, place: PlaceId, amount: int, word: str = "") -> None:
        self.log.append(
            Event(
                BREAKPOINT_CHANGED,
                self.cause.seat,
                place=place,
                amount=amount,
                by=self.cause.card,
                word=word,
            )
        )

    def place_counters(
        self, cards: Cards, count: int = 1, by_seat: Seat | None = None
    ) -> Ability[list[CardId]]:
        """Places +1 power counters on each of these cards in play; gives those that got some."""
        return self._change_counters(cards, count, by_seat)

    def remove_counters(
        self, cards: Cards, count: int = 1, by_seat: Seat | None = None
    ) -> Ability[list[CardId]]:
        """Removes counters, as far as there are any, from these; gives those that lost some."""
        return self._change_counters(cards, -count, by_seat)

    def _change_counters(
        self, cards: Cards, count: int, by_seat: Seat | None
    ) -> Ability[list[CardId]]:
        cause = self._by(by_seat)
        s = self.s
        in_play = [card for card in as_list(cards) if count and self.in_play(card)]
        # Where there is none to remove nothing is done, so no shield is spent either.
        there = [card for card in in_play if count > 0 or s.counters[card]]
        minions = [card for card in there if self.is_minion(card)]
        able = yield from self._affectable(minions, "counter", cause)
        changed = [card for card in there if card in able or not self.is_minion(card)]
        together = tuple(changed) if count > 0 else ()  # losing them, each has its own number
        for card in changed:
            change = max(count, -s.counters[card])
            event = self.event(COUNTERS, card, cause, amount=change)
            event.together = together
            s.set_counters(card, s.counters[card] + change)
            self.log.append(event)
        yield from self.settle()
        return changed

    def transfer_counters(self, source: CardId, to: CardId | None, count: int = 1) -> Ability[int]:
        """Transfers counters from one card to another; gives how many really went."""
        s = self.s
        if to is None or source == to or not self.in_play(to):
            return 0
        count = min(count, s.counters[source])
        if count <= 0:
            return 0
        cause = self.cause
        minions = [card for card in (source, to) if self.in_play(card) and self.is_minion(card)]
        if len(self._unprotected(minions, "counter", cause)) < len(minions):
            yield from self.settle()
            return 0
        self._affected([source, to], "counter", cause)
        s.set_counters(source, s.counters[source] - count)
        s.set_counters(to, s.counters[to] + count)
        event = self.event(TRANSFERRED, source, cause, amount=count, cards=(to,))
        self.log.append(event)
        yield from self.settle()
        return count

    def pick_counters(
        self, you: Seat, cards: Sequence[CardId], prompt: Phrase, from_one: bool = False
    ) -> Ability[list[CardId]]:
        """Picks counters on these cards one by one: the card each comes from, once per counter.

        `from_one`: all must come from the card that the first one comes from.
        """
        picked: list[CardId] = []
        while True:
            pool = picked[:1] if from_one and picked else cards
            there = [self.s.counters[c] for c in pool]
            most = max(there, default=0) if from_one else sum(there)
            left = [c for c in pool if self.s.counters[c] > picked.count(c)]
            card = yield from self._pick_again(you, left, prompt, picked, most)
            if card is None:
                return picked
            picked.append(card)

    def _pick_again(
        self, you: Seat, cards: Sequence[CardId], prompt: Phrase, picked: list[CardId], most: int
    ) -> Ability[CardId | None]:
        if not cards:
            return None
        options = [*self.card_options(cards), PASS]
        row = tuple(Option("choose", card) for card in picked)
        decision = Decision(you, "choose", self.asker, prompt, options, row, 0, most)
        answer = yield from self.ask(decision)
        return None if answer.verb == "pass" else answer.card

    def spread_counters(
        self, you: Seat, cards: Sequence[CardId], count: int, prompt: Phrase
    ) -> Ability[list[CardId]]:
        """Chooses a card for each of so many counters, one by one; gives the cards picked."""
        picked: list[CardId] = []
        while cards and len(picked) < count:
            options = self.card_options(cards)
            row = tuple(Option("choose", card) for card in picked)
            decision = Decision(you, "choose", self.asker, prompt, options, row, count, count)
            picked.append((yield from self.ask(decision)).card)
        return picked

    def cancel_abilities(
        self, minion: CardId | None, until_start_of_turn_of: Seat
    ) -> Ability[None]:
        """Cancels a minion's abilities until that player's next turn starts."""
        cause = self.cause
        for card in (yield from self._affectable(minion, "cancel", cause)):
            self._last(NO_ABILITIES, card, turn_of=until_start_of_turn_of, at_start=True)
            self.log.append(self.event(CANCELLED, card, cause))
        yield from self.settle()

    def guard(self, cards: Cards, *harms: Harm) -> Ability[None]:
        """Until the end of the turn nothing can do these things to minions now in play."""
        bits = sum(HARM_BITS[harm] for harm in harms)
        for card in (yield from self._affectable(cards, "power", self.cause)):
            self._last(GUARDED, card, bits)
        yield from self.settle()

    def watch(self, minion: CardId, seat: Seat) -> None:
        """Until the end of the turn the card being carried out waits for what befalls a minion.

        What it does then is its ability hung on with `while_watching`; it speaks to `seat`.
        """
        self._last(WATCHED, minion, seat)

    def forbid_actions(self, seat: Seat | None) -> Ability[None]:
        """In that player's next turn they cannot play actions."""
        if seat is not None:
            self._last(NO_ACTIONS, seat, turn_of=seat)
            self.log.append(Event(RESTRICTED, seat, by=self.cause.card, by_seat=self.cause.seat))
        return
        yield

    def ignore_base(self, action: CardId, seat: Seat, always: bool = True) -> None:
        """By this action a player may ignore its base until their next turn starts.

        `always`: they ignore what it does all the time too; said again, it changes only that.
        """
        s = self.s
        s.lasting = [e for e in s.lasting if not (e.kind == BASE_IGNORED and e.target == action)]
        self._last(BASE_IGNORED, action, int(always), turn_of=seat, at_start=True)

    def remember(self, card: CardId, number: int) -> None:
        """Lets a card in play remember a number (what was named) until it leaves play."""
        self._last(REMEMBERED, card, number, turn_of=NO_SEAT)

    def gain_vp(self, seat: Seat, amount: int) -> Ability[None]:
        """A player gains victory points; they never go below zero (END-2)."""
        self.s.vp[seat] = max(0, self.s.vp[seat] + amount)
        cause = self.cause
        self.log.append(
            Event(VICTORY_POINTS, seat, amount=amount, by=cause.card, by_seat=cause.seat)
        )
        return
        yield
