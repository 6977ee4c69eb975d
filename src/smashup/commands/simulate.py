"""`smashup simulate`: many games between bots."""

from __future__ import annotations

import json
import time
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from smashup.commands.many_games import (
    check_writable,
    faction_pairs,
    speed_in_words,
    watched,
    words,
    write_text,
)
from smashup.commands.options import EditionOption, JobsOption, PackOption
from smashup.model.errors import SmashUpError

if TYPE_CHECKING:
    from smashup.lab.simulate import Plan, SimulatedGame, Summary


def simulate_command(
    players: Annotated[
        str,
        typer.Option(
            help="Two to four bots, as in `greedy,random`, or your own (`my_bot.py:MyBot`).",
            metavar="LIST",
        ),
    ] = "greedy,random",
    games: Annotated[int, typer.Option(help="How many games.")] = 100,
    seed: Annotated[int, typer.Option(help="The same seed plays the same games.", min=0)] = 1,
    factions: Annotated[
        str | None,
        typer.Option(
            help="Two for each player, as in `Aliens,Robots/Ninjas,Zombies`; else random.",
            metavar="LIST",
        ),
    ] = None,
    all_factions: Annotated[
        bool,
        typer.Option("--all-factions", help="Play every faction equally often and compare them."),
    ] = False,
    edition: EditionOption = "oops",
    jobs: JobsOption = 0,
    as_json: Annotated[bool, typer.Option("--json", help="The results as JSON.")] = False,
    write: Annotated[
        Path | None,
        typer.Option(help="With --all-factions: a Markdown page of the results.", metavar="FILE"),
    ] = None,
    keep: Annotated[
        Path | None,
        typer.Option(
            help="Keep every game here, as `smashup lab` does; those kept are not played again.",
            metavar="DIR",
        ),
    ] = None,
    packs: PackOption = None,
) -> None:
    """Let bots play many games against each other and count who wins.

    Each deal is played with every player in every seat. The results depend on the seed alone,
    not on the number of cores.

    Examples:

    - `smashup simulate --players greedy,random --games 1000 --seed 1`
    - `smashup simulate --players my_bot.py:MyBot,greedy`
    - `smashup simulate --players greedy,greedy --factions "Aliens,Robots/Ninjas,Zombies"`
    - `smashup simulate --players greedy,greedy --all-factions --games 2000`
    - `smashup simulate --players greedy,random --games 1000 --keep games`
    """
    from smashup.lab.parallel import all_cores
    from smashup.lab.simulate import Plan, play_all, summarize

    pairs = faction_pairs(factions)
    plan = Plan(words(players), games, seed, edition, pairs, all_factions)
    plan.check()
    _check_page(plan, write)
    jobs = min(jobs or all_cores(), games)
    started = time.perf_counter()
    if keep is None:
        results = watched(play_all(plan, jobs), games)
        played = len(results)
    else:
        results, played = _kept(plan, keep, jobs)
    summary = summarize(plan, results)
    speed = played / (time.perf_counter() - started)
    if as_json:
        facts = {**asdict(plan), **asdict(summary), "games_per_second": speed, "jobs": jobs}
        typer.echo(json.dumps(facts, indent=1))
    else:
        _show(plan, summary, speed, jobs)
    if write is not None:
        _write(plan, summary, write)


def _kept(plan: Plan, path: Path, jobs: int) -> tuple[list[SimulatedGame], int]:
    """All games that are kept now, and how many were played for that."""
    from smashup.commands.lab import play_into, require_packages

    require_packages()
    from smashup.lab.folder import GamesFolder
    from smashup.lab.games import simulated_games
    from smashup.lab.plans import KeptSimulation
    from smashup.lab.ways import here

    source = KeptSimulation(plan)
    folder = GamesFolder(path, source)
    played = play_into(folder, source, here(jobs))
    results = simulated_games(folder, source)
    if not results:
        raise SmashUpError("Stopped before the first game was over.")
    return results, played


def _check_page(plan: Plan, path: Path | None) -> None:
    """Says before the games are played that the page could not be written after them."""
    if path is None:
        return
    if not plan.all_factions:
        raise SmashUpError("--write makes the page of all factions: add --all-factions.")
    check_writable(path)


def _write(plan: Plan, summary: Summary, path: Path) -> None:
    from smashup.lab.report import faction_page

    if summary.games < plan.games:
        raise SmashUpError(f"{path} was not written: not all of its games were played.")
    write_text(path, faction_page(plan, summary, path.as_posix()))


def _show(plan: Plan, summary: Summary, speed: float, jobs: int) -> None:
    from rich.console import Console
    from rich.table import Table

    from smashup.lab.report import HEADINGS, cells

    table = Table("faction" if plan.all_factions else "player")
    for heading in HEADINGS:
        table.add_column(heading, justify="right")
    for number, record in enumerate(summary.records, start=1):
        table.add_row(f"{number}. {record.name}", *cells(record))
    console = Console()
    console.print(table)
    console.print(
        f"{summary.games} games, {summary.mean_turns:.1f} turns and "
        f"{summary.mean_decisions:.0f} decisions on average; " + speed_in_words(speed, jobs)
    )
    if summary.unfinished:
        console.print(f"{summary.unfinished} games did not end and count as won by nobody.")
