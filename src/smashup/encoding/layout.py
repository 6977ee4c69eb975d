"""What stands where in an encoded observation (docs/environments.md has every field in words).

An encoding is one row of whole numbers. It has five parts, each a table: the `numbers` of the game
and of what is asked, the `seats`, the `bases` in play, the `cards` and the `options`. Seats are
counted from the observer's own, which is 0, clockwise. Where a field names something (a card, a
seat, a base), 0 is none or unknown and everything is counted from 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import prod
from zlib import crc32

from smashup.cards.registry import CARDS, FACTIONS
from smashup.model.card import ACTION, BASE, MINION, ON_BASE, ON_MINION
from smashup.model.errors import BadSetup
from smashup.model.ids import MOST_PLAYERS

#: Raised whenever a field comes, goes or means something else: what was learned on one version
#: cannot be used on another.
VERSION = 1

#: Options that have a row; of more than these the last one keeps its place (`Encoder.answer`).
MOST_OPTIONS = 128
#: Bases that have a row; there is one more than players, and cards may add some.
MOST_BASES = 10
#: Sentences and words are told apart by so many numbers.
BUCKETS = 1024

NUMBERS = (
    "players",
    "turn_number",
    "phase",
    "edition",
    "turn",
    "asked",
    "kind",
    "source",
    "prompt",
    "least",
    "most",
    "picked",
    "options",
    "minion_plays",
    "action_plays",
    "extra_minion_plays",
    "extra_action_plays",
    "budget",
    "base_deck",
    "lasting",
    "played",
    "duel",
)
SEATS = (
    "vp",
    "hand",
    "deck",
    "discard",
    "known_hand",
    "known_deck",
    "laid",
    "turn",
    "first_faction",
    "second_faction",
)
_BY_SEAT = range(MOST_PLAYERS)
BASES = (
    "card",
    "breakpoint",
    "total",
    "first",
    "second",
    "third",
    "buried",
    *(f"power_{seat}" for seat in _BY_SEAT),
    *(f"award_{seat}" for seat in _BY_SEAT),
)
CARD = (
    "card",
    "zone",
    "owner",
    "controller",
    "base",
    "counters",
    "power",
    "host",
    "depth",
)
OPTIONS = (
    "verb",
    "card",
    "slot",
    "zone",
    "controller",
    "power",
    "card_base",
    "base",
    "host",
    "host_slot",
    "seat",
    "word",
)
TRAITS = (
    "minion",
    "action",
    "base",
    "power",
    "breakpoint",
    "on_base",
    "on_minion",
    "special_only",
    "continuous",
    "talent",
    "faction",
)


@dataclass(frozen=True)
class Section:
    """A table in an encoding: where it begins, its rows and its fields.

    `by_field`: it is stored field by field, not row by row.
    """

    name: str
    start: int
    rows: int
    fields: tuple[str, ...]
    by_field: bool = False

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return prod(self.shape)

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and fields."""
        return self.rows, len(self.fields)

    @property
    def end(self) -> int:
        """Where the next part begins."""
        return self.start + self.size


@dataclass(frozen=True)
class Layout:
    """The parts of the encodings of games of so many players, with the cards in the box now.

    >>> layout = Layout(players=2)
    >>> layout.cards.rows  # forty for each player
    80
    >>> layout.size == layout.options.end
    True
    """

    players: int
    most_options: int = MOST_OPTIONS

    def __post_init__(self) -> None:
        if not 2 <= self.players <= MOST_PLAYERS:
            raise BadSetup(f"Smash Up is for 2 to {MOST_PLAYERS} players, not {self.players}.")
        if self.most_options < 2:
            raise BadSetup(f"At least two options need a row, not {self.most_options}.")

    @cached_property
    def numbers(self) -> Section:
        """What there is once: the turn, the plays left, what is asked."""
        return Section("numbers", 0, 1, NUMBERS)

    @cached_property
    def seats(self) -> Section:
        """A row for each player, the observer first."""
        return Section("seats", self.numbers.end, self.players, SEATS)

    @cached_property
    def bases(self) -> Section:
        """A row for each base in play, left to right."""
        return Section("bases", self.seats.end, MOST_BASES, BASES)

    @cached_property
    def cards(self) -> Section:
        """A row for each card of the players, empty where the observer cannot know it."""
        return Section("cards", self.bases.end, self.players * _largest_deck(), CARD, by_field=True)

    @cached_property
    def options(self) -> Section:
        """A row for each legal answer, if the observer is asked."""
        return Section("options", self.cards.end, self.most_options, OPTIONS)

    @property
    def parts(self) -> tuple[Section, ...]:
        """All of them, in their order."""
        return self.numbers, self.seats, self.bases, self.cards, self.options

    @property
    def size(self) -> int:
        """How many numbers an encoding has."""
        return self.options.end

    @cached_property
    def fingerprint(self) -> str:
        """Equal where encodings mean the same: version, sizes and the names of all cards."""
        names = [card.name for card in CARDS] + list(FACTIONS)
        said = repr(
            (VERSION, self.players, self.most_options, [p.shape for p in self.parts], names)
        )
        return f"{VERSION}-{crc32(said.encode()):08x}"


def _largest_deck() -> int:
    """Of two factions."""
    return 2 * max(sum(card.copies for card in faction.cards) for faction in FACTIONS.values())


def vocabulary() -> list[str]:
    """The names of cards and bases by the number that encodings have for them; 0 is none.

    >>> vocabulary()[0], len(vocabulary()) == len(CARDS) + 1
    ('', True)
    """
    return ["", *(card.name for card in CARDS)]


def traits() -> list[list[int]]:
    """What is printed on each card, in the order of `vocabulary` and with the fields of `TRAITS`:
    to begin an embedding with.
    """
    numbers = {name: number for number, name in enumerate(FACTIONS, start=1)}
    rows = [[0] * len(TRAITS)]
    for card in CARDS:
        rows.append(
            [
                card.type == MINION,
                card.type == ACTION,
                card.type == BASE,
                card.power,
                card.breakpoint,
                card.type == ACTION and card.plays_on == ON_BASE,
                card.type == ACTION and card.plays_on == ON_MINION,
                card.special_only,
                card.is_continuous,
                any(use.talent for use in card.uses),
                numbers[card.faction],
            ]
        )
    return [[int(value) for value in row] for row in rows]
