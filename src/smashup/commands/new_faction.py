"""`smashup new-faction`: a pack to begin with."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def new_faction_command(
    name: Annotated[str, typer.Argument(help="What the faction is called.", metavar="NAME")],
    into: Annotated[
        Path | None,
        typer.Option(help="The folder to write; else one of its name.", metavar="FOLDER"),
    ] = None,
) -> None:
    """Write a pack with a new faction: one worked example of each kind of card, which plays.

    Examples:

    - `smashup new-faction "Revenants"`
    - `smashup new-faction "Revenants" --into games/revenants`
    """
    from smashup.packs.writing import write_pack

    folder = write_pack(name, into)
    typer.echo(
        f"{name} are in {folder}; its README.md says what is where. Now try:\n"
        f"  smashup pack check {folder}\n"
        f"  smashup serve --pack {folder}"
    )
