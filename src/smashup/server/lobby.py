"""All the rooms: they are made here, and opened from their logs.

A log that was written by another version is followed as far as it leads to the same positions
(`Fold`); one that cannot be read at all is reported. In neither case is anything written: a version
that can read it finds it as it was.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Sequence
from contextlib import aclosing, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from smashup import memory
from smashup.model.errors import BadSetup
from smashup.packs import missing
from smashup.protocol.calls import Course, Verdict
from smashup.protocol.room import RoomState
from smashup.replay import ReplayError
from smashup.server import asking, snapshots
from smashup.server import entries as kinds
from smashup.server.backlog import Backlog
from smashup.server.beside import Beside, give_way_often
from smashup.server.bots import Bots
from smashup.server.charter import Charter, read_charter
from smashup.server.clock import Appointment, Clock
from smashup.server.delivery import Deliveries
from smashup.server.entries import entry
from smashup.server.errors import Elsewhere, Refused, no_such_room, taken_away
from smashup.server.expiry import Keeping, expire
from smashup.server.fold import Fold
from smashup.server.limits import Addresses, Limits
from smashup.server.logs import about, failed, kind
from smashup.server.loop_time import LoopTime
from smashup.server.pulse import Pulse
from smashup.server.quota import A_ROOM, Disk, Quota, size_of
from smashup.server.room import Room
from smashup.server.storage import (
    ANY_ROOM,
    EXPIRED,
    AlreadyThere,
    Entry,
    Head,
    Storage,
    StorageError,
    Ticket,
)
from smashup.server.together import Together
from smashup.server.tokens import new_name
from smashup.server.turns import Stopped
from smashup.server.workers import Thinkers

if TYPE_CHECKING:
    from smashup.server.leases import Leases
    from smashup.server.neighbours import Neighbours, Way

log = logging.getLogger(__name__)

IDLE = 300.0  # seconds after which a room where nobody is is closed
MOST_IDLE = 500  # of such rooms, before those that are so for longest are closed at once
SWEEP = 60.0  # seconds between looks for such rooms
EXPIRY = 3600.0  # seconds between looks for rooms that have expired
MOST_EXPIRED = 500  # of them are cleared away at one time, so that nobody has to wait for it
FOR_EVER = Keeping(0.0, 0.0, 0.0)
MOST_COURSES = 200  # of finished games that are kept ready to be told
_BROKEN = 1000  # rooms that cannot be read are remembered, so that nobody has them read for ever


class SetAside(NamedTuple):
    """A room that could not be loaded, as far as it is known."""

    name: str
    charter: Charter | None
    created: float


class Courses:
    """How finished games went, and what was found out about their turns, of those that were asked
    about lately: everybody is told the same."""

    def __init__(self) -> None:
        self._kept: dict[str, Course] = {}
        self._verdicts: dict[str, dict[int, Verdict]] = {}

    def get(self, room: str) -> Course | None:
        return self._kept.get(room)

    def keep(self, room: str, course: Course) -> None:
        self._kept[room] = course
        if len(self._kept) > MOST_COURSES:
            oldest = next(iter(self._kept))
            del self._kept[oldest]
            self._verdicts.pop(oldest, None)

    def verdict(self, room: str, move: int) -> Verdict | None:
        """On the turn that began at that move."""
        return self._verdicts.get(room, {}).get(move)

    def keep_verdict(self, room: str, move: int, verdict: Verdict) -> None:
        if room in self._kept:
            self._verdicts.setdefault(room, {})[move] = verdict


class Lobby:
    """The rooms that are open, and the way to all others."""

    def __init__(
        self,
        storage: Storage,
        clock: Clock,
        thinkers: Thinkers,
        limits: Limits | None = None,
        keeping: Keeping = FOR_EVER,
        archive: Path | None = None,
    ) -> None:
        """`keeping`: for how long; `archive`: the folder for the games of rooms that expire, which
        is needed where some do."""
        self.storage = storage
        self.clock = clock
        self.keeping = keeping
        self.archive = archive
        self.limits = limits or Limits()
        self.addresses = Addresses(self.limits, clock)
        self.backlog = Backlog(self.limits)
        self.deliveries = Deliveries(self.limits)
        disk = Disk(archive, self.limits.least_free, clock)
        self.quota = Quota(self.limits, clock, disk)
        self.loop_time = LoopTime()
        self.pulse = Pulse(storage)
        self.rooms: dict[str, Room] = {}
        self.neighbours: Neighbours | None = None  # where other servers have rooms of this store
        self.thinkers = thinkers
        self.bots = Bots(self, thinkers)
        self.replaying = Beside()  # games that are taken back
        self.courses = Courses()  # of finished games
        self.looks: Together[Any] = Together()  # at games, that are under way
        self._reading = Beside()  # rooms that are opened
        self.stopping = False
        self._crowd = MOST_IDLE  # rooms that are open when it is next looked whether they are idle
        self._opening: dict[str, asyncio.Task[Room]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._broken: dict[str, int] = {}  # rooms that cannot be read, with their logs' lengths
        self._sweep: Appointment | None = None
        self._searched = clock.now()  # for dead objects

    # -- opening and closing the house -------------------------------------------------

    async def open(self) -> None:
        """Opens the store. Rooms are opened when somebody comes: till then nobody waits there."""
        give_way_often()
        await self.storage.open()
        if self.neighbours is not None:
            await self.neighbours.open()
        self.spawn(self._listen())
        self._sweep = self.clock.later(SWEEP, self._close_idle)
        if self.archive is not None:
            self._plan_expiry(self.archive, SWEEP)

    async def stop(self) -> None:
        """Begins to end: nobody thinks any more, and who waits for a thought is told so."""
        self.stopping = True
        self.replaying.close()
        self._reading.close()
        await self.thinkers.close()

    async def close(self) -> None:
        """Ends everything; all that was acknowledged is in the store."""
        await self.stop()
        if self._sweep is not None:
            self._sweep.cancel()
        for room in self.rooms.values():
            room.end()
        if self.neighbours is not None:
            with suppress(StorageError):  # then their time runs out
                await self.neighbours.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
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
        if error is not None and not isinstance(error, Refused | Stopped):  # who asked is told
            assert isinstance(error, Exception)
            failed(error, "something went wrong in the background", log)

    async def _listen(self) -> None:
        """Takes over what other processes add to rooms that are open here."""
        async for name in self.storage.listen():
            if self.neighbours is not None:
                await self._look_for_losses(self.neighbours.leases, name)
            changed = list(self.rooms.values()) if name == ANY_ROOM else [self.rooms.get(name)]
            for room in changed:
                if room is not None:
                    await self._catch_up(room)

    async def _look_for_losses(self, leases: Leases, name: str) -> None:
        """Closes rooms that other servers have taken while this one was taken for dead."""
        try:
            lost = await leases.lose(set(leases.held) if name == ANY_ROOM else {name})
        except StorageError as error:
            log.error("whose rooms are whose cannot be seen: %s", error)
            return
        for room in [self.rooms[one] for one in lost if one in self.rooms]:
            about(log, room.name).warning("another server has taken it")
            self.drop(room)

    async def _catch_up(self, room: Room) -> None:
        try:
            await room.catch_up()
        except Exception:
            about(log, room.name).exception("it could not catch up, and is opened anew")
            self.drop(room)

    def _close_idle(self) -> None:
        self._sweep = self.clock.later(SWEEP, self._close_idle)
        long_ago = self.clock.now() - IDLE
        for room in [r for r in self.rooms.values() if r.is_idle and r.touched < long_ago]:
            self.drop(room)
        if self.clock.now() - self._searched > memory.FULL_SEARCH:
            self._searched = self.clock.now()
            memory.search()

    def _close_some(self) -> None:
        """However fast rooms are made or asked for, only so many of them wait for somebody."""
        if len(self.rooms) < self._crowd:
            return
        idle = sorted([r for r in self.rooms.values() if r.is_idle], key=lambda r: r.touched)
        if len(idle) > MOST_IDLE:
            for room in idle[: -MOST_IDLE // 2]:
                self.drop(room)
        self._crowd = len(self.rooms) + MOST_IDLE // 2

    def _plan_expiry(self, folder: Path, seconds: float) -> None:
        def begin() -> None:
            if not self.stopping:
                self.spawn(self._expire(folder))
                self._plan_expiry(folder, EXPIRY)

        self.clock.later(seconds, begin)

    async def _expire(self, folder: Path) -> None:
        """Clears away some rooms whose time is over, none that somebody has opened."""
        going = expire(
            self.storage, self.keeping, folder, self.clock.now(), self.rooms.__contains__
        )
        count = 0
        async with aclosing(going):
            async for _ in going:
                count += 1
                if count >= MOST_EXPIRED:
                    break
        if count:
            log.info("%d rooms have expired; their games are in %s", count, folder)

    def drop(self, room: Room) -> None:
        """Takes a room out of memory; whoever is in it comes back by opening it anew."""
        room.end()
        if self.rooms.get(room.name) is room:
            del self.rooms[room.name]
        self.bots.forget(room.name)
        self.spawn(self._let_go(room.name))

    async def _let_go(self, name: str) -> None:
        await self.storage.release(name)
        if self.neighbours is not None and name not in self.rooms and name not in self._opening:
            await self.neighbours.leases.give_up(name)

    def see_to_bots(self, room: Room) -> None:
        """Lets a bot think if one is to move."""
        if not self.stopping:
            self.bots.see_to(room)

    # -- rooms -------------------------------------------------------------------------

    async def create(self, charter: Charter, tickets: list[Ticket], started: bool = False) -> Room:
        """Makes a room; one without open seats starts at once. `Refused` if it is one too many to
        be kept."""
        made = [entry(kinds.START, -1, self.clock.now())] if started else []
        head = msgspec.json.encode(charter)
        size = A_ROOM + len(head) + size_of(made, tickets)
        await self.quota.begin(asking.who().address, size)
        fold = Fold(charter)
        kept: list[Entry] = []
        for one in made:
            if charter.answers:  # however many there are, other tables go on
                kept.append(await self._reading.do(asking.who().address, fold.apply, one))
            else:
                kept.append(fold.apply(one))
        while True:
            name = new_name()
            try:
                await self.storage.create(name, head, tickets)
                if kept:
                    await self.storage.append(name, 0, kept, state=fold.state)
                break
            except AlreadyThere:
                continue  # the name is taken
        if self.neighbours is not None:
            self.neighbours.leases.held.add(name)
        return self._opened(Room(name, fold, self))

    def _opened(self, room: Room) -> Room:
        self._close_some()
        self.rooms[room.name] = room
        room.begin()
        return room

    async def room(self, name: str) -> Room:
        """A room, opened from its log if need be; `Refused` if there is none or it is broken, and
        `Elsewhere` if it belongs to another server."""
        room = self.rooms.get(name)
        if room is not None:
            return room
        opening = self._opening.get(name)
        if opening is None:
            opening = self._opening[name] = self.spawn(self._open(name))
            opening.add_done_callback(lambda _: self._opening.pop(name, None))
        return await asyncio.shield(opening)

    async def _open(self, name: str) -> Room:
        leases = None if self.neighbours is None else self.neighbours.leases
        if leases is not None:
            owner = await leases.claim(name)
            if owner is not None:
                raise Elsewhere(name, owner)
        fold, kept_state = await self.fold_of(name)
        if leases is not None and name not in leases.held:  # it was taken meanwhile
            raise Elsewhere(name)
        return self._opened(Room(name, fold, self, kept_state))

    async def glance(self, name: str) -> Fold:
        """A room's fold to look at, whichever server the room belongs to."""
        room = self.rooms.get(name)
        return room.fold if room is not None else (await self.fold_of(name))[0]

    async def find(self, name: str) -> Room | Way:
        """A room, or the way to the server that it belongs to."""
        return await (self.room(name) if self.neighbours is None else self.neighbours.find(name))

    async def fold_of(self, name: str) -> tuple[Fold, RoomState]:
        """A room's fold, as its log in the store says, and its state, as the store has it."""
        head = await self._head(name)
        if self._broken.get(name) == head.length:
            raise _set_aside()
        fold = await self._from_snapshot(name, head) or await self._from_log(name, head)
        if fold.parting is not None and head.state != "set_aside":
            fold.state = head.state  # where it cannot be followed it may have come to its end
        return fold, head.state

    async def _from_snapshot(self, name: str, head: Head) -> Fold | None:
        """A room's fold made from its last snapshot and the log since; None if that is no use."""
        kept = await self.storage.snapshot(name)
        if kept is None or kept[0] > head.length:
            return None
        added = await self.storage.read(name, kept[0])
        try:
            return await self._reading.do(asking.who().address, _restored, head, kept[1], added)
        except snapshots.OfOthers:
            return None
        except Exception as error:  # whatever a damaged snapshot can lead to
            about(log, name).warning("its snapshot is no use: %s", kind(error))
            return None

    async def _from_log(self, name: str, head: Head) -> Fold:
        """A room's fold made from the whole of its log, while other tables go on."""
        entries = await self.storage.read(name)
        try:
            return await self._reading.do(asking.who().address, _folded, head, entries)
        except BadSetup as error:  # a pack is gone: it may come back
            raise _not_here(_missing_pack(head) or str(error)) from error
        except ReplayError as error:  # it is dealt otherwise here
            raise _not_here(str(error)) from error
        except Exception as error:  # whatever a damaged log can lead to
            about(log, name).error("it cannot be loaded: %s", kind(error))
            self._remember_broken(name, len(entries))
            raise _set_aside() from error

    def _remember_broken(self, name: str, length: int) -> None:
        """It is not tried again before something is added to it."""
        self._broken[name] = length
        if len(self._broken) > _BROKEN:
            del self._broken[next(iter(self._broken))]  # the oldest

    async def no_room(self, name: str) -> Refused:
        """Why there is no room of that name."""
        went = await self.storage.gone(name)
        return no_such_room() if went is None else taken_away(went.at, went.why == EXPIRED)

    async def _head(self, name: str) -> Head:
        head = await self.storage.head(name)
        if head is None:
            raise await self.no_room(name)
        return head

    async def aside(self, name: str) -> SetAside:
        """What can still be said of a room that was set aside."""
        head = await self._head(name)
        charter = None
        with suppress(msgspec.MsgspecError):
            charter = read_charter(head.head)
        return SetAside(name, charter, head.created)


def _restored(head: Head, snapshot: bytes, added: Sequence[Entry]) -> Fold | None:
    """A fold made from a snapshot and the log since; None if it goes another way there."""
    fold = snapshots.restore(read_charter(head.head), snapshot)
    fold.read(added)
    return None if fold.parting is not None else fold


def _folded(head: Head, entries: Sequence[Entry]) -> Fold:
    """A fold made from the whole log."""
    fold = Fold(read_charter(head.head))
    fold.read(entries)
    return fold


def _missing_pack(head: Head) -> str:
    """In words, which pack is missing that a room was made with; nothing if none is."""
    return missing(read_charter(head.head).packs)


def _set_aside() -> Refused:
    return Refused(
        "set_aside",
        "This game cannot be loaded: its record is damaged, or from a newer version.",
        "It is kept as it is; ask whoever runs the server.",
    )


def _not_here(why: str) -> Refused:
    return Refused(
        "set_aside",
        f"This game cannot be loaded here. {why}",
        "It is kept as it is; ask whoever runs the server for the version or pack it needs.",
    )
