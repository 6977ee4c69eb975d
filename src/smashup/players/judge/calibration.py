"""Making chances come true: how far a judge is to be believed, as games have shown.

A judge may be too sure of itself, or not sure enough, and differently at the beginning of a game
and near its end. `smashup calibrate` finds out by games that bots play.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from smashup.engine.turn import VICTORY
from smashup.players.standing import softmax

LEAST = 1e-6  # a chance; nothing is impossible before the game is over


class Calibration(NamedTuple):
    """By the number of seats: how sharp chances are with no points, and with enough to win.

    1 leaves them as the judge has them, less makes them more alike.
    """

    sharpness: Mapping[int, tuple[float, float]]

    def applied(self, chances: Sequence[float], most_vp: int) -> list[float]:
        """Chances as they come true, where the leader has so many victory points.

        >>> flat = Calibration({2: (0.0, 1.0)})
        >>> flat.applied([0.8, 0.2], most_vp=0), flat.applied([0.8, 0.2], most_vp=15)
        ([0.5, 0.5], [0.8, 0.2])
        """
        first, last = self.sharpness.get(len(chances), (1.0, 1.0))
        sharp = first + (last - first) * progress(most_vp)
        return softmax([sharp * math.log(max(LEAST, chance)) for chance in chances])


UNTRIED = Calibration({})  # chances as they are


def progress(most_vp: int) -> float:
    """How far a game has come, from 0 to 1, by the points of who has most."""
    return min(1.0, most_vp / VICTORY)
