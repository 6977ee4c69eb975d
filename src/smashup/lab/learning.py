"""Teaching the net of the judge: gradients by hand, in numpy, for it is small.

The first rounds learn from results alone. Then targets are mixed of the result and of what the net
itself says about the next turns, which keeps it from learning single games by heart.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from smashup.cards.registry import CARDS
from smashup.lab.lessons import Lessons
from smashup.players.judge.calibration import UNTRIED, Calibration
from smashup.players.judge.cards import all_printed, full_name, sums
from smashup.players.judge.net import (
    BASE_SEEN,
    KNOWN,
    SEATS_SEEN,
    SHAPES,
    Net,
    by_place,
    heads_of,
    of_seats,
    others_of,
    sides_by_cards,
    sides_of,
)
from smashup.players.judge.numbers import ZONES
from smashup.players.standing import COUNT, PRESENT

if TYPE_CHECKING:
    from smashup.players.judge.net import Array

BATCH = 512  # positions for one step
RATE = 2e-3  # how far a step goes at first; at the end a twentieth of it
DECAY = 0.02  # by how much numbers shrink that are not needed, for each unit of the rate
DECAY_OF_KNOWN = 0.5  # the same of what is learned of single cards: most follows from their print
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
        self._printed = all_printed()
        width = SHAPES["by_print"][-1]
        shapes = {**SHAPES, KNOWN: (ZONES, len(CARDS), width)}
        self.numbers = {name: self._begin(name, shape) for name, shape in shapes.items()}
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
        return Net(p, [full_name(card) for card in CARDS], calibration)

    # -- one round ---------------------------------------------------------------------

    def _round(self, targets: dict[int, Array], done: float, share: float) -> None:
        """All positions once, in random order; batches hold positions of one number of seats."""
        import numpy as np

        batches: list[tuple[int, Array]] = []
        for seats in self._lessons:
            order = self._rng.permutation(np.flatnonzero(~self._held_out[seats]))
            parts = [np.sort(order[k : k + BATCH]) for k in range(0, len(order), BATCH)]
            batches += [(seats, part) for part in parts]
        for number, k in enumerate(self._rng.permutation(len(batches))):
            seats, rows = batches[k]
            rate = RATE * (1 - 0.95 * (done + share * number / len(batches)))
            self._step(self.gradients(self._lessons[seats], rows, targets[seats][rows]), rate)

    def _results(self) -> dict[int, Array]:
        return {seats: lessons.shares for seats, lessons in self._lessons.items()}

    def targets(self) -> dict[int, Array]:
        """For each position the value of the next one, and so on to the result, mixed.

        A play made at random says nothing of the positions before it: what they were worth does
        not reach back over it.
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
            softmax(net.forward(lessons.some(few)))
            for few in np.array_split(rows, max(1, len(rows) // 4096))
        ]
        return np.concatenate(parts)

    # -- one step ----------------------------------------------------------------------

    def gradients(self, lessons: Lessons, rows: Array, target: Array) -> dict[str, Array]:
        """How the loss changes with each number of the net, on these positions."""
        import numpy as np

        p = self.numbers
        seats, bases, live, cards, sizes = lessons.some(rows)
        count = seats.shape[1]
        own = seats[..., :COUNT] @ np.array(PRESENT.values, np.float32)
        there, here = by_place(sums(self._table(), cards, sizes), count)
        mean, spread = self._spread["base1"]
        seen = (sides_of(bases, count) - mean) / spread
        x0 = np.concatenate([seen, sides_by_cards(here)], axis=3)
        x1 = np.maximum(x0 @ p["base1"] + p["base1_bias"], 0)
        x2 = np.maximum(x1 @ p["base2"] + p["base2_bias"], 0)
        live = live[:, None, :, None]
        mean, spread = self._spread["head1"]
        mine = of_seats(there, here)
        at_bases = (x2 * live).sum(axis=2)
        seen = (heads_of(seats) - mean) / spread
        y0 = np.concatenate([seen, at_bases, mine, others_of(mine)], axis=2)
        y1 = np.maximum(y0 @ p["head1"] + p["head1_bias"], 0)
        y2 = np.maximum(y1 @ p["head2"] + p["head2_bias"], 0)
        said = softmax(p["weighed"] * own + (y2 @ p["out"] + mine @ p["worth"])[..., 0])

        wrong = ((said - target) / len(rows))[..., None]
        found = {"weighed": (wrong[..., 0] * own).sum(keepdims=True)[0]}
        found["out"], found["worth"] = _outer(y2, wrong), _outer(mine, wrong)
        dy2 = (wrong @ p["out"].T) * (y2 > 0)
        found["head2"], found["head2_bias"] = _outer(y1, dy2), _total(dy2)
        dy1 = (dy2 @ p["head2"].T) * (y1 > 0)
        found["head1"], found["head1_bias"] = _outer(y0, dy1), _total(dy1)
        d_bases, d_mine, d_others = np.split(
            (dy1 @ p["head1"].T)[..., SEATS_SEEN:],
            [x2.shape[-1], x2.shape[-1] + mine.shape[-1]],
            axis=2,
        )
        dx2 = d_bases[:, :, None] * live * (x2 > 0)
        found["base2"], found["base2_bias"] = _outer(x1, dx2), _total(dx2)
        dx1 = (dx2 @ p["base2"].T) * (x1 > 0)
        found["base1"], found["base1_bias"] = _outer(x0, dx1), _total(dx1)
        d_mine = d_mine + others_of(d_others) + wrong @ p["worth"].T
        d_sides = (dx1 @ p["base1"].T)[..., BASE_SEEN:]
        found |= self._of_cards(_by_places(d_mine, d_sides), cards, sizes)
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
            decay = {"weighed": 0.0, KNOWN: DECAY_OF_KNOWN}.get(name, DECAY)
            step = (m / first) / (np.sqrt(v / second) + TINY) + decay * p
            self.numbers[name] = (p - rate * step).astype(np.float32)

    def _table(self) -> Array:
        """What each card is worth by now, by zone."""
        import numpy as np

        by_print, known = self.numbers["by_print"], self.numbers[KNOWN]
        table: Array = (np.matmul(self._printed, by_print) + known).reshape(-1, known.shape[-1])
        return table

    def _of_cards(self, places: Array, cards: Array, sizes: Array) -> dict[str, Array]:
        """The same for what cards are worth, from how it changes with what places are worth."""
        import numpy as np

        known = self.numbers[KNOWN]
        by_card = places[np.repeat(np.arange(sizes.size), sizes.ravel())]
        count = known.shape[0] * known.shape[1]
        columns = [np.bincount(cards, column, count) for column in by_card.T]
        found = np.stack(columns, axis=1).reshape(known.shape).astype(np.float32)
        return {KNOWN: found, "by_print": np.matmul(self._printed.T, found)}

    def _begin(self, name: str, shape: tuple[int, ...]) -> Array:
        import numpy as np

        if name == "weighed":
            return np.ones(shape, np.float32)
        if len(shape) == 1 or name in (KNOWN, "worth"):
            return np.zeros(shape, np.float32)
        scale = (2 / shape[-2]) ** 0.5 * (0.1 if name == "out" else 1.0)
        begun: Array = (self._rng.standard_normal(shape) * scale).astype(np.float32)
        return begun


def softmax(standings: Array) -> Array:
    """Chances by seat, the last axis."""
    import numpy as np

    shares = np.exp(standings - standings.max(axis=-1, keepdims=True))
    chances: Array = shares / shares.sum(axis=-1, keepdims=True)
    return chances


def _by_places(d_mine: Array, d_sides: Array) -> Array:
    """How the loss changes with what each place is worth: with what goes into the net from it."""
    import numpy as np

    rows, count, bases, width = d_sides.shape
    width //= 3
    there, at_all = np.split(d_mine, [-width], axis=2)
    base, own, others = np.split(d_sides.transpose(0, 2, 1, 3), 3, axis=3)
    sides = own + others.sum(axis=2, keepdims=True) - others + at_all[:, None]
    here = np.concatenate([base.sum(axis=2, keepdims=True), sides], axis=2)
    parts = [there.reshape(rows, -1, width), here.reshape(rows, bases * (1 + count), width)]
    return np.concatenate(parts, axis=1).reshape(-1, width)


def _outer(inputs: Array, errors: Array) -> Array:
    total: Array = inputs.reshape(-1, inputs.shape[-1]).T @ errors.reshape(-1, errors.shape[-1])
    return total


def _total(errors: Array) -> Array:
    total: Array = errors.reshape(-1, errors.shape[-1]).sum(axis=0)
    return total


def _spreads(every: dict[int, Lessons]) -> dict[str, tuple[Array, Array]]:
    """The mean of every number that goes into a layer, and how far it varies."""
    import numpy as np

    heads, bases = [], []
    for seats, lessons in every.items():
        some = lessons.some(np.arange(min(LOOKED_AT, len(lessons))))
        seen = heads_of(some.seats)
        heads.append(seen.reshape(-1, seen.shape[-1]))
        bases.append(sides_of(some.bases, seats)[:, 0][some.live > 0])
    return {
        layer: (seen.mean(axis=0), seen.std(axis=0) + LEAST_SPREAD)
        for layer, seen in (("base1", np.concatenate(bases)), ("head1", np.concatenate(heads)))
    }
