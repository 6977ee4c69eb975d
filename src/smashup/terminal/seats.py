"""Who sits where: people and bots, and what they are called."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from smashup.chronicle import player_names
from smashup.model.errors import BadSetup, nearest
from smashup.replay import Replay

HUMAN = "human"
COLOURS = ("cyan", "magenta", "yellow", "green")


def check_seats(seats: Sequence[str]) -> tuple[str, ...]:
    """Seats as typed, each "human" or the level of a bot; `BadSetup` for anything else."""
    from smashup.players import LEVELS

    known = (HUMAN, *LEVELS)
    for seat in seats:
        if seat not in known:
            raise BadSetup(
                f"A seat is taken by {' or '.join(known)}, not {seat!r}. {nearest(seat, known)}"
            )
    return tuple(seats)


def seat_names(seats: Sequence[str]) -> list[str]:
    """What each player is called: people by seat, bots by their level.

    >>> seat_names(["human", "greedy"]), seat_names(["human", "greedy", "greedy"])
    (['Player 1', 'Greedy'], ['Player 1', 'Greedy 2', 'Greedy 3'])
    """
    alike = Counter(seats)
    return [
        f"Player {number}"
        if seat == HUMAN
        else seat.title() + (f" {number}" if alike[seat] > 1 else "")
        for number, seat in enumerate(seats, start=1)
    ]


def names_in(replay: Replay) -> list[str]:
    """What the players of a saved game are called."""
    return seat_names(replay.seats) if replay.seats else player_names(replay.setup.players)
