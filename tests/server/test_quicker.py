"""Another process was first: whatever is asked of a room looks again, and then happens once."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from smashup.server import entries as kinds
from smashup.server.entries import Body, entry

from .tables import ADA_AND_FREE, Table, join, table
from .test_replays import finished

pytestmark = pytest.mark.anyio


def be_quicker(t: Table, room: str) -> None:
    """The next thing that is added to a room comes too late: another process has added a line."""
    append = t.lobby.storage.append

    async def late(name: str, since: int, *rest: Any, **more: Any) -> int:
        if name == room:
            t.lobby.storage.append = append  # type: ignore[method-assign]
            line = entry(kinds.NOTE, -1, t.clock.now(), Body(text="quicker"))
            await append(name, since, [line])
        return await append(name, since, *rest, **more)

    t.lobby.storage.append = late  # type: ignore[method-assign]


async def full(t: Table) -> Any:
    room = await t.room(ADA_AND_FREE)
    await join(t, room, "Bo")
    return room


Prepared = tuple[Any, Callable[[], Awaitable[Any]]]


def token(room: Any, seat: int = 0) -> dict[str, str]:
    return {"X_Seat_Token": room["seats"][seat]["token"]}


async def joining(t: Table) -> Prepared:
    room = await t.room(ADA_AND_FREE)
    return room, lambda: join(t, room, "Bo")


async def watching(t: Table) -> Prepared:
    room = await full(t)
    path, body = f"/api/rooms/{room['room']}/watch", {"invite": room["invite"]}
    return room, lambda: t.post(path, body)


async def starting(t: Table) -> Prepared:
    room = await full(t)
    return room, lambda: t.post(f"/api/rooms/{room['room']}/start", **token(room))


async def removing(t: Table) -> Prepared:
    room = await full(t)
    path = f"/api/rooms/{room['room']}/remove"
    return room, lambda: t.post(path, {"seat": 1}, **token(room))


async def renewing(t: Table) -> Prepared:
    room = await full(t)
    return room, lambda: t.post(f"/api/rooms/{room['room']}/invite", **token(room))


async def handing_over(t: Table) -> Prepared:
    room = await full(t)
    return room, lambda: t.post(f"/api/rooms/{room['room']}/handover", **token(room))


async def sharing(t: Table) -> Prepared:
    room = await finished(t)
    return room, lambda: t.share(room)


async def asking_for_a_rematch(t: Table) -> Prepared:
    room = await finished(t)
    return room, lambda: t.post(f"/api/rooms/{room['room']}/rematch", **token(room))


async def coming_to_a_rematch(t: Table) -> Prepared:
    room = await finished(t)
    path = f"/api/rooms/{room['room']}/rematch"
    again = await t.post(path, **token(room))
    return again, lambda: t.post(path, **token(room, 1))


@pytest.mark.parametrize(
    "prepare",
    [
        joining,
        watching,
        starting,
        removing,
        renewing,
        handing_over,
        sharing,
        asking_for_a_rematch,
        coming_to_a_rematch,
    ],
)
async def test_it_is_tried_again(
    tmp_path: Path, prepare: Callable[[Table], Awaitable[Prepared]]
) -> None:
    async with table(tmp_path) as t:
        room, do = await prepare(t)
        name = room["room"]
        be_quicker(t, name)
        assert await do()
        log = await t.lobby.storage.read(name)
        assert [one.kind for one in log].count(kinds.NOTE) >= 1
        assert t.lobby.rooms[name].fold.length == len(log)
    async with table(tmp_path) as t:
        assert (await t.lobby.room(name)).fold.length == len(log)
