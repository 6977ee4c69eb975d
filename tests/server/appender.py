"""A process that appends to rooms and tells what was acknowledged, for the tests to kill or pair.

    python appender.py PLACE NAME TASKS TIMES ROOM…

It prints `ready` when it hears of others, and begins when it is sent a line. Each of TASKS tasks
appends TIMES entries (0: without end) to the rooms in turn, catching up where another was quicker.
Lines it prints then: `ack ROOM ID` when an append returned, `news ROOM` when another process
appended, `done` at the end.
"""

import asyncio
import itertools
import sys

from smashup.server.storage import ANY_ROOM, Conflict, Entry, Storage, open_storage


async def main(place: str, name: str, tasks: int, times: int, rooms: list[str]) -> None:
    store = open_storage(place)
    await store.open()
    hearing = asyncio.create_task(tell_news(store))
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    await asyncio.gather(*(fill(store, f"{name}.{i}", times, rooms) for i in range(tasks)))
    print("done", flush=True)
    await asyncio.to_thread(sys.stdin.read)  # goes on listening until its input is closed
    await store.close()
    await hearing


async def tell_news(store: Storage) -> None:
    async for room in store.listen():
        print("news", room or ANY_ROOM, flush=True)


async def fill(store: Storage, name: str, times: int, rooms: list[str]) -> None:
    for i in itertools.count() if times == 0 else range(times):
        room = rooms[i % len(rooms)]
        await append(store, room, Entry("answer", 0, f"{name}.{i}", b"{}", 0.0))
        print("ack", room, f"{name}.{i}", flush=True)


async def append(store: Storage, room: str, entry: Entry) -> None:
    length = len(await store.read(room))
    while True:
        try:
            await store.append(room, length, [entry])
        except Conflict:
            length += len(await store.read(room, since=length))
        else:
            return


if __name__ == "__main__":
    place, name, tasks, times, *rooms = sys.argv[1:]
    asyncio.run(main(place, name, int(tasks), int(times), rooms))
