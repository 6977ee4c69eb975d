"""Who sits where: people and bots, and what they are called."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from smashup.chronicle import player_names
from smashup.model.errors import BadSetup, SmashUpError
from smashup.replay import Replay

HUMAN = "human"
COLOURS = ("cyan", "magenta", "yellow", "green")


def check_seats(seats: Sequence[str]) -> tuple[str, ...]:
    """Seats as typed, each "human" or a bot (`make_player`); `BadSetup` for anything else."""
    return tuple(_check_seat(seat) for seat in seats)


def _check_seat(seat: str) -> str:
    from smashup.players import check_player

    if seat.strip().casefold() == HUMAN:
        return HUMAN
    try:
        return check_player(seat)
    except SmashUpError as error:
        raise BadSetup(f"A seat is taken by {HUMAN} or a bot. {error}") from error


def seat_names(seats: Sequence[str]) -> list[str]:
    """What each player is called: people by seat, bots by their level or class.

    >>> seat_names(["human", "greedy"]), seat_names(["human", "greedy", "greedy"])
    (['Player 1', 'Greedy'], ['Player 1', 'Greedy 2', 'Greedy 3'])
    """
    from smashup.players import display_name

    names = ["Player" if seat == HUMAN else display_name(seat) for seat in seats]
    alike = Counter(names)
    return [
        f"{name} {number}" if seat == HUMAN or alike[name] > 1 else name
        for number, (seat, name) in enumerate(zip(seats, names, strict=True), start=1)
    ]


def names_in(replay: Replay) -> list[str]:
    """What the players of a saved game are called."""
    return seat_names(replay.seats) if replay.seats else player_names(replay.setup.players)
