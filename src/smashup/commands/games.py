"""`smashup games`: what a server has stored, looked after while it runs or stands still."""

from __future__ import annotations

import asyncio
import datetime
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias, TypeVar

import typer

from smashup.commands.options import PackOption
from smashup.commands.serve import data_folder
from smashup.model.errors import SmashUpError

if TYPE_CHECKING:
    from smashup.server.shelf import Looked
    from smashup.server.storage import Shelved, Storage

T = TypeVar("T")

STATES = ("waiting", "playing", "over", "set_aside")

app = typer.Typer(
    name="games",
    help="Look after the games that a server has stored, while it runs or stands still.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="markdown",
)

DataOption: TypeAlias = Annotated[
    Path | None, typer.Option(help="The folder the server keeps games in.", metavar="FOLDER")
]
DatabaseOption: TypeAlias = Annotated[
    str | None, typer.Option(help="The server's PostgreSQL address.", metavar="URL")
]
JsonOption: TypeAlias = Annotated[bool, typer.Option("--json", help="The result as JSON.")]
RoomsArgument: TypeAlias = Annotated[
    list[str] | None, typer.Argument(help="Names of rooms; none: all.", metavar="[ROOM]…")
]
NamedRooms: TypeAlias = Annotated[
    list[str], typer.Argument(help="Names of rooms.", metavar="ROOM…")
]
_DAYS = "Days after which {} are cleared away; 0: never."
WaitingOption: TypeAlias = Annotated[
    int, typer.Option(help=_DAYS.format("rooms that never began"), min=0)
]
PlayingOption: TypeAlias = Annotated[
    int, typer.Option(help=_DAYS.format("games that were broken off"), min=0)
]
OverOption: TypeAlias = Annotated[int, typer.Option(help=_DAYS.format("finished games"), min=0)]


@app.command("list")
def list_command(
    state: Annotated[
        str | None, typer.Option(help=f"Only those in this state: {', '.join(STATES)}.")
    ] = None,
    older: Annotated[
        float | None,
        typer.Option(help="Only those where nothing has happened for so many days.", min=0),
    ] = None,
    as_json: JsonOption = False,
    data: DataOption = None,
    database: DatabaseOption = None,
) -> None:
    """List the rooms, oldest first.

    Examples:

    - `smashup games list`
    - `smashup games list --state playing --older 30`
    """
    if state is not None and state not in STATES:
        raise SmashUpError(f"There is no state {state!r}: they are {', '.join(STATES)}.")
    before = time.time() - (older or 0.0) * 86_400.0

    async def find(storage: Storage) -> list[Shelved]:
        from smashup.server.shelf import every

        return [
            room
            async for room in every(storage)
            if (state is None or room.state == state) and (older is None or room.last < before)
        ]

    found = _run(data, database, find)
    if as_json:
        _tell_json([room._asdict() for room in found])
        return
    for room in found:
        typer.echo(
            f"{room.name:12} {room.state:9} {room.length:6} entries"
            f"  made {_day(room.created)}  last {_day(room.last)}"
        )
    typer.echo(_count(len(found), "room"))


@app.command("show")
def show_command(
    rooms: NamedRooms,
    as_json: JsonOption = False,
    data: DataOption = None,
    database: DatabaseOption = None,
    packs: PackOption = None,
) -> None:
    """Show what a room is and how its game stands: nothing that is hidden at the table."""
    found = _looked(data, database, rooms)
    if as_json:
        _tell_json([_plain(room) for room in found])
        return
    for room in found:
        for line in _shown(room):
            typer.echo(line)


@app.command("check")
def check_command(
    rooms: RoomsArgument = None,
    as_json: JsonOption = False,
    data: DataOption = None,
    database: DatabaseOption = None,
    packs: PackOption = None,
) -> None:
    """Play stored games again, and say which are not what they were. Nothing is changed.

    *good*: every position is the one that was noted. *unproven*: of an older version, which noted
    none; every move is legal. *parted*: by the rules and cards that are here it goes another way
    from some move on. *unreadable*: it is damaged, or something it needs is not here. Exits 1 if
    one is parted or unreadable.
    """
    found = _looked(data, database, rooms)
    bad = [room for room in found if room.verdict in ("parted", "unreadable")]
    if as_json:
        _tell_json([_plain(room) for room in found])
    else:
        for room in found:
            if room.verdict != "good":
                typer.echo(f"{room.room}: {room.verdict}. {room.words}")
        kinds = [room.verdict for room in found]
        counts = ", ".join(f"{kinds.count(kind)} {kind}" for kind in dict.fromkeys(kinds))
        typer.echo(f"{_count(len(found), 'room')} checked" + (f": {counts}." if counts else "."))
    if bad:
        raise typer.Exit(1)


@app.command("export")
def export_command(
    rooms: RoomsArgument = None,
    to: Annotated[
        Path, typer.Option(help="The folder to write to, a file for each room.", metavar="FOLDER")
    ] = Path("rooms"),
    replays: Annotated[
        bool,
        typer.Option("--replays", help="Only the games, as files for `smashup replay`."),
    ] = False,
    as_json: JsonOption = False,
    data: DataOption = None,
    database: DatabaseOption = None,
    packs: PackOption = None,
) -> None:
    """Write rooms to files: whole, to be imported elsewhere, or only their games.

    Whole rooms hold what is secret about running games: keep them where only you can read them.

    Examples:

    - `smashup games export --to kept`
    - `smashup games export 4tz9k2m1qa --replays --to replays`
    """
    written: list[Path] = []

    async def write(storage: Storage, room: str) -> None:
        from smashup.server.expiry import keep_game
        from smashup.server.room_files import save_room
        from smashup.server.shelf import fetched

        whole = await fetched(storage, room)
        path: Path | None = to / f"{room}.json"
        if replays:
            path = keep_game(whole, to)
        else:
            save_room(whole, to / f"{room}.json")
        if path is not None:
            written.append(path)

    _run(data, database, lambda storage: _each(storage, rooms, "Exporting", write))
    _tell_files(written, to, as_json)


@app.command("import")
def import_command(
    files: Annotated[
        list[Path], typer.Argument(help="Files of `smashup games export`.", metavar="FILE…")
    ],
    as_json: JsonOption = False,
    data: DataOption = None,
    database: DatabaseOption = None,
) -> None:
    """Take whole rooms in from files. Whoever sat there sits there still.

    All files are read before the first is taken in. A room that is there already is not touched.
    """

    async def take(storage: Storage) -> list[str]:
        from smashup.server.room_files import load_room

        whole = [load_room(path) for path in files]
        with _progress("Importing", len(whole)) as step:
            for room in whole:
                await storage.bring(room)
                step()
        return [room.name for room in whole]

    taken = _run(data, database, take)
    _tell_rooms(taken, "imported", as_json)


@app.command("delete")
def delete_command(
    rooms: NamedRooms,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    as_json: JsonOption = False,
    data: DataOption = None,
    database: DatabaseOption = None,
) -> None:
    """Delete rooms with their games for ever. Whoever comes back to one is told so."""
    if not yes:
        typer.confirm(f"Delete {_count(len(rooms), 'room')} for ever?", abort=True)

    async def delete(storage: Storage, room: str) -> None:
        from smashup.server.shelf import fetched
        from smashup.server.storage import DELETED, Gone

        whole = await fetched(storage, room)
        await storage.take_away(room, len(whole.entries), Gone(time.time(), DELETED))

    _run(data, database, lambda storage: _each(storage, rooms, "Deleting", delete))
    _tell_rooms(rooms, "deleted", as_json)


@app.command("expire")
def expire_command(
    waiting: WaitingOption = 30,
    playing: PlayingOption = 365,
    over: OverOption = 1825,
    to: Annotated[
        Path | None,
        typer.Option(
            help="The folder for their games; otherwise beside the data.", metavar="FOLDER"
        ),
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say which.")] = False,
    as_json: JsonOption = False,
    data: DataOption = None,
    database: DatabaseOption = None,
    packs: PackOption = None,
) -> None:
    """Clear away rooms in which nothing has happened for long; their games are kept as files.

    A server does that by itself, by the days it was started with; these are its usual ones.
    """
    from smashup.server.expiry import FOLDER, Cleared, Keeping, due, expire

    keeping = Keeping(waiting, playing, over)
    folder = to or (data or data_folder()) / FOLDER
    now = time.time()

    async def clear(storage: Storage) -> list[Cleared]:
        rooms = [room async for room in due(storage, keeping, now)]
        if dry_run:
            return [Cleared(room, None) for room in rooms]
        cleared: list[Cleared] = []
        with _progress("Clearing", len(rooms)) as step:
            async for one in expire(storage, keeping, folder, now):
                cleared.append(one)
                step()
        return cleared

    cleared = _run(data, database, clear)
    if as_json:
        _tell_json(
            [
                {"room": c.room.name, "file": None if c.file is None else str(c.file)}
                for c in cleared
            ]
        )
        return
    for one in cleared:
        where = "" if one.file is None else f", its game is in {one.file}"
        typer.echo(f"{one.room.name}: {one.room.state}, last {_day(one.room.last)}{where}")
    typer.echo(f"{_count(len(cleared), 'room')} {'would be ' if dry_run else ''}cleared away")


# -- what they share -------------------------------------------------------------------------------


def _looked(data: Path | None, database: str | None, rooms: Sequence[str] | None) -> list[Looked]:
    """Rooms, or all of them, each followed to its end."""
    found: list[Looked] = []

    async def add(storage: Storage, room: str) -> None:
        from smashup.server.expiry import Keeping
        from smashup.server.shelf import look

        found.append(await look(storage, room, Keeping()))

    _run(data, database, lambda storage: _each(storage, rooms, "Playing again", add))
    return found


async def _each(
    storage: Storage,
    rooms: Sequence[str] | None,
    doing: str,
    do: Callable[[Storage, str], Awaitable[None]],
) -> None:
    """Does something with each of these rooms, or with all, with a bar on a terminal."""
    from smashup.server.shelf import every

    names = rooms or [room.name async for room in every(storage)]
    with _progress(doing, len(names)) as step:
        for name in names:
            await do(storage, name)
            step()


@contextmanager
def _progress(doing: str, total: int) -> Iterator[Callable[[], None]]:
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(doing, total=total)
        yield lambda: bar.advance(task)


def _run(data: Path | None, database: str | None, do: Callable[[Storage], Awaitable[T]]) -> T:
    """Does something with the store, open beside whatever server may use it."""

    async def inside() -> T:
        async with _opened(data, database) as storage:
            return await do(storage)

    return asyncio.run(inside())


@asynccontextmanager
async def _opened(data: Path | None, database: str | None) -> AsyncIterator[Storage]:
    from smashup.server.storage import open_storage

    storage = open_storage(database or (data or data_folder()) / "games.sqlite", beside=True)
    await storage.open()
    try:
        yield storage
    finally:
        await storage.close()


def _shown(room: Looked) -> Iterator[str]:
    yield f"{room.room}: {room.state}, {room.verdict}" + (f". {room.words}" if room.words else "")
    pairs = room.factions or [[] for _ in room.seats]
    for number, (name, pair) in enumerate(zip(room.seats, pairs, strict=False), start=1):
        vp = f", {room.vp[number - 1]} VP" if room.vp else ""
        won = ", won" if number - 1 in room.winners else ""
        factions = f" ({' and '.join(pair)})" if pair else ""
        yield f"  {number}. {name or 'free'}{factions}{vp}{won}"
    rules = "before rules were numbered" if room.rules is None else f"rules {room.rules}"
    yield f"  {room.edition}, turn {room.turn}, {room.moves} moves, {room.entries} entries"
    yield f"  made {_day(room.created)} by version {room.version}, {rules}; last {_day(room.last)}"
    expires = "never" if room.expires is None else _day(room.expires)
    yield f"  expires {expires} by the usual rule; shared as {', '.join(room.shared) or 'nothing'}"


def _plain(room: Looked) -> Any:
    from smashup.server.shelf import plain

    return plain(room)


def _tell_files(written: Sequence[Path], folder: Path, as_json: bool) -> None:
    if as_json:
        _tell_json({"files": [str(path) for path in written]})
    else:
        typer.echo(f"{_count(len(written), 'file')} written to {folder}")


def _tell_rooms(rooms: Sequence[str], done: str, as_json: bool) -> None:
    if as_json:
        _tell_json({"rooms": rooms})
    else:
        typer.echo(f"{_count(len(rooms), 'room')} {done}: {', '.join(rooms)}")


def _tell_json(found: Any) -> None:
    typer.echo(json.dumps(found, ensure_ascii=False, indent=1))


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"


def _day(at: float) -> str:
    return datetime.datetime.fromtimestamp(at, datetime.UTC).strftime("%Y-%m-%d")
