"""What every store must do, on SQLite and on PostgreSQL alike."""

import asyncio
import sqlite3
from collections.abc import Sequence
from pathlib import Path

import psycopg
import pytest

from smashup.server.sqlite_storage import SqliteStorage
from smashup.server.storage import (
    AlreadyThere,
    Conflict,
    Doubled,
    Entry,
    NoSuchRoom,
    Storage,
    StorageError,
    Ticket,
    open_storage,
)

pytestmark = pytest.mark.anyio


def answer(id: str = "", seat: int = 0, body: bytes = b"{}") -> Entry:
    return Entry("answer", seat, id, body, 12.5)


async def reopened(store: Storage, place: str) -> Storage:
    await store.close()
    again = open_storage(place)
    await again.open()
    return again


async def test_a_room_is_found_as_it_was_made(store: Storage) -> None:
    first = Entry("join", 1, "m1", '{"name": "Zoë"}'.encode(), 1700000000.25)
    await store.create("oak", b'{"edition": "oops"}', [Ticket(b"h" * 32, 0)], [first])

    head = await store.head("oak")
    assert head is not None
    assert (head.head, head.state, head.length) == (b'{"edition": "oops"}', "waiting", 1)
    assert await store.read("oak") == [first]
    assert await store.rooms("waiting") == ["oak"]


async def test_a_room_there_is_not_is_empty(store: Storage) -> None:
    assert await store.head("oak") is None
    assert await store.read("oak") == []
    with pytest.raises(NoSuchRoom, match="no room oak"):
        await store.append("oak", 0, [answer()])


async def test_no_name_is_too_odd_to_be_asked_for(store: Storage) -> None:
    for name in ("", "\0", "oak\0", "'; DROP TABLE room; --", "ü" * 1000):
        assert await store.head(name) is None
        assert await store.read(name) == []
        assert await store.replay(name) is None


async def test_a_name_is_given_once(store: Storage) -> None:
    await store.create("oak", b"first", [])
    with pytest.raises(AlreadyThere):
        await store.create("oak", b"second", [Ticket(b"h" * 32, 0)])
    head = await store.head("oak")
    assert head is not None and head.head == b"first"
    assert await store.find_tokens([b"h" * 32]) == []


async def test_entries_come_back_in_order(store: Storage) -> None:
    await store.create("oak", b"{}", [])
    entries = [answer(f"m{i}", body=b"%d" % i) for i in range(5)]
    assert await store.append("oak", 0, entries[:2]) == 2
    assert await store.append("oak", 2, entries[2:]) == 5
    assert await store.read("oak") == entries
    assert await store.read("oak", since=3) == entries[3:]
    assert await store.read("oak", since=9) == []


async def test_bodies_are_kept_byte_for_byte(store: Storage) -> None:
    body = bytes(range(256)) * 40
    await store.create("oak", body, [], [answer(body=body)])
    head = await store.head("oak")
    assert head is not None and head.head == body
    assert (await store.read("oak"))[0].body == body


async def test_who_is_behind_is_told_and_changes_nothing(store: Storage) -> None:
    await store.create("oak", b"{}", [], [answer("m1")])
    with pytest.raises(Conflict, match="not 0 entries long"):
        await store.append("oak", 0, [answer("m2")], state="over", tokens=[Ticket(b"h" * 32, 1)])
    with pytest.raises(Conflict):
        await store.append("oak", 2, [answer("m2")])
    assert await store.read("oak") == [answer("m1")]
    assert await store.rooms("over") == []
    assert await store.find_tokens([b"h" * 32]) == []


async def test_a_seats_message_is_kept_once(store: Storage) -> None:
    await store.create("oak", b"{}", [], [answer("m1", seat=0)])
    with pytest.raises(Doubled):
        await store.append("oak", 1, [answer("m2"), answer("m1")], state="over")
    assert await store.read("oak") == [answer("m1")]
    assert await store.rooms("over") == []

    # Another seat's, and those without an id, are other messages.
    await store.append("oak", 1, [answer("m1", seat=1), answer(""), answer("")])
    head = await store.head("oak")
    assert head is not None and head.length == 4


async def test_tokens_lead_to_their_rooms_oldest_first(store: Storage) -> None:
    await store.create("oak", b"{}", [Ticket(b"a" * 32, 0), Ticket(b"w" * 32, -1)])
    await store.create("elm", b"{}", [Ticket(b"b" * 32, 2)])
    await store.append("oak", 0, [answer()], tokens=[Ticket(b"c" * 32, 1)])

    found = await store.find_tokens([b"b" * 32, b"x" * 32, b"c" * 32, b"a" * 32, b"a" * 32])
    assert found == [("oak", 0), ("oak", 1), ("elm", 2)]
    assert await store.find_tokens([b"w" * 32]) == [("oak", -1)]
    assert await store.find_tokens([]) == []


async def test_a_token_opens_one_seat_only(store: Storage) -> None:
    await store.create("oak", b"{}", [Ticket(b"a" * 32, 0)])
    await store.create("elm", b"{}", [])
    with pytest.raises(AlreadyThere):
        await store.append("elm", 0, [answer()], tokens=[Ticket(b"a" * 32, 1)])
    assert await store.read("elm") == []
    assert await store.find_tokens([b"a" * 32]) == [("oak", 0)]


async def test_rooms_are_listed_by_state(store: Storage) -> None:
    for room in ("oak", "elm", "ash"):
        await store.create(room, b"{}", [])
    await store.append("elm", 0, [answer()], state="playing")
    await store.append("oak", 0, [], state="set_aside")
    assert await store.rooms("waiting") == ["ash"]
    assert await store.rooms("playing") == ["elm"]
    assert await store.rooms("set_aside") == ["oak"]
    assert await store.rooms("over") == []


async def test_a_shared_replay_stays_as_it_was(store: Storage) -> None:
    await store.publish("r1", "oak", b"whole game")
    assert await store.replay("r1") == ("oak", b"whole game")
    with pytest.raises(AlreadyThere):
        await store.publish("r1", "oak", b"another")
    assert await store.replay("r1") == ("oak", b"whole game")
    assert await store.replay("r2") is None


async def test_all_is_there_after_closing_and_opening(store: Storage, place: str) -> None:
    await store.create("oak", b"{}", [Ticket(b"a" * 32, 0)], [answer("m1")])
    await store.append("oak", 1, [answer("m2")], state="playing")
    await store.publish("r1", "oak", b"game")

    again = await reopened(store, place)
    assert await again.read("oak") == [answer("m1"), answer("m2")]
    assert await again.rooms("playing") == ["oak"]
    assert await again.find_tokens([b"a" * 32]) == [("oak", 0)]
    assert await again.replay("r1") == ("oak", b"game")
    await again.close()


async def test_of_many_at_the_same_place_one_wins(store: Storage) -> None:
    await store.create("oak", b"{}", [])
    tries = [store.append("oak", 0, [answer(f"m{i}")]) for i in range(30)]
    results = await asyncio.gather(*tries, return_exceptions=True)
    assert results.count(1) == 1
    assert sum(isinstance(result, Conflict) for result in results) == 29
    assert len(await store.read("oak")) == 1


async def test_many_rooms_grow_at_once(store: Storage) -> None:
    async def fill(room: str) -> None:
        await store.create(room, b"{}", [])
        for i in range(20):
            assert await store.append(room, i, [answer(f"m{i}")]) == i + 1

    rooms = [f"room{i}" for i in range(20)]
    await asyncio.gather(*map(fill, rooms))
    for room in rooms:
        assert [entry.id for entry in await store.read(room)] == [f"m{i}" for i in range(20)]


async def test_one_bad_request_harms_no_other(store: Storage) -> None:
    await store.create("oak", b"{}", [])
    await store.create("elm", b"{}", [])
    not_bytes: Sequence[Entry] = [Entry("chat", 0, "m1", object(), 1.0)]  # type: ignore[arg-type]
    no_text = [Entry("chat", 0, "\ud800", b"", 1.0)]
    results = await asyncio.gather(
        store.append("oak", 0, not_bytes),
        store.append("elm", 0, [answer("m1")]),
        store.append("oak", 0, no_text),
        store.append("oak", 0, [answer("m1")]),
        return_exceptions=True,
    )
    assert isinstance(results[0], Exception) and isinstance(results[2], Exception)
    assert (results[1], results[3]) == (1, 1)


async def test_a_cancelled_wait_leaves_the_store_in_order(store: Storage) -> None:
    await store.create("oak", b"{}", [])
    task = asyncio.create_task(store.append("oak", 0, [answer("m1")]))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    length = len(await store.read("oak"))  # 0 or 1, as it happened
    try:
        await store.append("oak", length, [answer("m2")])
    except Conflict:  # the cancelled one came in between
        await store.append("oak", 1, [answer("m2")])
    assert (await store.read("oak"))[-1].id == "m2"


async def test_a_closed_store_says_so(store: Storage) -> None:
    await store.close()
    await store.close()
    with pytest.raises(StorageError, match="closed"):
        await store.create("oak", b"{}", [])
    with pytest.raises(StorageError, match="closed"):
        await store.read("oak")


async def test_a_closed_store_can_be_opened_again(store: Storage) -> None:
    await store.create("oak", b"{}", [])
    await store.close()
    await store.open()
    assert await store.append("oak", 0, [answer("m1")]) == 1
    assert await store.read("oak") == [answer("m1")]


async def test_listening_ends_with_the_store(store: Storage) -> None:
    async def news() -> list[str]:
        return [room async for room in store.listen()]

    hearing = asyncio.create_task(news())
    await store.create("oak", b"{}", [])  # its own doing is no news
    await store.close()
    assert await hearing == []


async def test_holding_twice_is_holding(store: Storage) -> None:
    assert await store.try_hold("oak")
    assert await store.try_hold("oak")
    await store.release("oak")
    await store.release("oak")
    assert await store.try_hold("oak")


async def test_tables_of_another_version_are_left_alone(store: Storage, place: str) -> None:
    await store.create("oak", b"{}", [])
    await store.close()
    change = "UPDATE layout SET version = 99"
    if place.startswith("postgresql"):
        with psycopg.connect(place) as database:
            database.execute(change)
    else:
        with sqlite3.connect(place) as file:
            file.execute(change)
        file.close()
    with pytest.raises(StorageError, match="another version"):
        await open_storage(place).open()


async def test_a_file_that_holds_something_else_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear reader, this is no database.\n" * 100)
    with pytest.raises(StorageError, match="cannot be opened"):
        await SqliteStorage(path).open()
    assert path.read_text().startswith("Dear reader")


async def test_a_database_that_is_not_there_is_named_as_the_trouble(tmp_path: Path) -> None:
    nowhere = open_storage(f"postgresql:///games?host={tmp_path}&connect_timeout=1")
    with pytest.raises(StorageError, match="does not answer"):
        await nowhere.open()


async def test_of_many_at_once_only_those_fail_that_do_not_fit(store: Storage) -> None:
    """Whatever shares a transaction with them: each is told its own, and the others last."""
    rooms = [f"room{number}" for number in range(70)]
    for room in rooms:
        await store.create(room, b"{}", [])
    many = [answer("m0", 0), answer("m1", 3, "Zoë".encode())]
    for length, one in enumerate(many):
        grown = await asyncio.gather(*(store.append(room, length, [one]) for room in rooms))
        assert grown == [length + 1] * 70
    results = await asyncio.gather(
        store.append("room0", 2, [answer("m2")]),
        store.append("room1", 7, [answer("m2")]),  # it is not that long
        store.append("room2", 2, [answer("m2"), answer("m0")]),  # it has that already
        store.append("no room", 2, [answer("m2")]),
        store.append("room3", 2, [answer("m2")], state="over"),
        store.append("room4", 2, [answer("m2"), answer("m3")]),
        store.keep_snapshot("room5", 2, b"snapshot"),
        return_exceptions=True,
    )
    kinds = [type(result) for result in results]
    assert kinds == [int, Conflict, Doubled, NoSuchRoom, int, int, type(None)]
    for number, length in enumerate((3, 2, 2, 3, 4, 2)):
        head = await store.head(rooms[number])
        assert head is not None
        entries = await store.read(rooms[number])
        assert (len(entries), head.length) == (length, length)
        assert entries[:2] == many
    assert await store.rooms("over") == ["room3"]
    assert await store.snapshot("room5") == (2, b"snapshot")
