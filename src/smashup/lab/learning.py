"""Teaching the net of the judge: gradients by hand, in numpy, for it is small.

The first rounds learn from results alone. Then targets are mixed of the result and of what the net
itself says about the next turns, which keeps it from learning single games by heart.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from smashup.lab.lessons import Lessons
from smashup.players.judge.calibration import UNTRIED, Calibration
from smashup.players.judge.net import SHAPES, Net, heads_of, sides_of
from smashup.players.standing import COUNT, PRESENT

if TYPE_CHECKING:
    from smashup.players.judge.net import Array

BATCH = 512  # positions for one step
RATE = 2e-3  # how far a step goes at first; at the end a twentieth of it
DECAY = 0.02  # by how much numbers shrink that are not needed, for each unit of the rate
FIRST, SECOND, TINY = 0.9, 0.999, 1e-8  # of Adam
HELD_OUT = 11  # one game of so many is not learned from: of every number of seats some
TRUST = 0.8  # how much a target keeps of what comes after the next turn
LOOKED_AT = 20_000  # positions, to see how far numbers vary
LEAST_SPREAD = 0.1  # a number that hardly varies is not blown up


@dataclass(frozen=True)
class Progress:
    """How well the net foretells games that it did not learn from, after so many rounds."""

    rounds: int
    loss: float


class Student:
    """A net that learns."""

    def __init__(self, lessons: dict[int, Lessons], seed: int) -> None:
        import numpy as np

        self._rng = np.random.default_rng(seed)
        self._lessons = lessons
        self._held_out = {seats: some.game % HELD_OUT == 0 for seats, some in lessons.items()}
        self._spread = _spreads(lessons)
        self.numbers = {name: self._begin(name, shape) for name, shape in SHAPES.items()}
        self._first = {name: np.zeros_like(p) for name, p in self.numbers.items()}
        self._second = {name: np.zeros_like(p) for name, p in self.numbers.items()}
        self._steps = 0

    def learn(self, on_results: int, on_targets: int) -> Iterator[Progress]:
        """Learns for so many rounds over all positions, of both kinds; tells how it goes."""
        yield Progress(0, self.loss())
        rounds = on_results + on_targets
        for number in range(rounds):
            targets = self.targets() if number >= on_results else self._results()
            self._round(targets, number / rounds, 1 / rounds)
            yield Progress(number + 1, self.loss())

    def loss(self) -> float:
        """The log loss on games that were not learned from, at the starts of turns."""
        import numpy as np

        losses = []
        for seats, lessons in self._lessons.items():
            asked = np.flatnonzero(self._held_out[seats] & ~lessons.between)
            likely = self._likely(lessons, asked)
            losses.append(-(lessons.shares[asked] * np.log(likely + TINY)).sum(axis=1))
        return float(np.concatenate(losses).mean())

    def net(self, calibration: Calibration = UNTRIED) -> Net:
        """What was learned, for players; how true its chances come is not learned here."""
        p = dict(self.numbers)
        for layer, (mean, spread) in self._spread.items():
            weights = p[layer]
            used = len(mean)
            scaled = weights.copy()
            scaled[:used] = weights[:used] / spread[:, None]
            p[layer] = scaled
            p[f"{layer}_bias"] = p[f"{layer}_bias"] - mean @ scaled[:used]
        return Net(p, calibration)

    # -- one round ---------------------------------------------------------------------

    def _round(self, targets: dict[int, Array], done: float, share: float) -> None:
        """All positions once, in random order; batches hold positions of one number of seats."""
        import numpy as np

        batches: list[tuple[int, Array]] = []
        for seats in self._lessons:
            order = self._rng.permutation(np.flatnonzero(~self._held_out[seats]))
            parts = [order[k : k + BATCH] for k in range(0, len(order), BATCH)]
            batches += [(seats, part) for part in parts]
        for number, k in enumerate(self._rng.permutation(len(batches))):
            seats, rows = batches[k]
            rate = RATE * (1 - 0.95 * (done + share * number / len(batches)))
            self._step(self.gradients(self._lessons[seats], rows, targets[seats][rows]), rate)

    def _results(self) -> dict[int, Array]:
        return {seats: lessons.shares for seats, lessons in self._lessons.items()}

    def targets(self) -> dict[int, Array]:
        """For each position the value of the next one, and so on to the result, mixed.

        A play made at random says nothing of the positions before it: what comes after it does not
        reach back over it.
        """
        import numpy as np

        mixed: dict[int, Array] = {}
        for seats, lessons in self._lessons.items():
            likely = self._likely(lessons, np.arange(len(lessons)))
            target = lessons.shares.copy()
            for k in range(len(target) - 1, -1, -1):
                if lessons.slipped[k]:
                    target[k] = likely[k]
                elif k + 1 < len(target) and lessons.game[k] == lessons.game[k + 1]:
                    target[k] = (1 - TRUST) * likely[k + 1] + TRUST * target[k + 1]
            mixed[seats] = target
        return mixed

    def _likely(self, lessons: Lessons, rows: Array) -> Array:
        """The chances that the net gives now."""
        import numpy as np

        net = self.net()
        parts = [
            softmax(net.forward(lessons.seats[few], lessons.bases[few], lessons.live[few]))
            for few in np.array_split(rows, max(1, len(rows) // 4096))
        ]
        return np.concatenate(parts)

    # -- one step ----------------------------------------------------------------------

    def gradients(self, lessons: Lessons, rows: Array, target: Array) -> dict[str, Array]:
        """How the loss changes with each number of the net, on these positions."""
        import numpy as np

        p = self.numbers
        seats, bases, live = lessons.seats[rows], lessons.bases[rows], lessons.live[rows]
        own = seats[..., :COUNT] @ np.array(PRESENT.values, np.float32)
        mean, spread = self._spread["base1"]
        x0 = (sides_of(bases, seats.shape[1]) - mean) / spread
        x1 = np.maximum(x0 @ p["base1"] + p["base1_bias"], 0)
        x2 = np.maximum(x1 @ p["base2"] + p["base2_bias"], 0)
        there = live[:, None, :, None]
        mean, spread = self._spread["head1"]
        y0 = np.concatenate([(heads_of(seats) - mean) / spread, (x2 * there).sum(axis=2)], axis=2)
        y1 = np.maximum(y0 @ p["head1"] + p["head1_bias"], 0)
        y2 = np.maximum(y1 @ p["head2"] + p["head2_bias"], 0)
        said = softmax(p["weighed"] * own + (y2 @ p["out"])[..., 0])

        wrong = (said - target) / len(rows)
        found = {"weighed": (wrong * own).sum(keepdims=True)[0]}
        found["out"] = _outer(y2, wrong[..., None])
        dy2 = (wrong[..., None] @ p["out"].T) * (y2 > 0)
        found["head2"], found["head2_bias"] = _outer(y1, dy2), _total(dy2)
        dy1 = (dy2 @ p["head2"].T) * (y1 > 0)
        found["head1"], found["head1_bias"] = _outer(y0, dy1), _total(dy1)
        d_sum = (dy1 @ p["head1"].T)[..., -x2.shape[-1] :]
        dx2 = d_sum[:, :, None] * there * (x2 > 0)
        found["base2"], found["base2_bias"] = _outer(x1, dx2), _total(dx2)
        dx1 = (dx2 @ p["base2"].T) * (x1 > 0)
        found["base1"], found["base1_bias"] = _outer(x0, dx1), _total(dx1)
        return found

    def _step(self, gradients: dict[str, Array], rate: float) -> None:
        """One step of Adam, with decay."""
        import numpy as np

        self._steps += 1
        first, second = 1 - FIRST**self._steps, 1 - SECOND**self._steps
        for name, gradient in gradients.items():
            m = self._first[name] = FIRST * self._first[name] + (1 - FIRST) * gradient
            v = self._second[name] = SECOND * self._second[name] + (1 - SECOND) * gradient**2
            p = self.numbers[name]
            decay = 0.0 if name == "weighed" else DECAY
            step = (m / first) / (np.sqrt(v / second) + TINY) + decay * p
            self.numbers[name] = (p - rate * step).astype(np.float32)

    def _begin(self, name: str, shape: tuple[int, ...]) -> Array:
        import numpy as np

        if name == "weighed":
            return np.ones(shape, np.float32)
        if len(shape) == 1:
            return np.zeros(shape, np.float32)
        scale = (2 / shape[0]) ** 0.5 * (0.1 if name == "out" else 1.0)
        begun: Array = (self._rng.standard_normal(shape) * scale).astype(np.float32)
        return begun


def softmax(standings: Array) -> Array:
    """Chances by seat, the last axis."""
    import numpy as np

    shares = np.exp(standings - standings.max(axis=-1, keepdims=True))
    chances: Array = shares / shares.sum(axis=-1, keepdims=True)
    return chances


def _outer(inputs: Array, errors: Array) -> Array:
    total: Array = inputs.reshape(-1, inputs.shape[-1]).T @ errors.reshape(-1, errors.shape[-1])
    return total


def _total(errors: Array) -> Array:
    total: Array = errors.reshape(-1, errors.shape[-1]).sum(axis=0)
    return total


def _spreads(lessons: dict[int, Lessons]) -> dict[str, tuple[Array, Array]]:
    """The mean of every number that goes into a layer, and how far it varies."""
    import numpy as np

    heads, bases = [], []
    for seats, some in lessons.items():
        seen = heads_of(some.seats[:LOOKED_AT])
        heads.append(seen.reshape(-1, seen.shape[-1]))
        there = some.live[:LOOKED_AT] > 0
        bases.append(sides_of(some.bases[:LOOKED_AT], seats)[:, 0][there])
    return {
        layer: (every.mean(axis=0), every.std(axis=0) + LEAST_SPREAD)
        for layer, every in (("base1", np.concatenate(bases)), ("head1", np.concatenate(heads)))
    }
