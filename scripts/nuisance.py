"""Counts needless questions: those whose every answer leads to the same position.

    python scripts/nuisance.py --games 200         all questions of 200 random games, all cores
    python scripts/nuisance.py --look 17 203       the question after 203 answers of game 17
    python scripts/nuisance.py --spared            whether what is not asked makes no difference

Game number n has seed SEED + n and is the game that scripts/fuzz.py plays by that seed: 2 to 4
players, all editions. What counts and what does not: smashup.lab.nuisance.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from functools import partial

from rich.console import Console
from rich.progress import track
from rich.table import Table

from smashup.chronicle import Chronicle
from smashup.engine.game import Game
from smashup.lab.invariants import setup_for
from smashup.lab.nuisance import (
    Asked,
    Share,
    ask_in,
    asker,
    is_needless,
    random_game,
    shares,
    spared_in,
    total,
)
from smashup.lab.parallel import all_cores, in_parallel

BEFORE = 12  # how many events are told before a question that is looked at
SORTS: dict[str, Callable[[Asked], str]] = {
    "kind": lambda asked: asked.kind,
    "prompt": lambda asked: asked.prompt,
    "card that asks": lambda asked: asked.card,
}


def main() -> int:
    """0, or 1 if more questions are needless than are allowed, or one is wrongly left out."""
    options = _arguments()
    console = Console(highlight=False, soft_wrap=True)
    if options.look:
        seed, answers = options.look
        _look(console, seed, answers, options.spared)
        return 0
    seeds = range(options.seed, options.seed + options.games)
    ask = _ask_spared if options.spared else partial(_ask, share=options.share)
    games = in_parallel(ask, seeds, options.jobs, chunk=4)
    asked: list[Asked] = []
    for one in track(games, "Asking", len(seeds), console=console, transient=True):
        asked += one
    if options.spared:
        return _report_spared(console, asked)
    _report(console, asked, options.top)
    everything = total(asked)
    return 1 if 100 * everything.needless > options.at_most * everything.asked else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=200, help="how many (200)")
    parser.add_argument("--seed", type=int, default=0, help="the seed of the first game (0)")
    parser.add_argument("--share", type=float, default=1, help="of the questions tried (1)")
    parser.add_argument("--jobs", type=int, default=all_cores(), help="how many at a time")
    parser.add_argument("--top", type=int, default=15, help="how many lines of each table (15)")
    parser.add_argument(
        "--at-most", type=float, default=100, help="fail if more percent are needless (100)"
    )
    parser.add_argument(
        "--spared", action="store_true", help="try the questions that are left out instead"
    )
    parser.add_argument(
        "--look", type=int, nargs=2, metavar=("SEED", "ANSWERS"), help="show one question"
    )
    return parser.parse_args()


def _ask(seed: int, share: float) -> list[Asked]:
    return ask_in(setup_for(seed), share)


def _ask_spared(seed: int) -> list[Asked]:
    return spared_in(setup_for(seed))


def _report_spared(console: Console, asked: list[Asked]) -> int:
    """Tells which questions must not be left out; gives 1 if there are any."""
    wrong = [one for one in asked if not one.needless]
    console.print(f"{len(asked)} questions were left out, {len(wrong)} of them would matter.")
    for one in wrong:
        console.print(f"- {one.card}: {one.prompt} (--spared --look {one.seed} {one.answers})")
    return 1 if wrong else 0


def _report(console: Console, asked: list[Asked], top: int) -> None:
    everything = total(asked)
    console.print(
        f"{everything.asked} questions, {everything.needless} needless: {_percent(everything)}.\n"
        "An example is the seed of a game and the number of answers given before."
    )
    for title, sort in SORTS.items():
        found = [share for share in shares(asked, sort) if share.needless]
        table = Table("needless", "asked", "share", title, "example", box=None)
        for share in found[:top]:
            assert share.example is not None
            example = f"{share.example.seed} {share.example.answers}"
            numbers = (str(share.needless), str(share.asked), _percent(share))
            table.add_row(*numbers, share.name, example)
        console.print(table)
        if len(found) > top:
            console.print(f"… and {len(found) - top} more (--top)")


def _percent(share: Share) -> str:
    return f"{100 * share.needless / share.asked:.2f} %" if share.asked else "none"


# -- one question ----------------------------------------------------------------------------------


def _look(console: Console, seed: int, answers: int, spared: bool) -> None:
    """Tells what led to a question, the question, and what follows each of its answers."""
    for game in random_game(setup_for(seed), ask_needless=spared):
        if len(game.answers) == answers:
            break
    decision = game.decision
    if len(game.answers) != answers or decision is None:
        console.print(f"Game {seed} has only {len(game.answers)} answers.")
        return
    told = Chronicle(game, None, sees_everything=True)
    for _, sentence in told.tell(max(0, len(game.log) - BEFORE)):
        console.print(sentence, markup=False)
    question = f"\n{asker(game, decision)} asks player {decision.seat + 1}: {decision.prompt}"
    console.print(question, markup=False)
    for number, option in enumerate(decision.options):
        console.print(f"- {game.label(option)}", markup=False)
        for sentence in _what_follows(game, number):
            console.print(f"    {sentence}", markup=False)
    console.print("\nNeedless." if is_needless(game) else "\nIt makes a difference.")


def _what_follows(game: Game, answer: int) -> list[str]:
    """What happens after an answer, up to the next question."""
    copy = game.copy()
    happened = copy.decide(answer)
    told = Chronicle(copy, None, sees_everything=True)
    return [sentence for _, sentence in told.tell(len(copy.log) - len(happened))]


if __name__ == "__main__":
    sys.exit(main())
