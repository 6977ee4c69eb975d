"""Laying out the table that a scenario describes."""

from __future__ import annotations

from smashup.engine.game import Game
from smashup.engine.laying import Layout
from smashup.model.ids import NO_CARD, CardId, PlaceId, Seat
from smashup.scenarios.reading import Hand, LaidBase, LaidCard, Scenario


def lay_out(scenario: Scenario) -> Game:
    """A game laid out as the scenario says, to be started; only the listed cards exist."""
    return _Laying(scenario).lay()


class _Laying:
    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.layout = Layout(
            len(scenario.players),
            scenario.edition,
            scenario.seed,
            Seat(scenario.seats.index(scenario.turn)),
            scenario.phase,
        )

    def lay(self) -> Game:
        for seat, hand in enumerate(self.scenario.players.values()):
            self.lay_hand(Seat(seat), hand)
        for base in self.scenario.bases:
            self.lay_base(base)
        self.layout.base_deck(reversed(self.scenario.base_deck))
        self.layout.base_discard(self.scenario.base_discard)
        return self.layout.game()

    def lay_hand(self, seat: Seat, hand: Hand) -> None:
        self.layout.vp(seat, hand.vp)
        self.layout.hand(seat, hand.hand)
        self.layout.deck(seat, reversed(hand.deck))
        self.layout.discard_pile(seat, hand.discard)

    def lay_base(self, laid: LaidBase) -> None:
        place = self.layout.base(laid.base)
        for minion in laid.minions:
            card = self.lay_card(minion, place)
            for action in minion.actions:
                self.lay_card(action, place, host=card)
        for action in laid.actions:
            self.lay_card(action, place)
        for buried in laid.buried:
            seat, owner = self.seats_of(buried)
            self.layout.bury(buried.card, place, seat, owner, buried.counters)

    def lay_card(self, laid: LaidCard, place: PlaceId, host: CardId = NO_CARD) -> CardId:
        seat, owner = self.seats_of(laid)
        return self.layout.card(
            laid.card, place, seat, owner, host, laid.counters, laid.played_this_turn
        )

    def seats_of(self, laid: LaidCard) -> tuple[Seat, Seat]:
        """Who controls a card, and whose it is."""
        seats = self.scenario.seats
        return Seat(seats.index(laid.by)), Seat(seats.index(laid.owner))
