"""Which of several servers a room belongs to, and that only that one can write to it."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

import pytest

from smashup.server.leases import LEASE, Leases, Neighbour
from smashup.server.postgres_storage import PostgresStorage
from smashup.server.storage import Conflict, Entry, NoSuchRoom, NotHeld

pytestmark = pytest.mark.anyio

SAID = Entry("chat", 0, "", b"{}", 0.0)


@contextlib.asynccontextmanager
async def server(database: str, address: str) -> AsyncIterator[tuple[PostgresStorage, Leases]]:
    """A store and its leases, as a server at that address has them."""
    storage = PostgresStorage(database)
    await storage.open()
    leases = Leases(storage, address)
    await leases.begin()
    try:
        yield storage, leases
    finally:
        await leases.end()
        await storage.close()


async def die(leases: Leases) -> None:
    """It hangs, for longer than the others wait; everything it holds stays as it is."""
    assert leases._beating is not None
    leases._beating.cancel()
    await asyncio.sleep(LEASE + 0.1)


async def test_a_room_belongs_to_who_claims_it_first(database: str) -> None:
    async with server(database, "one:1") as (store, one), server(database, "two:2") as (_, two):
        await store.create("oak", b"{}", [])  # belongs to who made it
        assert await one.claim("oak") is None
        assert await two.claim("oak") == Neighbour(one.name, "one:1")
        await one.give_up("oak")
        assert await two.claim("oak") is None
        assert await one.claim("oak") == Neighbour(two.name, "two:2")
        assert (one.held, two.held) == (set(), {"oak"})


async def test_a_name_that_is_no_room_is_not_kept(database: str) -> None:
    async with server(database, "one:1") as (_, one):
        assert await one.claim("made up") is None
        assert one.held == set()


async def test_of_many_who_claim_a_room_one_gets_it(database: str) -> None:
    async with server(database, "one:1") as (store, one), server(database, "two:2") as (_, two):
        rooms = [f"oak{number}" for number in range(20)]
        for room in rooms:
            await store.create(room, b"{}", [])
            one.held.add(room)
            await one.give_up(room)
        claims = [each.claim(room) for room in rooms for each in (one, two)]
        await asyncio.gather(*claims)
        assert one.held | two.held == set(rooms)
        assert one.held & two.held == set()


async def test_a_room_of_a_living_server_cannot_be_taken_however_long_it_takes(
    database: str,
) -> None:
    async with server(database, "one:1") as (store, one), server(database, "two:2") as (_, two):
        await store.create("oak", b"{}", [])
        await asyncio.sleep(2 * LEASE)  # it says again and again that it is alive
        assert await two.claim("oak") == Neighbour(one.name, "one:1")


async def test_an_owner_that_wakes_up_cannot_write_any_more(database: str) -> None:
    async with (
        server(database, "one:1") as (old, one),
        server(database, "two:2") as (new, two),
    ):
        await old.create("oak", b"{}", [])
        await old.create("elm", b"{}", [])
        assert [await one.claim(room) for room in ("oak", "elm")] == [None, None]
        await die(one)
        assert await two.claim("oak") is None
        with pytest.raises(NotHeld, match="belongs to another server"):
            await old.append("oak", 0, [SAID])
        assert await new.append("oak", 0, [SAID]) == 1
        with pytest.raises(NotHeld):
            await old.append("oak", 1, [SAID])
        assert await new.read("oak") == [SAID]
        assert await old.append("elm", 0, [SAID]) == 1  # which nobody has taken
        assert await anext(old.listen()) == "oak"  # it hears of what it has lost
        assert await one.lose({"oak", "elm"}) == ["oak"]


async def test_a_server_that_stops_in_order_leaves_its_rooms_at_once(database: str) -> None:
    async with server(database, "two:2") as (_, two):
        async with server(database, "one:1") as (store, _):
            await store.create("oak", b"{}", [])
        assert await two.claim("oak") is None


async def test_what_else_is_wrong_is_said_as_ever(database: str) -> None:
    async with server(database, "one:1") as (store, one):
        await store.create("oak", b"{}", [])
        with pytest.raises(Conflict):
            await store.append("oak", 5, [SAID])
        with pytest.raises(NoSuchRoom):
            await store.append("elm", 0, [SAID])
        assert await one.claim("elm") is None  # there is nothing to have


async def test_servers_share_a_secret_that_outsiders_do_not_know(database: str) -> None:
    storage = PostgresStorage(database)
    await storage.open()
    first, second = Leases(storage, "one:1"), Leases(storage, "one:1")
    secrets = [await first.begin(), await second.begin()]
    assert len(secrets[0]) == 32 and secrets[0] == secrets[1]
    await first.end()
    await second.end()
    await storage.close()


async def test_a_server_without_neighbours_writes_as_ever(database: str) -> None:
    alone = PostgresStorage(database)
    await alone.open()
    async with server(database, "one:1") as (store, _):
        await store.create("oak", b"{}", [])
        assert await alone.append("oak", 0, [SAID]) == 1
        with pytest.raises(Conflict):
            await store.append("oak", 0, [SAID])
    await alone.close()
