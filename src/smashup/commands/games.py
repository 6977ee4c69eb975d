"""`smashup games`: what a server has stored, looked after while it runs or stands still."""

from __future__ import annotations

import asyncio
import datetime
import json
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias, TypeVar

import typer

from smashup.commands.options import PackOption
from smashup.commands.store import (
    ConfigOption,
    DatabaseOption,
    DataOption,
    archive_of,
    load_settings,
    needs_server,
    place_of,
    progress,
    storage_at,
)
from smashup.model.errors import SmashUpError

if TYPE_CHECKING:
    from smashup.server.expiry import Keeping
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

JsonOption: TypeAlias = Annotated[bool, typer.Option("--json", help="The result as JSON.")]
RoomsArgument: TypeAlias = Annotated[
    list[str] | None, typer.Argument(help="Names of rooms; none: all.", metavar="[ROOM]…")
]
NamedRooms: TypeAlias = Annotated[
    list[str], typer.Argument(help="Names of rooms.", metavar="ROOM…")
]
DaysOption: TypeAlias = Annotated[
    int | None, typer.Option(help="Days, in place of those of the settings; 0: never.")
]


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
    config: ConfigOption = None,
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

    found = _run(_Where(config, data, database), find)
    if as_json:
        _tell_json([room._asdict() for room in found])
        return
    for room in found:
        _say(
            f"{room.name:12} {room.state:9} {room.length:6} entries"
            f"  made {_day(room.created)}  last {_day(room.last)}"
        )
    typer.echo(_count(len(found), "room"))


@app.command("show")
def show_command(
    rooms: NamedRooms,
    as_json: JsonOption = False,
    config: ConfigOption = None,
    data: DataOption = None,
    database: DatabaseOption = None,
    packs: PackOption = None,
) -> None:
    """Show what a room is and how its game stands: nothing that is hidden at the table."""
    found = _looked(_Where(config, data, database), rooms)
    if as_json:
        _tell_json([_plain(room) for room in found])
        return
    for room in found:
        for line in _shown(room):
            _say(line)


@app.command("check")
def check_command(
    rooms: RoomsArgument = None,
    as_json: JsonOption = False,
    config: ConfigOption = None,
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
    found = _looked(_Where(config, data, database), rooms)
    bad = [room for room in found if room.verdict in ("parted", "unreadable")]
    if as_json:
        _tell_json([_plain(room) for room in found])
    else:
        for room in found:
            if room.verdict != "good":
                _say(f"{room.room}: {room.verdict}. {room.words}")
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
    config: ConfigOption = None,
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

    where = _Where(config, data, database)
    _run(where, lambda storage: _each(storage, rooms, "exporting", write))
    _tell_files(written, to, as_json)


@app.command("import")
def import_command(
    files: Annotated[
        list[Path], typer.Argument(help="Files of `smashup games export`.", metavar="FILE…")
    ],
    as_json: JsonOption = False,
    config: ConfigOption = None,
    data: DataOption = None,
    database: DatabaseOption = None,
) -> None:
    """Take whole rooms in from files. Whoever sat there sits there still.

    All files are read before the first is taken in. A room that is there already is not touched.
    """

    async def take(storage: Storage) -> list[str]:
        from smashup.server.room_files import load_room

        whole = [load_room(path) for path in files]
        with progress("importing") as tell:
            for done, room in enumerate(whole, start=1):
                await storage.bring(room)
                tell(done, len(whole))
        return [room.name for room in whole]

    taken = _run(_Where(config, data, database), take)
    _tell_rooms(taken, "imported", as_json)


@app.command("delete")
def delete_command(
    rooms: NamedRooms,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    as_json: JsonOption = False,
    config: ConfigOption = None,
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

    where = _Where(config, data, database)
    _run(where, lambda storage: _each(storage, rooms, "deleting", delete))
    _tell_rooms(rooms, "deleted", as_json)


@app.command("expire")
def expire_command(
    keep_waiting: DaysOption = None,
    keep_playing: DaysOption = None,
    keep_over: DaysOption = None,
    to: Annotated[
        Path | None,
        typer.Option(
            help="The folder for their games; otherwise beside the data.", metavar="FOLDER"
        ),
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say which.")] = False,
    as_json: JsonOption = False,
    config: ConfigOption = None,
    data: DataOption = None,
    database: DatabaseOption = None,
    packs: PackOption = None,
) -> None:
    """Clear away rooms in which nothing has happened for long; their games are kept as files.

    A server does that by itself, by its settings; these are used here too.
    """
    where = _Where(config, data, database, keep_waiting, keep_playing, keep_over)
    keeping, folder, now = where.keeping, to or archive_of(where.settings), time.time()
    from smashup.server.expiry import Cleared, due, expire

    async def clear(storage: Storage) -> list[Cleared]:
        rooms = [room async for room in due(storage, keeping, now)]
        if dry_run:
            return [Cleared(room, None) for room in rooms]
        cleared: list[Cleared] = []
        with progress("clearing away") as tell:
            async for one in expire(storage, keeping, folder, now):
                cleared.append(one)
                tell(len(cleared), len(rooms))
        return cleared

    cleared = _run(where, clear)
    if as_json:
        _tell_json(
            [
                {"room": c.room.name, "file": None if c.file is None else str(c.file)}
                for c in cleared
            ]
        )
        return
    for one in cleared:
        kept = "" if one.file is None else f", its game is in {one.file}"
        typer.echo(f"{one.room.name}: {one.room.state}, last {_day(one.room.last)}{kept}")
    typer.echo(f"{_count(len(cleared), 'room')} {'would be ' if dry_run else ''}cleared away")


# -- what they share -------------------------------------------------------------------------------


class _Where:
    """Which store is meant, by options, environment and a file of settings."""

    def __init__(
        self,
        config: Path | None,
        data: str | None,
        database: str | None,
        waiting: int | None = None,
        playing: int | None = None,
        over: int | None = None,
    ) -> None:
        self.settings = load_settings(
            config,
            data=data,
            database=database,
            keep_waiting=waiting,
            keep_playing=playing,
            keep_over=over,
        ).settings

    @property
    def keeping(self) -> Keeping:
        try:
            from smashup.server.expiry import Keeping
        except ModuleNotFoundError as error:
            raise needs_server(error) from error
        return Keeping.of(self.settings)


def _looked(where: _Where, rooms: Sequence[str] | None) -> list[Looked]:
    """Rooms, or all of them, each followed to its end."""
    found: list[Looked] = []
    keeping = where.keeping

    async def add(storage: Storage, room: str) -> None:
        from smashup.server.shelf import look

        found.append(await look(storage, room, keeping))

    _run(where, lambda storage: _each(storage, rooms, "playing again", add))
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
    with progress(doing) as tell:
        for done, name in enumerate(names, start=1):
            await do(storage, name)
            tell(done, len(names))


def _run(where: _Where, do: Callable[[Storage], Awaitable[T]]) -> T:
    """Does something with the store, open beside whatever server may use it."""
    storage = storage_at(place_of(where.settings), beside=True)

    async def inside() -> T:
        await storage.open()
        try:
            return await do(storage)
        finally:
            await storage.close()

    return asyncio.run(inside())


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
    yield f"  expires {expires}; shared as {', '.join(room.shared) or 'nothing'}"


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


def _say(line: str) -> None:
    """A line about a room. Nothing in it speaks to the terminal, whoever made the room up."""
    typer.echo("".join(sign if sign.isprintable() else " " for sign in line))


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"


def _day(at: float) -> str:
    return datetime.datetime.fromtimestamp(at, datetime.UTC).strftime("%Y-%m-%d")
