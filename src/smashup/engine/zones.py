"""Where cards lie: lifting them from one place and laying them in another."""

from __future__ import annotations

from collections.abc import Sequence

from smashup.cards.registry import CARDS
from smashup.engine.happening import NOBODY
from smashup.engine.ordering import Pending
from smashup.engine.resolution import Resolution
from smashup.model.card import (
    MINION,
    Cause,
)
from smashup.model.event import (
    ACTION_DESTROYED,
    DISCARDED,
    MINION_TO_DISCARD,
    NUMBER,
    SHUFFLED,
    TO_DISCARD_KINDS,
    Event,
    EventKind,
)
from smashup.model.ids import NO_CARD, NO_PLACE, CardId, PlaceId, Seat
from smashup.model.lasting import (
    BASE_IGNORED,
    GUARDED,
    NO_ABILITIES,
    POWER_BONUS,
    REMEMBERED,
    SPARED,
    STARTING_BREAKPOINT_CHOSEN,
    WATCHED,
)
from smashup.model.state import (
    BOX,
    BURIED,
    DECK,
    DISCARD,
    EVERYONE,
    HAND,
    LIMBO,
    LOST,
    TABLE,
    Lasting,
    without,
)

TOP, BOTTOM = "top", "bottom"
#: Lasting effects that are forgotten when the card they are about leaves play.
ABOUT_A_CARD = frozenset(
    {POWER_BONUS, NO_ABILITIES, SPARED, GUARDED, WATCHED, BASE_IGNORED, REMEMBERED}
)


class Zones(Resolution):
    """Moves cards between zones and keeps all the lists true. Asks nobody, protects nothing."""

    def _lay_elsewhere(self, action: CardId, place: PlaceId, host: CardId) -> None:
        """Lays an action in play on another base or minion; it stays the same card, and an extra
        play that it allows "here" goes along."""
        s = self.s
        left = s.place[action]
        self._detach(action)
        s.lasting = [
            e
            for e in s.lasting
            if not (e.source == action and e.kind == STARTING_BREAKPOINT_CHOSEN)
        ]
        if host >= 0:
            s.place[action] = s.place[host]
            s.hosts[action] = host
            s.attached[host] = [*s.attached.get(host, ()), action]
        else:
            s.lay(action, place, "action")
            s.permissions = [
                p._replace(place=place) if p.source == action and p.place == left else p
                for p in s.permissions
            ]

    def _detach(self, action: CardId) -> None:
        """Takes an action off the minion or base it is on."""
        s = self.s
        host = s.hosts.pop(action, NO_CARD)
        if host < 0:
            s.lift(action, "action")
            return
        s.attached[host] = without(s.attached[host], action)
        if not s.attached[host]:
            del s.attached[host]

    def put_in_play(self, card: CardId, seat: Seat, place: PlaceId, host: CardId = NO_CARD) -> None:
        """Puts a card in play without playing it: at a base, or on a minion."""
        if host >= 0:
            self._attach(card, host, seat)
        else:
            self._put_at(card, place, seat)

    def _take(self, card: CardId) -> None:
        """Lifts a card from wherever it lies."""
        s = self.s
        zone = s.zone[card]
        if zone == DECK:
            deck = s.decks[s.controller[card]]
            if deck[-1] == card:
                deck.pop()  # mostly it is the top card that goes
            else:
                deck.remove(card)
        elif zone == HAND:
            s.hands[s.controller[card]].remove(card)
            self._forget_its_play(card)
        elif zone == TABLE:
            self._leave_play(card)
        elif zone == DISCARD:
            s.discards[s.controller[card]].remove(card)
        elif zone == BURIED:
            self._discard_attached(card)
            s.lift(card, "buried")
            s.set_counters(card, 0)
        elif zone == BOX:
            s.box = without(s.box, card)

    def _forget_its_play(self, card: CardId) -> None:
        """PLAY-6: a play kept for one particular card in the hand goes with that card."""
        s = self.s
        for permission in s.permissions:
            if permission.card == card:
                s.permissions.remove(permission)
                return

    def _leave_play(self, card: CardId) -> None:
        """TERM-leaves-play, FILL-7: what was on it is discarded, and it is forgotten."""
        s = self.s
        self._discard_attached(card)
        if CARDS[s.defn[card]].type == MINION:
            s.lift(card, "minion")
        else:
            self._detach(card)
            s.place[card] = NO_PLACE
        s.set_counters(card, 0)
        s.end_life(card)
        if card in s.moved:
            s.moved = [moved for moved in s.moved if moved != card]
        self._listen(card, False)
        if s.lasting:
            s.lasting = [e for e in s.lasting if not self._is_about(e, card)]

    def _is_about(self, effect: Lasting, card: CardId) -> bool:
        if effect.with_source and effect.source == card:
            return True
        return effect.target == card and effect.kind in ABOUT_A_CARD

    def _discard_attached(self, card: CardId) -> None:
        for action in list(self.s.attached.get(card, ())):
            self.log.append(self.event(DISCARDED, action, NOBODY))
            self._put_in_discard(action)

    def _put_in_discard(self, card: CardId) -> None:
        self._take(card)
        s = self.s
        owner = s.owner[card]
        s.discards[owner].append(card)
        s.zone[card] = DISCARD
        s.place[card] = NO_PLACE
        s.controller[card] = owner
        s.known[card] = EVERYONE

    def _put_in_hand(self, card: CardId, seat: Seat | None = None) -> None:
        """Into its owner's hand, or into the hand a text names."""
        self._take(card)
        s = self.s
        holder = s.owner[card] if seat is None else seat
        s.hands[holder].append(card)
        s.zone[card] = HAND
        s.controller[card] = holder
        s.known[card] |= 1 << holder

    def _put_on_deck(self, card: CardId) -> None:
        self._put_in_deck(card, self.s.owner[card], TOP)

    def _put_under_deck(self, card: CardId) -> None:
        self._put_in_deck(card, self.s.owner[card], BOTTOM)

    def _put_in_deck(self, card: CardId, seat: Seat, end: str) -> None:
        self._take(card)
        s = self.s
        if end == TOP:
            s.decks[seat].append(card)
        else:
            s.decks[seat].insert(0, card)
        s.zone[card] = DECK
        s.controller[card] = seat

    def _set_aside(self, card: CardId, seat: Seat) -> None:
        """A card being played lies on the table, in no zone."""
        self._take(card)
        s = self.s
        s.zone[card] = LIMBO
        s.controller[card] = seat
        s.known[card] = EVERYONE

    def _put_at(self, card: CardId, place: PlaceId, seat: Seat) -> None:
        """Puts a minion, or an action played on a base, into play there."""
        self._take(card)
        s = self.s
        s.zone[card] = TABLE
        s.controller[card] = seat
        s.known[card] = EVERYONE
        s.lay(card, place, "minion" if CARDS[s.defn[card]].type == MINION else "action")
        self._listen(card, True)

    def _attach(self, action: CardId, host: CardId, seat: Seat) -> None:
        """Puts an action into play on a minion."""
        self._take(action)
        s = self.s
        s.zone[action] = TABLE
        s.place[action] = s.place[host]
        s.hosts[action] = host
        s.controller[action] = seat
        s.known[action] = EVERYONE
        s.attached[host] = [*s.attached.get(host, ()), action]
        self._listen(action, True)

    def _blur(self, seat: Seat) -> None:
        """A card left this hand unseen: the others no longer know which cards are in it."""
        for card in self.s.hands[seat]:
            self.s.known[card] &= 1 << seat

    def _leave_for_discard(self, cards: Sequence[CardId], kind: EventKind, cause: Cause) -> None:
        """ORDER-7: all leave at the same moment, and each still sees the others leave."""
        self._leave(self._foresee(cards, kind, cause))

    def _foresee(
        self,
        cards: Sequence[CardId],
        kind: EventKind,
        cause: Cause,
        others: Sequence[Event] = (),
    ) -> list[tuple[Event, list[Pending]]]:
        """What will be told when these leave, and what waits for it as the table stands now.

        `others`: what was foreseen of cards that leave at the same moment.
        """
        events: list[Event] = []
        for card in cards:
            event = self.event(self._kind_of_leaving(card, kind), card, cause)
            event.cards = tuple(self.s.attached.get(card, ()))
            events.append(event)
        together = tuple([event.card for event in (*others, *events)])
        for event in (*others, *events):
            event.together = together
        return [(event, self._waiting_for(event)) for event in events]

    def _leave(self, leaving: list[tuple[Event, list[Pending]]]) -> None:
        """Lets happen what was foreseen: all go to their owners' discard piles."""
        s = self.s
        for event, _ in leaving:
            if s.zone[event.card] == TABLE:
                self._put_in_discard(event.card)
            self._count_as_lost(event)
        for event, waiting in leaving:
            self.log.append(event)
            if self.frame is not None and event.kind in NUMBER:
                self.set_off(event, self._left_waiting(waiting))

    def _left_waiting(self, waiting: list[Pending]) -> list[Pending]:
        """Those of the abilities that still wait once all have left.

        FILL-2: what left at this very moment still counts. What stayed speaks to whom it concerns
        then: who has nothing there any more is not asked.
        """
        left: list[Pending] = []
        for p in waiting:
            if p.me >= 0 and self.s.life[p.me] != p.life:
                left.append(p._replace(gone=True))
            elif (seats := p.reaction.seats) is None or p.seat in seats(self._rules, p.me, p.ev):
                left.append(p)
        return left

    def _waiting_for(self, event: Event) -> list[Pending]:
        if event.kind not in NUMBER:
            return []
        awaited = self.listening[NUMBER[event.kind]] or self.s.lasting
        return self.collect(event) if awaited else []

    def _kind_of_leaving(self, card: CardId, kind: EventKind) -> EventKind:
        if self.is_minion(card):
            return kind
        return DISCARDED if kind == MINION_TO_DISCARD else ACTION_DESTROYED

    def _count_as_lost(self, event: Event) -> None:
        """Some bases ask for the first in a turn, whether they worked when it went or not."""
        s = self.s
        if event.kind not in TO_DISCARD_KINDS or event.place not in s.places:
            return
        base = s.places[event.place].base
        if base >= 0 and CARDS[s.defn[base]].counts_minions_lost:
            s.marks[(LOST, event.place, event.controller)] = 1

    def discard_from_play(self, cards: Sequence[CardId]) -> None:
        """SCORE-9: cards at a scored base go to their owners' discard piles at one moment."""
        self._leave_for_discard(cards, MINION_TO_DISCARD, NOBODY)

    def shuffle_deck(self, seat: Seat) -> None:
        """Shuffles a player's deck, after a search of it."""
        self.s.shuffle(self.s.decks[seat])
        self.log.append(Event(SHUFFLED, seat, amount=len(self.s.decks[seat]), word="deck"))
