"""`smashup lab`: games as data, and what they say."""

from __future__ import annotations

import os
import shlex
import time
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from smashup.commands.many_games import check_writable, speed_in_words, tracked
from smashup.commands.options import JobsOption, OnOption, PackOption
from smashup.model.errors import SmashUpError

if TYPE_CHECKING:
    from smashup.lab.folder import GamesFolder
    from smashup.lab.recording import Source
    from smashup.lab.ways import Way

app = typer.Typer(rich_markup_mode="markdown", add_completion=False, no_args_is_help=True)

FolderArgument = Annotated[
    Path, typer.Argument(help="A folder that `smashup lab play` made.", metavar="DIR")
]


@app.callback()
def lab() -> None:
    """Play many games by a plan, keep them as Parquet, and report what they say.

    It needs more packages than the game: `pip install 'smashup[lab]'` (docs/laboratory.md).
    """
    require_packages()


def require_packages() -> None:
    """`SmashUpError` where the laboratory's packages are not installed."""
    try:
        import numpy  # noqa: F401
        import polars  # noqa: F401
    except ImportError as error:
        raise SmashUpError(
            f"The laboratory keeps games with polars and numpy, and {error.name} is not here: "
            "pip install 'smashup[lab]'"
        ) from error


@app.command("play")
def play_command(
    plan: Annotated[Path, typer.Argument(help="What to play, in YAML.", metavar="PLAN")],
    out: Annotated[Path, typer.Option(help="The folder to keep the games in.", metavar="DIR")],
    jobs: JobsOption = 0,
    on: OnOption = "",
    packs: PackOption = None,
) -> None:
    """Play the games of a plan that the folder does not have yet, and keep them there.

    Break it off as you like, with Ctrl-C too: the same command goes on, and no game is lost that
    was written, or played twice. With more `games` in the plan it plays those as well. What
    happens in a game depends on the plan and its number alone, not on where it was played.

    Examples:

    - `smashup lab play plan.yaml --out games`
    - `smashup lab play plan.yaml --out games --jobs 2`
    - `smashup lab play plan.yaml --out games --on ray:192.0.2.7:6379`
    """
    from smashup.lab.folder import GamesFolder
    from smashup.lab.plans import LabPlan
    from smashup.lab.ways import way_on

    wanted = LabPlan.read(plan)
    folder = GamesFolder(out, wanted)
    way, cores = way_on(on, jobs)
    started, worked = time.perf_counter(), _worked()
    played = play_into(folder, wanted, way)
    speed = played / (time.perf_counter() - started)
    worked = _worked() - worked
    kept = folder.count()
    typer.echo(f"{played} games played; {kept} are in {out}, the plan has {wanted.total}.")
    if played:
        typer.echo(speed_in_words(speed, cores))
    if played and not on:  # what a cluster's cores did is not known here
        typer.echo(f"{played / worked:.2f} games for each second that a core worked.")


def _worked() -> float:
    """The seconds that cores have worked for this command so far, with all its processes."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def play_into(folder: GamesFolder, source: Source, way: Way) -> int:
    """Plays what the folder does not have, with a progress bar; gives how many games that were.

    Ctrl-C ends it, with what was played kept.
    """
    from smashup.lab.playing import play

    played = 0
    with folder.alone():
        to_play = sum(1 for _ in folder.missing(source.total))
        try:
            with closing(play(folder, source, way)) as games:
                for _ in tracked(games, to_play):
                    played += 1
        except KeyboardInterrupt:
            typer.echo("Stopped. The same command goes on.", err=True)
    return played


@app.command("replay")
def replay_command(
    folder: FolderArgument,
    number: Annotated[int, typer.Argument(help="Which game, from 0 on.", metavar="NUMBER")],
    save: Annotated[
        Path | None,
        typer.Option(help="Save it, to be looked at with `smashup replay`.", metavar="FILE"),
    ] = None,
    packs: PackOption = None,
) -> None:
    """Play a kept game again from its answers, and check that it is the same one.

    Examples:

    - `smashup lab replay games 17`
    - `smashup lab replay games 17 --save game.json`, then `smashup replay game.json --step`
    """
    from smashup.lab.games import Games
    from smashup.replay import Replay
    from smashup.replay import save as save_replay

    game, players = Games(folder).replay(number)
    typer.echo(f"Game {number}: {len(game.answers)} answers, {game.turn_number} turns.")
    for seat in game.seats:
        won = ", won" if seat in game.winners else ""
        factions = " and ".join(game.factions[seat])
        typer.echo(f"  {players[seat]} ({factions}): {game.vp[seat]} VP{won}")
    if save is not None:
        save_replay(Replay.of(game, players), save)
        typer.echo(f"Saved: smashup replay {save} --step")


@app.command("coverage")
def coverage_command(
    deals: Annotated[int, typer.Option(help="Deals in each try, played from every seat.")] = 1500,
    times: Annotated[int, typer.Option(help="How many tries.")] = 60,
    seed: Annotated[int, typer.Option(help="The same seed invents the same games.")] = 1,
    faction_spread: Annotated[
        float, typer.Option(help="How much factions differ, as all these in log-odds.", min=0)
    ] = 0.35,
    pair_spread: Annotated[float, typer.Option(help="How much pairs differ beyond.", min=0)] = 0.2,
    luck: Annotated[float, typer.Option(help="The luck of a player's cards.", min=0)] = 0.7,
    beginning: Annotated[float, typer.Option(help="What it is worth to begin.")] = 0.2,
    seats: Annotated[
        int, typer.Option(help="How many players; the model of pairs is for two.", min=2, max=4)
    ] = 2,
    rates: Annotated[
        bool, typer.Option("--rates", help="Only rates, not the model of pairs, which takes long.")
    ] = False,
) -> None:
    """Invent games by known strengths, and count how many 95 % intervals hold the truth.

    Examples:

    - `smashup lab coverage`
    - `smashup lab coverage --times 500 --rates`
    - `smashup lab coverage --times 200 --seats 4`
    - `smashup lab coverage --deals 300 --times 30 --pair-spread 0.5 --luck 0`
    """
    from smashup.lab.covering import World, coverage

    world = World(
        faction_spread=faction_spread,
        pair_spread=pair_spread,
        luck=luck,
        beginning=beginning,
        seats=seats,
    )
    for row in coverage(world, deals, times, seed, model=not rates):
        typer.echo(f"{row.what}: {row.held} of {row.intervals} intervals hold ({row.rate:.1%})")


@app.command("report")
def report_command(
    folders: Annotated[
        list[Path],
        typer.Argument(help="Folders that `smashup lab play` made.", metavar="DIR…"),
    ],
    out: Annotated[Path, typer.Option(help="The folder to write the site to.", metavar="DIR")],
    browser: Annotated[
        str,
        typer.Option(
            help="Whose games the choice of factions in the browser shows; without it those of "
            "which there are the most.",
            metavar="PLAYERS",
        ),
    ] = "",
    figures: Annotated[
        Path | None,
        typer.Option(
            help="Where the file that the browser shows goes; without it figures.json beside the "
            "page.",
            metavar="FILE",
        ),
    ] = None,
    speed: Annotated[
        list[str] | None,
        typer.Option(
            help="How many games some players play for each second that a core works, as "
            "`greedy=2.59`, to tell what more would cost; may be given several times.",
            metavar="PLAYERS=N",
        ),
    ] = None,
) -> None:
    """Make a site of what the games say; open `index.html` in it, no server is needed.

    Examples:

    - `smashup lab report games/greedy --out report`
    - `smashup lab report games/greedy games/random games/tables --out report --speed greedy=2.59`
    """
    from smashup.lab.games import Games
    from smashup.lab.site.facts import facts_of, for_browser
    from smashup.lab.site.writing import write_report

    if figures is not None:
        check_writable(figures)
    words = ["smashup", "lab", "report", *map(str, folders), "--out", str(out)]
    words += ["--browser", browser] if browser else []
    words += ["--figures", str(figures)] if figures else []
    for given in speed or ():
        words += ["--speed", given]
    speeds = dict(_speed(given) for given in speed or ())
    facts = facts_of(Games(*folders), shlex.join(words), speeds)
    write_report(facts, for_browser(facts, browser), out, figures)
    typer.echo(f"The report is in {out}: open {out / 'index.html'}")


def _speed(given: str) -> tuple[str, float]:
    players, _, number = given.rpartition("=")
    try:
        games = float(number)
    except ValueError:
        games = 0.0
    if not players or not games > 0:
        raise SmashUpError(
            f"A speed is given as players=games, such as greedy=2.59, not {given!r}."
        )
    return players, games
