"""Whether the intervals of `estimates` hold: games are invented by known strengths, many times.

The invented games have what real ones have: factions and pairs of different strength, a worth of
beginning, and cards whose luck is shared by the games of one deal.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import polars as pl

from smashup.lab.estimates import Numbers, PairModel, Table2, rates
from smashup.lab.parallel import seed_of
from smashup.lab.plans import dealt_pairs


@dataclass(frozen=True)
class World:
    """What is true where the games are invented: all as standard deviations of log-odds."""

    factions: int = 25
    faction_spread: float = 0.35
    pair_spread: float = 0.2
    luck: float = 0.7  # of a player's cards in a deal
    beginning: float = 0.2


@dataclass(frozen=True)
class Coverage:
    """How many intervals of one sort there were, and how many of them held the truth."""

    what: str
    intervals: int
    held: int

    @property
    def rate(self) -> float:
        """The share that held; 0.95 is what is promised."""
        return self.held / self.intervals


def coverage(world: World, deals: int, times: int, seed: int = 1) -> list[Coverage]:
    """Invents `times` times so many deals, each played both ways, and counts."""
    counted: dict[str, list[bool]] = {}
    for number in range(times):
        for what, held in _once(world, deals, seed_of(seed, number)):
            counted.setdefault(what, []).extend(held)
    return [Coverage(what, len(held), sum(held)) for what, held in counted.items()]


def _once(world: World, deals: int, seed: int) -> Iterator[tuple[str, list[bool]]]:
    rng = np.random.default_rng(seed)
    names = tuple(f"F{number:02d}" for number in range(world.factions))
    seats = _invented(world, names, deals, seed, rng)
    truth = _Truth(world, seats.truth)
    of_factions, of_pairs = truth.rates()
    rows = pl.concat([seats.frame, seats.frame.with_columns(faction="partner", partner="faction")])
    counted = rates(rows, ["faction"])
    yield "rates of factions", _held(counted, of_factions)
    model = PairModel(Table2.of(seats.frame))
    yield "chances of factions by the model", _held(model.faction_frame(), of_factions)
    yield "chances of pairs by the model", _held(model.pair_frame(), of_pairs)


def _held(frame: pl.DataFrame, truth: Numbers) -> list[bool]:
    return [
        bool(low <= true <= high)
        for low, true, high in zip(frame["low"], truth, frame["high"], strict=True)
    ]


@dataclass(frozen=True)
class _Invented:
    frame: pl.DataFrame
    truth: Numbers  # the strengths of all pairs


def _invented(
    world: World, names: tuple[str, ...], deals: int, seed: int, rng: np.random.Generator
) -> _Invented:
    strength = rng.normal(0, world.faction_spread, world.factions)
    pairs = [(a, b) for a in range(world.factions) for b in range(a + 1, world.factions)]
    terms = rng.normal(0, world.pair_spread, len(pairs))
    number = {pair: index for index, pair in enumerate(pairs)}
    whole = np.array([strength[a] + strength[b] for a, b in pairs]) + terms
    columns: dict[str, list[object]] = {
        name: [] for name in ("folder", "number", "cluster", "faction", "partner", "order", "won")
    }
    for deal in range(deals):
        dealt = dealt_pairs(names, 2, seed, deal)
        luck = rng.normal(0, world.luck, 2)
        mine, theirs = (
            whole[number[names.index(min(pair)), names.index(max(pair))]] for pair in dealt
        )
        lead = mine - theirs + luck[0] - luck[1]
        for turned in (0, 1):
            began = world.beginning * (0.5 - turned)
            won = rng.random() < 1 / (1 + np.exp(-(lead + began)))
            for player in (0, 1):
                row = (0, 2 * deal + turned, deal, *dealt[player], player ^ turned)
                share = 1.0 if won == (player == 0) else 0.0
                for column, value in zip(columns, (*row, share), strict=True):
                    columns[column].append(value)
    frame = pl.DataFrame(columns).with_columns(finished=True)
    return _Invented(frame, whole)


class _Truth:
    """The rates that endless games would have in such a world."""

    def __init__(self, world: World, strengths: Numbers) -> None:
        self.world = world
        self.strengths = strengths
        self.pairs = [(a, b) for a in range(world.factions) for b in range(a + 1, world.factions)]

    def rates(self) -> tuple[Numbers, Numbers]:
        """Of factions and of pairs, against all that they can meet."""
        points, weights = np.polynomial.hermite_e.hermegauss(21)
        weights = weights / weights.sum()
        lead = self.strengths[:, None] - self.strengths[None, :]
        chance = np.zeros_like(lead)
        for point, weight in zip(points, weights, strict=True):
            for began in (0.5, -0.5):
                luck = point * self.world.luck * np.sqrt(2)
                chance += weight / 2 / (1 + np.exp(-(lead + luck + began * self.world.beginning)))
        member = np.zeros((len(self.pairs), self.world.factions))
        for number, pair in enumerate(self.pairs):
            member[number, list(pair)] = 1.0
        meet = (member @ member.T == 0).astype(float)
        of_pairs: Numbers = (chance * meet).sum(axis=1) / meet.sum(axis=1)
        of_factions: Numbers = member.T @ of_pairs / member.sum(axis=0)
        return of_factions, of_pairs
