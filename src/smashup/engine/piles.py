"""Hands, decks and discard piles: drawing, discarding, looking, revealing, searching."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from smashup.engine.numbers import Numbers
from smashup.engine.protection import Cards, as_list
from smashup.engine.zones import BOTTOM, TOP
from smashup.model.decision import Ability
from smashup.model.event import (
    BOXED,
    CARDS_SEEN,
    DISCARDED,
    DRAWN,
    PLACED,
    SHUFFLED,
    Event,
    EventKind,
)
from smashup.model.ids import NO_CARD, NO_PLACE, CardId, Seat
from smashup.model.state import (
    BOX,
    DECK,
    EVERYONE,
    HAND,
)
from smashup.model.words import Sentence


class Piles(Numbers):
    """What cards do with cards that are not in play."""

    def refill(self, seat: Seat, count: int = 1) -> None:
        """TURN-7: a deck that is too small gets the shuffled discard pile put under it."""
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

    def can_draw(self, seat: Seat) -> bool:
        """Whether there is a card to draw or to reveal, or a pile to make a new deck of."""
        return bool(self.s.decks[seat] or self.s.discards[seat])

    def draw(self, seat: Seat, count: int) -> Ability[list[CardId]]:
        """Draws cards, as many as there are; gives them. An empty deck is made anew (TURN-7)."""
        self.refill(seat, count)
        deck = self.s.decks[seat]
        drawn: list[CardId] = []
        for _ in range(min(count, len(deck))):
            card = deck[-1]
            self._put_in_hand(card, seat)
            drawn.append(card)
        if drawn:
            self._tell_cards(DRAWN, seat, drawn, audience=1 << seat)
        return drawn
        yield

    def draw_card(self, card: CardId, seat: Seat, seen: bool = True) -> None:
        """Puts one particular card, from a deck, a pile or play, into a hand.

        `seen`: everybody knows which it is; else only that player does.
        """
        self._put_in_hand(card, seat)
        if seen:
            self.s.known[card] = EVERYONE
        self._tell_cards(DRAWN, seat, [card], audience=-1 if seen else 1 << seat)

    def take_into_hand(self, you: Seat, card: CardId) -> Ability[None]:
        """Places a card in play, or a buried one, into a player's own hand, whoever owns it."""
        self.draw_card(card, you, seen=self.in_play(card))
        yield from self.settle()

    def _tell_cards(
        self,
        kind: EventKind,
        seat: Seat,
        cards: Sequence[CardId],
        audience: int = -1,
        word: str = "",
    ) -> None:
        card = cards[0] if len(cards) == 1 else NO_CARD
        by = self.cause
        event = Event(kind, seat, card, NO_PLACE, len(cards), word, by.card, by.seat, tuple(cards))
        event.audience = audience
        self.log.append(event)

    def discard(self, seat: Seat, cards: Cards) -> Ability[list[CardId]]:
        """Discards cards from hand or deck to their owners' discard piles."""
        chosen = as_list(cards)
        for card in chosen:
            self._put_in_discard(card)
        if chosen:
            self._tell_cards(DISCARDED, seat, chosen)
        return chosen
        yield

    def choose_and_discard(
        self, seat: Seat, count: int = 1, prompt: Sentence = "Discard a card from your hand"
    ) -> Ability[list[CardId]]:
        """A player discards cards of their own choice from hand."""
        hand = self.s.hands[seat][:]
        chosen = yield from self.choose_some(seat, hand, prompt, at_most=count, at_least=count)
        return (yield from self.discard(seat, chosen))

    def discard_at_random(self, seat: Seat, count: int) -> Ability[None]:
        """A player discards cards from hand at random, as many as there are."""
        hand = self.s.hands[seat]
        chosen: list[CardId] = []
        left = hand[:]
        for _ in range(min(count, len(hand))):
            chosen.append(left.pop(self.s.random(len(left))))
        yield from self.discard(seat, chosen)

    def take_at_random(self, you: Seat, seat: Seat) -> None:
        """Puts a random card of a player's hand into one's own; nobody else learns which."""
        s = self.s
        hand = s.hands[seat]
        if hand:
            card = hand[s.random(len(hand))]
            both = 1 << you | 1 << seat
            self._put_in_hand(card, you)
            s.known[card] &= both
            self._blur(seat)
            self._tell_cards(DRAWN, you, [card], audience=both)

    def reveal_top(self, seat: Seat, count: int = 1) -> Ability[list[CardId]]:
        """Reveals the top cards of a deck to everyone, top first; they stay on the deck."""
        return self._see_top(seat, count, EVERYONE, "reveal")

    def look_at_top(self, you: Seat, seat: Seat, count: int = 1) -> Ability[list[CardId]]:
        """One player looks at the top cards of a deck, top first; they stay on the deck."""
        return self._see_top(seat, count, 1 << you, "look")

    def _see_top(self, seat: Seat, count: int, who: int, word: str) -> Ability[list[CardId]]:
        if word == "reveal" or self.s.edition.looking_remakes:
            self.refill(seat, count)
        cards = self.s.decks[seat][-count:][::-1]
        self.show(seat, cards, who, word)
        return cards
        yield

    def reveal_bottom(self, seat: Seat, count: int = 1) -> Ability[list[CardId]]:
        """Reveals the bottom cards of a deck to everyone, bottommost first; they stay there.

        TURN-7: a deck that runs out goes on with the bottom of the new one.
        """
        cards = self.s.decks[seat][:count]
        if len(cards) < count:
            self.refill(seat, count)
            new = [card for card in self.s.decks[seat] if card not in cards]
            cards += new[: count - len(cards)]
        self.show(seat, cards, EVERYONE, "reveal")
        return cards
        yield

    def look_at_hand(self, you: Seat, seat: Seat) -> Ability[list[CardId]]:
        """One player looks at another's hand."""
        cards = self.s.hands[seat][:]
        self.show(seat, cards, 1 << you, "look")
        return cards
        yield

    def show(self, seat: Seat, cards: Sequence[CardId], who: int, word: str) -> None:
        """Lets these seats see cards that `seat` holds (TERM-look); being seen is an event."""
        for card in cards:
            self.s.known[card] |= who
        if cards:
            by = self.cause
            event = Event(CARDS_SEEN, seat, NO_CARD, NO_PLACE, len(cards), word, by.card, by.seat)
            event.cards = tuple(cards)
            event.audience = who
            self.publish(event)

    def reveal(self, seat: Seat, cards: Sequence[CardId]) -> None:
        """Shows everyone cards that `seat` holds."""
        self.show(seat, cards, EVERYONE, "reveal")

    def remakes_to_search(self, you: Seat) -> bool:
        """Whether a search would first make an empty deck of the discard pile (TURN-7)."""
        remakes = self.s.edition.looking_remakes
        return remakes and not self.s.decks[you] and bool(self.s.discards[you])

    def search_deck(self, you: Seat, fits: Callable[[CardId], bool]) -> Ability[list[CardId]]:
        """Begins a search of one's own deck: the cards in it that fit. Shuffle it afterwards."""
        if self.s.edition.looking_remakes:
            self.refill(you)  # TURN-7: only a deck that is empty when the search begins
        deck = self.s.decks[you]
        for card in deck:
            self.s.known[card] |= 1 << you
        return [card for card in deck if fits(card)]
        yield

    def known_in_deck(self, you: Seat) -> set[CardId]:
        """The cards of one's deck that one knows the place of now."""
        return {card for card in self.s.decks[you] if self.s.known[card] >> you & 1}

    def forget_search(self, you: Seat, known: set[CardId]) -> None:
        """Only another pile was searched after all: of the deck one knows what one knew before."""
        for card in self.s.decks[you]:
            if card not in known:
                self.s.known[card] &= ~(1 << you)

    def take_from_discard(self, you: Seat, cards: Cards) -> Ability[None]:
        """Places cards from one's discard pile into one's hand."""
        chosen = as_list(cards)
        for card in chosen:
            self._put_in_hand(card)
        if chosen:
            self._tell_cards(PLACED, you, chosen, word="discard to hand")
        return
        yield

    def put_under_deck(self, you: Seat, cards: Sequence[CardId]) -> Ability[None]:
        """Places cards that are not in play at the bottom of a deck, the first one topmost."""
        yield from self._put_in_decks(you, list(cards), BOTTOM)

    def put_on_deck(self, you: Seat, cards: Sequence[CardId]) -> Ability[None]:
        """Places cards that are not in play on top of a deck, the first one topmost."""
        yield from self._put_in_decks(you, list(cards)[::-1], TOP)

    def _put_in_decks(self, you: Seat, cards: list[CardId], end: str) -> Ability[None]:
        s = self.s
        ordered = len(cards) > 1  # which is where is the chooser's secret, though all were seen
        for card in cards:
            zone = s.zone[card]
            # A card of another owner goes home where the others see it, not from a hand unseen; to
            # go back where it was is to go nowhere.
            stays = zone == HAND or (zone == DECK and self._stays_in_deck(card, len(cards), end))
            holder = s.controller[card] if stays else s.owner[card]
            self._put_in_deck(card, holder, end)
            if zone == HAND or (zone == DECK and ordered):
                s.known[card] &= 1 << you
            if zone == HAND:
                self._blur(holder)
            audience = -1 if s.known[card] == EVERYONE else 1 << you
            self._tell_cards(PLACED, you, [card], audience=audience, word=f"{end} of deck")
        return
        yield

    def _stays_in_deck(self, card: CardId, among: int, end: str) -> bool:
        """Whether a card of a deck goes back among those it came from, or nobody else sees it."""
        deck = self.s.decks[self.s.controller[card]]
        back = deck[-among:] if end == TOP else deck[:among]
        return card in back or self.s.known[card] != EVERYONE

    def shuffle_into_deck(self, you: Seat, cards: Iterable[CardId]) -> Ability[None]:
        """Shuffles cards from hand or discard pile into the deck of whoever holds them.

        A card of another owner goes home only where the others see it, not from a hand unseen.
        """
        chosen = list(cards)
        for card in chosen:
            self._put_in_deck(card, self.s.controller[card], TOP)
        if chosen:
            self._tell_cards(PLACED, you, chosen, word="into deck", audience=1 << you)
        for seat in {you, *(self.s.controller[card] for card in chosen)}:
            self.shuffle_deck(seat)
        return
        yield

    def put_in_box(self, card: CardId) -> Ability[None]:
        """TERM-box: out for the rest of the game."""
        self._take(card)
        s = self.s
        s.box = [*s.box, card]
        s.zone[card] = BOX
        s.known[card] = EVERYONE
        self._tell_cards(BOXED, s.owner[card], [card])
        yield from self.settle()
