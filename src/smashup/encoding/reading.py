"""What a seat may know as lists of whole numbers: what `smashup.rl.Encoder` puts into arrays.

It is apart from arrays because it is compiled with the engine (`make fast`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import NamedTuple, get_args
from zlib import crc32

from smashup.cards.registry import CARDS, FACTIONS, changes
from smashup.encoding.layout import BUCKETS, Layout
from smashup.engine.observation import Observation
from smashup.engine.shown import BaseShown
from smashup.model.columns import Columns
from smashup.model.decision import Decision, DecisionKind, Verb
from smashup.model.edition import EDITIONS
from smashup.model.errors import BadSetup
from smashup.model.ids import MOST_PLAYERS, NO_CARD, Seat, from_seat
from smashup.model.state import ZONES
from smashup.model.words import Phrase

KINDS = {kind: number for number, kind in enumerate(get_args(DecisionKind), start=1)}
VERBS = {verb: number for number, verb in enumerate(get_args(Verb), start=1)}
PLAYS = ("minion", "action")
MOST_PICKS = 99  # so many are as good as any number
MOST_ORDERS = 64  # remembered; there are few, unless tables are laid by hand
_EDITIONS = {name: number for number, name in enumerate(EDITIONS)}
_ONE_MORE = [*range(1, ZONES + 1), 0]  # by a number from 0 on; -1 finds the last: none


class _Order(NamedTuple):
    """In which rows the cards of a game stand for a seat: its own first, then clockwise."""

    pick: Callable[[Sequence[int]], tuple[int, ...]]
    row_of: list[int]  # by slot, counted from 1; the last is for -1
    empty: tuple[int, ...]  # what is left of a field


class _Box:
    """The cards and factions by number, as they are in the box now."""

    def __init__(self) -> None:
        self.identity = [*range(1, len(CARDS) + 1), 0]
        self.power = [*(card.power for card in CARDS), 0]
        self.awards = [card.vp for card in CARDS]
        self.factions = {name: number for number, name in enumerate(FACTIONS, start=1)}


class Reader:
    """Reads observations of games that fit a layout."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self._box = _Box()
        self._changes = changes()
        self._orders: dict[tuple[int, ...], _Order] = {}
        self._buckets: dict[str, int] = {"": 0}
        self._spare = [0] * len(layout.bases.fields)

    def read(self, observation: Observation) -> tuple[list[int], list[int]]:
        """All but the options, and the options."""
        if self._changes != changes():
            raise BadSetup("Cards came into the box or left it: make a new encoder.")
        seat = observation.seat
        if seat is None or observation.players != self.layout.players:
            raise BadSetup(
                f"This encoder is for a seat of a game of {self.layout.players} players."
            )
        columns = observation.columns()
        bases = observation.bases
        order = self._order(columns, seat)
        seats = from_seat(seat, columns.seats)
        relative = [0] * (columns.seats + 1)  # the last is for -1
        for number, other in enumerate(seats, start=1):
            relative[other] = number
        places: dict[int, int] = {base.place: number for number, base in enumerate(bases, start=1)}
        powers = self._powers(observation, columns)
        decision = observation.decision
        head = self._numbers(observation, columns, decision, relative)
        for other in seats:
            head += self._seat(columns, other)
        for base in bases:
            head += self._base(columns, base, seats)
        for _ in range(self.layout.bases.rows - len(bases)):
            head += self._spare
        head += self._cards(columns, order, relative, places, powers)
        if decision is None:
            return head, []
        return head, self._options(columns, decision, order, relative, places, powers)

    def _numbers(
        self,
        observation: Observation,
        columns: Columns,
        decision: Decision | None,
        relative: list[int],
    ) -> list[int]:
        asked = [0] * 8
        if decision is not None:
            source = decision.source
            asked = [
                1,
                KINDS[decision.kind],
                self._box.identity[columns.defn[source]] if source >= 0 else 0,
                self._bucket(_sentence(decision.question)),
                decision.least,
                min(decision.most, MOST_PICKS),
                len(decision.picked),
                min(len(decision.options), self.layout.most_options),
            ]
        plays = [0] * 4
        for play in columns.permissions:
            number = PLAYS.index(play.type)
            plays[number] += 1
            plays[number + 2] += play.source >= 0
        return [
            columns.seats,
            columns.turn_number,
            columns.phase,
            _EDITIONS[columns.edition.name],
            relative[columns.turn],
            *asked,
            *plays,
            sum(columns.budgets),
            len(columns.base_deck),
            len(columns.lasting),
            len(columns.played),
            int(bool(observation.duellists)),
        ]

    def _seat(self, columns: Columns, seat: Seat) -> list[int]:
        hand, deck = columns.hands[seat], columns.decks[seat]
        numbers = [self._box.factions[name] for name in columns.factions[seat]]
        first, second = numbers if numbers else (0, 0)
        return [
            columns.vp[seat],
            len(hand),
            len(deck),
            len(columns.discards[seat]),
            len(hand) - hand.count(NO_CARD),
            len(deck) - deck.count(NO_CARD),
            sum(columns.controller[card] == seat for card in columns.laid if card >= 0),
            int(columns.turn == seat),
            first,
            second,
        ]

    def _base(self, columns: Columns, base: BaseShown, seats: Sequence[Seat]) -> list[int]:
        defn = columns.defn[base.card]
        by_seat = [0] * (2 * MOST_PLAYERS)
        for number, seat in enumerate(seats):
            by_seat[number] = base.powers[seat]
        for award in base.awards:
            for seat, vp in zip(award.seats, award.vp, strict=True):
                by_seat[MOST_PLAYERS + seats.index(seat)] = vp
        return [
            self._box.identity[defn],
            base.breakpoint,
            sum(base.powers),
            *self._box.awards[defn],
            len(base.buried),
            *by_seat,
        ]

    def _cards(
        self,
        columns: Columns,
        order: _Order,
        relative: list[int],
        places: dict[int, int],
        powers: list[int],
    ) -> list[int]:
        pick, empty = order.pick, order.empty
        hosts = [0] * len(powers)
        for card, host in columns.hosts.items():
            hosts[card] = order.row_of[host]
        fields: list[int] = []
        at = places.get
        for values in (
            map(self._box.identity.__getitem__, pick(columns.defn)),
            map(_ONE_MORE.__getitem__, pick(columns.zone)),
            map(relative.__getitem__, pick(columns.owner)),
            map(relative.__getitem__, pick(columns.controller)),
            [at(place, 0) for place in pick(columns.place)],
            [counters if counters > 0 else 0 for counters in pick(columns.counters)],
            pick(powers),
            pick(hosts),
            pick(_depths(columns)),
        ):
            fields += values
            fields += empty
        return fields

    def _options(
        self,
        columns: Columns,
        decision: Decision,
        order: _Order,
        relative: list[int],
        places: dict[int, int],
        powers: list[int],
    ) -> list[int]:
        identity, row_of, defn = self._box.identity, order.row_of, columns.defn
        zone, controller, place = columns.zone, columns.controller, columns.place
        rows: list[int] = []
        options = decision.options
        if len(options) > self.layout.most_options:
            options = [*options[: self.layout.most_options - 1], options[-1]]
        for verb, card, base, host, seat, word, _ in options:
            rows.append(VERBS[verb])
            if (
                card >= 0 and defn[card] >= 0
            ):  # else there is none, or it cannot be told from others
                rows += (
                    identity[defn[card]],
                    row_of[card],
                    zone[card] + 1,
                    relative[controller[card]],
                    powers[card],
                    places.get(place[card], 0),
                )
            else:
                rows += (0, 0, 0, 0, 0, 0)
            if host >= 0:
                rows += (places.get(base, 0), identity[defn[host]], row_of[host])
            else:
                rows += (places.get(base, 0), 0, 0)
            rows += (relative[seat], self._bucket(word) if word else 0)
        return rows

    # -- what they are made of -----------------------------------------------------------------

    def _order(self, columns: Columns, seat: Seat) -> _Order:
        key = (seat, *columns.owner)
        order = self._orders.get(key)
        if order is None:
            if len(self._orders) == MOST_ORDERS:
                self._orders.clear()
            order = self._orders[key] = self._ordered(columns, seat)
        return order

    def _ordered(self, columns: Columns, seat: Seat) -> _Order:
        owner = columns.owner
        slots = [
            slot
            for whose in from_seat(seat, columns.seats)
            for slot in range(len(owner))
            if owner[slot] == whose
        ]
        row_of = [0] * (len(owner) + 1)
        for row, slot in enumerate(slots, start=1):
            row_of[slot] = row
        empty = (0,) * (self.layout.cards.rows - len(slots))
        return _Order(_picking(slots), row_of, empty)

    def _powers(self, observation: Observation, columns: Columns) -> list[int]:
        """By slot: of minions in play as things stand, of other cards as printed."""
        powers = list(map(self._box.power.__getitem__, columns.defn))
        power = observation.power
        for here in columns.places.values():
            for minion in here.minions:
                powers[minion] = power(minion)
        return powers

    def _bucket(self, sentence: str) -> int:
        """A number for a sentence, from 1 on."""
        number = self._buckets.get(sentence)
        if number is None:
            number = self._buckets[sentence] = 1 + crc32(sentence.encode()) % (BUCKETS - 1)
        return number


def _sentence(question: Phrase) -> str:
    return question if isinstance(question, str) else question.sentence


def _depths(columns: Columns) -> list[int]:
    """By slot, of cards in decks that are known: how far down, 1 is the top."""
    depths = [0] * len(columns.owner)
    for deck in columns.decks:
        if max(deck, default=-1) >= 0:
            for depth, card in enumerate(reversed(deck), start=1):
                if card >= 0:
                    depths[card] = depth
    return depths


def _picking(slots: list[int]) -> Callable[[Sequence[int]], tuple[int, ...]]:
    """What takes these slots out of a column."""
    if len(slots) > 1:
        return itemgetter(*slots)
    return lambda column: tuple([column[slot] for slot in slots])
