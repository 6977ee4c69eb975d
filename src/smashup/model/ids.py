"""The small numbers by which cards, places and players are named, each a type of its own.

At run time they are plain ints; a type checker keeps a seat from being taken for a card.

>>> seats_of(3)
(0, 1, 2)
>>> from_seat(Seat(2), players=3)
(2, 0, 1)
"""

from __future__ import annotations

from typing import Final, NewType

#: A card or base of a game: the slot it lies in, from 0 on.
CardId = NewType("CardId", int)
#: A place: where a base lies in play. It is never used again for another base.
PlaceId = NewType("PlaceId", int)
#: A player, counted clockwise from 0.
Seat = NewType("Seat", int)

NO_CARD: Final = CardId(-1)
NO_PLACE: Final = PlaceId(-1)
NO_SEAT: Final = Seat(-1)
FIRST_SEAT: Final = Seat(0)

MOST_PLAYERS = 4
_SEATS: Final = tuple(map(Seat, range(MOST_PLAYERS)))
#: By number of players and first seat: all seats clockwise, made once because play asks so often.
_FROM: Final = tuple(
    tuple(_SEATS[first:players] + _SEATS[:first] for first in range(players))
    for players in range(MOST_PLAYERS + 1)
)


def seats_of(players: int) -> tuple[Seat, ...]:
    """The seats of a game of so many."""
    return _SEATS[:players]


def from_seat(first: Seat, players: int) -> tuple[Seat, ...]:
    """The seats of a game of so many, clockwise from this one."""
    return _FROM[players][first]


def left_of(seat: Seat, players: int) -> Seat:
    """The seat to the left of this one: who comes next, clockwise."""
    return _FROM[players][seat][1]


def as_seat(number: int | None) -> Seat | None:
    """The seat with this number, which came from outside; None stays None, a spectator."""
    return None if number is None else Seat(number)


def cards_of(count: int) -> list[CardId]:
    """All the cards of a game that has so many."""
    return list(range(count))  # type: ignore[arg-type]  # to name each a card takes ten times as long
