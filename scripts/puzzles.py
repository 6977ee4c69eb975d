"""Finds puzzles in games of bots, and checks those there are (docs/table.md).

    python scripts/puzzles.py --games 100            adds what it finds to the puzzles there are
    python scripts/puzzles.py --check                whether each can still be solved, without luck
    python scripts/puzzles.py --mend                 leaves out those that cannot, after a change of
                                                     rules or cards

What is found is written at once, so that it can be broken off; the next call goes on with other
games if it is given another `--seed`.
"""

from __future__ import annotations

import argparse
import sys

from rich.console import Console

from smashup.lab.parallel import in_parallel
from smashup.lab.puzzles import puzzle_in, said, wins_anywhere
from smashup.model.errors import IllegalAnswer
from smashup.puzzles import BadPuzzle, Puzzle, add, puzzles, write
from smashup.replay import ReplayError


def main() -> int:
    """0, or 1 if a puzzle cannot be solved."""
    options = _arguments()
    console = Console(highlight=False, soft_wrap=True)
    if options.check or options.mend:
        return _check(console, options.mend)
    games = range(options.seed, options.seed + options.games)
    for number, found in zip(games, in_parallel(puzzle_in, games, options.jobs), strict=True):
        if found is not None and add(found):
            console.print(f"game {number}: {_line(len(puzzles()), found)}", markup=False)
    console.print(f"{len(puzzles())} puzzles.")
    return 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=20, help="how many to look through (20)")
    parser.add_argument("--seed", type=int, default=0, help="the number of the first game (0)")
    parser.add_argument("--jobs", type=int, default=1, help="how many at a time (1)")
    parser.add_argument("--check", action="store_true", help="check those there are")
    parser.add_argument("--mend", action="store_true", help="leave out what cannot be solved")
    return parser.parse_args()


def _check(console: Console, mend: bool) -> int:
    good: list[Puzzle] = []
    for number, puzzle in enumerate(puzzles(), start=1):
        try:
            game = puzzle.position()
            solved = wins_anywhere(game, puzzle.solution)
        except (ReplayError, BadPuzzle, IllegalAnswer) as error:
            console.print(f"{number}. {error}", markup=False)
            continue
        console.print(f"{_line(number, puzzle)}{'' if solved else ' NOT SOLVED'}", markup=False)
        if solved:
            good.append(Puzzle.at(game, puzzle.solution, puzzle.plays, puzzle.share))
    wrong = len(puzzles()) - len(good)
    console.print(f"{len(puzzles())} puzzles, {wrong} of them cannot be solved.")
    if mend:
        write(good)
        return 0
    return 1 if wrong else 0


def _line(number: int, puzzle: Puzzle) -> str:
    """What a puzzle is, and how it is solved."""
    game = puzzle.position()
    factions = " + ".join(game.factions[game.turn])
    points = " : ".join(map(str, game.vp))
    facts = f"{factions}, {points}, {puzzle.plays} plays, {puzzle.difficulty} ({puzzle.share:.2%})"
    steps = "; ".join(map(game.label, said(game, puzzle.solution)))
    return f"{number}. {facts}: {steps}"


if __name__ == "__main__":
    sys.exit(main())
