"""Lets bots play and writes every decision as data to learn from (docs/environments.md).

python examples/self_play/export.py --players tuned,greedy --games 100 --out games.npz
"""

import argparse
from pathlib import Path

from smashup.rl import record


def main() -> None:
    """Plays and writes as the command line says."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--players", default="greedy,greedy", help="a bot for each seat")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("games.npz"))
    options = parser.parse_args()
    players = options.players.split(",")
    data = record(players, options.games, options.seed, jobs=options.jobs)
    data.save(options.out)
    print(f"{len(data.actions):,} decisions of {options.games} games are in {options.out}.")


if __name__ == "__main__":
    main()
