"""Plays random games and checks everything that must be true of them (smashup.lab.invariants).

    python scripts/fuzz.py --games 20000            2 to 4 players, all editions, all cores
    python scripts/fuzz.py --games 1 --seed 1234    the one game that failed

Game number n has seed SEED + n, and a game follows from its seed alone. A failure prints the
command that plays it again and writes the game to failures/, for `smashup replay`.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console
from rich.progress import track

from smashup.lab.invariants import CheckedGame, play_checked, setup_for
from smashup.lab.simulate import all_cores
from smashup.replay import Replay, save

FAILURES = Path(__file__).resolve().parents[1] / "failures"
SHOWN = 5  # how many failures are told in full


def main() -> int:
    """0 if every game kept every rule, else 1."""
    options = _arguments()
    console = Console()
    seeds = range(options.seed, options.seed + options.games)
    failed = most_turns = 0
    bar = track(_play(seeds, options.jobs), "Playing", len(seeds), console=console, transient=True)
    for game in bar:
        most_turns = max(most_turns, game.turns)
        if game.failure:
            failed += 1
            _tell(console, game, in_full=failed <= SHOWN)
    console.print(f"{len(seeds)} games, {failed} failed; the longest took {most_turns} turns.")
    return 1 if failed else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=_positive, default=2000, help="how many (2000)")
    parser.add_argument("--seed", type=int, default=0, help="the seed of the first game (0)")
    parser.add_argument("--jobs", type=_positive, default=all_cores(), help="how many at a time")
    return parser.parse_args()


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{number} is too few")
    return number


def _play(seeds: range, jobs: int) -> Iterator[CheckedGame]:
    if jobs == 1 or len(seeds) == 1:
        yield from map(_play_seed, seeds)
        return
    with multiprocessing.Pool(jobs) as pool:
        yield from pool.imap_unordered(_play_seed, seeds, chunksize=4)


def _play_seed(seed: int) -> CheckedGame:
    return play_checked(setup_for(seed))


def _tell(console: Console, game: CheckedGame, in_full: bool) -> None:
    """Keeps the game as a file and says how to play it again."""
    seed = game.setup.seed
    path = FAILURES / f"fuzz-{seed}.json"
    save(Replay(game.setup, game.answers), path)
    last = game.failure.strip().splitlines()[-1]
    if in_full:
        console.print(game.failure, markup=False, highlight=False)
    console.print(f"seed {seed}: {last}", markup=False, highlight=False)
    console.print(f"  again: python scripts/fuzz.py --games 1 --seed {seed}", soft_wrap=True)
    console.print(f"  game:  smashup replay {path}", soft_wrap=True)


if __name__ == "__main__":
    sys.exit(main())
