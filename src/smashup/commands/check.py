"""`smashup check`: run scenario files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from smashup.commands.options import PackOption


def check_command(
    paths: Annotated[
        list[Path], typer.Argument(help="Scenario files, or folders of them.", metavar="PATH…")
    ],
    trace: Annotated[
        bool, typer.Option("--trace", help="Print every event as it happens.")
    ] = False,
    strict: Annotated[
        bool,
        typer.Option("--strict", help="Each step answers one question, and none is passed over."),
    ] = False,
    spell_out: Annotated[
        bool,
        typer.Option("--spell-out", help="Rewrite the files so that they pass with --strict."),
    ] = False,
    packs: PackOption = None,
) -> None:
    """Run scenarios: small tables with steps to play and what must then be true.

    Exits 1 if a scenario failed or could not be spelled out, 2 if a file could not be read.

    Examples:

    - `smashup check tests/scenarios`
    - `smashup check puzzle.yaml --trace`
    - `smashup check puzzle.yaml --strict`
    - `smashup check puzzle.yaml --spell-out`
    """
    from smashup.scenarios import check, spell_out_files

    raise typer.Exit(spell_out_files(paths) if spell_out else check(paths, trace, strict))
