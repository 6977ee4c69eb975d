"""Short names for the things on a table, by which a door and its server speak of them.

`c17` is a card that the reader may know, `b3.0` a face-down one buried at place 3 (to everybody,
so that a question and the table name it alike), `p3` a place.
The slot of a card that a reader cannot know is never told: it might say which card it is.
"""

from __future__ import annotations

from smashup.engine.game import Game
from smashup.model.ids import CardId, PlaceId
from smashup.model.state import BURIED, SPECTATOR


def card_key(game: Game, card: CardId) -> str:
    """The key of a card, the same for every reader who may know of it."""
    s = game.columns
    if s.zone[card] == BURIED and not s.known[card] & SPECTATOR:
        place = s.place[card]
        return buried_key(place, s.places[place].buried.index(card))
    return known_key(card)


def known_key(card: CardId) -> str:
    """The key of a card whose name the reader may know."""
    return f"c{card}"


def buried_key(place: PlaceId, position: int) -> str:
    """The key of a face-down buried card; the first from below is at position 0."""
    return f"b{place}.{position}"


def place_key(place: PlaceId) -> str:
    """The key of a place, which is that of the base in play there."""
    return f"p{place}"
