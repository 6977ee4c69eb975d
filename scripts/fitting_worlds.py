"""How seldom players hold cards back, counted in games between bots: the numbers of
`smashup.players.worlds`.

    python scripts/fitting_worlds.py --games 400

Whenever a turn begins, the true table and a few that were dealt without looking are compared: what
tells the true one from the others is what the numbers say. Half of the games are only for the
score: how much likelier the true table is made among the others than by chance.
"""

from __future__ import annotations

import argparse
import math
import random
from collections.abc import Iterator
from functools import partial
from operator import mul

from smashup.engine.game import Game
from smashup.lab.fitting import Contest, logistic
from smashup.lab.match import goes_on
from smashup.lab.parallel import all_cores, in_parallel, seed_of
from smashup.players import make_player
from smashup.players.worlds import SIGNS, signs

OTHERS = 8  # tables that the true one is told from


def contests(players: tuple[str, ...], number: int) -> list[Contest]:
    """The comparisons of one game."""
    seed = seed_of(1, number)
    rng = random.Random(seed)
    seats = 2 + number % 3
    game = Game.new("random", players=seats, seed=seed)
    bots = [make_player(rng.choice(players), seed_of(seed, k)) for k in range(seats)]
    found: list[Contest] = []
    turn = 0
    while goes_on(game):
        decision = game.decision
        assert decision is not None
        if decision.kind == "play" and game.turn_number != turn:
            turn = game.turn_number
            found.extend(_compared(game, rng))
        game.decide(bots[decision.seat].choose(game.observe(decision.seat), decision))
    return found


def _compared(game: Game, rng: random.Random) -> Iterator[Contest]:
    seen = game.observe(game.turn)
    worlds = [game, *(seen.determinize(rng) for _ in range(OTHERS))]
    for held in seen.held_back():
        rows = [[-float(sign) for sign in signs(world.columns.defn, held)] for world in worlds]
        if any(row != rows[0] for row in rows):
            yield Contest(rows, [1.0] + [0.0] * OTHERS)


def score(some: list[Contest], reluctance: list[float]) -> float:
    """The mean logarithm of the share that the true table gets."""
    total = 0.0
    for numbers, _ in some:
        odds = [math.exp(sum(map(mul, reluctance, row))) for row in numbers]
        total += math.log(odds[0] / sum(odds))
    return total / len(some)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--players", default="tuned,greedy")
    parser.add_argument("--jobs", type=int, default=all_cores())
    given = parser.parse_args()
    play = partial(contests, tuple(given.players.split(",")))
    games = list(in_parallel(play, list(range(given.games)), given.jobs))
    learned = [one for game in games[::2] for one in game]
    held_out = [one for game in games[1::2] for one in game]
    reluctance = logistic(learned, len(SIGNS))
    for sign, weight in zip(SIGNS, reluctance, strict=True):
        print(f"{weight:7.3f}  {sign}")
    by_chance = -math.log(OTHERS + 1)
    found = score(held_out, list(reluctance))
    print(f"{len(held_out)} comparisons: {found:.3f}, by chance {by_chance:.3f}")


if __name__ == "__main__":
    main()
