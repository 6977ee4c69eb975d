"""The state of a game: columns of small ints by card id, and short lists. Copying it is cheap.

A card id is a slot, `defn[id]` says which card lies in it: what a seat cannot know is changed by
permuting that column. Bases have ids too, above those of the players' cards. A base in play lies
at a *place*, whose id is never used again: a base that comes under the minions of another lies at
a new place, so whoever remembers a place remembers that very base (TERM-here).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from smashup.model.chance import LARGEST, STEP, drawn
from smashup.model.edition import Edition
from smashup.model.ids import (
    FIRST_SEAT,
    NO_CARD,
    NO_PLACE,
    NO_SEAT,
    CardId,
    PlaceId,
    Seat,
    cards_of,
)
from smashup.model.record import Record, record

if TYPE_CHECKING:
    from smashup.model.card import CardType, PlayedType
    from smashup.model.lasting import LastingKind

# zones
DECK, HAND, DISCARD, TABLE, BURIED, LIMBO, BOX, BASE_DECK, BASE_DISCARD = range(9)
ZONE_NAMES = (
    "deck",
    "hand",
    "discard",
    "play",
    "buried",
    "aside",
    "box",
    "base deck",
    "base discard",
)
ZONES = len(ZONE_NAMES)

# phases
DRAFT, MULLIGAN, START, PLAY, SCORE, DRAW, END, OVER = range(8)
PhaseName: TypeAlias = Literal["draft", "mulligan", "start", "play", "score", "draw", "end", "over"]
PHASE_NAMES: tuple[PhaseName, ...] = (
    "draft",
    "mulligan",
    "start",
    "play",
    "score",
    "draw",
    "end",
    "over",
)

SPECTATOR = 0b10000
EVERYONE = 0b11111  # bits of all the seats, and of who only watches
LOST: Final = "lost"  # the mark of a player who lost a minion at a base that counts them


@record
class Permission(Record):
    """A play that a player has: the free one, or an extra one with its limits."""

    type: PlayedType
    source: CardId = NO_CARD  # the card that gave it; -1: the free play of the turn
    zone: int = HAND
    place: PlaceId = NO_PLACE  # only at this base
    power_at_most: int = -1
    name: str = ""  # only a card of this name
    card: CardId = NO_CARD  # only this card
    unoccupied: bool = False  # only at a base where the player has no minion
    rider: bool = False  # the source does something more to the card so played
    budget: int = -1  # which budget of power it draws on


@record
class Lasting(Record):
    """An effect that lasts: until the start or the end of a turn of `turn_of`."""

    kind: LastingKind
    source: CardId
    target: int  # card, place or seat, as the kind says
    amount: int = 0
    turn_of: Seat = NO_SEAT
    at_start: bool = False
    since: int = 0  # number of the turn in which it began
    place: PlaceId = NO_PLACE
    with_source: bool = False  # ends too when its source leaves play (TERM-duration)


@record
class Played(Record):
    """A card that was played this turn."""

    seat: Seat
    card: CardId
    type: CardType
    place: PlaceId
    phase: int
    life: int


#: As what a card lies at a base.
Lying: TypeAlias = Literal["minion", "action", "buried"]


class Place:
    """A base in play with what lies there, each list in the order of arrival.

    It is never changed, so copies share it: whatever comes or goes, another takes its place.
    """

    __slots__ = ("actions", "base", "buried", "minions")

    def __init__(
        self, base: CardId, minions: list[CardId], actions: list[CardId], buried: list[CardId]
    ) -> None:
        self.base = base
        self.minions = minions
        self.actions = actions
        self.buried = buried

    def __reduce__(self) -> tuple[Any, ...]:
        return Place, (self.base, self.minions, self.actions, self.buried)

    def with_base(self, base: CardId) -> Place:
        return Place(base, self.minions, self.actions, self.buried)

    def with_minions(self, minions: list[CardId]) -> Place:
        return Place(self.base, minions, self.actions, self.buried)


def without(cards: list[CardId], card: CardId) -> list[CardId]:
    """The other cards, in a list of their own.

    >>> without([3, 1, 2], 1)
    [3, 2]
    """
    left = cards[:]
    left.remove(card)
    return left


#: What a state is made of.
COLUMNS: Final = (
    "attached",
    "base_deck",
    "base_discard",
    "box",
    "budgets",
    "controller",
    "counters",
    "decks",
    "defn",
    "discards",
    "edition",
    "factions",
    "hands",
    "hosts",
    "known",
    "laid",
    "lasting",
    "life",
    "listeners",
    "marks",
    "moved",
    "next_place",
    "owner",
    "permissions",
    "phase",
    "place",
    "places",
    "played",
    "pool",
    "rng",
    "row",
    "seats",
    "turn",
    "turn_number",
    "vp",
    "winners",
    "zone",
)


class State:
    """Everything there is to know about a game at a quiet moment.

    Copies share what seldom changes: the lists by card `defn`, `owner`, `counters` and `life`, the
    piles of bases, the box, what is laid for a duel, each place, and each list of actions on a
    minion. Who changes one of these puts another in its place. With all of them copied, searches
    took 1.05 times as long.
    """

    __slots__ = COLUMNS

    def __init__(self, seats: int, edition: Edition, rng: int, of: State | None = None) -> None:
        """An empty table; a copy of the state `of`, if that is given."""
        self.seats = seats
        self.edition = edition
        self.rng = rng
        if of is not None:
            self._take_over(of)
            return
        # columns by card id
        self.defn: list[int] = []
        self.owner: list[Seat] = []
        self.controller: list[Seat] = []  # out of play: who holds it
        self.zone: list[int] = []
        self.place: list[PlaceId] = []
        self.counters: list[int] = []
        self.life: list[int] = []
        self.known: list[int] = []
        # by seat
        self.hands: list[list[CardId]] = [[] for _ in range(seats)]
        self.decks: list[list[CardId]] = [[] for _ in range(seats)]  # top last
        self.discards: list[list[CardId]] = [[] for _ in range(seats)]
        self.vp: list[int] = [0] * seats
        self.factions: tuple[tuple[str, ...], ...] = ((),) * seats
        # the table
        self.row: list[PlaceId] = []
        self.places: dict[PlaceId, Place] = {}
        self.next_place = PlaceId(0)
        self.attached: dict[CardId, list[CardId]] = {}  # the actions on a minion
        self.hosts: dict[CardId, CardId] = {}  # the minion an action is on
        self.listeners: list[CardId] = []
        self.base_deck: list[CardId] = []  # top last
        self.base_discard: list[CardId] = []
        self.box: list[CardId] = []
        self.laid: list[CardId] = []  # face down for a duel
        # the turn
        self.turn = FIRST_SEAT
        self.turn_number = 1
        self.phase = START
        self.permissions: list[Permission] = []
        self.budgets: list[int] = []
        self.lasting: list[Lasting] = []
        self.played: list[Played] = []
        self.moved: list[CardId] = []
        self.marks: dict[tuple[str, int, int], int] = {}
        self.pool: tuple[str, ...] = ()
        self.winners: tuple[Seat, ...] = ()

    def _take_over(self, of: State) -> None:
        self.defn = of.defn
        self.owner = of.owner
        self.controller = of.controller[:]
        self.zone = of.zone[:]
        self.place = of.place[:]
        self.counters = of.counters
        self.life = of.life
        self.known = of.known[:]
        self.hands = [cards[:] for cards in of.hands]
        self.decks = [cards[:] for cards in of.decks]
        self.discards = [cards[:] for cards in of.discards]
        self.vp = of.vp[:]
        self.factions = of.factions
        self.row = of.row[:]
        self.places = of.places.copy()
        self.next_place = of.next_place
        self.attached = of.attached.copy()
        self.hosts = of.hosts.copy()
        self.listeners = of.listeners[:]
        self.base_deck = of.base_deck
        self.base_discard = of.base_discard
        self.box = of.box
        self.laid = of.laid
        self.turn = of.turn
        self.turn_number = of.turn_number
        self.phase = of.phase
        self.permissions = of.permissions[:]
        self.budgets = of.budgets[:]
        self.lasting = of.lasting[:]
        self.played = of.played[:]
        self.moved = of.moved[:]
        self.marks = of.marks.copy()
        self.pool = of.pool
        self.winners = of.winners

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled in a way that the sources and the compiled engine both can read."""
        return State, (self.seats, self.edition, self.rng), [getattr(self, n) for n in COLUMNS]

    def __setstate__(self, values: list[Any]) -> None:
        for name, value in zip(COLUMNS, values, strict=True):
            setattr(self, name, value)

    def copy(self) -> State:
        """A state that goes its own way."""
        return State(self.seats, self.edition, self.rng, of=self)

    def set_counters(self, card: CardId, count: int) -> None:
        """Puts so many +1 power counters on a card, instead of those that are on it."""
        if self.counters[card] != count:
            self.counters = self.counters[:]
            self.counters[card] = count

    def lay(self, card: CardId, place: PlaceId, lying: Lying) -> None:
        """Lays a card at a base, behind those that lie there in the same way."""
        here = self.places[place]
        minions, actions, buried = here.minions, here.actions, here.buried
        if lying == "minion":
            minions = [*minions, card]
        elif lying == "action":
            actions = [*actions, card]
        else:
            buried = [*buried, card]
        self.places[place] = Place(here.base, minions, actions, buried)
        self.place[card] = place

    def lift(self, card: CardId, lying: Lying) -> None:
        """Takes a card away from the base where it lies."""
        place = self.place[card]
        here = self.places[place]
        minions, actions, buried = here.minions, here.actions, here.buried
        if lying == "minion":
            minions = without(minions, card)
        elif lying == "action":
            actions = without(actions, card)
        else:
            buried = without(buried, card)
        self.places[place] = Place(here.base, minions, actions, buried)
        self.place[card] = NO_PLACE

    def end_life(self, card: CardId) -> None:
        """The card is forgotten: what remembers it means another life of it."""
        self.life = self.life[:]
        self.life[card] += 1

    def add_card(self, defn: int, owner: Seat, zone: int) -> CardId:
        """Makes a slot for one more card; putting it into a list is the caller's."""
        return self.add_cards([defn], owner, zone)[0]

    def add_cards(self, defns: list[int], owner: Seat, zone: int) -> list[CardId]:
        """Makes a slot for each of these cards, one after the other; as `add_card` does."""
        count = len(defns)
        before = len(self.defn)
        self.defn = self.defn + defns
        self.owner = self.owner + [owner] * count
        self.controller += [owner] * count
        self.zone += [zone] * count
        self.place += [NO_PLACE] * count
        self.counters = self.counters + [0] * count
        self.life = self.life + [0] * count
        self.known += [0] * count
        return cards_of(before + count)[before:]

    def random(self, below: int) -> int:
        """A random number from 0 up to, not including, `below`."""
        number = drawn(self.rng, below, 1)[0]
        self.skip_random(1)
        return number

    def skip_random(self, count: int) -> None:
        """Goes on as if so many random numbers had been drawn."""
        self.rng = (self.rng + count * STEP) & LARGEST

    def shuffle(self, cards: list[CardId]) -> None:
        """Shuffles a list of cards in place; nobody knows any more which is which."""
        last = len(cards) - 1
        if last > 0:
            for j in drawn(self.rng, last + 1, last):
                cards[last], cards[j] = cards[j], cards[last]
                last -= 1
            self.skip_random(len(cards) - 1)
        known = self.known
        for card in cards:
            known[card] = 0
