"""What the judge looks at: a position, as one seat may know it, as numbers and card names.

Everything is taken from encodings (`smashup.rl.Encoder`), for many positions at once.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from smashup.model.state import HAND, TABLE
from smashup.rl import Encoder, vocabulary
from smashup.rl.encoder import Row

PLAYERS = 2
ENCODER = Encoder(PLAYERS)
BASES = 4  # those nearest to scoring
NAMES = 48  # how many cards of a position are named at most

_CARDS = len(vocabulary())
_FACTIONS = 3 * _CARDS
#: By name: my minions and actions in play, theirs, my hand, my factions, theirs. 0 is none.
VOCABULARY = _FACTIONS + 2 * 64


class Features(NamedTuple):
    """Positions, a row each."""

    numbers: npt.NDArray[np.float32]
    names: npt.NDArray[np.int16]


def _columns(part: str) -> dict[str, int]:
    fields: tuple[str, ...] = getattr(ENCODER.layout, part).fields
    return {name: number for number, name in enumerate(fields)}


_N, _S, _B, _C = (_columns(part) for part in ("numbers", "seats", "bases", "cards"))


def features(rows: Row) -> Features:
    """The features of encoded observations."""
    parts = ENCODER.split(rows)
    numbers = parts["numbers"][:, 0].astype(np.float32)
    seats = parts["seats"].astype(np.float32)
    columns = [
        numbers[:, _N["turn_number"]] / 20,
        numbers[:, _N["turn"]] == 1,
        numbers[:, _N["minion_plays"]],
        numbers[:, _N["action_plays"]],
        numbers[:, _N["asked"]],
        numbers[:, _N["phase"]] == 4,
    ]
    for seat in range(PLAYERS):
        vp = seats[:, seat, _S["vp"]] / 15
        columns += [vp, vp * vp, vp >= 0.8]
        columns += [seats[:, seat, _S[name]] / 10 for name in ("hand", "deck", "discard")]
    whole = np.stack([np.asarray(column, np.float32) for column in columns], axis=1)
    return Features(np.concatenate([whole, _of_bases(parts["bases"])], axis=1), _names(parts))


def _of_bases(bases: Row) -> npt.NDArray[np.float32]:
    """The bases nearest to scoring first, and what they promise all together."""
    table = bases.astype(np.float32)
    there = table[:, :, _B["card"]] > 0
    breakpoint_ = np.maximum(table[:, :, _B["breakpoint"]], 1)
    total = table[:, :, _B["total"]]
    near = np.where(there, np.minimum(total / breakpoint_, 1.2), 0)
    mine, theirs = table[:, :, _B["power_0"]], table[:, :, _B["power_1"]]
    my_award, their_award = table[:, :, _B["award_0"]], table[:, :, _B["award_1"]]
    lead = np.tanh((mine - theirs) / 3) * there
    each = np.stack(
        [
            near,
            near >= 1,
            (breakpoint_ - total) / 10 * there,
            mine / 10,
            theirs / 10,
            lead,
            table[:, :, _B["first"]] / 5,
            table[:, :, _B["second"]] / 5,
            my_award / 5,
            their_award / 5,
            near * my_award / 5,
            near * their_award / 5,
            near * near * (my_award - their_award) / 5,
            table[:, :, _B["buried"]],
        ],
        axis=2,
    ).astype(np.float32)
    order = np.argsort(-near, axis=1)[:, :BASES]
    nearest = np.take_along_axis(each, order[:, :, None], axis=1)
    return np.concatenate([nearest.reshape(len(table), -1), each.sum(axis=1)], axis=1)


def _names(parts: dict[str, Row]) -> npt.NDArray[np.int16]:
    cards = parts["cards"]
    card, zone = cards[:, :, _C["card"]], cards[:, :, _C["zone"]]
    mine = cards[:, :, _C["controller"]] == 1
    in_play = zone == TABLE + 1
    where = np.select([in_play & mine, in_play, mine & (zone == HAND + 1)], [0, 1, 2], -1)
    named = np.where((where >= 0) & (card > 0), card + where * _CARDS, 0)
    chosen = -np.sort(-named, axis=1)[:, : NAMES - 4]
    factions = parts["seats"][:, :, _S["first_faction"] :].reshape(len(cards), 4)
    of_factions = factions + _FACTIONS + np.array([0, 0, 64, 64], np.int16)
    return np.concatenate([chosen, of_factions], axis=1).astype(np.int16)
