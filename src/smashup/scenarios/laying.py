"""Laying out the table that a scenario describes."""

from __future__ import annotations

from smashup.engine.game import Game
from smashup.model.card import Card
from smashup.model.edition import edition
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
from smashup.scenarios.reading import Hand, LaidBase, LaidCard, Scenario


def lay_out(scenario: Scenario) -> Game:
    """A game laid out as the scenario says, to be started; only the listed cards exist."""
    state = State(len(scenario.players), edition(scenario.edition), scenario.seed)
    state.turn = scenario.seats.index(scenario.turn)
    state.phase = PHASE_NAMES.index(scenario.phase)
    game = Game(state)
    laying = _Laying(game, scenario)
    laying.lay()
    if state.phase == PLAY:
        game.begin_play_cards()
    return game


class _Laying:
    def __init__(self, game: Game, scenario: Scenario) -> None:
        self.game = game
        self.s = game.s
        self.scenario = scenario

    def lay(self) -> None:
        for seat, hand in enumerate(self.scenario.players.values()):
            self.lay_hand(seat, hand)
        for base in self.scenario.bases:
            self.lay_base(base)
        s = self.s
        s.base_deck = [self.add(c, -1, BASE_DECK) for c in reversed(self.scenario.base_deck)]
        s.base_discard = [self.add(c, -1, BASE_DISCARD) for c in self.scenario.base_discard]
        for base_card in s.base_discard:
            s.known[base_card] = EVERYONE

    def add(self, card: Card, owner: int, zone: int) -> int:
        return self.s.add_card(card.index, owner, zone)

    def lay_hand(self, seat: int, hand: Hand) -> None:
        s = self.s
        s.vp[seat] = hand.vp
        s.hands[seat] = [self.add(card, seat, HAND) for card in hand.hand]
        s.decks[seat] = [self.add(card, seat, DECK) for card in reversed(hand.deck)]
        s.discards[seat] = [self.add(card, seat, DISCARD) for card in hand.discard]
        for card in s.hands[seat]:
            s.known[card] = 1 << seat
        for card in s.discards[seat]:
            s.known[card] = EVERYONE

    def lay_base(self, laid: LaidBase) -> None:
        place = self.game.new_place()
        base = self.add(laid.base, -1, BASE_DECK)
        self.s.places[place].base = base
        self.game.lay_base(base, place)
        for minion in laid.minions:
            card = self.lay_card(minion, place)
            for action in minion.actions:
                self.lay_card(action, place, host=card)
        for action in laid.actions:
            self.lay_card(action, place)
        for buried in laid.buried:
            self.bury(buried, place)

    def lay_card(self, laid: LaidCard, place: int, host: int = -1) -> int:
        s = self.s
        seat = self.scenario.seats.index(laid.by)
        card = self.add(laid.card, self.scenario.seats.index(laid.owner), LIMBO)
        self.game.put_in_play(card, seat, place, host)
        s.counters[card] = laid.counters
        if laid.card.in_force is not None:
            laid.card.in_force(self.game, card, seat)
        if laid.played_this_turn:
            s.played.append(Played(seat, card, laid.card.type, place, PLAY, 0))
        return card

    def bury(self, laid: LaidCard, place: int) -> None:
        s = self.s
        seat = self.scenario.seats.index(laid.by)
        card = self.add(laid.card, self.scenario.seats.index(laid.owner), BURIED)
        s.controller[card] = seat
        s.place[card] = place
        s.counters[card] = laid.counters
        s.known[card] = 1 << seat
        s.places[place].buried.append(card)
