"""`smashup serve`: the game in the browser, alone or with friends over the network."""

from __future__ import annotations

import logging
import os
import socket
import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from smashup.commands.options import PackOption
from smashup.model.errors import SmashUpError

DEFAULT_PORT = 8642
FEW = 1000  # connections: fewer are worth a word


def serve_command(
    host: Annotated[
        str, typer.Option(help="The address to listen at; 0.0.0.0 lets others in.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="0: any that is free.", min=0, max=65535)] = (
        DEFAULT_PORT
    ),
    data: Annotated[
        Path | None, typer.Option(help="The folder games are kept in.", metavar="FOLDER")
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(help="A PostgreSQL address, for several servers.", metavar="URL"),
    ] = None,
    workers: Annotated[
        int | None, typer.Option(help="Processes that think for bots.", min=1, max=64)
    ] = None,
    open_browser: Annotated[
        bool, typer.Option("--open/--no-open", help="Open the browser.")
    ] = True,
    public_origin: Annotated[
        list[str] | None,
        typer.Option(help="Where browsers find it, if behind a proxy.", metavar="ORIGIN"),
    ] = None,
    people_per_address: Annotated[
        int, typer.Option(help="How many may share one network address.", min=1)
    ] = 64,
    packs: PackOption = None,
) -> None:
    """Serve the game to browsers, here or over the network.

    Everything is kept in the data folder: stop the server when you like, the games go on.

    Examples:

    - `smashup serve`
    - `smashup serve --host 0.0.0.0 --no-open`
    - `smashup serve --database postgresql://localhost/smashup --public-origin https://smash.example`
    """
    try:
        import uvicorn

        from smashup.server.app import create_app
    except ModuleNotFoundError as error:
        raise SmashUpError(
            f"The server needs {error.name}. Install it with: pip install 'smashup[server]'"
        ) from error
    from smashup import memory
    from smashup.server.clock import WallClock
    from smashup.server.doors import KEPT_FILES, Doors, protocols, raise_file_limit
    from smashup.server.limits import MAX_MESSAGE, Limits
    from smashup.server.lobby import Lobby
    from smashup.server.static import what_is_missing
    from smashup.server.storage import open_storage
    from smashup.server.workers import Workers

    place = database or writable(data or data_folder()) / "games.sqlite"
    listening = bind(host, port)
    count = workers or max(1, (os.cpu_count() or 2) - 1)
    limits = Limits(people=people_per_address)
    try:
        storage = open_storage(place)
    except ModuleNotFoundError as error:
        raise SmashUpError(
            f"PostgreSQL needs {error.name}. Install it with: pip install 'smashup[postgres]'"
        ) from error
    lobby = Lobby(storage, WallClock(), Workers(count), limits)
    app = create_app(lobby, public_origin or ())
    url = f"http://{shown_host(host)}:{listening.getsockname()[1]}/"
    typer.echo(f"Smash Up is at {url}  (Ctrl+C ends it)")
    typer.echo(f"Games are kept in {database_without_secret(str(place))}")
    if lack := what_is_missing():
        typer.echo(f"The server runs, but {lack}", err=True)
    most = min(limits.all_connections, raise_file_limit() - KEPT_FILES)
    if most < FEW:
        typer.echo(f"The limit of open files allows only {most} connections.", err=True)
    of_one = most if public_origin else limits.connections * limits.people
    over_http, over_sockets = protocols(Doors(most, of_one))
    config = uvicorn.Config(
        app,
        http=over_http,
        ws=over_sockets,
        ws_per_message_deflate=False,
        ws_max_size=MAX_MESSAGE,
        ws_ping_interval=30.0,
        ws_ping_timeout=60.0,
        access_log=False,
        log_level="warning",
        lifespan="on",
        timeout_graceful_shutdown=5,
    )
    _bound_the_log()
    server = uvicorn.Server(config)
    memory.settle(full_searches=False)
    if open_browser:
        webbrowser.open(url)
    with listening:
        try:
            server.run(sockets=[listening])
        except SystemExit:  # how uvicorn ends if it could not start
            if app.trouble is None:
                raise
            raise app.trouble from None


def _bound_the_log() -> None:
    """Whatever clients do, the log grows slowly."""
    from smashup.server.log_rate import LogRate

    rate = LogRate()
    uvicorns = logging.getLogger("uvicorn.error")
    uvicorns.addFilter(_is_our_business)
    uvicorns.addFilter(rate)
    if logging.lastResort is not None:  # what writes everything else
        logging.lastResort.addFilter(rate)


def _is_our_business(record: logging.LogRecord) -> bool:
    """A client that sends no proper text is cut off; it shall not fill our log besides."""
    return not record.getMessage().startswith("Invalid UTF-8 sequence")


def data_folder() -> Path:
    """Where games are kept if nobody says otherwise: the user's own data folder."""
    home = os.environ.get("SMASHUP_HOME") or typer.get_app_dir("smashup")
    return Path(home)


def writable(folder: Path) -> Path:
    """The folder, made if need be; an error for people if nothing can be written there."""
    probe = folder / f".probe-{os.getpid()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe.touch()
        probe.unlink()
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise SmashUpError(
            f"Nothing can be kept in {folder}: {reason}. Name another folder with --data."
        ) from error
    return folder


def bind(host: str, port: int) -> socket.socket:
    """A socket that listens there; an error for people if it cannot."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    if os.name != "nt":
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(2048)
    except OSError as error:
        listening.close()
        reason = (error.strerror or str(error)).lower()
        raise SmashUpError(
            f"Port {port} at {host} cannot be used: {reason}."
            " Another server may be running there; name another port with --port."
        ) from error
    return listening


def shown_host(host: str) -> str:
    """The host as a browser on this machine finds it."""
    if host in ("0.0.0.0", "::"):
        return "localhost"
    return f"[{host}]" if ":" in host else host


def database_without_secret(place: str) -> str:
    """A database's address without the password in it.

    >>> database_without_secret("postgresql://ann:secret@host/games")
    'postgresql://ann@host/games'
    """
    scheme, found, rest = place.partition("://")
    who, at, where = rest.rpartition("@")
    if not found or not at:
        return place
    return f"{scheme}://{who.partition(':')[0]}@{where}"
