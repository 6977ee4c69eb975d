"""`smashup backup`: a copy of all games, while the server runs."""

from __future__ import annotations

import re
import time
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

_NAMED = re.compile(r"smashup-\d{8}-\d{6}\.sqlite")


def backup_command(
    target: Annotated[
        Path,
        typer.Argument(help="A new file, or a folder: there by the time.", metavar="TARGET"),
    ],
    keep: Annotated[
        int | None,
        typer.Option(help="In a folder, delete all copies but the newest so many.", min=1),
    ] = None,
    config: ConfigOption = None,
    data: DataOption = None,
    database: DatabaseOption = None,
) -> None:
    """Copy all games into one file, of a running server too.

    The file can be put back by `smashup restore`, into a folder or into PostgreSQL. It holds what
    is secret about running games: keep it where only you can read it.

    Examples:

    - `smashup backup games-of-today.sqlite`
    - `smashup backup /var/backups/smashup --keep 14 --config /etc/smashup/smashup.toml`
    """
    place = place_of(load_settings(config, data=data, database=database).settings)
    try:
        from smashup.server.backups import backup
    except ModuleNotFoundError as error:
        raise needs_server(error) from error
    file = target
    if target.is_dir():
        file = target / time.strftime("smashup-%Y%m%d-%H%M%S.sqlite", time.gmtime())
    with progress("copying") as tell:
        rooms = backup(place, file, tell)
    typer.echo(f"{rooms} {'room' if rooms == 1 else 'rooms'} copied to {file}")
    if keep is not None:
        _forget(target if target.is_dir() else target.parent, keep)


def _forget(folder: Path, keep: int) -> None:
    """Deletes the oldest copies in a folder, of those that were named by the time."""
    copies = sorted(path for path in folder.iterdir() if _NAMED.fullmatch(path.name))
    for path in copies[:-keep]:
        path.unlink()
        typer.echo(f"{path} was older than the newest {keep}, and is deleted")
