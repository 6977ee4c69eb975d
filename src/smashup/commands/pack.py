"""`smashup pack`: which packs there are, and whether one is as it should be."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from smashup.commands.many_games import watched
from smashup.commands.options import JobsOption, PackOption

if TYPE_CHECKING:
    from smashup.lab.invariants import CheckedGame
    from smashup.packs import Pack

SHOWN = 3  # how many games that failed are told of

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
    path: Annotated[Path, typer.Argument(help="The folder of the pack.", metavar="FOLDER")],
    games: Annotated[int, typer.Option(help="How many random games to play.", min=0)] = 1000,
    seed: Annotated[int, typer.Option(help="The seed of the first game.", min=0)] = 0,
    jobs: JobsOption = 0,
) -> None:
    """Check a pack: how it is made, its facts, its scenarios, and random games with its factions.

    Exits 1 if something is not as it should be.

    Examples:

    - `smashup pack check revenants`
    - `smashup pack check revenants --games 50`
    """
    from smashup.packs import BadPack, load

    try:
        packs = load(path)
    except BadPack as error:
        _tell("the pack can be loaded", list(error.reasons))
        raise typer.Exit(1) from None
    good = [_check(pack, path, games, seed, jobs) for pack in packs]
    raise typer.Exit(0 if all(good) else 1)


def _check(pack: Pack, path: Path, games: int, seed: int, jobs: int) -> bool:
    """Tells all that was found about a pack; whether it is as it should be."""
    from smashup.lab.proving import prove

    count = len(pack.factions)
    typer.echo(f"{pack.title}: {count} faction{'s' if count > 1 else ''}, {len(pack.cards)} cards")
    good = _tell("the pack can be loaded", [])
    for told, faults in prove(pack):
        good &= _tell(told, faults)
    if games:
        played = watched(_play(pack, range(seed, seed + games), jobs), games)
        good &= _tell(
            f"{len(played)} random games kept every rule", list(_failed(pack, path, played))
        )
    return good


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
    return in_parallel(play, seeds, min(jobs or all_cores(), len(seeds)), chunk=4)


def _failed(pack: Pack, path: Path, played: list[CheckedGame]) -> Iterator[str]:
    failed = [game for game in played if game.failure]
    for game in failed[:SHOWN]:
        where = next((line for line in _lines(game) if str(pack.folder) in line), "")
        yield (
            f"{_lines(game)[-1]}\n{where}".strip()
            + f"\nagain: smashup pack check {path} --games 1 --seed {game.setup.seed}"
        )
    if len(failed) > SHOWN:
        yield f"and {len(failed) - SHOWN} more games"


def _lines(game: CheckedGame) -> list[str]:
    return [line.strip() for line in game.failure.strip().splitlines()]
