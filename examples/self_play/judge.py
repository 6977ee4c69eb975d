"""A small network that judges positions: to play with it needs numpy, not PyTorch.

The same lines judge with arrays of numpy, to play, and with tensors of PyTorch, to learn.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from features import (
    ENCODER,
    MY_POINTS,
    MY_PROMISE,
    NAMES,
    THEIR_POINTS,
    THEIR_PROMISE,
    Array,
    Features,
    features,
)
from smashup import SmashUpError
from smashup.rl.encoder import Row

BASE, WIDE, NARROW = 32, 64, 32  # how many numbers there are in its layers
POINT = 0.3  # what a beginner takes a point to be worth, as logarithm of the odds
PROMISED = 0.15  # and one that a base promises


class Judge(NamedTuple):
    """The weights; `chances` is what they are for."""

    points: Array  # straight from the numbers to the result: what a beginner knows
    promises: Array
    names: Array  # of every name, what it is worth
    base1: Array  # every base is looked at by the same two layers, and the findings added up
    base1_bias: Array
    base2: Array
    base2_bias: Array
    whole: Array
    found: Array
    head1_bias: Array
    head2: Array
    head2_bias: Array
    last: Array
    last_bias: Array

    @classmethod
    def beginner(cls, seed: int) -> Judge:
        """One that knows that points are good, and nothing else yet."""
        rng = np.random.default_rng(seed)
        empty = features(np.zeros((1, ENCODER.layout.size), np.int16))
        whole, base = empty.whole.shape[1], empty.bases.shape[2]

        def drawn(*shape: int) -> Array:
            return rng.normal(0, 1 / np.sqrt(shape[0]), shape).astype(np.float32)

        def zeros(*shape: int) -> Array:
            return np.zeros(shape, np.float32)

        points, promises = zeros(whole, 1), zeros(base, 1)
        points[[MY_POINTS, THEIR_POINTS], 0] = 15 * POINT, -15 * POINT
        promises[[MY_PROMISE, THEIR_PROMISE], 0] = PROMISED, -PROMISED
        looks = drawn(base, BASE), zeros(BASE), drawn(BASE, BASE), zeros(BASE)
        sums = drawn(whole, WIDE), drawn(BASE, WIDE), zeros(WIDE)
        head = drawn(WIDE, NARROW), zeros(NARROW), zeros(NARROW, 1), zeros(1)
        return cls(points, promises, zeros(NAMES, 1), *looks, *sums, *head)

    def chances(self, rows: Row) -> Array:
        """Of each encoded observation the chance that its seat wins."""
        return self.chances_of(features(rows))

    def chances_of(self, seen: Features) -> Array:
        """The same, where the features are there already."""
        chances: Array = 1 / (1 + np.exp(-self.odds(*seen)))
        return chances

    def odds(self, whole: Any, bases: Any, names: Any) -> Any:
        """The logarithm of the odds to win, by the features of positions."""
        seen = (bases @ self.base1 + self.base1_bias).clip(min=0)
        seen = (seen @ self.base2 + self.base2_bias).clip(min=0).sum(1)
        head = (whole @ self.whole + seen @ self.found + self.head1_bias).clip(min=0)
        head = (head @ self.head2 + self.head2_bias).clip(min=0)
        plain = whole @ self.points + bases.sum(1) @ self.promises + self.names[names].sum(1)
        return (plain + head @ self.last + self.last_bias)[:, 0]

    def save(self, file: Path) -> None:
        """Writes the weights, and for which encoding they are."""
        np.savez_compressed(file, encoding=ENCODER.layout.fingerprint, **self._asdict())

    @classmethod
    def load(cls, file: Path) -> Judge:
        """Reads what `save` has written; `SmashUpError` where that is of no use."""
        if not file.exists():
            raise SmashUpError(f"{file} is not there: train.py makes it.")
        with np.load(file) as data:
            if str(data["encoding"]) != ENCODER.layout.fingerprint:
                raise SmashUpError(f"{file} was learned with other cards or versions: train anew.")
            return cls(*(data[name] for name in cls._fields))
