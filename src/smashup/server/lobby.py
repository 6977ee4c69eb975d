"""All the rooms: they are made here, opened from their logs, set aside if they are damaged."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any, NamedTuple

import msgspec

from smashup import memory
from smashup.model.errors import BadSetup
from smashup.packs import missing
from smashup.replay import package_version
from smashup.server import entries as kinds
from smashup.server import snapshots
from smashup.server.bots import Bots
from smashup.server.charter import Charter, read_charter
from smashup.server.clock import Appointment, Clock
from smashup.server.entries import Body, entry
from smashup.server.errors import Refused, no_such_room
from smashup.server.fold import BadLog, Fold
from smashup.server.limits import Addresses, Limits
from smashup.server.room import Room
from smashup.server.storage import (
    ANY_ROOM,
    AlreadyThere,
    Head,
    Storage,
    StorageError,
    Ticket,
)
from smashup.server.tokens import new_name
from smashup.server.workers import Thinkers

log = logging.getLogger(__name__)

IDLE = 300.0  # seconds after which a room where nobody is is closed
SWEEP = 60.0  # seconds between looks for such rooms


class SetAside(NamedTuple):
    """A room that could not be loaded, as far as it is known."""

    name: str
    charter: Charter | None
    created: float
    reason: str


class Lobby:
    """The rooms that are open, and the way to all others."""

    def __init__(
        self, storage: Storage, clock: Clock, thinkers: Thinkers, limits: Limits | None = None
    ) -> None:
        self.storage = storage
        self.clock = clock
        self.limits = limits or Limits()
        self.addresses = Addresses(self.limits, clock)
        self.rooms: dict[str, Room] = {}
        self.thinkers = thinkers
        self.bots = Bots(self, thinkers)
        self.stopping = False
        self._opening: dict[str, asyncio.Task[Room]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._sweep: Appointment | None = None
        self._searched = clock.now()  # for dead objects

    # -- opening and closing the house -------------------------------------------------

    async def open(self) -> None:
        """Opens the store. Rooms are opened when somebody comes: till then nobody waits there."""
        await self.storage.open()
        self.spawn(self._listen())
        self._sweep = self.clock.later(SWEEP, self._close_idle)

    async def close(self) -> None:
        """Ends everything; all that was acknowledged is in the store."""
        self.stopping = True
        if self._sweep is not None:
            self._sweep.cancel()
        for room in self.rooms.values():
            room.end()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.thinkers.close()
        await self.storage.close()

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Something that goes on by itself; what it raises is written to the log."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if task.cancelled():
            return
        error = task.exception()
        if error is not None and not isinstance(error, Refused):  # that is told to who asked
            log.error("something went wrong in the background", exc_info=error)

    async def _listen(self) -> None:
        """Takes over what other processes add to rooms that are open here."""
        async for name in self.storage.listen():
            changed = list(self.rooms.values()) if name == ANY_ROOM else [self.rooms.get(name)]
            for room in changed:
                if room is not None:
                    await self._catch_up(room)

    async def _catch_up(self, room: Room) -> None:
        try:
            await room.catch_up()
        except Exception:
            log.exception("room %s could not catch up; it is opened anew", room.name)
            self.drop(room)

    def _close_idle(self) -> None:
        long_ago = self.clock.now() - IDLE
        for room in [r for r in self.rooms.values() if r.is_idle and r.touched < long_ago]:
            self.drop(room)
        if self.clock.now() - self._searched > memory.FULL_SEARCH:
            self._searched = self.clock.now()
            memory.search()
        self._sweep = self.clock.later(SWEEP, self._close_idle)

    def drop(self, room: Room) -> None:
        """Takes a room out of memory; whoever is in it comes back by opening it anew."""
        room.end()
        if self.rooms.get(room.name) is room:
            del self.rooms[room.name]
        self.bots.forget(room.name)
        self.spawn(self.storage.release(room.name))

    def see_to_bots(self, room: Room) -> None:
        """Lets a bot think if one is to move."""
        if not self.stopping:
            self.bots.see_to(room)

    # -- rooms -------------------------------------------------------------------------

    async def create(self, charter: Charter, tickets: list[Ticket], started: bool = False) -> Room:
        """Makes a room; one without open seats starts at once."""
        made = [entry(kinds.START, -1, self.clock.now())] if started else []
        fold = Fold(charter)
        for one in made:
            fold.apply(one)
        head = msgspec.json.encode(charter)
        while True:
            name = new_name()
            try:
                await self.storage.create(name, head, tickets)
                if made:
                    await self.storage.append(name, 0, made, state="playing")
                break
            except AlreadyThere:
                continue  # the name is taken
        return self._opened(Room(name, fold, self))

    def _opened(self, room: Room) -> Room:
        self.rooms[room.name] = room
        room.begin()
        return room

    async def room(self, name: str) -> Room:
        """A room, opened from its log if need be; `Refused` if there is none or it is broken."""
        room = self.rooms.get(name)
        if room is not None:
            return room
        opening = self._opening.get(name)
        if opening is None:
            opening = self._opening[name] = self.spawn(self._open(name))
            opening.add_done_callback(lambda _: self._opening.pop(name, None))
        return await asyncio.shield(opening)

    async def _open(self, name: str) -> Room:
        return self._opened(Room(name, await self.fold_of(name), self))

    async def fold_of(self, name: str) -> Fold:
        """A room's fold, as its log in the store says."""
        fold = await self._from_snapshot(name)
        return await self.read(name) if fold is None else fold

    async def _from_snapshot(self, name: str) -> Fold | None:
        """A room's fold made from its last snapshot and the log since; None if that is no use."""
        kept = await self.storage.snapshot(name)
        head = await self._head(name)
        if kept is None or head.state == "set_aside" or kept[0] > head.length:
            return None
        added = await self.storage.read(name, kept[0])
        try:
            charter = check_rules(read_charter(head.head))
            fold = await asyncio.to_thread(snapshots.restore, charter, kept[1])
            await asyncio.to_thread(fold.apply_all, added)
        except Exception as error:  # whatever a damaged snapshot can lead to
            log.warning("the snapshot of room %s is no use: %r", name, error)
            return None
        return fold

    async def read(self, name: str) -> Fold:
        """A room's fold made from the whole of its log, while other tables go on."""
        head = await self._head(name)
        if head.state == "set_aside":
            raise _set_aside()
        entries = await self.storage.read(name)
        charter: Charter | None = None
        try:
            charter = check_rules(read_charter(head.head))
            fold = Fold(charter)
            await asyncio.to_thread(fold.apply_all, entries)
            return fold
        except BadSetup as error:  # a pack is gone: it may come back, so nothing is marked
            raise Refused(
                "set_aside",
                f"This game cannot be loaded here. {_missing_pack(charter) or error}",
                "It is kept as it is; ask whoever runs the server for the pack it needs.",
            ) from error
        except Exception as error:  # whatever a damaged log can lead to
            await self._set_aside(name, len(entries), error)
            raise _set_aside() from error

    async def _head(self, name: str) -> Head:
        head = await self.storage.head(name)
        if head is None:
            raise no_such_room()
        return head

    async def _set_aside(self, name: str, length: int, error: Exception) -> None:
        """Reports a room that cannot be loaded, and leaves it as it is, for whoever repairs it."""
        reason = f"{type(error).__name__}: {error}"
        log.error("room %s is set aside: %s", name, reason)
        made = entry(kinds.SET_ASIDE, -1, self.clock.now(), Body(text=reason[:500]))
        try:
            await self.storage.append(name, length, [made], state="set_aside")
        except StorageError as trouble:
            log.error("room %s could not be marked: %s", name, trouble)

    async def aside(self, name: str) -> SetAside:
        """What can still be said of a room that was set aside."""
        head = await self._head(name)
        charter = None
        with suppress(msgspec.MsgspecError):
            charter = read_charter(head.head)
        return SetAside(name, charter, head.created, "")


def _missing_pack(charter: Charter | None) -> str:
    return missing(charter.packs) if charter is not None else ""


def check_rules(charter: Charter) -> Charter:
    """The charter, if it is of the rules of this version."""
    if charter.rules != package_version():
        raise BadLog(f"It was played by version {charter.rules}, this is {package_version()}.")
    return charter


def _set_aside() -> Refused:
    return Refused(
        "set_aside",
        "This game cannot be loaded: its record is damaged, or from another version.",
        "It is kept as it is; ask whoever runs the server.",
    )
