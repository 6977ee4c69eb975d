"""Tables laid out by hand, card by card: for scenarios, puzzles, and checks of the engine."""

from __future__ import annotations

import random
from collections.abc import Iterable

from smashup.engine.game import Game
from smashup.engine.rules import Rules
from smashup.engine.table import who_listens
from smashup.model.card import Card
from smashup.model.edition import edition
from smashup.model.ids import FIRST_SEAT, NO_CARD, NO_SEAT, CardId, PlaceId, Seat
from smashup.model.state import (
    BASE_DECK,
    BASE_DISCARD,
    BURIED,
    DECK,
    DISCARD,
    EVERYONE,
    HAND,
    LIMBO,
    PHASE_NAMES,
    PLAY,
    Played,
    State,
)


class Layout:
    """A table to lay cards on; only the cards that are laid exist. `game` is what becomes of it.

    >>> from smashup.cards import find_card
    >>> layout = Layout(players=2)
    >>> place = layout.base(find_card("Tortuga"))
    >>> king = layout.card(find_card("King Rex"), place, seat=0)
    >>> game = layout.game()
    >>> game.start()
    >>> game.total_power(place)
    7
    """

    def __init__(
        self,
        players: int,
        edition_name: str = "oops",
        seed: int = 0,
        turn: Seat = FIRST_SEAT,
        phase: str = "play",
    ) -> None:
        state = State(players, edition(edition_name), seed)
        state.turn = turn
        state.phase = PHASE_NAMES.index(phase)
        self._rules = Rules(state)
        self._s = state

    def game(self) -> Game:
        """The game, to be started with `start`. Lay nothing more after this."""
        if self._s.phase == PLAY:
            self._rules.begin_play_cards()
        return Game(self._rules)

    def vp(self, seat: Seat, vp: int) -> None:
        """Gives a player victory points."""
        self._s.vp[seat] = vp

    def hand(self, seat: Seat, cards: Iterable[Card]) -> None:
        """A player's hand."""
        self._s.hands[seat] = self._add(cards, seat, HAND, 1 << seat)

    def deck(self, seat: Seat, cards: Iterable[Card]) -> None:
        """A player's deck, from the bottom up."""
        self._s.decks[seat] = self._add(cards, seat, DECK, 0)

    def discard_pile(self, seat: Seat, cards: Iterable[Card]) -> None:
        """A player's discard pile, from the bottom up."""
        self._s.discards[seat] = self._add(cards, seat, DISCARD, EVERYONE)

    def base_deck(self, bases: Iterable[Card]) -> None:
        """The bases still to come, the next one last."""
        self._s.base_deck = self._add(bases, NO_SEAT, BASE_DECK, 0)

    def base_discard(self, bases: Iterable[Card]) -> None:
        """The bases that have left."""
        self._s.base_discard = self._add(bases, NO_SEAT, BASE_DISCARD, EVERYONE)

    def _add(self, cards: Iterable[Card], owner: Seat, zone: int, known: int) -> list[CardId]:
        slots = self._s.add_cards([card.index for card in cards], owner, zone)
        for slot in slots:
            self._s.known[slot] = known
        return slots

    def base(self, base: Card) -> PlaceId:
        """Lays a base to the right of the others; gives its place."""
        place = self._rules.new_place()
        slot = self._s.add_card(base.index, NO_SEAT, BASE_DECK)
        self._s.places[place] = self._s.places[place].with_base(slot)
        self._rules.lay_base(slot, place)
        return place

    def card(
        self,
        card: Card,
        place: PlaceId,
        seat: Seat,
        owner: Seat | None = None,
        host: CardId = NO_CARD,
        counters: int = 0,
        played_this_turn: bool = False,
    ) -> CardId:
        """Puts a minion or an action in play under a player's control, `host`: on this minion."""
        s = self._s
        slot = s.add_card(card.index, seat if owner is None else owner, LIMBO)
        self._rules.put_in_play(slot, seat, place, host)
        s.set_counters(slot, counters)
        if card.in_force is not None:
            card.in_force(self._rules, slot, seat)
        if played_this_turn:
            s.played.append(Played(seat, slot, card.type, place, PLAY, 0))
        return slot

    def bury(
        self, card: Card, place: PlaceId, seat: Seat, owner: Seat | None = None, counters: int = 0
    ) -> CardId:
        """Buries a card at a base."""
        s = self._s
        slot = s.add_card(card.index, seat if owner is None else owner, BURIED)
        s.controller[slot] = seat
        s.set_counters(slot, counters)
        s.known[slot] = 1 << seat
        s.lay(slot, place, "buried")
        return slot


def arrive_differently(game: Game, rng: random.Random) -> None:
    """Lets the cards in play have arrived in another order."""
    rules = game.rules
    for place, here in rules.s.places.items():
        minions = here.minions[:]
        rng.shuffle(minions)
        rules.s.places[place] = here.with_minions(minions)
    rng.shuffle(rules.s.listeners)
    rules.listening = who_listens(rules.s)


def forget_order_of_decks(game: Game) -> None:
    """Sorts the decks, so that positions that differ in nothing else are the same."""
    s = game.rules.s
    for deck in s.decks:
        deck.sort(key=s.defn.__getitem__)
