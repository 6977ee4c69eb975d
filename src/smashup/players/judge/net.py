"""The net of the learned judge at run time: a few matrices, multiplied by numpy.

For every seat it looks at each base from that seat's side with one small net, sums up what it
found, and a head weighs that together with the seat's own numbers and the others'. What the cards
in a place are worth together (`cards.py`) goes in beside the numbers of that place. All seats are
looked at alike, so what one gains the others lose. The others are pooled number by number, the
most of any, and their cards summed at a base and averaged elsewhere, so that two, three and four
seats are judged by the same net. What comes out is added to the standing by `weights.json`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias
from zipfile import BadZipFile

from smashup.cards.registry import changes
from smashup.compiled import PACKAGE
from smashup.model.errors import SmashUpError
from smashup.players.judge.calibration import UNTRIED, Calibration
from smashup.players.judge.cards import PRINTED, sums, table_of
from smashup.players.judge.numbers import (
    BASE_NUMBERS,
    SEAT_NUMBERS,
    SEAT_ZONES,
    SIDE_NUMBERS,
    ZONES,
    Row,
)
from smashup.players.standing import COUNT, PRESENT

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array: TypeAlias = NDArray[Any]

NET_FILE = PACKAGE / "players" / "judge" / "net.npz"
VERSION = 2  # of what the net sees; version 1 knew no cards
CARD = 8  # numbers for each card and zone
BASE_SEEN = BASE_NUMBERS + 2 * SIDE_NUMBERS
BASE_IN = BASE_SEEN + 3 * CARD  # the base itself, one's own cards there, the others'
BASE_OUT = 32
SEATS_SEEN = 2 * SEAT_NUMBERS + 1
OF_SEAT = SEAT_ZONES + 1  # in hand, in the discard pile, at all bases
HEAD_IN = SEATS_SEEN + BASE_OUT + 2 * OF_SEAT * CARD
#: The arrays of a net, by name, with their shapes. There is one more, `known`: by zone what was
#: learned of each card that has a name in the net.
SHAPES: dict[str, tuple[int, ...]] = {
    "base1": (BASE_IN, 32),
    "base1_bias": (32,),
    "base2": (32, BASE_OUT),
    "base2_bias": (BASE_OUT,),
    "head1": (HEAD_IN, 64),
    "head1_bias": (64,),
    "head2": (64, 32),
    "head2_bias": (32,),
    "out": (32, 1),
    "worth": (OF_SEAT * CARD, 1),  # what one's cards count by themselves
    "by_print": (ZONES, PRINTED, CARD),
    "weighed": (1,),  # how much the standing by weights counts
}
KNOWN = "known"
#: The arrays of a net of version 1.
BEFORE_CARDS = tuple(name for name in SHAPES if name not in ("worth", "by_print"))


class Positions(NamedTuple):
    """Positions of games with so many seats, as arrays; see `numbers` for what they hold."""

    seats: Array  # position, seat, number
    bases: Array  # position, base, number
    live: Array  # position, base: 1, or 0 where there is only padding
    cards: Array  # which cards, place after place, position after position
    sizes: Array  # position, place: how many cards


def numpy_is_there() -> bool:
    """Whether numpy is installed; it comes with `pip install 'smashup[bots]'`."""
    return find_spec("numpy") is not None


class Net:
    """The learned part of the judge. `names`: of the cards that it has learned something of."""

    def __init__(
        self,
        arrays: Mapping[str, Array],
        names: Sequence[str] = (),
        calibration: Calibration = UNTRIED,
    ) -> None:
        import numpy as np

        self.names = tuple(names)
        self.calibration = calibration
        self.arrays = {
            name: np.ascontiguousarray(arrays[name], dtype=np.float32) for name in (*SHAPES, KNOWN)
        }
        self._weights = np.array(PRESENT.values, dtype=np.float32)
        self._table: tuple[int, Array] = (-1, self.arrays[KNOWN])

    @property
    def fingerprint(self) -> str:
        """Tells this net from any other."""
        return fingerprint_of(self.arrays, self.names, (*SHAPES, KNOWN))

    @classmethod
    def read(cls, path: Path) -> Net:
        """The net in a file that `smashup train` has written.

        `SmashUpError` if it is of another version, was learned with other weights, or is damaged.
        """
        import numpy as np

        arrays = _arrays_in(path)
        version = int(arrays.pop("version", 0))
        fingerprint = str(arrays.pop("fingerprint", ""))
        sharpness = arrays.pop("sharpness", np.empty((0, 3))).tolist()
        names = arrays.pop("names", np.empty(0)).tolist()
        known = {1: BEFORE_CARDS, VERSION: (*SHAPES, KNOWN)}.get(version, ())
        if not known or fingerprint != fingerprint_of(arrays, names, known):
            raise SmashUpError(
                f"{path} is no net of version {VERSION} or 1, it was learned with other weights, "
                "or it was damaged."
            )
        if version == 1:
            arrays = _with_cards(arrays)
        return cls(arrays, names, Calibration({int(seats): (a, b) for seats, a, b in sharpness}))

    def write(self, path: Path) -> None:
        """Writes it with its version, fingerprint and calibration."""
        import numpy as np

        sharpness = [(seats, *sharp) for seats, sharp in self.calibration.sharpness.items()]

        marks: dict[str, Any] = {
            "version": np.array(VERSION),
            "fingerprint": np.array(self.fingerprint),
            "sharpness": np.array(sharpness).reshape(-1, 3),
            "names": np.array(self.names, dtype=np.str_),
        }
        np.savez_compressed(path, allow_pickle=False, **marks, **self.arrays)

    def standings(self, rows: Sequence[Row], seats: int) -> list[list[float]]:
        """How well each seat stands in each of these positions."""
        found: list[list[float]] = self.forward(packed(rows, seats)).tolist()
        return found

    def forward(self, seen: Positions) -> Array:
        """Standings by position and seat."""
        import numpy as np

        a = self.arrays
        seats = seen.seats
        own = seats[..., :COUNT] @ self._weights
        there, here = by_place(sums(self.table(), seen.cards, seen.sizes), seats.shape[1])
        sides = np.concatenate([sides_of(seen.bases, seats.shape[1]), sides_by_cards(here)], axis=3)
        found = np.maximum(sides @ a["base1"] + a["base1_bias"], 0)
        found = np.maximum(found @ a["base2"] + a["base2_bias"], 0)
        found = (found * seen.live[:, None, :, None]).sum(axis=2)
        mine = of_seats(there, here)
        head = np.concatenate([heads_of(seats), found, mine, others_of(mine)], axis=2)
        head = np.maximum(head @ a["head1"] + a["head1_bias"], 0)
        head = np.maximum(head @ a["head2"] + a["head2_bias"], 0)
        result: Array = a["weighed"] * own + (head @ a["out"] + mine @ a["worth"])[..., 0]
        return result

    def table(self) -> Array:
        """What each card that is in the box now is worth, by zone."""
        made_for, table = self._table
        if made_for != changes():
            table = table_of(self.names, self.arrays["by_print"], self.arrays[KNOWN])
            self._table = changes(), table
        return table


def _arrays_in(path: Path) -> dict[str, Any]:
    """None if it is no such file."""
    import numpy as np

    try:
        with np.load(path, allow_pickle=False) as file:
            return dict(file)
    except (OSError, ValueError, BadZipFile):
        return {}


def fingerprint_of(arrays: Mapping[str, Array], names: Sequence[str], parts: Sequence[str]) -> str:
    """Tells these parts of a net, and the weights they were learned with, from any others."""
    learned_with = (PRESENT.values, list(names)) if names else PRESENT.values
    digest = hashlib.sha256(repr(learned_with).encode())
    for part in parts:
        digest.update(arrays[part].astype("<f4").tobytes())
    return digest.hexdigest()


def _with_cards(arrays: Mapping[str, Array]) -> dict[str, Array]:
    """A net of version 1, which knew no cards, as one to which they are worth nothing."""
    import numpy as np

    found = {name: np.zeros(shape, np.float32) for name, shape in SHAPES.items()}
    found[KNOWN] = np.zeros((ZONES, 0, CARD), np.float32)
    for name in BEFORE_CARDS:
        found[name][: len(arrays[name])] = arrays[name]
    return found


def packed(rows: Sequence[Row], seats: int) -> Positions:
    """Positions as arrays."""
    import numpy as np

    width = BASE_NUMBERS + seats * SIDE_NUMBERS
    most = max(row[2] for row in rows)
    by_seat = np.array([row[0] for row in rows], dtype=np.float32)
    live = np.ones((len(rows), most), dtype=np.float32)
    by_base: list[list[float]] = []
    cards: list[int] = []
    sizes: list[list[int]] = []
    for number, (_, bases, count, which, many) in enumerate(rows):
        if count < most:
            live[number, count:] = 0
            bases = bases + [0.0] * ((most - count) * width)
            many = many + [0] * ((most - count) * (1 + seats))
        by_base.append(bases)
        cards += which
        sizes.append(many)
    return Positions(
        by_seat.reshape(len(rows), seats, SEAT_NUMBERS),
        np.array(by_base, dtype=np.float32).reshape(len(rows), most, width),
        live,
        np.array(cards, dtype=np.intp),
        np.array(sizes, dtype=np.intp),
    )


def by_place(worth: Array, seats: int) -> tuple[Array, Array]:
    """What cards are worth, by place: by seat and zone; by base, of the base and then each side."""
    rows, places, width = worth.shape
    split = seats * SEAT_ZONES
    bases = (places - split) // (1 + seats)
    there = worth[:, :split].reshape(rows, seats, SEAT_ZONES * width)
    return there, worth[:, split:].reshape(rows, bases, 1 + seats, width)


def sides_by_cards(here: Array) -> Array:
    """Every base as each seat sees it, by cards: the base itself, its own side, all the others."""
    import numpy as np

    sides = here[:, :, 1:]
    own = sides.transpose(0, 2, 1, 3)
    base = np.broadcast_to(here[:, None, :, 0], own.shape)
    return np.concatenate([base, own, sides.sum(axis=2)[:, None] - own], axis=3)


def of_seats(there: Array, here: Array) -> Array:
    """Every seat's cards: in hand, in the discard pile, and at all bases together."""
    import numpy as np

    return np.concatenate([there, here[:, :, 1:].sum(axis=1)], axis=2)


def others_of(mine: Array) -> Array:
    """The mean of the others, for every seat."""
    others: Array = (mine.sum(axis=1, keepdims=True) - mine) / (mine.shape[1] - 1)
    return others


def sides_of(bases: Array, seats: int) -> Array:
    """Every base as each seat sees it: what all share, its own side, the others pooled."""
    import numpy as np

    rows, count, _ = bases.shape
    shared = bases[:, :, :BASE_NUMBERS]
    sides = bases[:, :, BASE_NUMBERS:].reshape(rows, count, seats, SIDE_NUMBERS)
    found = np.empty((rows, seats, count, BASE_SEEN), dtype=np.float32)
    found[..., :BASE_NUMBERS] = shared[:, None]
    for seat in range(seats):
        mine = found[:, seat, :, BASE_NUMBERS:]
        mine[..., :SIDE_NUMBERS] = sides[:, :, seat]
        mine[..., SIDE_NUMBERS:] = _pooled(sides, seat)
    return found


def heads_of(seats: Array) -> Array:
    """Every seat's own numbers, the others' pooled, and how many there are beyond two."""
    import numpy as np

    rows, count, _ = seats.shape
    found = np.empty((rows, count, SEATS_SEEN), dtype=np.float32)
    found[..., :SEAT_NUMBERS] = seats
    for seat in range(count):
        found[:, seat, SEAT_NUMBERS:-1] = _pooled(seats, seat)
    found[..., -1] = count - 2
    return found


def _pooled(by_seat: Array, seat: int) -> Array:
    """The most of any other seat; seats are the last axis but one."""
    import numpy as np

    count = by_seat.shape[-2]
    if count == 2:
        other: Array = by_seat[..., 1 - seat, :]
        return other
    pooled: Array = np.delete(by_seat, seat, axis=-2).max(axis=-2)
    return pooled
