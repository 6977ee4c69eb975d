"""The positions with a clearly best or foolish answer: checking them, and finding more.

    python scripts/positions.py check             play on after the answers to each that nobody has
                                                  checked yet, and write what came of it; exit 1 if
                                                  that does not tell them apart
    python scripts/positions.py check --anew      the same for all of them
    python scripts/positions.py check "City of"   for those whose names have these words in them
    python scripts/positions.py find --games 50   print what 50 games of bots have to offer

They lie in src/smashup/lab/positions; what is asked of them stands in docs/opponents.md.
"""

from __future__ import annotations

import argparse
import sys
from functools import partial

import yaml

from smashup.lab.arena_report import rate_in_words
from smashup.lab.parallel import in_parallel, seed_of
from smashup.lab.positions.finding import Found, search
from smashup.lab.positions.position import Position, read_positions
from smashup.lab.positions.rollouts import Check, check, compared
from smashup.lab.positions.writing import NEXT, with_checked

MOST_WORLDS = 800  # for one answer


def checked(positions: list[Position], worlds: int, number: int) -> Check:
    """One of the positions, checked."""
    return check(positions[number], worlds)


def wanted(words: list[str], anew: bool) -> list[Position]:
    """The positions to check: those with these words in their names, all, or what is left."""
    positions = read_positions()
    if words:
        return [position for position in positions if any(word in position.name for word in words)]
    return [position for position in positions if anew or not is_checked(position)]


def is_checked(position: Position) -> bool:
    """Whether all answers that are to be compared have been."""
    best, foolish = compared(position)
    return position.checked.keys() == {*best, *foolish}


def check_all(positions: list[Position], worlds: int, jobs: int) -> bool:
    """Checks positions and writes the results into their files; whether all are told apart."""
    fine = True
    results = in_parallel(partial(checked, positions, worlds), range(len(positions)), jobs)
    for position, result in zip(positions, results, strict=True):
        print(f"{position.name}{'' if result.apart else ': NOT APART'}")
        for step, rate in result.rates.items():
            print(f"  {step}: {rate_in_words(rate)} of {rate.games}")
        sys.stdout.flush()
        file, number = position.scenario.file, position.scenario.number
        text = with_checked(file.read_text("utf-8"), number, result.rates)
        file.write_text(text, "utf-8")
        fine = fine and result.apart
    return fine


def found_in(seed: int, number: int) -> list[Found]:
    """What one game has to offer."""
    return list(search(seed_of(seed, number)))


def find(games: int, seed: int, jobs: int) -> None:
    """Prints positions of so many games, as documents to be looked through and explained."""
    for some in in_parallel(partial(found_in, seed), range(games), jobs):
        for found in some:
            won = {step: list(counts) for step, counts in found.wins.items()}
            document = {**found.document, "won": won, "answered": found.answered}
            print(yaml.safe_dump(document, sort_keys=False, width=118) + NEXT, end="")
            sys.stdout.flush()


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="Positions with a best or a foolish answer.")
    parser.add_argument("--jobs", type=int, default=1)
    commands = parser.add_subparsers(dest="command", required=True)
    checking = commands.add_parser("check")
    checking.add_argument("words", nargs="*")
    checking.add_argument("--anew", action="store_true")
    checking.add_argument("--worlds", type=int, default=MOST_WORLDS)
    finding = commands.add_parser("find")
    finding.add_argument("--games", type=int, default=20)
    finding.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    if given.command == "find":
        find(given.games, given.seed, given.jobs)
    elif not check_all(wanted(given.words, given.anew), given.worlds, given.jobs):
        sys.exit(1)


if __name__ == "__main__":
    main()
