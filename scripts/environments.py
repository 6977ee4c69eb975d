"""How fast the environments are: decisions a second, for each second of one core.

    python scripts/environments.py                 as fast as the engine that runs
    python scripts/environments.py --seconds 20    measured for longer

The bare engine plays random games as `smashup bench` does; the others are `VectorGames`, answered
at random: a few games in this process (`processes=0`) and in two that answer themselves, then many
in one beside it, first without observations, then encoded. What is counted is processor time, of
all processes, so that it matters less what else a machine does.
"""

import argparse
import random
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from time import process_time

import numpy as np

from smashup import ENGINE, Game, memory
from smashup.rl import VectorGames

GAMES = 128  # at once
FEWER = (16, 64)  # at once: the fewer there are, the more of them stay in the processor's memory
FEW = (4, 8)  # at once, in a process that answers itself
PROCESSES = 2  # that do so beside each other
ROUNDS = 3  # of all measurements
ANSWERS = 50  # given at a time, where nobody looks


def bare(seconds: float) -> float:
    """Decisions a second of the engine alone, one game after the other."""
    decisions = games = 0
    started = process_time()
    while process_time() - started < seconds:
        game = Game.new("random", players=2, seed=games)
        rng = random.Random(games)
        while (decision := game.decision) is not None:
            game.decide(int(rng.random() * len(decision.options)))
        games += 1
        decisions += len(game.answers)
    return decisions / (process_time() - started)


def vector(seconds: float, encode: bool, at_once: int = GAMES, processes: int = 1) -> float:
    """Decisions a second of many games at once, answered from here."""
    rng = np.random.default_rng(1)
    with VectorGames(games=at_once, processes=processes, encode=encode) as games:
        games.reset()
        actions = np.zeros(at_once, np.int16)
        steps, spent = 0, 0.0
        started = process_time() + games.cpu_seconds
        while spent < seconds:
            # As little as can be, since it is counted too: near enough to all equally likely.
            for draws in rng.integers(0, 2**15, (ANSWERS, at_once), np.int16):
                games.step(np.remainder(draws, games.options, out=actions))
            steps += ANSWERS
            spent = process_time() + games.cpu_seconds - started
        return steps * at_once / spent


def beside_each_other(seconds: float, at_once: int) -> float:
    """Decisions a second of few games at once in each of several processes, answered there."""
    there = partial(vector, encode=False, at_once=at_once, processes=0)
    with ProcessPoolExecutor(PROCESSES, initializer=memory.settle) as pool:
        return sum(pool.map(there, [seconds] * PROCESSES)) / PROCESSES


def wandering(seconds: float) -> float:
    """Decisions a second where games are played at random without being told of."""
    with VectorGames(games=GAMES, processes=1, encode=False) as games:
        games.reset()
        rounds, spent = 0, 0.0
        started = process_time() + games.cpu_seconds
        while spent < seconds:
            games.wander(ANSWERS)
            rounds += 1
            spent = process_time() + games.cpu_seconds - started
        return rounds * ANSWERS * GAMES / spent


def main() -> None:
    """Prints the figures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=6.0, help="of each measurement")
    seconds = parser.parse_args().seconds
    # In turns, so that a machine that becomes slower or faster favours nobody.
    part = seconds / ROUNDS
    measured: dict[str, Callable[[float], float]] = {
        "the bare engine, one game after the other": bare,
        f"VectorGames.wander, {GAMES} games": wandering,
        **{
            f"VectorGames.step, {games} games in this process": partial(
                vector, encode=False, at_once=games, processes=0
            )
            for games in FEW
        },
        **{
            f"VectorGames.step, {games} games in each of {PROCESSES}": partial(
                beside_each_other, at_once=games
            )
            for games in FEW
        },
        **{
            f"VectorGames.step, {games} games, not encoded": partial(
                vector, encode=False, at_once=games
            )
            for games in (*FEWER, GAMES)
        },
        f"VectorGames.step, {GAMES} games, encoded": partial(vector, encode=True),
    }
    rates = dict.fromkeys(measured, 0.0)
    memory.settle()
    for _ in range(ROUNDS):
        for name, measure in measured.items():
            rates[name] += measure(part) / ROUNDS
    print(f"{ENGINE.kind} engine, decisions a second for each core:")
    engine = next(iter(rates.values()))
    for name, rate in rates.items():
        share = "" if rate == engine else f"  ({rate / engine:.2f} of the engine's)"
        print(f"  {name:42} {rate:9,.0f}{share}")


if __name__ == "__main__":
    main()
