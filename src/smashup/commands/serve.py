"""`smashup serve`: the game in the browser, alone or with friends over the network."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from smashup.commands.options import PackOption, load_packs
from smashup.commands.store import (
    ConfigOption,
    DatabaseOption,
    DataOption,
    archive_of,
    load_settings,
    needs_server,
    place_of,
    storage_at,
    writable,
)
from smashup.compiled import ENGINE

if TYPE_CHECKING:
    from smashup.server.settings import Loaded


def serve_command(
    config: ConfigOption = None,
    host: Annotated[
        str | None, typer.Option(help="The address to listen at (127.0.0.1); 0.0.0.0: all.")
    ] = None,
    port: Annotated[int | None, typer.Option(help="The port (8642); 0: any that is free.")] = None,
    data: DataOption = None,
    database: DatabaseOption = None,
    workers: Annotated[int | None, typer.Option(help="Processes that think for bots.")] = None,
    open_browser: Annotated[
        bool | None, typer.Option("--open/--no-open", help="Open the browser.")
    ] = None,
    prefix: Annotated[
        str | None, typer.Option(help="The path it lies below, if behind a proxy.", metavar="PATH")
    ] = None,
    public_origin: Annotated[
        list[str] | None,
        typer.Option(help="Where browsers find it, if behind a proxy.", metavar="ORIGIN"),
    ] = None,
    trusted_proxy: Annotated[
        list[str] | None,
        typer.Option(help="A proxy whose X-Forwarded-For is believed.", metavar="ADDRESS"),
    ] = None,
    allowed_host: Annotated[
        list[str] | None,
        typer.Option(help="One more name it goes by; * for any.", metavar="NAME"),
    ] = None,
    people_per_address: Annotated[
        int | None, typer.Option(help="How many may share one network address (64).")
    ] = None,
    stored_per_person: Annotated[
        int | None, typer.Option(help="Megabytes kept of one person in a day (1); 0: any.")
    ] = None,
    entries_per_room: Annotated[
        int | None, typer.Option(help="How long a room's log may grow (10000).")
    ] = None,
    least_free: Annotated[
        int | None,
        typer.Option(help="Megabytes of the disk that stay free (100); 0: any."),
    ] = None,
    keep_waiting: Annotated[
        int | None, typer.Option(help="Days a room is kept that never began (30); 0: for ever.")
    ] = None,
    keep_playing: Annotated[
        int | None, typer.Option(help="Days a broken-off game is kept (365); 0: for ever.")
    ] = None,
    keep_over: Annotated[
        int | None, typer.Option(help="Days a finished game is kept (1825); 0: for ever.")
    ] = None,
    neighbours: Annotated[
        str | None,
        typer.Option(
            help="Where other servers on the database reach this one.", metavar="HOST:PORT"
        ),
    ] = None,
    operations: Annotated[
        str | None,
        typer.Option(help="Where /live, /ready and /metrics are answered.", metavar="HOST:PORT"),
    ] = None,
    log_format: Annotated[str | None, typer.Option(help="text or json.")] = None,
    log_level: Annotated[
        str | None, typer.Option(help="debug, info, warning or error; debug tells cards.")
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Say what the settings are, and start nothing.")
    ] = False,
    packs: PackOption = None,
) -> None:
    """Serve the game to browsers, here or over the network.

    Everything is kept in the data folder: stop the server when you like, the games go on.
    Every setting can also stand in a file or in the environment: see docs/hosting.md.

    Examples:

    - `smashup serve`
    - `smashup serve --host 0.0.0.0 --no-open`
    - `smashup serve --config /etc/smashup/smashup.toml --check`
    """
    loaded = load_settings(
        config,
        host=host,
        port=port,
        data=data,
        database=database,
        workers=workers,
        prefix=prefix,
        public_origins=public_origin,
        trusted_proxies=trusted_proxy,
        allowed_hosts=allowed_host,
        people_per_address=people_per_address,
        stored_per_person=stored_per_person,
        entries_per_room=entries_per_room,
        least_free=least_free,
        neighbours=neighbours,
        operations=operations,
        log_format=log_format,
        keep_waiting=keep_waiting,
        keep_playing=keep_playing,
        keep_over=keep_over,
        log_level=log_level,
    )
    if check:
        _tell(loaded)
        return
    settings = loaded.settings
    for folder in settings.packs:
        load_packs([Path(folder)])
    place = place_of(settings)
    if isinstance(place, Path):
        writable(place.parent)
    storage = storage_at(place)
    try:
        from smashup.server import launch
    except ModuleNotFoundError as error:
        raise needs_server(error) from error
    wants_browser = not settings.public_origins if open_browser is None else open_browser
    launch.run(loaded, storage, place, archive_of(settings), wants_browser)


def _tell(loaded: Loaded) -> None:
    """Prints what the settings are, and what looks like a mistake in them."""
    from smashup.server.settings import shown

    for line in shown(loaded):
        typer.echo(line)
    engine = [ENGINE.note] if ENGINE.note else []
    for doubt in (*engine, *loaded.doubts):
        typer.echo(f"smashup: {doubt}", err=True)
