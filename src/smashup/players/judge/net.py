"""The net of the learned judge at run time: a few matrices, multiplied by numpy.

For every seat it looks at each base from that seat's side with one small net, sums up what it
found, and a head weighs that together with the seat's own numbers and the others'. All seats are
looked at alike, so what one gains the others lose. The others are pooled number by number, the
most of any, so that two, three and four seats are judged by the same net. What comes out is added
to the standing by `weights.json`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias
from zipfile import BadZipFile

from smashup.compiled import PACKAGE
from smashup.model.errors import SmashUpError
from smashup.players.judge.calibration import UNTRIED, Calibration
from smashup.players.judge.numbers import BASE_NUMBERS, SEAT_NUMBERS, SIDE_NUMBERS
from smashup.players.standing import COUNT, PRESENT

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array: TypeAlias = NDArray[Any]

NET_FILE = PACKAGE / "players" / "judge" / "net.npz"
VERSION = 1  # of the numbers that the net sees; another version cannot be read
BASE_IN = BASE_NUMBERS + 2 * SIDE_NUMBERS
BASE_OUT = 32
HEAD_IN = 2 * SEAT_NUMBERS + 1 + BASE_OUT
#: The arrays of a net, by name, with their shapes.
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
    "weighed": (1,),  # how much the standing by weights counts
}
#: A position as `numbers` gives it.
Row: TypeAlias = "tuple[list[float], list[float], int]"


def numpy_is_there() -> bool:
    """Whether numpy is installed; it comes with `pip install 'smashup[bots]'`."""
    return find_spec("numpy") is not None


class Net:
    """The learned part of the judge."""

    def __init__(self, arrays: Mapping[str, Array], calibration: Calibration = UNTRIED) -> None:
        import numpy as np

        self.calibration = calibration

        self.arrays = {
            name: np.ascontiguousarray(arrays[name], dtype=np.float32) for name in SHAPES
        }
        self._weights = np.array(PRESENT.values, dtype=np.float32)

    @property
    def fingerprint(self) -> str:
        """Tells this net from any other."""
        return fingerprint_of(self.arrays)

    @classmethod
    def read(cls, path: Path) -> Net:
        """The net in a file that `smashup train` has written."""
        import numpy as np

        arrays = _arrays_in(path)
        version = int(arrays.pop("version", 0))
        fingerprint = str(arrays.pop("fingerprint", ""))
        sharpness = arrays.pop("sharpness", np.empty((0, 3))).tolist()
        if version != VERSION or fingerprint != fingerprint_of(arrays):
            raise SmashUpError(
                f"{path} is no net of version {VERSION}, it was learned with other weights, or it "
                "was damaged."
            )
        return cls(arrays, Calibration({int(seats): (a, b) for seats, a, b in sharpness}))

    def write(self, path: Path) -> None:
        """Writes it with its version, fingerprint and calibration."""
        import numpy as np

        sharpness = [(seats, *sharp) for seats, sharp in self.calibration.sharpness.items()]

        marks: dict[str, Any] = {
            "version": np.array(VERSION),
            "fingerprint": np.array(self.fingerprint),
            "sharpness": np.array(sharpness).reshape(-1, 3),
        }
        np.savez(path, allow_pickle=False, **marks, **self.arrays)

    def standings(self, rows: Sequence[Row], seats: int) -> list[list[float]]:
        """How well each seat stands in each of these positions."""
        found: list[list[float]] = self.forward(*packed(rows, seats)).tolist()
        return found

    def forward(self, seats: Array, bases: Array, live: Array) -> Array:
        """Standings by position and seat; what goes in is as `packed` gives it.

        Every position is multiplied by itself. All at once, which would be quicker, two that are
        alike would come out different by a hair, and players would see more in one of them.
        """
        import numpy as np

        a = self.arrays
        own = seats[..., :COUNT] @ self._weights
        sides = sides_of(bases, seats.shape[1])
        found = np.maximum(sides @ a["base1"] + a["base1_bias"], 0)
        found = np.maximum(found @ a["base2"] + a["base2_bias"], 0)
        found = (found * live[:, None, :, None]).sum(axis=2)
        head = np.concatenate([heads_of(seats), found], axis=2)
        head = np.maximum(head @ a["head1"] + a["head1_bias"], 0)
        head = np.maximum(head @ a["head2"] + a["head2_bias"], 0)
        result: Array = a["weighed"] * own + (head @ a["out"])[..., 0]
        return result


def _arrays_in(path: Path) -> dict[str, Any]:
    """None if it is no such file."""
    import numpy as np

    try:
        with np.load(path, allow_pickle=False) as file:
            return dict(file)
    except (OSError, ValueError, BadZipFile):
        return {}


def fingerprint_of(arrays: Mapping[str, Array]) -> str:
    """Tells these numbers, and the weights they were learned with, from any others."""
    digest = hashlib.sha256(repr(PRESENT.values).encode())
    for name in SHAPES:
        digest.update(arrays[name].astype("<f4").tobytes() if name in arrays else b"")
    return digest.hexdigest()


def packed(rows: Sequence[Row], seats: int) -> tuple[Array, Array, Array]:
    """Positions as arrays: seats, bases, and where there is a base (1) or only padding (0)."""
    import numpy as np

    width = BASE_NUMBERS + seats * SIDE_NUMBERS
    most = max(count for _, _, count in rows)
    by_seat = np.array([row[0] for row in rows], dtype=np.float32)
    live = np.ones((len(rows), most), dtype=np.float32)
    flat: list[list[float]] = []
    for number, (_, bases, count) in enumerate(rows):
        if count < most:
            live[number, count:] = 0
            bases = bases + [0.0] * ((most - count) * width)
        flat.append(bases)
    by_base = np.array(flat, dtype=np.float32).reshape(len(rows), most, width)
    return by_seat.reshape(len(rows), seats, SEAT_NUMBERS), by_base, live


def sides_of(bases: Array, seats: int) -> Array:
    """Every base as each seat sees it: what all share, its own side, the others pooled."""
    import numpy as np

    rows, count, _ = bases.shape
    shared = bases[:, :, :BASE_NUMBERS]
    sides = bases[:, :, BASE_NUMBERS:].reshape(rows, count, seats, SIDE_NUMBERS)
    found = np.empty((rows, seats, count, BASE_IN), dtype=np.float32)
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
    found = np.empty((rows, count, 2 * SEAT_NUMBERS + 1), dtype=np.float32)
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
