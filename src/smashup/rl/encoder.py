"""What a seat may know as arrays of fixed size: `Encoder`.

All that is encoded comes from an `Observation`, so nothing can get in that its seat may not know.
An option about a card that the seat cannot tell from others does not even say where it lies.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from smashup.encoding.layout import MOST_OPTIONS, Layout, Section
from smashup.encoding.reading import Reader
from smashup.engine.observation import Observation
from smashup.model.errors import BadSetup

#: An encoding, or many of them: the last dimension is that of `Layout.size`.
Row: TypeAlias = npt.NDArray[np.int16]
Mask: TypeAlias = npt.NDArray[np.int8]
_INT16 = np.dtype(np.int16)


class Encoder:
    """Encodes observations of games of so many players; the fields are in docs/environments.md.

    >>> from smashup import Game
    >>> game = Game.new([["Aliens", "Robots"], ["Ninjas", "Zombies"]], seed=7)
    >>> encoder = Encoder(players=2)
    >>> row = encoder.encode(game.observe(game.decision.seat))
    >>> row.shape == (encoder.layout.size,)
    True
    >>> table = encoder.split(row)
    >>> table["seats"].shape == encoder.layout.seats.shape
    True
    >>> int(encoder.mask(row).sum()) == len(game.decision.options)
    True
    """

    def __init__(self, players: int = 2, most_options: int = MOST_OPTIONS) -> None:
        self.layout = Layout(players, most_options)
        self._reader = Reader(self.layout)
        self._shape = (self.layout.size,)

    def __reduce__(self) -> tuple[type[Encoder], tuple[int, int]]:
        """For another process: made anew there."""
        return Encoder, (self.layout.players, self.layout.most_options)

    def __deepcopy__(self, copied: dict[int, Any]) -> Encoder:
        """Itself: nothing of a game is in it, and what copies a game need not learn it anew."""
        return self

    def encode(self, observation: Observation, out: Row | None = None) -> Row:
        """The observation as a row; written into `out` where one is given."""
        row = np.zeros(self._shape, _INT16) if out is None else out
        if row.shape != self._shape or row.dtype != _INT16:
            raise BadSetup(f"A row has {self.layout.size} numbers of the type int16.")
        self._reader.write(observation, row.data.cast("B"))
        return row

    def split(self, rows: Row) -> dict[str, Row]:
        """The parts of an encoding, or of many at once, as tables by name: views of the same
        memory, the last two dimensions rows and fields."""
        return {part.name: _table(rows, part) for part in self.layout.parts}

    def mask(self, rows: Row) -> Mask:
        """Which answers of the flat view are legal, for an encoding or many at once."""
        counts = rows[..., self.layout.numbers.fields.index("options")]
        return mask_of(counts, self.layout.most_options)

    def answer(self, action: int, options: int) -> int:
        """The index of the option that an action of the flat view means, of so many options.

        Action i is option i. Where there are more options than rows the last row is the last
        option, to end or to decline, and those in between cannot be chosen.
        """
        last = self.layout.most_options - 1
        return options - 1 if action == last and options > last else action


def mask_of(counts: npt.NDArray[np.integer[Any]] | int, most_options: int) -> Mask:
    """Of so many options each, which rows there are.

    >>> mask_of(2, 4)
    array([1, 1, 0, 0], dtype=int8)
    """
    return (np.arange(most_options) < np.asarray(counts)[..., None]).astype(np.int8)


def _table(rows: Row, part: Section) -> Row:
    flat = rows[..., part.start : part.end]
    if part.by_field:
        turned = flat.reshape(*rows.shape[:-1], len(part.fields), part.rows)
        return np.swapaxes(turned, -1, -2)
    return flat.reshape(*rows.shape[:-1], *part.shape)
