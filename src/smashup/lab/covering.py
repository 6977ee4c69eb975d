"""Whether the intervals of `rates` and `estimates` hold: games are invented by known strengths,
many times.

The invented games have what real ones have: factions and pairs of different strength, a worth of
beginning, cards whose luck is shared by the games of one deal, cards that are drawn and decide
bases, bases that suit some factions better, and a length.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np
import polars as pl

from smashup.lab.estimates import Indices, Numbers, PairModel, Table2
from smashup.lab.games import held_by_one, lengths_of
from smashup.lab.parallel import seed_of
from smashup.lab.plans import dealt_pairs
from smashup.lab.rates import rates

CARDS = 3  # of each faction
BASES = 6
SCORINGS = 3  # of bases in each game
OUTCOME = 0.5  # how much more who won was first at bases, in log-odds
TURNS, TURNS_OF_DEAL, TURNS_OF_GAME = 30.0, 3.0, 4.0  # the mean, and how much it differs
DUELS = 300  # pairs of pairs that are looked at in each try
SAMPLED = 100_000  # deals of more than two, by whose mean chances their intervals are judged


@dataclass(frozen=True)
class World:
    """What is true where the games are invented: all as standard deviations of log-odds."""

    factions: int = 25
    faction_spread: float = 0.35
    pair_spread: float = 0.2
    luck: float = 0.7  # of a player's cards in a deal
    beginning: float = 0.2
    seats: int = 2  # this one is a number of players


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


def coverage(
    world: World, deals: int, times: int, seed: int = 1, model: bool = True
) -> list[Coverage]:
    """Invents `times` times so many deals, each played from every seat, and counts; without the
    `model` of pairs, which takes long and is for two, only rates."""
    counted: dict[str, list[bool]] = {}
    for number in range(times):
        tried = _Try(world, deals, seed_of(seed, number))
        for what, held in tried.rates():
            counted.setdefault(what, []).extend(held)
        for what, held in tried.model() if model and world.seats == 2 else ():
            counted.setdefault(what, []).extend(held)
    return [Coverage(what, len(held), sum(held)) for what, held in counted.items()]


@dataclass(frozen=True)
class Truth:
    """How often each faction wins, each place from who begins on, and by base and faction how often
    who holds it is first there."""

    factions: Numbers
    orders: Numbers
    bases: Numbers


class _Try:
    """A world, some games that were played in it, and whether intervals hold its truth."""

    def __init__(self, world: World, deals: int, seed: int) -> None:
        self.world = world
        self.rng = np.random.default_rng(seed)
        self.names = tuple(f"F{number:02d}" for number in range(world.factions))
        self.pairs = list(combinations(range(world.factions), 2))
        alone = self.rng.normal(0, world.faction_spread, world.factions)
        self.together = self.rng.normal(0, world.pair_spread, len(self.pairs))
        self.strengths: Numbers = alone[np.array(self.pairs)].sum(axis=1) + self.together
        self.dealt = self._dealt(deals, seed)
        self.winner = self._winner()  # by deal and game: which player
        self.suits = self.rng.normal(0, 0.3, (BASES, world.factions))

    def _dealt(self, deals: int, seed: int) -> Indices:
        """By deal and player, the numbers of the two factions, ascending."""
        number = {name: index for index, name in enumerate(self.names)}
        dealt = [
            [
                sorted(number[name] for name in pair)
                for pair in dealt_pairs(self.names, self.world.seats, seed, at)
            ]
            for at in range(deals)
        ]
        return np.array(dealt, dtype=np.int64)

    def _winner(self) -> Indices:
        """In every next game of a deal each player comes a place earlier."""
        strength = self._lucky(self.dealt, self.rng)
        players = np.arange(self.world.seats)
        orders = (players[None, :] - players[:, None]) % self.world.seats  # by game and player
        return self._drawn(_shares(strength[:, None, :] + self._worth(orders)))

    def _lucky(self, dealt: Indices, rng: np.random.Generator) -> Numbers:
        """The strength of every player of these deals, with the luck of their cards."""
        number = np.zeros((self.world.factions, self.world.factions), dtype=np.int64)
        for index, (low, high) in enumerate(self.pairs):
            number[low, high] = number[high, low] = index
        of_pairs = number[dealt[..., 0], dealt[..., 1]]
        strength: Numbers = self.strengths[of_pairs]
        return strength + rng.normal(0, self.world.luck, of_pairs.shape)

    def _worth(self, orders: Indices) -> Numbers:
        """What it is worth to sit in these places from who begins, evenly less with each."""
        return self.world.beginning / 2 * (0.5 - orders / (self.world.seats - 1))

    def _drawn(self, shares: Numbers) -> Indices:
        """One of the last axis each time, by their shares."""
        draw = self.rng.random(shares.shape[:-1])
        drawn: Indices = (draw[..., None] >= shares.cumsum(axis=-1)[..., :-1]).sum(axis=-1)
        return drawn

    # -- the games as rows -------------------------------------------------------------

    @cached_property
    def seats(self) -> pl.DataFrame:
        """A row for each game and seat."""
        deals, count = len(self.dealt), self.world.seats
        deal, game, player = (of.ravel() for of in np.indices((deals, count, count)))
        won = (self.winner[deal, game] == player).astype(np.float64)
        held = np.array(self.names)[self.dealt[deal, player]]
        turns = self.rng.normal(TURNS, TURNS_OF_DEAL, deals)[:, None]
        turns = turns + self.rng.normal(0, TURNS_OF_GAME, (deals, count))
        return pl.DataFrame(
            {
                "folder": np.zeros(len(deal), dtype=np.int16),
                "number": count * deal + game,
                "seat": player,
                "cluster": deal,
                "faction": held[:, 0],
                "partner": held[:, 1],
                "order": (player - game) % count,
                "won": won,
                "turns": turns[deal, game],
            }
        ).with_columns(
            finished=True, seats=pl.lit(count), players=pl.lit("some"), edition=pl.lit("one")
        )

    def _draws(self, of_winner: Numbers, of_loser: Numbers) -> pl.DataFrame:
        """The rows of who held a faction and drew a card of it: more often or more seldom where
        they won. The games of a deal, which share their cards, mostly agree."""
        rows = held_by_one(self.seats).sort("cluster", "faction", "number")
        faction = rows["faction"].rank("dense").to_numpy().astype(np.int64) - 1
        cluster, won = rows["cluster"].to_numpy(), rows["won"].to_numpy()
        drawn = []
        for card in range(CARDS):
            chance = np.where(won > 0, of_winner[faction, card], of_loser[faction, card])
            luck = self.rng.random((len(self.dealt), self.world.factions))[cluster, faction]
            own = self.rng.random(rows.height)
            luck = np.where(self.rng.random(rows.height) < 0.3, own, luck)
            drawn.append(rows.filter(pl.Series(luck < chance)).with_columns(card=pl.lit(card)))
        return pl.concat(drawn)

    def _scorings(self, decides: Numbers) -> pl.DataFrame:
        """A row for each time that a card lay at a base that scored, and whether it decided it:
        in some deals all cards do so more often."""
        rows = held_by_one(self.seats)
        faction = rows["faction"].rank("dense").to_numpy().astype(np.int64) - 1
        luck = self.rng.uniform(-0.2, 0.2, len(self.dealt))[rows["cluster"].to_numpy()]
        card = self.rng.integers(0, CARDS, rows.height)
        decided = self.rng.random(rows.height) < decides[faction, card] + luck
        return rows.with_columns(card=pl.Series(card), decided=pl.Series(decided))

    def _ranked(self) -> pl.DataFrame:
        """A row for each player at each base that scored, once for each of their factions."""
        deals, count = len(self.dealt), self.world.seats
        base = self.rng.integers(0, BASES, (deals, count, SCORINGS))
        factions = self.dealt.reshape(deals, 1, 1, count, 2)
        lead = self.suits[base[..., None, None], factions].sum(axis=-1)
        lead = lead + OUTCOME * _one_hot(self.winner, count)[:, :, None, :]
        first = self._drawn(_shares(lead))
        deal, game, time, place = (of.ravel() for of in np.indices((*base.shape, 2 * count)))
        mine = first[deal, game, time] == place // 2
        return pl.DataFrame(
            {
                "cluster": deal,
                "base": base[deal, game, time],
                "faction": self.dealt.reshape(deals, 2 * count)[deal, place],
                "first": mine.astype(np.float64),
            }
        )

    # -- what is true ------------------------------------------------------------------

    @cached_property
    def _chances(self) -> Numbers:
        """Of every pair against every other, either side beginning as often."""
        points, weights = np.polynomial.hermite_e.hermegauss(21)
        lead = self.strengths[:, None] - self.strengths[None, :]
        chance: Numbers = np.zeros_like(lead)
        for point, weight in zip(points, weights / weights.sum(), strict=True):
            for began in (0.5, -0.5):
                luck = point * self.world.luck * np.sqrt(2)
                chance += weight / 2 * _chance(lead + luck + began * self.world.beginning)
        return chance

    @cached_property
    def _member(self) -> Numbers:
        """By pair and faction, whether it is one of the two."""
        member = np.zeros((len(self.pairs), self.world.factions))
        for number, pair in enumerate(self.pairs):
            member[number, list(pair)] = 1.0
        return member

    @cached_property
    def _meet(self) -> Numbers:
        """Which pairs can meet, as shares of those that one can."""
        meet = (self._member @ self._member.T == 0).astype(np.float64)
        shares: Numbers = meet / meet.sum(axis=1, keepdims=True)
        return shares

    def _of_factions(self, of_pairs: Numbers) -> Numbers:
        mean: Numbers = self._member.T @ of_pairs / self._member.sum(axis=0)
        return mean

    def _truth(self) -> Truth:
        """Of two players exactly; of more it is the mean of many deals."""
        if self.world.seats == 2:
            first = self._beginning()
            of_factions = self._of_factions((self._chances * self._meet).sum(axis=1))
            return Truth(of_factions, np.array([first, 1 - first]), self._first())
        return self._sampled()

    def _sampled(self) -> Truth:
        """The players of a sampled deal sit as they are numbered."""
        count, factions = self.world.seats, self.world.factions
        rng = np.random.default_rng(self.rng.integers(1 << 62))
        every = np.tile(np.arange(factions), (SAMPLED, 1))
        dealt = rng.permuted(every, axis=1)[:, : 2 * count].reshape(SAMPLED, count, 2)
        chance = _shares(self._lucky(dealt, rng) + self._worth(np.arange(count)))

        def of_factions(of_players: Numbers) -> Numbers:
            both = np.repeat(of_players, 2, axis=1)
            mean: Numbers = np.bincount(dealt.ravel(), both.ravel()) / np.bincount(dealt.ravel())
            return mean

        first = []
        for suits in self.suits:
            lead = suits[dealt].sum(axis=-1)[:, None, :] + OUTCOME * np.eye(count)  # by winner
            first.append(of_factions((chance[:, :, None] * _shares(lead)).sum(axis=1)))
        return Truth(of_factions(chance), chance.mean(axis=0), np.array(first))

    def _first(self) -> Numbers:
        """By base and faction, how often who holds it is first."""
        first = []
        for suits in self.suits:
            lead = (self._member @ suits)[:, None] - (self._member @ suits)[None, :]
            chance = self._chances * _chance(lead + OUTCOME)
            chance = chance + (1 - self._chances) * _chance(lead - OUTCOME)
            first.append(self._of_factions((chance * self._meet).sum(axis=1)))
        return np.array(first)

    def _synergies(self) -> Numbers:
        """What pairs have beyond their factions, in the log-odds of shares of games: the luck of
        cards leaves less of it there, by as much as it flattens chances."""
        points, weights = np.polynomial.hermite_e.hermegauss(21)
        chance = _chance(points * self.world.luck * np.sqrt(2))
        left = (weights * chance * (1 - chance)).sum() / weights.sum() / 0.25
        synergies: Numbers = self.together * left
        return synergies

    def _beginning(self) -> float:
        """How often who begins wins."""
        points, weights = np.polynomial.hermite_e.hermegauss(21)
        lead = self.strengths[:, None] - self.strengths[None, :] + self.world.beginning / 2
        won = 0.0
        for point, weight in zip(points, weights / weights.sum(), strict=True):
            luck = point * self.world.luck * np.sqrt(2)
            won += weight * float((_chance(lead + luck) * self._meet).sum(axis=1).mean())
        return won

    # -- whether it is held ------------------------------------------------------------

    def rates(self) -> Iterator[tuple[str, list[bool]]]:
        """The intervals of shares and means."""
        true = self._truth()
        both = held_by_one(self.seats)
        yield "factions", _held(rates(both, ["faction"], evenly="partner"), true.factions)
        yield "seats", _held(rates(self.seats, ["seats", "order"]), true.orders)
        of_winner, of_loser = self.rng.uniform(0.3, 0.9, (2, self.world.factions, CARDS))
        truth = true.factions[:, None] * of_winner
        truth = truth / (truth + (1 - true.factions[:, None]) * of_loser)
        found = rates(self._draws(of_winner, of_loser), ["faction", "card"], evenly="partner")
        yield "cards drawn or played", _held(found, truth.ravel())
        decides = self.rng.uniform(0.2, 0.6, (self.world.factions, CARDS))
        found = rates(self._scorings(decides), ["faction", "card"], "decided")
        yield "cards that decide", _held(found, decides.ravel())
        found = rates(self._ranked(), ["base", "faction"], "first")
        yield "bases", _held(found, true.bases.ravel())
        length = lengths_of(self.seats).row(0, named=True)
        yield "lengths", [abs(length["turns"] - TURNS) <= length["half_width"]]

    def model(self) -> Iterator[tuple[str, list[bool]]]:
        """The intervals of `PairModel`."""
        model = PairModel(Table2.of(self.seats))
        of_pairs = (self._chances * self._meet).sum(axis=1)
        yield "factions, model", _held(model.faction_frame(), self._of_factions(of_pairs))
        frame = model.pair_frame()
        yield "pairs, model", _held(frame, of_pairs)
        synergies = frame.select(low="synergy_low", high="synergy_high")
        yield "synergies", _held(synergies, self._synergies())
        one, other = self._duels()
        low, high = model.head_to_head(one, other)
        truth = self._chances[one, other]
        yield "head to head", ((low <= truth) & (truth <= high)).tolist()

    def _duels(self) -> tuple[Indices, Indices]:
        """Some pairs, and others that they can meet."""
        one, other = self.rng.integers(0, len(self.pairs), (2, 4 * DUELS))
        meet = self._meet[one, other] > 0
        return one[meet][:DUELS], other[meet][:DUELS]


def _shares(strengths: Numbers) -> Numbers:
    """Of the last axis, whose log-odds against each other are the differences."""
    odds = np.exp(strengths)
    shares: Numbers = odds / odds.sum(axis=-1, keepdims=True)
    return shares


def _one_hot(which: Indices, count: int) -> Numbers:
    hot: Numbers = np.eye(count)[which]
    return hot


def _chance(log_odds: Numbers) -> Numbers:
    chance: Numbers = 1 / (1 + np.exp(-log_odds))
    return chance


def _held(frame: pl.DataFrame, truth: Numbers) -> list[bool]:
    return [
        bool(low <= true <= high)
        for low, true, high in zip(frame["low"], truth, frame["high"], strict=True)
    ]
