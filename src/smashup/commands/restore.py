"""`smashup restore`: put a copy of all games back."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from smashup.commands.store import (
    ConfigOption,
    DatabaseOption,
    DataOption,
    load_settings,
    needs_server,
    place_of,
    progress,
)
from smashup.server.database_address import without_secret


def restore_command(
    source: Annotated[
        Path, typer.Argument(help="A file that `smashup backup` made.", metavar="FILE")
    ],
    replace: Annotated[
        bool, typer.Option("--replace", help="Put them in place of the games that are there.")
    ] = False,
    config: ConfigOption = None,
    data: DataOption = None,
    database: DatabaseOption = None,
) -> None:
    """Put a copy of all games back, while no server runs there.

    Where there are games already nothing is done without `--replace`. A copy of a folder can be
    put into PostgreSQL and the other way round.

    Examples:

    - `smashup restore games-of-today.sqlite`
    - `smashup restore games-of-today.sqlite --database postgresql://localhost/smashup`
    """
    place = place_of(load_settings(config, data=data, database=database).settings)
    try:
        from smashup.server.backups import restore
    except ModuleNotFoundError as error:
        raise needs_server(error) from error
    with progress("putting back") as tell:
        rooms = restore(source, place, replace, tell)
    where = without_secret(str(place))
    typer.echo(f"{rooms} {'room' if rooms == 1 else 'rooms'} put back to {where}")
