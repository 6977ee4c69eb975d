"""Looking after stored rooms from outside the server: what each is, and whether it is in order."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import Struct

from smashup.model.errors import SmashUpError
from smashup.server.charter import Charter, read_charter
from smashup.server.expiry import Keeping
from smashup.server.fold import Fold
from smashup.server.storage import NoSuchRoom, Shelved, Storage, WholeRoom

Verdict: TypeAlias = Literal["good", "unproven", "parted", "unreadable"]


class Looked(Struct):
    """A room and its game, as its operator may see them: nothing that is hidden at the table."""

    room: str
    state: str
    verdict: Verdict
    words: str
    """Why it is not good; nothing if it is."""
    seats: list[str]
    """Who sits there."""
    edition: str
    factions: list[list[str]]
    """Of each seat, once they are dealt."""
    turn: int
    """The number of the turn; 0 before the game has begun."""
    moves: int
    """How many answers count."""
    vp: list[int]
    winners: list[int]
    version: str
    """Which made it."""
    rules: int | None
    entries: int
    created: float
    last: float
    expires: float | None
    shared: list[str]
    """Names of its replays."""


async def every(storage: Storage) -> AsyncIterator[Shelved]:
    """All rooms, oldest first."""
    after = 0
    while page := await storage.shelf(after):
        for room in page:
            yield room
        after = page[-1].number


async def fetched(storage: Storage, room: str) -> WholeRoom:
    """All of a room; `NoSuchRoom` if there is none."""
    whole = await storage.whole(room)
    if whole is None:
        raise NoSuchRoom(f"There is no room {room}. `smashup games list` shows which there are.")
    return whole


async def look(storage: Storage, room: str, keeping: Keeping) -> Looked:
    """A room, followed as far as it goes here."""
    whole = await fetched(storage, room)
    return await asyncio.to_thread(looked, whole, keeping)


def looked(whole: WholeRoom, keeping: Keeping) -> Looked:
    """What can be said of a room, whatever is wrong with it."""
    last = whole.entries[-1].at if whole.entries else whole.created
    common: dict[str, Any] = {
        "room": whole.name,
        "state": whole.state,
        "entries": len(whole.entries),
        "created": whole.created,
        "last": last,
        "expires": keeping.until(whole.state, last),
        "shared": [name for name, _ in whole.replays],
    }
    charter: Charter | None = None
    try:
        charter = read_charter(whole.head)
        fold = Fold(charter)
        fold.read(whole.entries)
    except Exception as error:  # whatever a damaged log can lead to
        words = str(error) if isinstance(error, SmashUpError) else f"It is damaged: {error}"
        return Looked(verdict="unreadable", words=words, **common, **_of_charter(charter))
    return Looked(verdict=_verdict(fold), words=fold.notice, **common, **_of_fold(fold))


def _verdict(fold: Fold) -> Verdict:
    if fold.parting is not None:
        return "parted"
    return "unproven" if fold.notice else "good"


def _of_charter(charter: Charter | None) -> dict[str, Any]:
    return {
        "seats": [] if charter is None else [plan.name for plan in charter.seats],
        "edition": "" if charter is None else charter.setup.edition,
        "version": "" if charter is None else charter.rules,
        "factions": [],
        "turn": 0,
        "moves": 0,
        "vp": [],
        "winners": [],
        "rules": None,
    }


def _of_fold(fold: Fold) -> dict[str, Any]:
    game = fold.game
    found = _of_charter(fold.charter) | {"seats": fold.names, "moves": len(fold.answers)}
    if game is None:
        return found
    return found | {
        "factions": [list(pair) for pair in game.factions],
        "turn": game.turn_number,
        "vp": game.vp,
        "winners": list(game.winners),
        "rules": fold.stamp.rules,
    }


def plain(found: Struct | Sequence[Struct]) -> Any:
    """The same for JSON."""
    return msgspec.to_builtins(found)
