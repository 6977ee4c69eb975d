"""Stores seen from several processes: sharing games, and being killed in the middle of it."""

import asyncio
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

import psycopg
import pytest

from smashup.server.storage import ANY_ROOM, Storage, StorageError, open_storage

pytestmark = pytest.mark.anyio

APPENDER = Path(__file__).with_name("appender.py")
ROOMS = ["oak", "elm", "ash"]
Process = subprocess.Popen[str]


def appender(place: str, name: str, tasks: int, times: int) -> Process:
    command = [sys.executable, str(APPENDER), place, name, str(tasks), str(times), *ROOMS]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def begin(processes: Sequence[Process]) -> None:
    """Lets them append, when all of them are ready to hear of it."""
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()


def acknowledged(lines: Iterable[str]) -> list[tuple[str, str]]:
    words = [line.split() for line in lines]
    return [(room, id) for kind, room, id in (w for w in words if len(w) == 3) if kind == "ack"]


async def in_the_logs(store: Storage) -> list[tuple[str, str]]:
    return [(room, entry.id) for room in ROOMS for entry in await store.read(room)]


async def test_what_was_acknowledged_survives_a_kill(place: str) -> None:
    store = open_storage(place)
    await store.open()
    for room in ROOMS:
        await store.create(room, b"{}", [])
    await store.close()

    moments = random.Random(6)
    told: list[tuple[str, str]] = []
    for life in range(5):
        process = appender(place, f"life{life}", tasks=8, times=0)
        begin([process])
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(moments.randrange(1, 150))]
        process.kill()
        rest, _ = process.communicate()
        told += acknowledged([*lines, *rest.splitlines()])

    await store.open()
    kept = Counter(await in_the_logs(store))
    assert set(told) <= set(kept)
    assert set(kept.values()) == {1}
    for room in ROOMS:
        head = await store.head(room)
        assert head is not None and head.length == len(await store.read(room))
    await store.close()


async def test_two_processes_share_rooms(database: str) -> None:
    store = open_storage(database)
    await store.open()
    for room in ROOMS:
        await store.create(room, b"{}", [])

    processes = [appender(database, name, tasks=3, times=60) for name in ("left", "right")]
    begin(processes)
    outputs = await asyncio.gather(*(asyncio.to_thread(_run_through, each) for each in processes))

    told = [ack for lines in outputs for ack in acknowledged(lines)]
    assert len(told) == 2 * 3 * 60
    assert Counter(await in_the_logs(store)) == Counter(told)  # nothing lost, nothing doubled
    for lines in outputs:
        assert {line.split()[1] for line in lines if line.startswith("news")} == set(ROOMS)
    await store.close()


def _run_through(process: Process) -> list[str]:
    """All it says, when it has done its share and has heard of each room."""
    assert process.stdin is not None and process.stdout is not None
    lines: list[str] = []
    missing = {"done", *(f"news {room}" for room in ROOMS)}
    while missing:
        line = process.stdout.readline().strip()
        assert line or process.poll() is None, "it ended early"
        lines.append(line)
        missing.discard(line)
    rest, _ = process.communicate()
    return lines + rest.splitlines()


async def test_only_one_process_holds_a_room(database: str) -> None:
    here, there = open_storage(database), open_storage(database)
    await here.open()
    await there.open()
    assert await here.try_hold("oak")
    assert not await there.try_hold("oak")
    assert await there.try_hold("elm")
    await here.release("oak")
    assert await there.try_hold("oak")
    await there.close()
    assert await here.try_hold("elm")  # what a process held is free when it is gone
    await here.close()


async def test_a_lost_connection_is_mended_and_told(database: str) -> None:
    here, there = open_storage(database), open_storage(database)
    await here.open()
    await there.open()
    news = here.listen()
    await _cut_listeners(database)
    assert await anext(news) == ANY_ROOM
    await there.create("oak", b"{}", [])
    while (room := await anext(news)) == ANY_ROOM:
        pass
    assert room == "oak"
    assert await here.read("oak") == []
    await here.close()
    await there.close()


async def _cut_listeners(database: str) -> None:
    async with await psycopg.AsyncConnection.connect(database, autocommit=True) as connection:
        await connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE query LIKE 'LISTEN%' AND pid <> pg_backend_pid()"
        )


async def test_a_second_server_on_the_same_file_is_refused(tmp_path: Path) -> None:
    place = str(tmp_path / "games.sqlite")
    first = appender(place, "first", tasks=0, times=1)
    assert first.stdout is not None
    assert first.stdout.readline() == "ready\n"
    with pytest.raises(StorageError, match="Another server is using"):
        await open_storage(place).open()

    first.kill()
    first.communicate()
    second = open_storage(place)
    await second.open()  # a killed server is in nobody's way
    await second.close()
