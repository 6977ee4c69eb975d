"""What a seat may know as a list of whole numbers: what `smashup.rl.Encoder` puts into arrays.

It is apart from arrays because it is compiled with the engine (`make fast`). Most numbers of an
encoding are 0: each begins as a list of these, and only what is there is written into it.
"""

from __future__ import annotations

from struct import Struct
from typing import Final, get_args
from zlib import crc32

from smashup.cards.registry import CARDS, FACTIONS, changes
from smashup.encoding.layout import BUCKETS, Layout
from smashup.engine.observation import Observation
from smashup.engine.shown import BaseShown
from smashup.model.columns import Columns
from smashup.model.decision import Decision, DecisionKind, Verb
from smashup.model.edition import EDITIONS
from smashup.model.errors import BadSetup
from smashup.model.ids import MOST_PLAYERS, NO_CARD, CardId, Seat, from_seat
from smashup.model.words import Phrase

KINDS: Final = {kind: number for number, kind in enumerate(get_args(DecisionKind), start=1)}
VERBS: Final = {verb: number for number, verb in enumerate(get_args(Verb), start=1)}
MOST_PICKS: Final = 99  # so many are as good as any number
MOST_ORDERS: Final = 64  # remembered; there are few, unless tables are laid by hand
_EDITIONS: Final = {name: number for number, name in enumerate(EDITIONS)}


class _Order:
    """In which rows the cards of a game stand for a seat: its own first, then clockwise."""

    __slots__ = ("begun", "owner", "relative", "row_of", "seats", "slots")

    def __init__(self, layout: Layout, columns: Columns, seat: Seat) -> None:
        self.owner = list(columns.owner)
        self.seats = from_seat(seat, columns.seats)
        self.slots = [
            CardId(slot)
            for whose in self.seats
            for slot, owner in enumerate(self.owner)
            if owner == whose
        ]
        self.relative = [0] * (columns.seats + 1)  # by seat, the last is for -1
        for number, other in enumerate(self.seats, start=1):
            self.relative[other] = number
        self.row_of = [0] * (len(self.owner) + 1)  # by slot, counted from 1; the last is for -1
        for row, slot in enumerate(self.slots, start=1):
            self.row_of[slot] = row
        if len(self.slots) > layout.cards.rows:
            raise _too_large("cards", len(self.slots), layout.cards.rows)
        #: An encoding without options in which nothing is known but whose cards they are.
        self.begun = [0] * layout.options.start
        owners = layout.cards.start + layout.cards.rows * layout.cards.fields.index("owner")
        for row, slot in enumerate(self.slots):
            self.begun[owners + row] = self.relative[self.owner[slot]]


class Reader:
    """Reads observations of games that fit a layout."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self._players = layout.players
        self._most_options = layout.most_options
        self._first_card, self._card_rows = layout.cards.start, layout.cards.rows
        self._power = [card.power for card in CARDS]
        self._awards = [card.vp for card in CARDS]
        self._factions = {name: number for number, name in enumerate(FACTIONS, start=1)}
        self._changes = changes()
        self._latest: list[_Order | None] = [None] * layout.players
        self._orders: dict[tuple[int, ...], _Order] = {}
        self._buckets: dict[str, int] = {"": 0}
        self._shorts: dict[int, Struct] = {}

    def read(self, observation: Observation) -> list[int]:
        """The encoding as far as there are options; behind them all is 0."""
        if self._changes != changes():
            raise BadSetup("Cards came into the box or left it: make a new encoder.")
        seat = observation.seat
        if seat is None or observation.players != self._players:
            raise BadSetup(f"This encoder is for a seat of a game of {self._players} players.")
        columns = observation.columns()
        bases = observation.bases
        if len(bases) > self.layout.bases.rows:
            raise _too_large("bases", len(bases), self.layout.bases.rows)
        order = self._order(columns, seat)
        decision = observation.decision
        head = self._numbers(observation, columns, order, decision)
        for other in order.seats:
            head += self._seat(columns, other)
        places: dict[int, int] = {}
        for number, base in enumerate(bases, start=1):
            places[base.place] = number
            head += self._base(columns, base, order)
        row = order.begun[:]
        row[: len(head)] = head
        powers = self._powers(observation, columns)
        self._read_cards(row, columns, order, places, powers)
        if decision is not None:
            self._read_options(row, columns, decision, order, places, powers)
        return row

    def write(self, observation: Observation, memory: memoryview) -> None:
        """Writes the encoding into the bytes of a row of numbers of 16 bits."""
        row = self.read(observation)
        shorts = self._shorts.get(len(row))
        if shorts is None:
            shorts = self._shorts[len(row)] = Struct(f"{len(row)}h")
        shorts.pack_into(memory, 0, *row)  # faster than any way of numpy's own
        memory[shorts.size :] = bytes(len(memory) - shorts.size)

    def _numbers(
        self,
        observation: Observation,
        columns: Columns,
        order: _Order,
        decision: Decision | None,
    ) -> list[int]:
        asked = [0] * 8
        if decision is not None:
            source = decision.source
            asked = [
                1,
                KINDS[decision.kind],
                columns.defn[source] + 1 if source >= 0 else 0,
                self._bucket(_sentence(decision.question)),
                decision.least,
                min(decision.most, MOST_PICKS),
                len(decision.picked),
                min(len(decision.options), self._most_options),
            ]
        plays = [0] * 4
        for play in columns.permissions:
            number = 0 if play.type == "minion" else 1
            plays[number] += 1
            if play.source >= 0:
                plays[number + 2] += 1
        return [
            columns.seats,
            columns.turn_number,
            columns.phase,
            _EDITIONS[columns.edition.name],
            order.relative[columns.turn],
            *asked,
            *plays,
            sum(columns.budgets),
            len(columns.base_deck),
            len(columns.lasting),
            len(columns.played),
            int(len(observation.duellists) > 0),
        ]

    def _seat(self, columns: Columns, seat: Seat) -> list[int]:
        hand, deck = columns.hands[seat], columns.decks[seat]
        names = columns.factions[seat]
        laid = [card for card in columns.laid if card >= 0 and columns.controller[card] == seat]
        return [
            columns.vp[seat],
            len(hand),
            len(deck),
            len(columns.discards[seat]),
            len(hand) - hand.count(NO_CARD),
            len(deck) - deck.count(NO_CARD),
            len(laid),
            int(columns.turn == seat),
            self._factions[names[0]] if names else 0,
            self._factions[names[1]] if names else 0,
        ]

    def _base(self, columns: Columns, base: BaseShown, order: _Order) -> list[int]:
        defn = columns.defn[base.card]
        powers = base.powers
        by_seat = [0] * (2 * MOST_PLAYERS)
        for number, seat in enumerate(order.seats):
            by_seat[number] = powers[seat]
        for award in base.awards:
            for seat, vp in zip(award.seats, award.vp, strict=True):
                by_seat[MOST_PLAYERS - 1 + order.relative[seat]] = vp
        return [
            defn + 1,
            base.breakpoint,
            sum(powers),
            *self._awards[defn],
            len(base.buried),
            *by_seat,
        ]

    def _read_cards(
        self,
        row: list[int],
        columns: Columns,
        order: _Order,
        places: dict[int, int],
        powers: list[int],
    ) -> None:
        """Writes what is known of each card into the row, field by field (`CARD`)."""
        rows, row_of, relative = self._card_rows, order.row_of, order.relative
        defn, zone, controller = columns.defn, columns.zone, columns.controller
        place, counters = columns.place, columns.counters
        number = self._first_card
        for slot in order.slots:
            card = defn[slot]
            if card >= 0:  # else it cannot be known
                row[number] = card + 1
                row[number + rows] = zone[slot] + 1
                row[number + 3 * rows] = relative[controller[slot]]
                row[number + 4 * rows] = places.get(place[slot], 0)
                row[number + 5 * rows] = counters[slot]
                row[number + 6 * rows] = powers[slot]
            number += 1
        before = self._first_card - 1  # rows are counted from 1
        for action, host in columns.hosts.items():
            if row_of[action]:
                row[before + 7 * rows + row_of[action]] = row_of[host]
        for deck in columns.decks:
            depth = len(deck)
            for known in deck:
                if known >= 0:
                    row[before + 8 * rows + row_of[known]] = depth
                depth -= 1

    def _read_options(
        self,
        row: list[int],
        columns: Columns,
        decision: Decision,
        order: _Order,
        places: dict[int, int],
        powers: list[int],
    ) -> None:
        """Adds what each answer says."""
        row_of, relative, defn = order.row_of, order.relative, columns.defn
        zone, controller, place = columns.zone, columns.controller, columns.place
        options = decision.options
        if len(options) > self._most_options:
            options = [*options[: self._most_options - 1], options[-1]]
        for option in options:
            card, host = option.card, option.host
            known = card >= 0 and defn[card] >= 0  # else there is none, or it is one of several
            row += [
                VERBS[option.verb],
                defn[card] + 1 if known else 0,
                row_of[card] if known else 0,
                zone[card] + 1 if known else 0,
                relative[controller[card]] if known else 0,
                powers[card] if known else 0,
                places.get(place[card], 0) if known else 0,
                places.get(option.place, 0),
                defn[host] + 1 if host >= 0 else 0,
                row_of[host],
                relative[option.seat],
                self._bucket(option.word),
            ]

    # -- what they are made of -----------------------------------------------------------------

    def _order(self, columns: Columns, seat: Seat) -> _Order:
        latest = self._latest[seat]
        if latest is None or latest.owner != columns.owner:
            key = (seat, *columns.owner)
            latest = self._orders.get(key)
            if latest is None:
                if len(self._orders) == MOST_ORDERS:
                    self._orders.clear()
                latest = self._orders[key] = _Order(self.layout, columns, seat)
            self._latest[seat] = latest
        return latest

    def _powers(self, observation: Observation, columns: Columns) -> list[int]:
        """By slot: of minions in play as things stand, of other cards as printed."""
        printed = self._power
        powers = [printed[card] if card >= 0 else 0 for card in columns.defn]
        for here in columns.places.values():
            for minion in here.minions:
                powers[minion] = observation.power(minion)
        return powers

    def _bucket(self, sentence: str) -> int:
        """A number for a sentence, from 1 on."""
        number = self._buckets.get(sentence)
        if number is None:
            number = self._buckets[sentence] = 1 + crc32(sentence.encode()) % (BUCKETS - 1)
        return number


def _too_large(what: str, count: int, rows: int) -> BadSetup:
    return BadSetup(
        f"The table is too large to be encoded: {count} {what}, and there are rows for {rows}."
    )


def _sentence(question: Phrase) -> str:
    return question if isinstance(question, str) else question.sentence
