"""Which of several servers a room belongs to.

Each server on a database has a row that says where the others find it, and until when it counts as
alive: about a second, by the database's clock, and renewed well before; it is over at once when the
connection ends by which it is renewed, as with the death of a process. A room names its owner. It
can be taken by one statement, if it has none or one that is not alive, and with a server's row goes
its right to all its rooms, so that one renewal is enough for any number of them.

A server that was dead to the others for a while may wake up and think that its rooms are still its
own. It cannot write to them (`PostgresStorage.fenced`), and is told by news that they were taken.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
from typing import NamedTuple
from weakref import WeakValueDictionary

import psycopg

from smashup.server.postgres_storage import CHANNEL, Connection, PostgresStorage

LEASE = 1.0  # seconds for which a server counts as alive
BEAT = 0.25  # seconds between renewals
SECRET_SIZE = 32  # bytes
_FORGOTTEN = 86_400  # seconds after which nobody looks for a server that is gone

_NOW = "EXTRACT(epoch FROM clock_timestamp())"
_RENEW = f"""INSERT INTO neighbour (name, address, until, heart)
    VALUES (%s, %s, {_NOW} + %s, pg_backend_pid())
    ON CONFLICT (name) DO UPDATE SET until = excluded.until, heart = excluded.heart"""
_FORGET = f"DELETE FROM neighbour WHERE until < {_NOW} - %s"
_LEAVE = "DELETE FROM neighbour WHERE name = ? RETURNING name"
# Whoever had it hears of it with the commit, and not before.
_CLAIM = f"""WITH alive AS (SELECT name FROM neighbour
        WHERE until > {_NOW} AND EXISTS (SELECT FROM pg_stat_get_activity(heart))),
    taken AS (UPDATE room SET owner = ?
        WHERE name = ? AND (owner IS NULL OR owner NOT IN (SELECT name FROM alive)) RETURNING name)
    SELECT pg_notify('{CHANNEL}', ? || ' ' || name) FROM taken"""
_OWNER = """SELECT owner, COALESCE(address, '') FROM room
    LEFT JOIN neighbour ON neighbour.name = room.owner WHERE room.name = ?"""
_GIVE_UP = "UPDATE room SET owner = NULL WHERE name = ? AND owner = ? RETURNING name"
_LOST = "SELECT name FROM room WHERE name = ANY(?) AND owner IS DISTINCT FROM ?"
_DRAW_SECRET = """INSERT INTO secret (number, body) VALUES (0, ?)
    ON CONFLICT (number) DO NOTHING RETURNING number"""
_SECRET = "SELECT body FROM secret WHERE number = 0"


class Neighbour(NamedTuple):
    """Another server on the database."""

    name: str
    address: str
    """HOST:PORT for its neighbours."""


class Leases:
    """The rooms of one server, and its being alive."""

    def __init__(self, storage: PostgresStorage, address: str) -> None:
        """`address`: HOST:PORT where the others find this server."""
        self._storage = storage
        self._address = address
        self.held: set[str] = set()
        #: By room, so that it is given up before it is claimed again; only while somebody waits.
        self._in_turn: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._beating: asyncio.Task[None] | None = None

    @property
    def name(self) -> str:
        """This server's, among the others."""
        return self._storage.name

    async def begin(self) -> bytes:
        """Is alive from now on, on a store that is open; gives the secret that all servers share.

        From now on the store writes only to rooms that belong to this server.
        """
        connection = await self._heart()
        await self._beat(connection)
        await connection.execute(_FORGET, (_FORGOTTEN,))
        await self._storage.ask(_DRAW_SECRET, os.urandom(SECRET_SIZE))
        secret = (await self._storage.ask(_SECRET))[0][0]
        self._storage.fenced = True
        self._beating = asyncio.get_running_loop().create_task(self._go_on(connection))
        return bytes(secret)

    async def end(self) -> None:
        """Gives all rooms up; the others need not wait until the lease is over."""
        if self._beating is not None:
            self._beating.cancel()
            await asyncio.gather(self._beating, return_exceptions=True)
            self._beating = None
            await self._storage.ask(_LEAVE, self.name)
        self.held.clear()

    async def claim(self, room: str) -> Neighbour | None:
        """Takes a room, if nobody who is alive has it; gives who has it, None if it is ours.

        None also for a room that there is not.
        """
        async with self._turn_of(room):
            while room not in self.held:
                if await self._storage.ask(_CLAIM, self.name, room, self.name):
                    self.held.add(room)
                    break
                found = await self._storage.ask(_OWNER, room)
                if not found:
                    break  # a name that anybody can make up is not kept
                owner, address = found[0]
                if owner == self.name:
                    self.held.add(room)
                elif address:
                    return Neighbour(owner, address)
        return None

    def _turn_of(self, room: str) -> asyncio.Lock:
        return self._in_turn.setdefault(room, asyncio.Lock())

    async def give_up(self, room: str) -> None:
        """Anybody may have the room now."""
        async with self._turn_of(room):
            if room in self.held:
                self.held.discard(room)
                await self._storage.ask(_GIVE_UP, room, self.name)

    async def lose(self, rooms: set[str]) -> list[str]:
        """Those of these rooms that were ours and belong to somebody else now."""
        ours = list(rooms & self.held)
        lost = [name for (name,) in await self._storage.ask(_LOST, ours, self.name)] if ours else []
        self.held.difference_update(lost)
        return lost

    # Below: being alive.

    async def _heart(self) -> Connection:
        """A connection of its own: whatever else is asked of the database, this does not wait."""
        connection = await self._storage.alone()
        # A lease that a crash of the database forgets is over sooner, which harms nobody.
        await connection.execute("SET synchronous_commit = off")
        return connection

    async def _beat(self, connection: Connection) -> None:
        await connection.execute(_RENEW, (self.name, self._address, LEASE))

    async def _go_on(self, connection: Connection) -> None:
        """Until cancelled, also where the database comes back after a while."""
        try:
            while True:
                await asyncio.sleep(BEAT)
                with contextlib.suppress(psycopg.Error, TimeoutError):
                    async with asyncio.timeout(LEASE):
                        if connection.closed:
                            connection = await self._heart()
                        await self._beat(connection)
        finally:
            await connection.close()
