"""Where games are kept, as every command finds it that works on a server's store."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from smashup.model.errors import SmashUpError

if TYPE_CHECKING:
    from smashup.server.settings import Loaded, Settings
    from smashup.server.storage import Storage

#: `--config`, `--data` and `--database`, the same wherever a store is worked on.
ConfigOption: TypeAlias = Annotated[
    Path | None, typer.Option(help="A file of settings (TOML).", metavar="FILE")
]
DataOption: TypeAlias = Annotated[
    str | None, typer.Option(help="The folder games are kept in.", metavar="FOLDER")
]
DatabaseOption: TypeAlias = Annotated[
    str | None,
    typer.Option(help="A PostgreSQL address in place of a folder.", metavar="URL"),
]


def load_settings(config: Path | None, **options: object) -> Loaded:
    """The settings in force, of these options, the environment and a file."""
    try:
        from smashup.server.settings import load
    except ModuleNotFoundError as error:
        raise needs_server(error) from error
    return load(config, os.environ, options)


def needs_server(error: ModuleNotFoundError) -> SmashUpError:
    """What to do where the package was installed without its server."""
    return SmashUpError(
        f"The server needs {error.name}. Install it with: pip install 'smashup[server]'"
    )


def place_of(settings: Settings) -> str | Path:
    """The database's address, or the file in the data folder."""
    return settings.database or _folder_of(settings) / "games.sqlite"


def archive_of(settings: Settings) -> Path:
    """The folder for the games of rooms that expire."""
    from smashup.server.expiry import FOLDER

    return _folder_of(settings) / FOLDER


def _folder_of(settings: Settings) -> Path:
    return Path(settings.data) if settings.data else data_folder()


def storage_at(place: str | Path, beside: bool = False) -> Storage:
    """The store there, not opened yet; `beside` a server that may use it."""
    from smashup.server.storage import open_storage

    try:
        return open_storage(place, beside)
    except ModuleNotFoundError as error:
        if not str(error.name).startswith("psycopg"):
            raise needs_server(error) from error
        raise SmashUpError(
            f"PostgreSQL needs {error.name}. Install it with: pip install 'smashup[postgres]'"
        ) from error


def data_folder() -> Path:
    """Where games are kept if nobody says otherwise: the user's own data folder."""
    home = os.environ.get("SMASHUP_HOME") or typer.get_app_dir("smashup")
    return Path(home)


def writable(folder: Path) -> Path:
    """The folder, made if need be; an error for people if nothing can be written there."""
    probe = folder / f".probe-{os.getpid()}"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        probe.touch()
        probe.unlink()
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise SmashUpError(
            f"Nothing can be kept in {folder}: {reason}. Name another folder with --data."
        ) from error
    return folder


@contextmanager
def progress(doing: str) -> Iterator[Callable[[int, int], None]]:
    """A bar while something goes on for long; the block tells it how far it is, of how much."""
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(doing, total=None)
        yield lambda done, of: bar.update(task, completed=done, total=of)
