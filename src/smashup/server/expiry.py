"""Rooms in which nothing happens any more are cleared away, by a rule that the operator sets.

A game that had begun is kept as a file (docs/saved-games.md), written before its room goes.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from smashup.protocol.room import RoomState
from smashup.replay import save
from smashup.server.charter import read_charter
from smashup.server.fold import Fold
from smashup.server.logs import about, kind
from smashup.server.settings import Settings
from smashup.server.storage import EXPIRED, Conflict, Gone, Shelved, Storage, WholeRoom

log = logging.getLogger(__name__)

DAY = 86_400.0
FOLDER = "expired"  # beside the store, where nobody says otherwise
_PAGE = 100  # rooms looked at together


@dataclass(frozen=True)
class Keeping:
    """For how many days a room is kept after the last thing that happened in it; 0: for ever.

    >>> Keeping(playing=2).until("playing", 1000.0), Keeping(over=0).until("over", 1000.0)
    (173800.0, None)
    """

    waiting: float = 30.0
    playing: float = 365.0
    over: float = 1825.0

    @classmethod
    def of(cls, settings: Settings) -> Keeping:
        """As the operator chose."""
        return cls(settings.keep_waiting, settings.keep_playing, settings.keep_over)

    def days(self, state: RoomState) -> float:
        """For a room in this state; one that cannot be loaded is never cleared away."""
        return {"waiting": self.waiting, "playing": self.playing, "over": self.over}.get(state, 0.0)

    def until(self, state: RoomState, last: float) -> float | None:
        """When a room expires in which that happened last; None: never."""
        days = self.days(state)
        return last + days * DAY if days else None


class Cleared(NamedTuple):
    """A room that was cleared away; `file`: where its game is, None if it had not begun."""

    room: Shelved
    file: Path | None


async def due(storage: Storage, keeping: Keeping, now: float) -> AsyncIterator[Shelved]:
    """All rooms whose time is over, however many there are."""
    for state in ("waiting", "playing", "over"):
        days = keeping.days(state)
        seen: set[str] = set()
        while days:
            most = _PAGE + len(seen)  # those that were spared come again
            found = await storage.stale(state, now - days * DAY, most)
            new = [room for room in found if room.name not in seen]
            if not new:
                break
            for room in new:
                seen.add(room.name)
                yield room


async def expire(
    storage: Storage,
    keeping: Keeping,
    folder: Path,
    now: float,
    is_spared: Callable[[str], bool] = lambda room: False,
) -> AsyncGenerator[Cleared]:
    """Clears away one room after the other whose time is over, but those that are spared.

    One whose game cannot be read is left where it is, and said to the log.
    """
    async for room in due(storage, keeping, now):
        if is_spared(room.name):
            continue
        whole = await storage.whole(room.name)
        if whole is None or len(whole.entries) != room.length:
            continue  # somebody was there meanwhile
        try:
            file = await asyncio.to_thread(keep_game, whole, folder)
        except Exception as error:  # whatever a damaged log can lead to, or a full disk
            about(log, room.name).warning("it has expired, but is kept: %s", kind(error))
            continue
        try:
            await storage.take_away(room.name, room.length, Gone(now, EXPIRED))
        except Conflict:
            continue  # somebody came at the last moment
        yield Cleared(room, file)


def keep_game(room: WholeRoom, folder: Path) -> Path | None:
    """Writes the game of a room to a file; None if it has none."""
    fold = Fold(read_charter(room.head))
    fold.read(room.entries)
    if fold.game is None:
        return None
    path = folder / f"{room.name}.json"
    save(fold.written(), path)
    return path
