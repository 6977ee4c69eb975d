"""How much may be kept: of one address in a day, of one room, and how much of the disk stays free.

Rates bound how fast something is stored; these bound how much. Each has a part that is only for
what is going on: where the rest is used up nobody begins anything new, and games are played on.
"""

from __future__ import annotations

import asyncio
import logging
import math
import shutil
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from smashup.server import entries as kinds
from smashup.server.clock import Clock
from smashup.server.errors import Refused
from smashup.server.limits import Buckets, Limits
from smashup.server.storage import Entry, Ticket

log = logging.getLogger(__name__)

DAY = 86_400.0
MEGABYTE = 1_000_000
FOR_WHAT_GOES_ON = 0.25  # of what an address may have stored in a day
FRESH = 5.0  # seconds for which it is known how much of the disk is free
DISK_WAIT = 60.0  # seconds after which who was refused may ask again

#: Bytes that a store needs for each, besides what stands in it: measured with both databases.
A_ROOM, AN_ENTRY, A_TICKET, A_LINK = 400, 100, 150, 150

#: What is said at a table, and who comes in there: begun anew, in a way, and never urgent.
TALK = frozenset(
    {
        kinds.CHAT,
        kinds.SETTINGS,
        kinds.CUT,
        kinds.JOIN,
        kinds.WATCH,
        kinds.OFFER,
        kinds.TAKE,
        kinds.RENEW,
    }
)
#: What a game needs to come to its end. Half of a room's log is for nothing else, so that nobody
#: stops a table by what may be done without end: talking, wishing, taking back, coming and going.
_THE_GAME = frozenset({kinds.START, kinds.ANSWER, kinds.REMOVE})
#: What comes seldom, and ends something or belongs to nobody: it is never refused.
_ALWAYS = frozenset({kinds.CONCEDE, kinds.REMATCH, kinds.PUBLISHED, kinds.BACK, kinds.TAKEOVER})


class Disk:
    """How much of the disk is free on which games are kept."""

    def __init__(
        self,
        folder: Path | None,
        least: int,
        clock: Clock,
        free: Callable[[Path], int] = lambda folder: shutil.disk_usage(folder).free,
    ) -> None:
        """`folder`: on that disk; None: nobody asks. `least`: bytes that stay free."""
        self._folder = folder
        self._least = least
        self._clock = clock
        self._free = free
        self._enough = True
        self._until = -FRESH

    @property
    def free(self) -> float:
        """Bytes that are free now; not a number where nobody asks."""
        return math.nan if self._folder is None else self._free(nearest(self._folder))

    async def must_have_space(self) -> None:
        """`Refused` if so little is free that nothing new may be begun."""
        if self._folder is None or not self._least:
            return
        now = self._clock.now()
        if not self._until - FRESH <= now < self._until:
            self._until = now + FRESH
            self._tell(await asyncio.to_thread(self._free, nearest(self._folder)))
        if not self._enough:
            raise Refused(
                "disk_full",
                "The server's disk is nearly full, so that nothing new is begun.",
                "Games that are going on go on. Try again when whoever runs the server has made"
                " room.",
                retry_after=DISK_WAIT,
            )

    def _tell(self, found: int) -> None:
        enough = found >= self._least
        if self._enough and not enough:
            log.error(
                "only %d MB of the disk are free: no room is made any more", found // MEGABYTE
            )
        elif enough and not self._enough:
            log.info("enough of the disk is free again: rooms are made")
        self._enough = enough


def nearest(folder: Path) -> Path:
    """The folder, or the nearest above it that is there already, as far as we may see."""
    return next((one for one in (folder, *folder.parents) if _is_seen(one)), folder)


def _is_seen(folder: Path) -> bool:
    try:
        return folder.exists()
    except PermissionError:  # what lies above it is closed to us
        return False


class Quota:
    """What each address has had stored lately, and what a room may still be given."""

    def __init__(self, limits: Limits, clock: Clock, disk: Disk) -> None:
        self._limits = limits
        self._clock = clock
        self.disk = disk
        stored = limits.stored * limits.people
        self._most = stored
        self._buckets = Buckets(stored / DAY, stored)

    # -- of an address -----------------------------------------------------------------

    async def begin(self, address: str, size: int) -> None:
        """Counts something new of so many bytes; `Refused` if there is no room for it."""
        await self.disk.must_have_space()
        self.add(address, size)

    def add(self, address: str, size: int) -> None:
        """Counts what can wait for another day; `Refused` if it must."""
        self._take(address, size, FOR_WHAT_GOES_ON * self._most)

    def charge(self, address: str, size: int) -> None:
        """Counts what happens in any case."""
        if self._counts(address):
            self._buckets.of(address, self._clock.now()).charge(self._clock.now(), size)

    def wait(self, address: str) -> float:
        """Seconds until something may be stored for who plays at that address."""
        if not self._counts(address):
            return 0.0
        return self._buckets.of(address, self._clock.now()).take(self._clock.now(), 0.0)

    def _take(self, address: str, size: int, kept_back: float = 0.0) -> None:
        if not self._counts(address):
            return
        now = self._clock.now()
        wait = self._buckets.of(address, now).take(now, size, kept_back)
        if wait:
            raise Refused(
                "quota",
                "So much was stored for your network address today that"
                f" {'nothing new is begun' if kept_back else 'games have to wait'}"
                f" ({self._most // MEGABYTE} MB in a day).",
                f"There is room again in {in_words(wait)}.",
                retry_after=wait,
            )

    def _counts(self, address: str) -> bool:
        return bool(address and self._most)

    # -- of a room ---------------------------------------------------------------------

    def commit(
        self, address: str, length: int, made: Sequence[Entry], tickets: Sequence[Ticket]
    ) -> None:
        """Counts what is to be added to a log of that length; `Refused` if it is too much."""
        what = {one.kind for one in made}
        size = size_of(made, tickets)
        if not what.isdisjoint(_ALWAYS):
            self.charge(address, size)
            return
        is_the_game = not what.isdisjoint(_THE_GAME)
        most = self._limits.room_entries
        if length >= (most if is_the_game else most // 2):
            raise _log_full(most, is_the_game)
        is_talk = not what.isdisjoint(TALK) and not is_the_game
        self._take(address, size, FOR_WHAT_GOES_ON * self._most if is_talk else 0.0)

    def is_full(self, length: int) -> bool:
        """Whether nobody moves any more in a room whose log is so long."""
        return length >= self._limits.room_entries


def _log_full(most: int, is_the_game: bool) -> Refused:
    if not is_the_game:
        return Refused(
            "talk_full",
            "So much was said and taken back at this table that only the game itself is kept from"
            f" here on ({most // 2:,} entries).",
            "The game can be played to its end.",
        )
    return Refused(
        "log_full",
        f"So much has happened at this table that no more is kept ({most:,} entries).",
        "Give up, and play a new game.",
    )


def size_of(made: Iterable[Entry], tickets: Sequence[Ticket] = ()) -> int:
    """About how many bytes of the disk these take."""
    entries = sum(AN_ENTRY + len(one.body) + len(one.id) for one in made)
    return entries + A_TICKET * len(tickets)


def in_words(seconds: float) -> str:
    """How long that is, for people; rounded up.

    >>> in_words(0.2), in_words(90), in_words(3600 * 5 + 1)
    ('1 s', '2 min', '6 h')
    """
    for size, name in ((3600, "h"), (60, "min")):
        if seconds > size:
            return f"{-int(-seconds // size)} {name}"
    return f"{max(1, -int(-seconds // 1))} s"
