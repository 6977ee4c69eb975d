"""Collects all that players are asked in random games, and checks how it is said.

    python scripts/questions.py                    plays 2,000 games, all cores; writes the corpus
    python scripts/questions.py --games 50         the same with fewer games: more is never lost
    python scripts/questions.py --fresh            forgets the corpus first: what is no longer asked

The corpus is tests/view/questions.yaml: for every question, in its own words, the cards that ask
it, when, and what can be answered in words. The games are those of scripts/fuzz.py, 2 to 4 players
and all editions. The rules for it: `Question.faults` in smashup.lab.questions.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rich.console import Console
from rich.progress import track

from smashup.lab.invariants import setup_for
from smashup.lab.parallel import all_cores, in_parallel
from smashup.lab.questions import Question, collected, questions_of, read, write

CORPUS = Path(__file__).parent.parent / "tests" / "view" / "questions.yaml"


def main() -> int:
    """0, or 1 if something is not said as the rules for it want."""
    options = _arguments()
    console = Console(highlight=False, soft_wrap=True)
    seeds = range(options.seed, options.seed + options.games)
    games = in_parallel(_asked, seeds, options.jobs, chunk=4)
    kept = [] if options.fresh or not CORPUS.exists() else read(CORPUS)
    shown = track(games, "Asking", len(seeds), console=console, transient=True)
    found = collected([kept, *shown])
    write(CORPUS, found)
    console.print(f"{len(found)} questions in {CORPUS.name}.")
    faults = [f"{one.words!r} {fault}" for one in found for fault in one.faults()]
    for fault in faults:
        console.print(f"- {fault}", markup=False)
    return 1 if faults else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=2000, help="how many (2000)")
    parser.add_argument("--seed", type=int, default=0, help="the seed of the first game (0)")
    parser.add_argument("--jobs", type=int, default=all_cores(), help="how many at a time")
    parser.add_argument("--fresh", action="store_true", help="forget what was collected before")
    return parser.parse_args()


def _asked(seed: int) -> list[Question]:
    return questions_of(setup_for(seed))


if __name__ == "__main__":
    sys.exit(main())
