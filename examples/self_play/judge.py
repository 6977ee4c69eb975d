"""A small network that judges positions, as plain arrays: to play with it needs no PyTorch."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from features import ENCODER, VOCABULARY, Features, features
from smashup import SmashUpError
from smashup.rl.encoder import Row

WIDE, NARROW = 64, 32
Array = npt.NDArray[np.float32]


class Judge(NamedTuple):
    """The weights; `chances` is what they are for."""

    names: Array  # a row for every name, added up
    numbers: Array
    first: Array
    second: Array
    second_bias: Array
    last: Array
    last_bias: Array

    @classmethod
    def random(cls, seed: int) -> Judge:
        """One that knows nothing yet."""
        rng = np.random.default_rng(seed)
        count = features(np.zeros((1, ENCODER.layout.size), np.int16)).numbers.shape[1]

        def drawn(*shape: int) -> Array:
            return rng.normal(0, 1 / np.sqrt(shape[0]), shape).astype(np.float32)

        names = rng.normal(0, 0.02, (VOCABULARY, WIDE)).astype(np.float32)
        names[0] = 0
        zeros = np.zeros
        return cls(
            names,
            drawn(count, WIDE),
            zeros(WIDE, np.float32),
            drawn(WIDE, NARROW),
            zeros(NARROW, np.float32),
            (drawn(NARROW, 1) / 4).astype(np.float32),
            zeros(1, np.float32),
        )

    def chances(self, rows: Row) -> Array:
        """Of each encoded observation the chance that its seat wins."""
        return self.of_features(features(rows))

    def of_features(self, of: Features) -> Array:
        """The same, where the features are there already."""
        hidden = of.numbers @ self.numbers + self.first + self.names[of.names].sum(axis=1)
        np.maximum(hidden, 0, out=hidden)
        hidden = np.maximum(hidden @ self.second + self.second_bias, 0)
        value = hidden @ self.last + self.last_bias
        chances: Array = 1 / (1 + np.exp(-value[:, 0]))
        return chances

    def save(self, file: Path) -> None:
        """Writes the weights, and for which encoding they are."""
        halves = {name: array.astype(np.float16) for name, array in self._asdict().items()}
        np.savez_compressed(file, encoding=ENCODER.layout.fingerprint, **halves)

    @classmethod
    def load(cls, file: Path) -> Judge:
        """Reads what `save` has written; `SmashUpError` where that is of no use."""
        if not file.exists():
            raise SmashUpError(f"{file} is not there: train.py makes it.")
        with np.load(file) as data:
            if str(data["encoding"]) != ENCODER.layout.fingerprint:
                raise SmashUpError(f"{file} was learned with other cards or versions: train anew.")
            return cls(*(data[name].astype(np.float32) for name in cls._fields))
