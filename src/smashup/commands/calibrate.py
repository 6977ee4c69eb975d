"""`smashup calibrate`: how true the chances come that people are told."""

from __future__ import annotations

import json
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from smashup.commands.many_games import check_writable, watched, words
from smashup.commands.options import JobsOption
from smashup.commands.train import tables
from smashup.commands.tune import track_results
from smashup.model.errors import SmashUpError

if TYPE_CHECKING:
    from smashup.lab.calibration import Band, Told


def calibrate_command(
    players: Annotated[
        str, typer.Option(help="The bots; each seat is drawn from these.", metavar="LIST")
    ] = "greedy-1,tuned-1,tuned",
    games: Annotated[int, typer.Option(help="How many games are played.", min=2)] = 900,
    seats: Annotated[
        str, typer.Option(help="How many sit down, by turns.", metavar="N,N,…")
    ] = "2,3,4",
    seed: Annotated[int, typer.Option(help="The same seed plays the same games.", min=0)] = 1,
    jobs: JobsOption = 0,
    keep: Annotated[
        Path | None,
        typer.Option(help="Keep every game here; those kept are not played again.", metavar="FILE"),
    ] = None,
    kept: Annotated[
        list[Path] | None,
        typer.Option(
            help="Take the games that `smashup lab play` has kept in this folder, and play none; "
            "may be given several times.",
            metavar="FOLDER",
        ),
    ] = None,
    fit: Annotated[
        bool,
        typer.Option("--fit", help="Find on these games what makes chances come true."),
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="The results as JSON.")] = False,
) -> None:
    """Tell how often the chances came true that were stated while bots played.

    At the start of every turn, and now and then within one, everybody's chance is stated as a
    spectator is told it. With `--fit` the games decide how far the judge is to be believed, which
    is written to its files; the table then has each half of the games by what the other half says.

    Examples:

    - `smashup calibrate --games 900 --seed 2`
    - `smashup calibrate --games 2000 --keep told.jsonl --fit`
    - `smashup calibrate --kept games/greedy --kept games/tables`
    """
    from smashup.lab import calibration as lab
    from smashup.lab.parallel import all_cores
    from smashup.players import check_player

    course = lab.Course(tuple(map(check_player, words(players))), tables(seats), seed)
    if keep is not None:
        check_writable(keep)
    if kept:
        told = list(track_results(chain.from_iterable(map(lab.play_again, kept)), None, "Reading"))
    else:
        told = watched(lab.play_all(course, games, jobs or all_cores(), keep), games)
    if fit:
        found = {name: lab.fitted(told, name) for name in lab.judges()}
        made_by = (
            f"smashup calibrate --players {players} --games {games} --seats {seats} --seed {seed}"
        )
        if kept:
            made_by = "smashup calibrate" + "".join(f" --kept {folder.name}" for folder in kept)
        told = lab.fitted_crosswise(course, told)
        lab.write(found, f"{made_by} --fit")
    else:
        found = {name: judge.calibration for name, judge in lab.judges().items()}
        told = lab.made_true(told, found)
    by_seats = {count: [one for one in told if len(one.shares) == count] for count in (2, 3, 4)}
    by_seats = {count: some for count, some in by_seats.items() if some}
    if not by_seats:
        raise SmashUpError("No game came to its end: there is nothing to tell.")
    if as_json:
        typer.echo(json.dumps(_as_data(by_seats, list(found)), indent=1))
        return
    _show({count: lab.bands(some, next(iter(found))) for count, some in by_seats.items()})
    for count, some in by_seats.items():
        _tell(count, some, list(found))
    if fit:
        for name, one in found.items():
            typer.echo(f"Written for the judge by {name}: {dict(one.sharpness)}.")


def _as_data(by_seats: dict[int, list[Told]], judges: list[str]) -> dict[str, object]:
    from smashup.lab import calibration as lab

    return {
        name: {
            str(count): {
                "games": len(some),
                "bands": [band._asdict() for band in lab.bands(some, name)],
                "log_loss": lab.log_loss(some, name),
            }
            for count, some in by_seats.items()
        }
        for name in judges
    }


def _show(by_seats: dict[int, list[Band]]) -> None:
    """A row for every height of what was stated, a column for every number of seats."""
    from rich.console import Console
    from rich.table import Table

    table = Table("stated", *(f"{count} seats" for count in by_seats))
    for column in table.columns[1:]:
        column.justify = "right"
    lows = sorted({band.low for some in by_seats.values() for band in some})
    for low in lows:
        cells = []
        for some in by_seats.values():
            band = next((one for one in some if one.low == low), None)
            cells.append(
                f"{band.said:.1%} → {band.came:.1%} ± {band.error:.1%} ({band.times:,})"
                if band
                else ""
            )
        table.add_row(f"{low:.0%} to {low + 0.1:.0%}", *cells)
    Console(width=120).print(table)


def _tell(count: int, some: list[Told], judges: list[str]) -> None:
    """What else there is to say about the tables of so many."""
    from smashup.lab import calibration as lab

    losses = ", ".join(f"{lab.log_loss(some, name):.3f} by {name}" for name in judges)
    said, came, most = lab.opening(some, judges[0])
    typer.echo(
        f"{count} seats: {len(some)} games, log loss {losses}. As the first turn begins the "
        f"likeliest has {said:.1%} on average (at most {most:.1%}), and won {came:.1%}."
    )
