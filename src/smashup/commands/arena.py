"""`smashup arena`: how strong bots are."""

from __future__ import annotations

import json
import time
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
    from rich.console import Console

    from smashup.lab.arena import ArenaGame, Contest, Report


def arena_command(
    players: Annotated[
        str,
        typer.Option(
            help="The bots, as in `search:2s,greedy,random`, or your own (`my_bot.py:MyBot`).",
            metavar="LIST",
        ),
    ] = "greedy,random",
    games: Annotated[
        int, typer.Option(help="How many games each pair plays (with --seats: each line-up).")
    ] = 100,
    seats: Annotated[int, typer.Option(help="Players in a game, 2 to 4.")] = 2,
    seed: Annotated[int, typer.Option(help="The same seed deals the same games.", min=0)] = 1,
    factions: Annotated[
        str | None,
        typer.Option(
            help="Two for each seat, as in `Aliens,Robots/Ninjas,Zombies`; else random.",
            metavar="LIST",
        ),
    ] = None,
    even: Annotated[
        bool, typer.Option("--even", help="Only deals with factions of about equal strength.")
    ] = False,
    suite: Annotated[
        bool,
        typer.Option(
            "--suite",
            help="Each bot against the rulers `tuned-1` and `greedy-1`, at 2, 3 and 4 seats.",
        ),
    ] = False,
    positions: Annotated[
        bool,
        typer.Option(
            "--positions",
            help="Ask each bot about the positions with a clearly best or foolish answer.",
        ),
    ] = False,
    edition: EditionOption = "oops",
    jobs: JobsOption = 0,
    only: Annotated[
        int | None,
        typer.Option(help="Play only the game of this number, and tell how it went.", metavar="N"),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="The results as JSON.")] = False,
    write: Annotated[
        Path | None, typer.Option(help="The results as Markdown too.", metavar="FILE")
    ] = None,
    keep: Annotated[
        Path | None,
        typer.Option(
            help="Keep every game here; those kept are not played again. With --suite a folder.",
            metavar="FILE",
        ),
    ] = None,
    ladder: Annotated[
        str | None,
        typer.Option(
            help="Rate this bot against the fixed ladder: `my_bot.py:MyBot`, `run:node bot.js`.",
            metavar="BOT",
        ),
    ] = None,
    seconds: Annotated[
        float, typer.Option(help="For an answer of a bot that is a process (`run:…`).")
    ] = 10.0,
    megabytes: Annotated[
        int, typer.Option(help="Memory for a bot that is a process, where the system allows it.")
    ] = 4096,
    packs: PackOption = None,
) -> None:
    """Let every bot play every other, and print who beats whom, how surely, and how fast.

    Each deal is played with every bot in every seat, so neither luck nor seats favour anyone. The
    results depend on the seed alone, not on the number of cores, unless a bot has a budget in
    seconds. A bot that raises or answers illegally has lost that game. Ctrl-C gives the results
    so far; with `--keep` the same command goes on later, also with more `--games`.
    Ratings need openskill: `pip install 'smashup[lab]'`.

    `--ladder BOT` plays the bot alone against opponents that are always the same, and prints a
    rating with its interval. A bot may be a process in any language: `run:` and its command.

    Examples:

    - `smashup arena --players greedy,random --games 200`
    - `smashup arena --players my_bot.py:MyBot,greedy,random --games 100 --json`
    - `smashup arena --players greedy,random --seats 4 --games 80`
    - `smashup arena --players search:1s,tuned --games 400 --keep games.jsonl`
    - `smashup arena --players my_bot.py:MyBot,greedy --only 17`
    - `smashup arena --suite --players search:4s --games 200 --keep bench`
    - `smashup arena --positions --players search:2s,tuned`
    - `smashup arena --ladder my_bot.py:MyBot --games 100`
    - `smashup arena --ladder "run:node bot.js" --seconds 2`
    """
    from smashup.lab.arena import Contest, play_all, play_one, summarize
    from smashup.lab.foreign import Limits
    from smashup.lab.keeping import KeptGames
    from smashup.lab.parallel import all_cores

    limits = Limits(seconds=seconds, megabytes=megabytes)
    pairs = faction_pairs(factions)
    contest = Contest(words(players), games, seats, seed, edition, pairs, limits, even)
    if ladder is not None:
        if seats != 2 or suite or any(given is not None for given in (only, write, keep)):
            raise SmashUpError("The ladder has two seats, and no --only, --write, --keep, --suite.")
        _climb(ladder, contest, jobs, as_json)
        return
    if write is not None:
        check_writable(write)
    if positions:
        if factions is not None or even or suite or seats != 2 or only is not None or keep:
            raise SmashUpError(
                "The positions are as they are: leave out --factions, --even, --suite, --seats, "
                "--only and --keep."
            )
        _ask(contest, jobs or all_cores(), as_json, write)
        return
    if suite:
        if factions is not None or only is not None or even or seats != 2:
            raise SmashUpError(
                "With --suite factions and seats are as the bench has them: leave out --factions, "
                "--even, --seats and --only."
            )
        _bench(contest, jobs or all_cores(), keep, as_json, write)
        return
    contest.check()
    if only is not None:
        if not 1 <= only <= contest.total:
            raise SmashUpError(f"There is no game {only}: they are 1 to {contest.total}.")
        game = play_one(contest, only - 1)
        _give(contest, summarize(contest, [game]), as_json, write)
        if not as_json:
            _tell(contest, game)
        return
    kept = None if keep is None else KeptGames(keep, contest)
    numbers = range(contest.total) if kept is None else kept.missing()
    jobs = min(jobs or all_cores(), max(1, len(numbers)))
    started = time.perf_counter()
    games_now = play_all(contest, jobs, numbers)
    played = watched(games_now if kept is None else kept.kept(games_now), len(numbers))
    speed = len(played) / (time.perf_counter() - started)
    report = summarize(contest, [*(kept.games if kept else ()), *played])
    _give(contest, report, as_json, write, games_per_second=speed, jobs=jobs)
    if not as_json:
        _show(contest, report)
        typer.echo(speed_in_words(speed, jobs))


def _bench(given: Contest, jobs: int, keep: Path | None, as_json: bool, write: Path | None) -> None:
    """The strength bench: plays it, and gives a table for people, files or programs."""
    from rich.console import Console

    from smashup.lab import suite
    from smashup.lab.arena_report import command

    trials: list[suite.Played] = []
    for contest, games in suite.bench(given, jobs, keep):
        trials.append(suite.Played(contest, watched(games, contest.total)))
        if len(trials[-1].games) < contest.total:
            break  # Ctrl-C ends the bench, not one trial of it
    if write is not None:
        write_text(write, suite.markdown(f"{command(given)} --suite", trials))
    if as_json:
        typer.echo(json.dumps(suite.to_json(trials), ensure_ascii=False, indent=1))
        return
    console = Console(highlight=False)
    _print_table(console, suite.rows(trials))
    _print_table(console, suite.skill_rows(trials))
    console.print(suite.note(), markup=False)


def _ask(given: Contest, jobs: int, as_json: bool, write: Path | None) -> None:
    """Asks every bot about every position: what is right and what is not."""
    from rich.console import Console

    from smashup.lab import positions
    from smashup.lab.arena_report import command

    exam = positions.Exam(
        given.players, tuple(positions.read_positions()), given.seed, given.limits
    )
    marks = watched(exam.marks(jobs), exam.total)
    if write is not None:
        write_text(write, positions.markdown(f"{command(given)} --positions", marks))
    if as_json:
        typer.echo(json.dumps(positions.to_json(marks), ensure_ascii=False, indent=1))
        return
    console = Console(highlight=False)
    _print_table(console, positions.rows(marks))
    for line in positions.wrong_ones(marks):
        console.print(line, markup=False)


def _climb(bot: str, contest: Contest, jobs: int, as_json: bool) -> None:
    """Rates a bot against the ladder."""
    from smashup.lab.ladder import Climb, climbed, lines, to_json
    from smashup.lab.parallel import all_cores

    climb = Climb.of(bot, contest)
    played = watched(climb.play(min(jobs or all_cores(), climb.total)), climb.total)
    result = climbed(climb, played)
    if as_json:
        typer.echo(json.dumps(to_json(climb, result), ensure_ascii=False, indent=1))
    else:
        typer.echo("\n".join(lines(climb, result)))


def _give(
    contest: Contest, report: Report, as_json: bool, write: Path | None, **also: float
) -> None:
    """The results for programs and for files."""
    from smashup.lab.arena_report import markdown, to_json

    if as_json:
        typer.echo(json.dumps({**to_json(contest, report), **also}, ensure_ascii=False, indent=1))
    if write is not None:
        write_text(write, markdown(contest, report))


def _show(contest: Contest, report: Report) -> None:
    from rich.console import Console

    from smashup.lab.arena_report import matrix_rows, notes, standing_rows

    console = Console(highlight=False)
    _print_table(console, matrix_rows(report))
    _print_table(console, standing_rows(report))
    for note in notes(contest, report):
        console.print(note, markup=False)


def _print_table(console: Console, rows: list[list[str]]) -> None:
    from rich.table import Column, Table

    heading, *others = rows
    table = Table(Column(overflow="fold"))
    for title in heading[1:]:
        table.add_column(title, justify="right")
    for row in others:
        table.add_row(*(cell.replace(" (", "\n(") for cell in row))
    console.print(table)


def _tell(contest: Contest, played: ArenaGame) -> None:
    """One game: who sat where, how it ended, and what a failing bot said."""
    outcome = played.outcome
    for seat, player in enumerate(played.sitting):
        typer.echo(
            f"Seat {seat + 1}: {contest.names[player]}, {outcome.vp[seat]} VP, "
            f"rank {outcome.ranks[seat] + 1}"
        )
    for failure in outcome.failures:
        typer.echo(f"\nSeat {failure.seat + 1}, move {failure.move}: {failure.what}.")
        typer.echo(f"Asked: {failure.asked}\n\n{failure.trace}")
