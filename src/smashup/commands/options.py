"""Options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from smashup.model.errors import SmashUpError


def load_packs(folders: list[Path] | None) -> None:
    """Puts the packs in these folders into the box."""
    from smashup import packs

    for folder in folders or ():
        try:
            packs.load(folder)
        except packs.BadPack as error:
            reasons = "\n  ".join(error.reasons)
            raise SmashUpError(f"The pack {folder} cannot be used:\n  {reasons}") from error


#: `--pack`, the same wherever cards are played or shown; all that it does is done once it is read.
PackOption: TypeAlias = Annotated[
    list[Path] | None,
    typer.Option(
        "--pack",
        help="A folder with more factions; may be given several times.",
        metavar="FOLDER",
        callback=load_packs,
        is_eager=True,
    ),
]

#: `--edition`, the same wherever games are made.
EditionOption: TypeAlias = Annotated[
    str,
    typer.Option(
        help="The rules: core, monster_smash, its_your_fault, what_were_we_thinking, oops."
    ),
]

#: `--jobs`, the same wherever many games are played.
JobsOption: TypeAlias = Annotated[
    int, typer.Option(help="Games at one time; 0: as many as there are cores.", min=0)
]

#: `--on`, the same wherever games may be played on a cluster.
OnOption: TypeAlias = Annotated[
    str, typer.Option(help="`ray` or `ray:ADDRESS`: on a cluster.", metavar="WHERE")
]
