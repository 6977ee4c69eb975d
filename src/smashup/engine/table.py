"""Questions about the table: who has what where, what was played, what works. Changes nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from smashup.cards.registry import CARDS
from smashup.engine import watching
from smashup.model.card import (
    ACTION,
    BASE,
    GIVES_TAG,
    KINDS,
    MINION,
    ON_BASE,
    Card,
    kinds_in,
)
from smashup.model.ids import NO_CARD, NO_PLACE, NO_SEAT, CardId, PlaceId, Seat, from_seat
from smashup.model.lasting import BASE_IGNORED, NO_ABILITIES, REMEMBERED, SPARED
from smashup.model.state import (
    BURIED,
    DISCARD,
    LOST,
    PLAY,
    TABLE,
    Place,
    Played,
    State,
    without,
)

if TYPE_CHECKING:
    from smashup.engine.rules import Rules
    from smashup.model.event import Event
    from smashup.model.scoring import Scoring


#: The cards in play (bases too) that take part in an event or query, by its number. The lists are
#: never changed, so that copies may share them and who goes through one is not disturbed.
Listening: TypeAlias = list[list[CardId]]
NOBODY_LISTENS: Listening = [[]] * KINDS
Followed: TypeAlias = tuple[CardId, int]  # a card and which of its lives


def who_listens(state: State) -> Listening:
    """Finds out who listens to what, where the state was not come to by playing."""
    found: Listening = [[] for _ in range(KINDS)]
    for card in state.listeners:
        for kind in kinds_in(CARDS[state.defn[card]].mask):
            found[kind].append(card)
    return found


class Table:
    """The state and all the questions that rules and cards ask of it."""

    scoring: Scoring | None = None  # the base being scored, from its award on
    duellists: tuple[CardId, ...] = ()  # the two minions in a duel

    def __init__(self, state: State) -> None:
        self.s = state
        self.listening = NOBODY_LISTENS[:]
        self.watcher = None if watching.make is None else watching.make()

    @property
    def _rules(self) -> Rules:
        return self  # type: ignore[return-value]  # all tables are; to `cast` it takes as long again

    # -- cards -------------------------------------------------------------------------

    def card(self, card: CardId) -> Card:
        """The definition of a card."""
        return CARDS[self.s.defn[card]]

    def name(self, card: CardId) -> str:
        """The name of a card or base, to be said: `Words("Move {minion}?", minion=g.name(m))`."""
        return CARDS[self.s.defn[card]].name

    def controller(self, card: CardId) -> Seat:
        """Who controls a card ("your" cards are those you control)."""
        return self.s.controller[card]

    def owner(self, card: CardId) -> Seat:
        """Who had the card at the start of the game."""
        return self.s.owner[card]

    def place(self, card: CardId) -> PlaceId:
        """The place (base in play) where a card lies, or -1."""
        return self.s.place[card]

    def host(self, card: CardId) -> CardId:
        """The minion an action is attached to, or -1."""
        return self.s.hosts.get(card, NO_CARD)

    def holder(self, card: CardId) -> Seat:
        """In whose hand, deck or discard pile a card is."""
        return self.s.controller[card]

    def counters(self, card: CardId) -> int:
        """The +1 power counters on a card."""
        return self.s.counters[card]

    def is_minion(self, card: CardId) -> bool:
        """Whether it is a minion, wherever it is."""
        return CARDS[self.s.defn[card]].type == MINION

    def is_action(self, card: CardId) -> bool:
        """Whether it is an action, wherever it is."""
        return CARDS[self.s.defn[card]].type == ACTION

    def is_base(self, card: CardId) -> bool:
        """Whether it is a base; -1, the card of nobody, is none."""
        return card >= 0 and CARDS[self.s.defn[card]].type == BASE

    def is_played_on_base(self, card: CardId) -> bool:
        """Whether it is an action of the kind that is played on a base."""
        definition = CARDS[self.s.defn[card]]
        return definition.type == ACTION and definition.plays_on == ON_BASE

    def in_play(self, card: CardId) -> bool:
        """Whether a minion or action is in play face up."""
        return self.s.zone[card] == TABLE

    def in_discard(self, card: CardId) -> bool:
        """Whether it lies in a player's discard pile."""
        return self.s.zone[card] == DISCARD

    def printed_power(self, card: CardId) -> int:
        """The power that is printed on a minion: what counts while it is not in play."""
        return CARDS[self.s.defn[card]].power

    def is_a(self, card: CardId, tag: str) -> bool:
        """Whether a card is of this kind: by itself, or in play because a card says so."""
        if tag in self.card(card).tags:
            return True
        if self.s.zone[card] != TABLE:
            return False
        seat = self.s.controller[card]
        return any(
            self.card(other).gives_tag == tag
            and self.s.controller[other] == seat
            and self.works(other)
            for other in self.listening[GIVES_TAG]
        )

    def is_still_there(self, event: Event) -> bool:
        """Whether the card of an event is in play and has not left since."""
        return self.in_play(event.card) and self.s.life[event.card] == event.life

    def follow(self, cards: Sequence[CardId]) -> list[Followed]:
        """Cards in play to come back to after something else has happened (FILL-7).

        `still` then gives those that have not left since: what left and came again is another card.

            chosen = g.follow(minions)
            yield from g.play_now(you, [play], "Play an extra minion there")
            yield from g.return_to_hand(g.still(chosen))
        """
        return [(card, self.s.life[card]) for card in cards]

    def still(self, followed: Sequence[Followed]) -> list[CardId]:
        """Those of the cards followed that have been in play all the time."""
        return [card for card, life in followed if self.in_play(card) and self.s.life[card] == life]

    # -- players -----------------------------------------------------------------------

    @property
    def current(self) -> Seat:
        """The seat whose turn it is."""
        return self.s.turn

    def seats(self, start: Seat | None = None) -> list[Seat]:
        """All seats clockwise, from the current player or from `start`."""
        return list(from_seat(self.s.turn if start is None else start, self.s.seats))

    def others(self, seat: Seat) -> list[Seat]:
        """The other players, clockwise from the current player."""
        return [other for other in self.seats() if other != seat]

    def clockwise(self, seats: Iterable[Seat]) -> list[Seat]:
        """These seats in the order: current player first, then clockwise (FILL-15)."""
        chosen = list(seats)
        return [seat for seat in from_seat(self.s.turn, self.s.seats) if seat in chosen]

    def hand(self, seat: Seat) -> list[CardId]:
        """The cards in a player's hand. Look at the list, do not change it."""
        return self.s.hands[seat]

    def deck(self, seat: Seat) -> list[CardId]:
        """A player's deck, top card last."""
        return self.s.decks[seat]

    def discard_pile(self, seat: Seat) -> list[CardId]:
        """A player's discard pile, the newest card last. Look at the list, do not change it."""
        return self.s.discards[seat]

    def discarded_minions(self, seat: Seat, power_at_most: int | None = None) -> list[CardId]:
        """The minions in a player's discard pile; out of play the printed power counts."""
        return self.among(self.s.discards[seat], MINION, power_at_most)

    def among(
        self, cards: Iterable[CardId], type: str, power_at_most: int | None = None
    ) -> list[CardId]:
        """Those of the cards (out of play) that are of this type, and not too strong."""
        defn = self.s.defn
        return [
            card
            for card in cards
            if CARDS[defn[card]].type == type
            and (power_at_most is None or CARDS[defn[card]].power <= power_at_most)
        ]

    # -- the table ---------------------------------------------------------------------

    def bases(self, other_than: PlaceId = NO_PLACE) -> list[PlaceId]:
        """The places of all bases in play, left to right."""
        return [place for place in self.s.row if place != other_than]

    def discarded_bases(self) -> list[CardId]:
        """The base cards in the base discard pile."""
        return self.s.base_discard

    def base_can_come(self) -> bool:
        """Whether the base deck has a base, or is remade once a base more is discarded."""
        return bool(self.s.base_deck) or self.s.edition.bases_reshuffled

    def has_next_base(self) -> bool:
        """Whether the base deck has a base, or can be remade from the discarded ones (TURN-7)."""
        s = self.s
        return bool(s.base_deck or (s.base_discard and s.edition.bases_reshuffled))

    def at(self, place: PlaceId) -> Place:
        """What lies at a base: its `base`, `minions`, `actions` and `buried`, as they arrived."""
        return self.s.places[place]

    def base_card(self, place: PlaceId) -> Card:
        """The definition of the base that lies at a place."""
        return CARDS[self.s.defn[self.s.places[place].base]]

    def has_minion(self, seat: Seat, place: PlaceId) -> bool:
        """Whether a player controls a minion at a base."""
        here = self.s.places.get(place)
        if here is not None:
            controller = self.s.controller
            for minion in here.minions:
                if controller[minion] == seat:
                    return True
        return False

    def is_in_play(self, place: PlaceId) -> bool:
        """Whether the base that lay there still does (TERM-here)."""
        return place in self.s.places

    def actions_on(self, card: CardId) -> list[CardId]:
        """The actions attached to a minion."""
        return self.s.attached.get(card, [])

    def actions_in_play(self) -> list[CardId]:
        """All actions on bases and on minions, in table order."""
        s = self.s
        found: list[CardId] = []
        for place in s.row:
            found += s.places[place].actions
            for minion in s.places[place].minions:
                found += s.attached.get(minion, ())
        return found

    def factions_in_game(self) -> list[str]:
        """The factions of all cards that exist, in the order of the box."""
        present = {CARDS[defn] for defn in set(self.s.defn)}
        names = {card.faction for card in present if card.type != BASE}
        return sorted(names)

    # -- what was played ---------------------------------------------------------------

    def played_minions(self, seat: Seat | None = None, at: PlaceId | None = None) -> list[Played]:
        """Minions played this turn, in order (PLAY-9), by this player or by anyone."""
        return [
            p
            for p in self.s.played
            if p.type == MINION
            and (seat is None or p.seat == seat)
            and (at is None or p.place == at)
        ]

    def has_moved(self, minion: CardId) -> bool:
        """Whether a minion has moved this turn before the move being told of."""
        return minion in self.s.moved

    def has_lost_a_minion(self, seat: Seat, place: PlaceId) -> bool:
        """Whether one of a player's minions went from a base that counts them to the discard pile
        before in this turn."""
        return (LOST, place, seat) in self.s.marks

    def played_actions(self, seat: Seat, on_your_turn: bool = False) -> list[Played]:
        """Actions a player played this turn; `on_your_turn`: in their Play Cards phase only."""
        return [
            p
            for p in self.s.played
            if p.type == ACTION
            and p.seat == seat
            and not (on_your_turn and (p.phase != PLAY or self.s.turn != seat))
        ]

    def was_played_by(self, seat: Seat, card: CardId) -> bool:
        """Whether this very card, not forgotten since, was played this turn by that player."""
        life = self.s.life[card]
        return any(p.card == card and p.seat == seat and p.life == life for p in self.s.played)

    def is_same_card(self, play: Played) -> bool:
        """Whether a card played this turn is still in play, without having left in between."""
        return self.in_play(play.card) and self.s.life[play.card] == play.life

    def is_first_minion(self, seat: Seat) -> bool:
        """Whether the minion just played is the first this player played this turn."""
        return len(self.played_minions(seat)) == 1

    def memory(self, card: CardId) -> int:
        """The number a card in play remembers, or -1."""
        for effect in self.s.lasting:
            if effect.kind == REMEMBERED and effect.target == card:
                return effect.amount
        return -1

    def ignores_always(self, action: CardId) -> bool:
        """Whether its player ignores, by this action, what the base does all the time."""
        return any(
            e.kind == BASE_IGNORED and e.target == action and e.amount for e in self.s.lasting
        )

    def can_ignore(self, action: CardId) -> bool:
        """Whether its player may, by this action, still ignore the base it is on."""
        return any(e.kind == BASE_IGNORED and e.target == action for e in self.s.lasting)

    def may_ignore(self, card: CardId, seat: Seat) -> CardId:
        """The action by which a player may ignore what this card, a base, does now; or -1."""
        if seat < 0 or not self.s.lasting or not self.is_base(card):
            return NO_CARD
        here = self.s.places.get(self.s.place[card])
        for action in () if here is None else here.actions:
            if self.s.controller[action] == seat and self.can_ignore(action):
                return action
        return NO_CARD

    def my_play_phase(self, seat: Seat) -> bool:
        """Whether it is this player's own Play Cards phase ("on your turn")."""
        return self.s.phase == PLAY and self.s.turn == seat

    # -- whether abilities work --------------------------------------------------------

    def works(self, card: CardId, seat: Seat | None = None) -> bool:
        """Whether a card's abilities are not cancelled; what a base does all the time: for this
        seat. A player who may ignore a base is asked when it does something at one moment."""
        s = self.s
        kind = CARDS[s.defn[card]].type
        if kind == MINION:
            if card in s.attached and self.cancelling(card):
                return False
            for effect in s.lasting:
                if effect.target == card and effect.kind == NO_ABILITIES:
                    return False
            return True
        if kind == BASE:
            return self.base_works(s.place[card], seat)
        return True

    def cancelling(self, minion: CardId) -> list[CardId]:
        """The actions on a minion that cancel its abilities now."""
        s = self.s
        found: list[CardId] = []
        for action in s.attached.get(minion, ()):
            if CARDS[s.defn[action]].cancels_host and not self.is_spared(minion, action):
                found.append(action)
        return found

    def is_spared(self, minion: CardId, source: CardId) -> bool:
        """Whether the continuous ability of a card leaves a minion alone for now."""
        return any(
            effect.kind == SPARED and effect.target == minion and effect.source == source
            for effect in self.s.lasting
        )

    def base_works(self, place: PlaceId, seat: Seat | None = None) -> bool:
        """Whether the ability of the base there counts, for this seat where one is concerned."""
        here = self.s.places.get(place)
        if here is None:
            return False
        for action in here.actions:
            off = CARDS[self.s.defn[action]].cancels_base
            if off is not None and off(self._rules, action, NO_SEAT if seat is None else seat):
                return False
        return True

    def _listen(self, card: CardId, to: bool) -> None:
        """Notes that a card has come into play or left it."""
        mask = CARDS[self.s.defn[card]].mask
        if mask:
            if to:
                self.s.listeners.append(card)
            else:
                self.s.listeners.remove(card)
            listening = self.listening
            for kind in kinds_in(mask):
                cards = listening[kind]
                listening[kind] = [*cards, card] if to else without(cards, card)

    def listeners(self) -> list[CardId]:
        """The cards in play, bases too, that wait for something or change something."""
        return self.s.listeners

    def buried_cards(self, seat: Seat, place: PlaceId | None = None) -> list[CardId]:
        """The cards a player has buried, in table order."""
        s = self.s
        places = s.row if place is None else [place]
        found: list[CardId] = []
        for p in places:
            for c in s.places[p].buried:
                if s.controller[c] == seat and s.zone[c] == BURIED:
                    found.append(c)
        return found
