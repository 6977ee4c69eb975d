"""Names for the numbers, keys and words that appear everywhere."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType

MOST_SEATS = 4

SeatNumber: TypeAlias = Annotated[
    int, Meta(title="SeatNumber", description="A seat: 0 to 3.", ge=0, lt=MOST_SEATS)
]
Key: TypeAlias = Annotated[
    str,
    Meta(
        title="Key",
        description=(
            "A thing on the table: `c17` a card that the reader may know, `b3.0` a face-down card "
            "buried at place 3 (the first from below), `p3` a place."
        ),
    ),
]
Version: TypeAlias = Annotated[
    int,
    Meta(
        title="Version",
        description="How many decisions of a game were answered, counting up through undo as well.",
    ),
]


class Words(Struct):
    """A sentence, or part of one, with `{names}` where something goes. In English it is complete;
    other languages are found by it."""

    sentence: str
    values: Annotated[
        dict[str, str | int | Words] | UnsetType,
        Meta(description="names of cards, bases and factions, numbers, and words in turn"),
    ] = UNSET
    players: Annotated[
        dict[str, SeatNumber] | UnsetType,
        Meta(description="players by their seats: whoever shows it knows what they are called"),
    ] = UNSET
