"""A position in bulk: what judges, encoders and checks read when objects would be too slow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from smashup.model.ids import CardId, PlaceId, Seat

if TYPE_CHECKING:
    from smashup.model.edition import Edition
    from smashup.model.state import Lasting, Permission, Played


class PlaceColumns(Protocol):
    """What lies at a place: its base, and lists of cards in the order of arrival."""

    @property
    def base(self) -> CardId: ...
    @property
    def minions(self) -> Sequence[CardId]: ...
    @property
    def actions(self) -> Sequence[CardId]: ...
    @property
    def buried(self) -> Sequence[CardId]: ...


class Columns(Protocol):
    """A position as columns of small numbers by card, and short lists by seat and by place.

    A card is a number from 0 on, bases included; -1 is none, and to an observer who may not know
    it, what cannot be known. `Game.columns` is the whole position, and costs nothing;
    `Observation.columns()` has what its seat may know. Both are for reading only.
    """

    # -- by card -----------------------------------------------------------------------
    @property
    def defn(self) -> Sequence[int]:
        """Which card it is: its number in `smashup.cards.CARDS`."""

    @property
    def owner(self) -> Sequence[Seat]:
        """Whose deck it came from; -1: a base."""

    @property
    def controller(self) -> Sequence[Seat]:
        """Who controls it; out of play, who holds it."""

    @property
    def zone(self) -> Sequence[int]:
        """Where it is: DECK, HAND, DISCARD, TABLE, BURIED, … of `smashup.model.state`."""

    @property
    def place(self) -> Sequence[PlaceId]:
        """At which place it lies in play."""

    @property
    def counters(self) -> Sequence[int]:
        """How many +1 power counters are on it."""

    @property
    def life(self) -> Sequence[int]:
        """How often it has left play: tells it from itself played again (FILL-7)."""

    @property
    def known(self) -> Sequence[int]:
        """Bits of the seats that know which card it is; the fifth is that of who only watches."""

    # -- by seat -----------------------------------------------------------------------
    @property
    def seats(self) -> int:
        """How many play."""

    @property
    def vp(self) -> Sequence[int]:
        """Victory points."""

    @property
    def hands(self) -> Sequence[Sequence[CardId]]:
        """The cards in hand."""

    @property
    def decks(self) -> Sequence[Sequence[CardId]]:
        """The cards in the deck, the top one last."""

    @property
    def discards(self) -> Sequence[Sequence[CardId]]:
        """The cards in the discard pile, the top one last."""

    @property
    def factions(self) -> Sequence[Sequence[str]]:
        """The names of the two factions."""

    # -- the table ---------------------------------------------------------------------
    @property
    def row(self) -> Sequence[PlaceId]:
        """The places of the bases in play, left to right."""

    @property
    def places(self) -> Mapping[PlaceId, PlaceColumns]:
        """What lies at each of them."""

    @property
    def attached(self) -> Mapping[CardId, Sequence[CardId]]:
        """The actions on a minion, for minions that have any."""

    @property
    def hosts(self) -> Mapping[CardId, CardId]:
        """The minion that an action is on."""

    @property
    def base_deck(self) -> Sequence[CardId]:
        """The bases still to come, the next one last."""

    @property
    def base_discard(self) -> Sequence[CardId]:
        """The bases that have left."""

    @property
    def box(self) -> Sequence[CardId]:
        """The cards that were put back in the box."""

    @property
    def laid(self) -> Sequence[CardId]:
        """The cards laid face down for a duel."""

    # -- the turn ----------------------------------------------------------------------
    @property
    def edition(self) -> Edition:
        """By which edition is played."""

    @property
    def turn(self) -> Seat:
        """The seat whose turn it is."""

    @property
    def turn_number(self) -> int:
        """How many turns there have been, this one counted."""

    @property
    def phase(self) -> int:
        """DRAFT, MULLIGAN, START, PLAY, SCORE, DRAW, END or OVER of `smashup.model.state`."""

    @property
    def permissions(self) -> Sequence[Permission]:
        """The plays that the current player still has."""

    @property
    def budgets(self) -> Sequence[int]:
        """The power that is left to some of those plays together."""

    @property
    def lasting(self) -> Sequence[Lasting]:
        """The effects that last for some time."""

    @property
    def played(self) -> Sequence[Played]:
        """What was played this turn."""

    @property
    def moved(self) -> Sequence[CardId]:
        """The minions that were moved this turn."""

    @property
    def marks(self) -> Mapping[tuple[str, int, int], int]:
        """How often what is limited was used this turn; to an observer empty."""

    @property
    def pool(self) -> Sequence[str]:
        """The factions that are drafted from."""

    @property
    def winners(self) -> Sequence[Seat]:
        """Who has won."""

    @property
    def rng(self) -> int:
        """The state of chance; 0 to an observer."""
