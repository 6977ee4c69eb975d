"""Plays random games and checks everything that must be true of them (smashup.lab.invariants).

    python scripts/fuzz.py --games 50000            2 to 4 players, all editions, all cores
    python scripts/fuzz.py --thorough-every 101     fewer thoroughly, more in the same time
    python scripts/fuzz.py --games 1 --seed 1234    the one game that failed

Game number n has seed SEED + n, and a game follows from its seed alone: how many play by which
edition, with factions drafted, given or random, and whether it is checked thoroughly. A failure
prints the command that plays it again and writes the game to failures/, for `smashup replay`.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.progress import track

from smashup.engine.setup import PLAYERS
from smashup.lab.fuzzing import play_in_time
from smashup.lab.invariants import THOROUGH, CheckedGame, is_thorough, setup_for
from smashup.lab.parallel import all_cores, in_parallel
from smashup.replay import Replay, save

FAILURES = Path(__file__).resolve().parents[1] / "failures"
SHOWN = 5  # how many failures are told in full


def main() -> int:
    """0 if every game kept every rule, else 1."""
    options = _arguments()
    console = Console()
    counts: Counter[str] = Counter()
    games = _play(options)
    for game in track(games, "Playing", options.games, console=console, transient=True):
        _count(counts, game)
        if game.failure:
            _tell(console, game, in_full=counts["failed"] <= SHOWN)
    _report(console, counts)
    return 1 if counts["failed"] else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=_positive, default=2000, help="how many (2000)")
    parser.add_argument("--seed", type=int, default=0, help="the seed of the first game (0)")
    parser.add_argument("--jobs", type=_positive, default=all_cores(), help="how many at a time")
    parser.add_argument("--thorough", action="store_true", help="check every game thoroughly")
    parser.add_argument(
        "--thorough-every", type=_positive, default=THOROUGH, help=f"or one in so many ({THOROUGH})"
    )
    return parser.parse_args()


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{number} is too few")
    return number


def _play(options: argparse.Namespace) -> Iterator[CheckedGame]:
    seeds = range(options.seed, options.seed + options.games)
    one = partial(_play_seed, every=1 if options.thorough else options.thorough_every)
    return in_parallel(one, seeds, options.jobs if len(seeds) > 1 else 1, chunk=4)


def _play_seed(seed: int, every: int) -> CheckedGame:
    return play_in_time(setup_for(seed), is_thorough(seed, every))


def _tell(console: Console, game: CheckedGame, in_full: bool) -> None:
    """Keeps the game as a file and says how to play it again."""
    seed = game.setup.seed
    path = FAILURES / f"fuzz-{seed}.json"
    save(Replay(game.setup, game.answers), path)
    last = game.failure.strip().splitlines()[-1]
    again = f"python scripts/fuzz.py --games 1 --seed {seed}" + " --thorough" * (
        game.moments is not None
    )
    if in_full:
        console.print(game.failure, markup=False, highlight=False, soft_wrap=True)
    console.print(f"seed {seed}: {last}", markup=False, highlight=False, soft_wrap=True)
    console.print(f"  again: {again}", soft_wrap=True)
    console.print(f"  game:  smashup replay {path}", soft_wrap=True)


def _count(counts: Counter[str], game: CheckedGame) -> None:
    """Adds what was played and what was checked."""
    counts.update(["games", f"{game.setup.players} players", game.setup.way])
    counts["failed"] += bool(game.failure)
    counts["longest"] = max(counts["longest"], game.turns)
    counts["thorough"] += game.moments is not None
    counts["moments"] += game.moments or 0


def _report(console: Console, counts: Counter[str]) -> None:
    """How many games there were, and how thoroughly they were checked."""
    players = ", ".join(f"{counts[f'{n} players']} with {n} players" for n in PLAYERS)
    ways = ", ".join(f"{counts[way]} {way}" for way in ("random", "draft", "given"))
    console.print(
        f"{counts['games']} games, {counts['failed']} failed; "
        f"the longest took {counts['longest']} turns.\n"
        f"Played: {players}; factions: {ways}.\n"
        "Checked in every game: the position once a turn and amid every ability, that it is "
        "settled, that events name bases in play, the bases after each scoring, the replay.\n"
        f"Checked in {counts['thorough']} games: the position at every decision, that verbs are "
        f"carried out, and at {counts['moments']} moments copies, determinized games played on, "
        "what observations give away, the parts of powers, that the order of arrival does not "
        "matter.",
        highlight=False,
        soft_wrap=True,
    )


if __name__ == "__main__":
    sys.exit(main())
