"""`smashup tune`: finds the weights by which the stronger bots judge, by self-play."""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from smashup.commands.options import JobsOption, PackOption
from smashup.model.errors import SmashUpError

if TYPE_CHECKING:
    from smashup.lab.tuning import Fit

T = TypeVar("T")
LEAST_GAMES = 5  # fewer leave nothing to check the fit by


def tune_command(
    games: Annotated[int, typer.Option(help="Games of self-play to learn from.")] = 400,
    trial: Annotated[
        int, typer.Option(help="Games of the new weights against the old, seats swapped.")
    ] = 200,
    seed: Annotated[int, typer.Option(help="The same seed finds the same weights.", min=0)] = 1,
    jobs: JobsOption = 0,
    out: Annotated[
        Path | None,
        typer.Option(help="Where to write; else the file that the bots read.", metavar="FILE"),
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Write also weights that are no better.")
    ] = False,
    packs: PackOption = None,
) -> None:
    """Tune the weights of the level `tuned` by self-play.

    Bots with the present weights play against each other; new weights are fitted to what came of
    it, and tried against the old. They are written only if they foretell the winner better and win
    no less. What is found depends on seed and numbers alone, not on the number of cores.

    Examples:

    - `smashup tune --games 400 --trial 200 --seed 1`
    - `smashup tune --games 40 --trial 10 --out weights.json --force`
    """
    from smashup.lab.parallel import all_cores
    from smashup.lab.tuning import document, fitted, is_better, lessons_of, trial_of
    from smashup.players.standing import WEIGHTS_FILE

    path = out or WEIGHTS_FILE
    _check(games, trial, path)
    jobs = jobs or all_cores()
    played = list(track_results(lessons_of(games, seed, jobs), games, "Self-play"))
    fit = fitted([lesson for lesson in played if lesson is not None])
    won = list(track_results(trial_of(trial, seed, jobs, fit.weights), trial, "New against old"))
    better = is_better(fit, won)
    _show(fit, sum(won) / trial)
    if better or force:
        command = f"smashup tune --games {games} --trial {trial} --seed {seed}"
        today = datetime.date.today().isoformat()
        _write(path, json.dumps(document(fit, won, today, command), indent=1) + "\n")
        typer.echo(f"Written to {path}." + ("" if better else " They are no better."))
    else:
        typer.echo("Not written: no better than the present weights. Write anyway: --force.")


def _check(games: int, trial: int, path: Path) -> None:
    """Says before an hour of games that their result would be of no use."""
    if games < LEAST_GAMES:
        raise SmashUpError(f"At least {LEAST_GAMES} games are needed to learn from, not {games}.")
    if trial < 2:
        raise SmashUpError(f"At least 2 games are needed for a trial, not {trial}.")
    if path.is_dir() or not path.parent.is_dir():
        raise SmashUpError(f"{path} cannot be written: give a file in a folder that exists.")


def track_results(results: Iterator[T], count: int | None, words: str) -> Iterator[T]:
    """With a bar on the error stream so that the output stays clean."""
    from rich.console import Console
    from rich.progress import track

    return iter(track(results, words, count, console=Console(stderr=True), transient=True))


def _show(fit: Fit, won: float) -> None:
    from rich.console import Console
    from rich.table import Table

    from smashup.players.standing import FEATURES, PRESENT

    table = Table("feature", "worth in VP", "old weight", "new weight")
    for column in table.columns[1:]:
        column.justify = "right"
    rows = zip(FEATURES, PRESENT.values, fit.weights.values, strict=True)
    for name, old, new in rows:
        worth = f"{fit.worth[name]:.2f}" if name in fit.worth else ""
        table.add_row(name, worth, f"{old:.4f}", f"{new:.4f}")
    bands = Table("chance said", "mean", "came true", "times")
    for column in bands.columns[1:]:
        column.justify = "right"
    for band in fit.bands:
        limits = f"{band.low:.0%} to {band.high:.0%}"
        bands.add_row(limits, f"{band.said:.1%}", f"{band.came:.1%}", f"{band.count:,}")
    console = Console()
    console.print(table)
    console.print(bands)
    console.print(
        f"{fit.lessons} games of self-play, {fit.moments:,} positions. On games not fitted to, "
        f"log-loss {fit.loss_before:.4f} with the old weights, {fit.loss_after:.4f} with the new. "
        f"The new won {won:.1%} of the games against the old."
    )


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise SmashUpError(f"{path} could not be written: {error.strerror}.") from error
