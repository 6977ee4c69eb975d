"""How long the strongest bots think, and what a second worker brings.

    python scripts/thinking_time.py

Plays the first rounds of a few games with one strong bot among greedy ones, on one core, and then
lets one and two workers think about the same decisions. Keep the machine quiet meanwhile.
"""

from __future__ import annotations

import random
from collections import defaultdict
from time import perf_counter
from typing import NamedTuple

from smashup.engine.game import Game
from smashup.lab.bench import mid_game
from smashup.players import make_player
from smashup.players.search import Limits, think

TABLES = (("expert", 2, 8), ("expert", 4, 8), ("master", 2, 8), ("master", 4, 4))
SEED = 5
DECISIONS = 8  # that workers think about
ITERATIONS = 1600


class Times(NamedTuple):
    """Seconds that a bot took, the longest last."""

    decisions: list[float]
    turns: list[float]  # its own, with what it was asked since the one before


def times(name: str, players: int, rounds: int) -> Times:
    """How long this bot took for each decision and turn of the first rounds of a game."""
    game = Game.new("random", players=players, seed=SEED)
    bots = [make_player("greedy" if seat else name, seat) for seat in range(players)]
    decisions: list[float] = []
    turns: defaultdict[int, float] = defaultdict(float)
    while (decision := game.decision) is not None and game.turn_number <= rounds * players:
        started = perf_counter()
        answer = bots[decision.seat].choose(game.observe(decision.seat), decision)
        if decision.seat == 0:
            decisions.append(perf_counter() - started)
            turns[game.turn_number // players] += decisions[-1]
        game.decide(answer)
    return Times(sorted(decisions), sorted(turns.values()))


def tries_a_second(workers: int) -> float:
    """How many tries of answers so many workers make together in a second."""
    tries = 0
    spent = 0.0
    for seed in range(DECISIONS):
        game = mid_game(seed)
        if (decision := game.decision) is None:
            continue
        started = perf_counter()
        view = game.observe(decision.seat)
        tallies = think(view, decision, random.Random(seed), Limits(ITERATIONS), workers)
        spent += perf_counter() - started
        tries += sum(tally.visits for tally in tallies)
    return tries / spent


def main() -> None:
    for name, players, rounds in TABLES:
        decisions, turns = times(name, players, rounds)
        print(
            f"{name}, {players} players, {rounds} rounds: {turns[len(turns) // 2]:.2f} s a turn in "
            f"the median, {turns[-1]:.2f} at most; a decision {decisions[-1]:.2f} s at most"
        )
    for workers in (1, 2):
        print(f"{workers} workers: {tries_a_second(workers):.0f} tries a second")


if __name__ == "__main__":
    main()
