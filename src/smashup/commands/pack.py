"""`smashup pack`: which packs there are, and whether one is as it should be."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from smashup.commands.many_games import watched
from smashup.commands.options import JobsOption, PackOption

if TYPE_CHECKING:
    from smashup.lab.invariants import CheckedGame
    from smashup.packs import Pack

SHOWN = 3  # how many games that failed are enough to tell of

app = typer.Typer(
    name="pack",
    help="List packs, which bring more factions, and check whether one is as it should be.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="markdown",
)


@app.command("list")
def list_command(packs: PackOption = None) -> None:
    """List the packs in the box, and those that were left out.

    Exits 1 if a pack was left out.
    """
    from smashup.packs import loaded, refused

    for pack in loaded():
        names = ", ".join(faction.name for faction in pack.factions)
        typer.echo(f"{pack.title}: {names}\n  {pack.folder}, fingerprint {pack.fingerprint}")
    if refused():
        raise typer.Exit(1)


@app.command("check")
def check_command(
    path: Annotated[
        Path,
        typer.Argument(help="The folder of the pack, or an installed one's name.", metavar="PACK"),
    ],
    games: Annotated[int, typer.Option(help="How many random games to play.", min=0)] = 1000,
    seed: Annotated[int, typer.Option(help="The seed of the first game.", min=0)] = 0,
    jobs: JobsOption = 0,
) -> None:
    """Check a pack: how it is made, its facts, its scenarios, and random games with its factions.

    Exits 1 if something is not as it should be.

    Examples:

    - `smashup pack check revenants`
    - `smashup pack check revenants --games 50`
    - `smashup pack check hours_and_honey` (an installed one)
    """
    from smashup.packs import BadPack

    try:
        packs = _find(path)
    except BadPack as error:
        _tell("the pack cannot be loaded", list(error.reasons))
        raise typer.Exit(1) from None
    good = [_check(pack, path, games, seed, jobs) for pack in packs]
    raise typer.Exit(0 if all(good) else 1)


def _find(path: Path) -> list[Pack]:
    """The packs of a folder, or the one in the box that has this name."""
    from smashup.packs import BadPack, load, loaded, refused

    if path.exists():
        return load(path)
    named = [pack for pack in loaded() if pack.name == str(path)]
    out = [one for one in refused() if one.where.partition(" ")[0] == str(path)]
    if named:
        return named
    names = ", ".join(pack.name for pack in loaded())
    nothing = f"{path} is no folder, and no pack in the box is named so; those are {names}"
    raise BadPack(*(out[0].reasons if out else (nothing,)))


def _check(pack: Pack, path: Path, games: int, seed: int, jobs: int) -> bool:
    """Tells all that was found about a pack; whether it is as it should be."""
    from smashup.lab.proving import prove

    factions = f"{len(pack.factions)} faction{'s' if len(pack.factions) > 1 else ''}"
    typer.echo(f"{pack.title}: {factions}, {len(pack.cards)} cards and bases")
    good = _tell("the pack can be loaded", [])
    for told, faults in prove(pack):
        good &= _tell(told, faults)
    if games:
        played = watched(_until_enough(_play(pack, range(seed, seed + games), jobs)), games)
        good &= _tell_games(path, played, games)
    return good


def _until_enough(games: Iterator[CheckedGame]) -> Iterator[CheckedGame]:
    """Games, until so many have failed that there is enough to mend."""
    failed = 0
    for game in games:
        yield game
        failed += bool(game.failure)
        if failed == SHOWN:
            return


def _tell_games(path: Path, played: list[CheckedGame], asked: int) -> bool:
    failed = [game for game in played if game.failure]
    games = f"{len(played)} random game{'s' if len(played) != 1 else ''}"
    if not failed:
        return _tell(f"{games} kept every rule", [])
    left = f"; the other {asked - len(played)} were not played" if asked > len(played) else ""
    return _tell(f"of {games} {len(failed)} went wrong{left}", _faults(path, failed))


def _faults(path: Path, failed: list[CheckedGame]) -> list[str]:
    """What went wrong, each once, and how to see it again."""
    seeds: dict[str, int] = {}
    for game in failed:
        seeds.setdefault(game.fault or game.failure.strip().splitlines()[-1], game.setup.seed)
    again = f"again: smashup pack check {shlex.quote(str(path))} --games 1 --seed"
    return [f"{fault}\n{again} {seed}" for fault, seed in seeds.items()]


def _tell(what: str, faults: list[str]) -> bool:
    typer.echo(f"{'FAIL' if faults else 'ok  '} {what}")
    for fault in faults:
        typer.echo("       " + fault.replace("\n", "\n       "))
    return not faults


def _play(pack: Pack, seeds: range, jobs: int) -> Iterator[CheckedGame]:
    from functools import partial

    from smashup.lab.fuzzing import play_with
    from smashup.lab.parallel import all_cores, in_parallel

    play = partial(play_with, [faction.name for faction in pack.factions])
    return in_parallel(play, seeds, min(jobs or all_cores(), len(seeds)))
