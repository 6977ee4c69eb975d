"""Options that several commands share."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import typer

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
