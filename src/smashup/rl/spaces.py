"""What environments of Gymnasium and PettingZoo share: spaces, and what a seat is handed."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from smashup.engine.game import Game
from smashup.model.ids import Seat
from smashup.rl.encoder import Encoder, Mask, Row

LARGEST = np.iinfo(np.int16)


def observation_space(encoder: Encoder) -> spaces.Dict:
    """An encoding, and which actions are legal."""
    return spaces.Dict(
        {
            "observation": spaces.Box(LARGEST.min, LARGEST.max, (encoder.layout.size,), np.int16),
            "action_mask": spaces.Box(0, 1, (encoder.layout.most_options,), np.int8),
        }
    )


def action_space(encoder: Encoder) -> spaces.Discrete[np.int64]:
    """The flat view: the number of an option."""
    return spaces.Discrete(encoder.layout.most_options)


def seen(encoder: Encoder, game: Game, seat: Seat) -> dict[str, Any]:
    """What a seat is handed; where it is not asked, no action is legal."""
    row: Row = encoder.encode(game.observe(seat))
    mask: Mask = encoder.mask(row)
    return {"observation": row, "action_mask": mask}
