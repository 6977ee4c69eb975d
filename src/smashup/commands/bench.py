"""`smashup bench`: how fast the engine is on this machine."""

from __future__ import annotations

import json
import platform
from typing import Annotated

import typer

from smashup.commands.options import PackOption
from smashup.compiled import ENGINE
from smashup.model.errors import BadSetup

#: In the order of the table: the name of a figure, what it is, and what is asked of the sources and
#: of the compiled engine.
FIGURES = (
    ("games_per_second", "games a second", "at least 170", "at least 500"),
    ("decisions_per_second", "decisions a second", "at least 20,000", "at least 110,000"),
    ("new_us", "µs to make a game", "", "at most 100"),
    ("copy_us", "µs a copy", "at most 25", "at most 7"),
    ("determinize_us", "µs to determinize", "at most 40", "at most 25"),
    ("copy_and_decide_us", "µs to copy and decide", "", "at most 30"),
    (
        "search_iterations_per_second",
        "iterations a second of a search",
        "at least 300",
        "at least 1,200",
    ),
    ("games_per_second_4p", "games a second, 4 players", "at least 90", "at least 300"),
    ("decisions_per_second_4p", "decisions a second, 4 players", "", ""),
    ("copy_us_4p", "µs a copy, 4 players", "", ""),
    ("determinize_us_4p", "µs to determinize, 4 players", "", ""),
    ("peak_rss_mb", "MB of memory at most", "", ""),
    ("rss_growth_mb", "MB more at the end than after warming up", "flat", "flat"),
)


def bench_command(
    seconds: Annotated[
        float, typer.Option(help="How long to measure, about.", min=0.1, metavar="S")
    ] = 20.0,
    as_json: Annotated[bool, typer.Option("--json", help="The figures as JSON.")] = False,
    jobs: Annotated[
        int | None,
        typer.Option(help="Measure instead how well so many processes are used.", min=2),
    ] = None,
    against: Annotated[
        str | None,
        typer.Option(help="Compare with the engine of this commit instead.", metavar="REF"),
    ] = None,
    packs: PackOption = None,
) -> None:
    """Measure the engine's speed: one core, random players, all factions there are.

    Copies and determinized games are made at every decision of whole games; the search thinks
    about Play Cards decisions in the middle of games of two.

    Examples:

    - `smashup bench`
    - `smashup bench --seconds 60 --json`
    - `smashup bench --jobs 2`
    - `smashup bench --against main`
    """
    if jobs is not None and against is not None:
        raise BadSetup("Measure --jobs or compare --against, one at a time.")
    if jobs is not None:
        _show_shares(jobs, seconds)
    elif against is not None:
        _show_comparison(against, seconds)
    else:
        _show_figures(seconds, as_json)


def _show_shares(jobs: int, seconds: float) -> None:
    from smashup.lab.side_by_side import side_by_side

    typer.echo(f"Of what {jobs} processes left alone do, reached by (asked: at least 0.95)")
    for name, share in side_by_side(jobs, seconds):
        typer.echo(f"  {name:10} {share:.2f}")


def _show_comparison(ref: str, seconds: float) -> None:
    """Ends with 1 if this engine is slower by more than a tenth at anything."""
    from smashup.lab.against import against

    fell = False
    for compared in against(ref, seconds):
        typer.echo(f"{compared.task:10} {compared.ratio:.2f} times as fast as {ref}")
        fell = fell or compared.fell
    if fell:
        typer.echo("smashup: slower by more than a tenth.", err=True)
        raise typer.Exit(1)


def _show_figures(seconds: float, as_json: bool) -> None:
    from smashup.lab.bench import bench

    figures = bench(seconds)
    if as_json:
        facts = {name: round(value, 2) for name, value in figures.items()}
        by = {"engine": ENGINE.kind, "python": platform.python_version()}
        typer.echo(json.dumps({**facts, **by}, indent=1))
    else:
        _show(figures)


def _show(figures: dict[str, float]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table("", "measured", "asked")
    table.columns[1].justify = "right"
    for name, words, of_sources, of_compiled in FIGURES:
        asked = of_compiled if ENGINE.kind == "compiled" else of_sources
        table.add_row(words, f"{figures[name]:,.1f}", asked)
    console = Console()
    console.print(table)
    games = f"{figures['games']:,.0f}"
    python = platform.python_version()
    console.print(f"{games} games played by the {ENGINE.kind} engine, Python {python}, one core.")
