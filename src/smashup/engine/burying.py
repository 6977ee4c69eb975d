"""Burying and uncovering cards (docs/rules.md, chapter 8)."""

from __future__ import annotations

from collections.abc import Sequence

from smashup.engine.happening import Live
from smashup.engine.ordering import Pending
from smashup.engine.playing import Playing
from smashup.model.card import IN_PLAY, MINION, ON_MINION, STANDARD, Reaction
from smashup.model.decision import NOTHING, Ability, Decision, Option
from smashup.model.event import (
    CARD_BURIED,
    CARD_UNCOVERED,
    DISCARDED,
    NUMBER,
    PLACED,
    TURN_STARTED,
    Event,
)
from smashup.model.ids import NO_CARD, NO_PLACE, CardId, PlaceId, Seat
from smashup.model.state import BURIED, EVERYONE, HAND
from smashup.model.words import Words


class Burying(Playing):
    """Cards face down at a base."""

    def bury(self, seat: Seat, card: CardId | None, place: PlaceId | None) -> Ability[None]:
        """Places a card face down at a base, facing `seat`, who controls it from now on.

        From a hand nobody sees which card it is; from play, a pile or the table all have seen it.
        """
        if card is None or place not in self.s.places:
            return
        s = self.s
        if self.in_play(card) and not self.can_affect(card, "place", self.cause):
            return
        unseen = s.zone[card] == HAND
        holder = s.controller[card]
        self._take(card)
        s.zone[card] = BURIED
        s.controller[card] = seat
        s.lay(card, place, "buried")
        if unseen:
            s.known[card] &= 1 << holder
            self._blur(holder)
        s.known[card] |= 1 << seat
        audience = 1 << seat if s.known[card] != EVERYONE else -1
        event = self.event(CARD_BURIED, card, self.cause)
        event.audience = audience
        self.publish(event)
        yield from self.settle()

    def choose_and_bury(
        self, you: Seat, card: CardId | None, other_than: PlaceId = NO_PLACE
    ) -> Ability[None]:
        """Buries a card at a base of the player's choice."""
        if card is not None:
            bases = self.bases(other_than=other_than)
            prompt = Words("Bury {card} at which base?", card=self.name(card))
            place = yield from self.choose_base(you, bases, prompt)
            yield from self.bury(you, card, place)

    def move_cards(self, cards: Sequence[CardId], to: PlaceId) -> Ability[None]:
        """Moves cards at one base to another at one moment (ORDER-7): minions with all that is on
        them, actions on the base, and buried cards, which stay buried and unseen."""
        minions = [card for card in cards if self.in_play(card) and self.is_minion(card)]
        actions = [card for card in cards if self.in_play(card) and self.is_action(card)]
        yield from self._move_each([(minion, to) for minion in minions], self.cause)
        for card in cards:
            if self.s.zone[card] == BURIED:
                self._move_buried(card, to)
        for action in actions:
            self._transfer(action, to)
        yield from self.settle()
        for action in actions:
            yield from self._has_arrived(action)

    def _move_buried(self, card: CardId, to: PlaceId) -> None:
        s = self.s
        event = self.event(PLACED, card, self.cause, word="buried")
        event.to = to
        event.audience = s.known[card]
        s.lift(card, "buried")
        s.lay(card, to, "buried")
        self.log.append(event)

    def uncover(self, seat: Seat, card: CardId | None, more: bool = False) -> Ability[None]:
        """BURY-6: turns a buried card up and plays it at once at that base, or discards it.

        `more`: the card that says so does something else afterwards.
        """
        if card is None or self.s.zone[card] != BURIED:
            return
        uncovered = self.carry_out(self._uncovering(seat, card), card, seat)
        yield from (self.with_more_to_do(uncovered) if more else uncovered)

    def _uncovering(self, seat: Seat, card: CardId) -> Ability[None]:
        s = self.s
        place = s.place[card]
        self._discard_attached(card)
        s.set_counters(card, 0)
        s.known[card] = EVERYONE
        self.publish(self.event(CARD_UNCOVERED, card, self.cause))
        if not (yield from self._play_uncovered(seat, card, place)):
            self.log.append(self.event(DISCARDED, card, self.cause))
            self._put_in_discard(card)

    def _play_uncovered(self, seat: Seat, card: CardId, place: PlaceId) -> Ability[bool]:
        """Plays an uncovered card as if from hand; says whether that was possible."""
        definition = self.card(card)
        if definition.type == MINION:
            if not self.can_play_minion(seat, card, place):
                return False
            yield from self._play_there(seat, card, [Option("play", card, place)])
            return True
        if self.no_actions(seat) >= 0:
            return False
        if definition.plays_on == ON_MINION:
            fits = definition.target
            here = [m for m in self.minions(at=place) if fits is None or fits(self._rules, seat, m)]
            if here:
                yield from self._play_there(
                    seat, card, [Option("play", card, NO_PLACE, m) for m in here]
                )
            return bool(here)
        if definition.plays_on == STANDARD and definition.special_only and not definition.uncovered:
            return (yield from self._play_by_special(seat, card))
        at = NO_PLACE if definition.plays_on == STANDARD else place
        yield from self._play_there(seat, card, [Option("play", card, at)], place)
        return True

    def _play_there(
        self, seat: Seat, card: CardId, options: list[Option], uncovered_at: PlaceId = NO_PLACE
    ) -> Ability[None]:
        prompt = Words("Play {card}", card=self.name(card))
        answer = yield from self.ask(Decision(seat, "choose", card, prompt, options))
        yield from self.play(seat, card, answer.place, answer.host, uncovered_at=uncovered_at)

    def _play_by_special(self, seat: Seat, card: CardId) -> Ability[bool]:
        """A card that only its Special lets be played, if this happens to be the moment for it."""
        reaction = self.special_of_now(card)
        if reaction is None or self.no_actions(seat) >= 0:
            return False
        yield from self.play(seat, card, run=reaction.run, event=self.window_event)
        return True

    # -- the start of the turn -------------------------------------------------------------

    def start_of_turn(self, event: Event) -> Ability[object]:
        """TURN-2: abilities, also of cards that come now, and one card to uncover (BURY-5)."""
        self.log.append(event)
        if self.listening[NUMBER[TURN_STARTED]] or self.buried_cards(event.seat):
            start = StartOfTurn(self, event)
            if start.in_play():
                return self.resolve(start.in_play, set())
        return NOTHING


class StartOfTurn(Live):
    """BURY-5: besides all else, the player whose turn starts may uncover a card."""

    __slots__ = ()

    def besides(self) -> list[Pending]:
        """Uncovering, as long as there is a card for it."""
        seat = self.event.seat
        if not self.rules.buried_cards(seat):
            return []
        return [Pending(UNCOVER_ONE, NO_CARD, 0, seat, self.event, gone=True)]


def _uncover_one(g: Burying, me: CardId, you: Seat, ev: Event) -> Ability[None]:
    card = yield from g.may_choose(you, g.buried_cards(you), "Uncover one of your buried cards")
    yield from g.uncover(you, card)


#: What the rules themselves let a player do when their turn starts.
UNCOVER_ONE = Reaction(
    1 << NUMBER[TURN_STARTED],
    _uncover_one,
    None,
    None,
    optional=True,
    asks=True,
    zone=IN_PLAY,
    limit="",
)
