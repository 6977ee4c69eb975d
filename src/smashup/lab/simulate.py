"""Many games between bots, on all cores, and what came of them.

Games are dealt in groups of as many as there are players: one deal, with everyone in every seat
once. What happens in a game depends on the plan and its number alone, not on who works on it.
"""

from __future__ import annotations

import math
import multiprocessing
import os
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from smashup.engine.game import Game
from smashup.engine.setup import make_setup
from smashup.model.errors import BadSetup
from smashup.players import make_player

LONGEST_GAME = 500  # turns; a game that goes on is broken off and counts as won by nobody
Z95 = 1.959964  # of the normal distribution: 95 % lie within


@dataclass(frozen=True)
class Plan:
    """What to play: who against whom, how often, from which seed.

    `factions`: two for each of the players, whichever seat they take; empty for random ones.
    """

    players: tuple[str, ...]
    games: int
    seed: int = 1
    edition: str = "oops"
    factions: tuple[tuple[str, ...], ...] = ()

    def check(self) -> None:
        """`SmashUpError` if it cannot be played so."""
        if self.games < 1:
            raise BadSetup(f"At least one game has to be played, not {self.games}.")
        for name in self.players:
            make_player(name, seed=0)
        make_setup(self.factions or "random", len(self.players), 0, self.edition)


@dataclass(frozen=True)
class Result:
    """One game; players by their number in the plan."""

    winners: tuple[int, ...]
    vp: tuple[int, ...]
    turns: int
    decisions: int


def play_one(plan: Plan, number: int) -> Result:
    """Plays the game of this number."""
    count = len(plan.players)
    deal, turned = divmod(number, count)
    who = [(seat + turned) % count for seat in range(count)]  # by seat
    game = Game.new(
        [plan.factions[player] for player in who] if plan.factions else "random",
        players=count,
        seed=_seed(plan.seed, deal),
        edition=plan.edition,
    )
    players = [make_player(plan.players[p], _seed(plan.seed, number, p)) for p in who]
    while (decision := game.decision) is not None and game.s.turn_number <= LONGEST_GAME:
        game.decide(players[decision.seat].choose(game.observe(decision.seat), decision))
    seats = [who.index(player) for player in range(count)]  # by player
    return Result(
        winners=tuple(sorted(who[seat] for seat in game.winners)),
        vp=tuple(game.s.vp[seat] for seat in seats),
        turns=game.s.turn_number,
        decisions=len(game.answers),
    )


def _seed(*numbers: int) -> int:
    """A seed made of several numbers, the same on every machine."""
    return random.Random("/".join(map(str, numbers))).getrandbits(63)


def all_cores() -> int:
    """How many processes can really run at once."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def play_all(plan: Plan, jobs: int) -> Iterator[Result]:
    """Plays all games of a plan, several at a time; the results come in their order."""
    one = partial(play_one, plan)
    if jobs == 1:
        yield from map(one, range(plan.games))
        return
    chunk = max(1, min(20, plan.games // (8 * jobs)))
    with multiprocessing.Pool(jobs) as pool:
        yield from pool.imap(one, range(plan.games), chunk)


@dataclass(frozen=True)
class Record:
    """How one of the players did; a shared win counts as its share."""

    player: str
    wins: float
    win_rate: float
    low: float  # of the 95 % interval of the win rate
    high: float
    mean_vp: float


@dataclass(frozen=True)
class Summary:
    """How all the games went."""

    games: int
    unfinished: int
    mean_turns: float
    mean_decisions: float
    records: tuple[Record, ...]


def summarize(plan: Plan, results: Sequence[Result]) -> Summary:
    """Win rates and means over the results."""
    games = len(results)
    return Summary(
        games=games,
        unfinished=sum(not result.winners for result in results),
        mean_turns=sum(result.turns for result in results) / games,
        mean_decisions=sum(result.decisions for result in results) / games,
        records=tuple(_record(plan, player, results) for player in range(len(plan.players))),
    )


def _record(plan: Plan, player: int, results: Sequence[Result]) -> Record:
    games = len(results)
    wins = sum(1 / len(result.winners) for result in results if player in result.winners)
    low, high = wilson(wins, games)
    mean_vp = sum(result.vp[player] for result in results) / games
    return Record(plan.players[player], wins, wins / games, low, high, mean_vp)


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The 95 % interval (Wilson's) of a rate of which so many successes were seen.

    >>> low, high = wilson(80, 100)
    >>> round(low, 3), round(high, 3)
    (0.711, 0.867)
    """
    rate = wins / games
    square = Z95 * Z95
    middle = (rate + square / (2 * games)) / (1 + square / games)
    half = math.sqrt(rate * (1 - rate) / games + square / (4 * games * games))
    half *= Z95 / (1 + square / games)
    return max(0.0, middle - half), min(1.0, middle + half)
