"""What the judge looks at: positions as one seat may know them, as numbers and names of cards.

Everything is taken from encodings (`smashup.rl.Encoder`), for many positions at once.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from smashup.model.state import HAND, TABLE
from smashup.rl import TRAITS, Encoder, traits, vocabulary
from smashup.rl.encoder import Row

PLAYERS = 2
ENCODER = Encoder(PLAYERS, most_options=2)  # what is asked does not matter at the end of a turn
BASES = 6  # the judge sees so many
MOST_NAMES = 40  # cards of a position that are named
FULLEST = 1.2  # a base is at most so full

CARDS = len(vocabulary())
#: Names: my cards in play, theirs, my hand, then my factions and theirs; 0 is none.
NAMES = 3 * CARDS + 2 * 64

Array = npt.NDArray[np.float32]


class Features(NamedTuple):
    """Positions, a row each."""

    whole: Array
    bases: Array  # by position and base; all numbers of a base that is not there are 0
    names: npt.NDArray[np.int16]


#: Where numbers stand that a beginner knows to be good: points, and what bases promise to give.
MY_POINTS, THEIR_POINTS = 0, 1  # in `whole`, fifteenths
MY_PROMISE, THEIR_PROMISE = 0, 1  # in `bases`, points


def _columns(names: tuple[str, ...]) -> dict[str, int]:
    return {name: number for number, name in enumerate(names)}


_PARTS = {part.name: _columns(part.fields) for part in ENCODER.layout.parts}
_TRAIT = dict(zip(TRAITS, np.array(traits(), np.float32).T, strict=True))
_MINION, _ACTION, _POWER = (_TRAIT[name] for name in ("minion", "action", "power"))
_WORKS = np.maximum(_TRAIT["continuous"], _TRAIT["talent"])


class _Table:
    """A part of many encodings, read by the names of its fields."""

    def __init__(self, parts: dict[str, Row], name: str, rows: int | None = None) -> None:
        self._part, self._columns = parts[name][:, :rows], _PARTS[name]

    def __getitem__(self, field: str) -> Array:
        return self._part[:, :, self._columns[field]].astype(np.float32)


def features(rows: Row) -> Features:
    """The features of encoded observations."""
    parts = ENCODER.split(rows)
    cards = _Cards(parts)
    whole = np.concatenate([_of_seats(parts), _of_game(parts), cards.of_hand()], axis=1)
    return Features(whole, _of_bases(parts, cards), cards.names(parts))


def _of_game(parts: dict[str, Row]) -> Array:
    game = _Table(parts, "numbers")
    mine = game["turn"] == 1  # at the end of a turn: who comes next
    return np.concatenate([mine, game["turn_number"] / 20], axis=1).astype(np.float32)


def _of_seats(parts: dict[str, Row]) -> Array:
    seats = _Table(parts, "seats")
    vp = seats["vp"] / 15
    cards = [seats[name] / 10 for name in ("hand", "deck", "discard")]
    return np.concatenate([vp, vp * vp, vp >= 0.8, *cards], axis=1).astype(np.float32)


def _of_bases(parts: dict[str, Row], cards: _Cards) -> Array:
    base = _Table(parts, "bases", BASES)
    there = base["card"] > 0
    missing = np.maximum(base["breakpoint"] - base["total"], 0)
    full = np.minimum(base["total"] / np.maximum(base["breakpoint"], 1), FULLEST)
    mine, theirs = base["power_0"], base["power_1"]
    my_award, their_award = base["award_0"], base["award_1"]
    lead = mine - theirs
    after = lead + missing  # if I add just what is missing
    columns = [
        *(full * full * award for award in (my_award, their_award)),
        there,
        full,
        full * full,
        missing / 5,
        np.exp(-missing / 3),
        missing <= cards.best_minion[:, None],
        *(base[name] / 4 for name in ("first", "second", "third")),
        mine / 5,
        theirs / 5,
        np.tanh(lead / 3),
        np.tanh(after / 3),
        np.tanh((lead - missing) / 3),
        *(award / 4 for award in (my_award, their_award)),
        base["buried"],
        *cards.at_bases(),
    ]
    table = np.stack([np.asarray(column, np.float32) for column in columns], axis=2)
    return table * there[:, :, None]


class _Cards:
    """The cards of many positions, as far as they are known."""

    def __init__(self, parts: dict[str, Row]) -> None:
        table = _Table(parts, "cards")
        self._card = parts["cards"][:, :, _PARTS["cards"]["card"]]
        self._mine = table["controller"] == 1
        self._in_play = table["zone"] == TABLE + 1
        self._in_hand = (table["zone"] == HAND + 1) & self._mine
        self._base = table["base"].astype(np.int64)
        power = _POWER[self._card] * _MINION[self._card] * self._in_hand
        self.best_minion: Array = power.max(axis=1)
        self._hand_power: Array = power.sum(axis=1)

    def of_hand(self) -> Array:
        """Minions and actions in my hand, and what the minions are worth."""
        minions = (_MINION[self._card] * self._in_hand).sum(axis=1)
        actions = (_ACTION[self._card] * self._in_hand).sum(axis=1)
        power = [self.best_minion / 5, self._hand_power / 10]
        found = [minions / 5, minions > 0, minions > 1, actions / 5, *power]
        return np.stack([np.asarray(column, np.float32) for column in found], axis=1)

    def at_bases(self) -> list[Array]:
        """By position and base: minions, those of them that go on doing something, actions."""
        kinds = (_MINION, _MINION * _WORKS, _ACTION)
        sides = (self._mine, ~self._mine)
        return [self._count(kind[self._card] * side) for kind in kinds for side in sides]

    def _count(self, weight: npt.NDArray[Any]) -> Array:
        """What lies at each base."""
        positions, width = len(weight), BASES + 1
        base = np.where(self._in_play & (self._base <= BASES), self._base, 0)
        where = base + width * np.arange(positions)[:, None]
        counted = np.bincount(where.ravel(), weight.ravel(), positions * width)
        return (counted.reshape(positions, width)[:, 1:] / 3).astype(np.float32)

    def names(self, parts: dict[str, Row]) -> npt.NDArray[np.int16]:
        """Which cards are where, and whose factions they are."""
        in_play, mine = self._in_play, self._mine
        where = np.select([in_play & mine, in_play, self._in_hand], [0, 1, 2], -1)
        named = np.where((where >= 0) & (self._card > 0), self._card + where * CARDS, 0)
        chosen = -np.sort(-named, axis=1)[:, : MOST_NAMES - 4]
        factions = parts["seats"][:, :, _PARTS["seats"]["first_faction"] :]
        numbers = factions.reshape(len(named), 4) + np.array([0, 0, 64, 64]) + 3 * CARDS
        return np.concatenate([chosen, numbers], axis=1).astype(np.int16)
