"""A server without a network, and clients for it: what the tests of rooms are played on."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec

from smashup.protocol.messages import ServerMessage
from smashup.server.app import Server, create_app
from smashup.server.clock import HandClock
from smashup.server.expiry import Keeping
from smashup.server.launch import bind, neighbours_of
from smashup.server.limits import Limits
from smashup.server.lobby import FOR_EVER, Lobby
from smashup.server.storage import open_storage
from smashup.server.workers import Inline

GENEROUS = Limits(people=10_000, messages=1e6, message_burst=1e6, lines=1e6, line_burst=1e6)
TWO_HUMANS = [{"kind": "human", "name": "Ada"}, {"kind": "human", "name": "Bo"}]
ADA_AND_BOT = [{"kind": "human", "name": "Ada"}, {"kind": "bot", "strength": "beginner"}]
ADA_AND_FREE = [{"kind": "human", "name": "Ada"}, {"kind": "open"}]
PAIRS = [["Aliens", "Robots"], ["Ninjas", "Zombies"]]
ADDRESS = "10.0.0.1"  # whence sockets come; calls come from elsewhere
PATIENCE = 120.0  # seconds for a message; only a server that hangs takes so long


def is_a(type: Any, answer: Any) -> bool:
    """Whether an answer has the fields of a structure, no more and no less."""
    return bool(msgspec.to_builtins(msgspec.convert(answer, type)) == answer)


class Closed(Exception):
    """The server closed the socket."""


class Table:
    """A running server, spoken to directly."""

    def __init__(self, lobby: Lobby, app: Server, clock: HandClock) -> None:
        self.lobby = lobby
        self.app = app
        self.clock = clock
        transport = httpx.ASGITransport(app=app, raise_app_exceptions=False)
        self.http = httpx.AsyncClient(transport=transport, base_url="http://table")
        self.sockets: list[Socket] = []

    async def post(self, path: str, body: Any = None, **headers: str) -> Any:
        """A call that must succeed."""
        response = await self.http.post(path, json=body, headers=_headers(headers))
        assert response.status_code == 200, response.text
        return response.json()

    async def get(self, path: str, **headers: str) -> Any:
        response = await self.http.get(path, headers=_headers(headers))
        assert response.status_code == 200, response.text
        return response.json()

    async def refused(self, method: str, path: str, body: Any = None, **headers: str) -> str:
        """The code of a call that must fail."""
        response = await self.http.request(method, path, json=body, headers=_headers(headers))
        assert response.status_code >= 400, response.text
        error = response.json()["error"]
        assert error["message"]
        return str(error["code"])

    async def room(self, seats: list[dict[str, Any]] | None = None, **more: Any) -> Any:
        """A new room; by default two people at one screen, with the same cards every time unless
        others may join."""
        seats = seats or TWO_HUMANS
        seed = {} if any(seat["kind"] == "open" for seat in seats) else {"seed": 7}
        options = {**seed, "first": 0, **more.pop("options", {})}
        body = {"seats": seats, "factions": PAIRS, "options": options, **more}
        return await self.post("/api/rooms", body)

    async def sit(self, room: Any, seat: int = 0, last: int = 0) -> Socket:
        """The socket of a seat that was just made, after its welcome."""
        token = next(s["token"] for s in room["seats"] if s["seat"] == seat)
        return await self.connect(room["room"], token, last)

    async def connect(self, room: str, token: str, last: int = 0, address: str = ADDRESS) -> Socket:
        """The socket of a token, after its welcome."""
        socket = Socket(self.app, address=address)
        self.sockets.append(socket)
        socket.last = last
        await socket.send("hello", room=room, token=token, last=last)
        await socket.until("ok")
        return socket

    async def watch(self, room: Any) -> Socket:
        """Somebody comes to watch by the room's invite."""
        path = f"/api/rooms/{room['room']}/watch"
        ticket = await self.post(path, {"invite": room["invite"], "name": "Eve"})
        return await self.connect(room["room"], ticket["token"])

    async def room_info(self, room: Any, seat: int = 0) -> Any:
        """The room as a seat is told of it."""
        token = next(s["token"] for s in room["seats"] if s["seat"] == seat)
        return await self.get(f"/api/rooms/{room['room']}", X_Seat_Token=token)

    async def share(self, room: Any, seat: int = 0) -> str:
        """The public name of the room's replay, asked for by a seat."""
        token = next(s["token"] for s in room["seats"] if s["seat"] == seat)
        return str((await self.post(f"/api/replays/{room['room']}", {"token": token}))["link"])

    async def settle(self) -> None:
        """Lets everything happen that can happen without time passing."""
        while busy := [task for task in self.lobby._tasks if not _listens(task)]:
            await asyncio.wait(busy)


async def join(t: Table, room: Any, name: str, seat: int | None = None) -> Any:
    """Takes an open seat by the room's invite, and agrees to open hands."""
    body: dict[str, Any] = {"invite": room["invite"], "name": name, "open_hands": True}
    if seat is not None:
        body["seat"] = seat
    return await t.post(f"/api/rooms/{room['room']}/join", body)


def _listens(task: asyncio.Task[Any]) -> bool:
    """Whether it waits for other processes, and so never ends by itself."""
    return getattr(task.get_coro(), "__name__", "") == "_listen"


def _headers(given: dict[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in given.items()}


class Socket:
    """A client's end of a socket; it remembers the view as a browser would."""

    def __init__(
        self,
        app: Callable[..., Awaitable[None]],
        origin: str | None = None,
        path: str = "/ws",
        address: str = ADDRESS,
    ) -> None:
        self._in: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._out: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        headers = [(b"host", b"table")]
        if origin is not None:
            headers.append((b"origin", origin.encode()))
        scope = {
            "type": "websocket",
            "path": path,
            "headers": headers,
            "client": (address, 1),
        }
        self._in.put_nowait({"type": "websocket.connect"})
        self._ids = itertools.count()
        self.last = 0
        self.v = 0
        self.view: dict[str, Any] = {}
        self.seen: list[dict[str, Any]] = []
        self.code: int | None = None
        self.task = asyncio.ensure_future(app(scope, self._in.get, self._out.put))

    async def send(self, t: str, **fields: Any) -> str:
        """Sends a message with a new id, and gives the id."""
        fields.setdefault("id", f"m{next(self._ids)}")
        await self.send_raw(json.dumps({"t": t, **fields}))
        return str(fields["id"])

    async def send_raw(self, text: str) -> None:
        await self._in.put({"type": "websocket.receive", "text": text})

    async def receive(self) -> dict[str, Any]:
        """The next message; `Closed` if the socket was closed."""
        while True:
            event = await asyncio.wait_for(self._out.get(), PATIENCE)
            if event["type"] == "websocket.close":
                self.code = event["code"]
                raise Closed(str(event["code"]))
            if event["type"] == "websocket.send":
                return self._take(json.loads(event["text"]))

    def _take(self, message: dict[str, Any]) -> dict[str, Any]:
        assert is_a(ServerMessage, message), "not as the protocol says"
        self.seen.append(message)
        if message["t"] == "welcome":
            self.last = message["n"]
        elif "n" in message:
            assert message["n"] == self.last + 1, "a message is missing"
            self.last = message["n"]
        if message.get("view") is not None:
            self.view.update(message["view"])
            self.v = message["v"]
        return message

    def waiting(self) -> bool:
        """Whether something has come that was not read yet."""
        return not self._out.empty()

    async def until(self, t: str) -> dict[str, Any]:
        """Reads on to the next message of this kind."""
        while (message := await self.receive())["t"] != t:
            if message["t"] == "error" and t != "error":
                raise AssertionError(message)
        return message

    async def ask(self, t: str, **fields: Any) -> dict[str, Any]:
        """Sends a message and gives its reply."""
        id = await self.send(t, **fields)
        while True:
            message = await self.receive()
            if message.get("id") == id:
                return message

    async def answer(self, option: int = 0, **fields: Any) -> dict[str, Any]:
        """Answers the decision that the view shows."""
        return await self.ask("answer", **{"v": self.v, "option": option, **fields})

    @property
    def decision(self) -> dict[str, Any] | None:
        found = self.view["private"]["decision"]
        assert found is None or isinstance(found, dict)
        return found

    def option(self, verb: str) -> int:
        """The index of the first option of that kind."""
        assert self.decision is not None
        return next(int(o["i"]) for o in self.decision["options"] if o["verb"] == verb)

    async def leave(self) -> None:
        """The connection breaks."""
        await self._in.put({"type": "websocket.disconnect", "code": 1006})
        await self.task


@asynccontextmanager
async def table(
    place: Path | str,
    limits: Limits = GENEROUS,
    keeping: Keeping = FOR_EVER,
    archive: Path | None = None,
    neighbours: bool = False,
) -> AsyncIterator[Table]:
    """A server with its data in a folder or a database, until the block ends. `neighbours`: it
    shares its database with others, each of which has rooms of its own."""
    clock = HandClock()
    where = place if isinstance(place, str) else place / "games.sqlite"
    lobby = Lobby(open_storage(where), clock, Inline(), limits, keeping, archive)
    if neighbours:
        lobby.neighbours = neighbours_of(lobby, bind("127.0.0.1", 0), "127.0.0.1")
    found = Table(lobby, create_app(lobby), clock)
    await lobby.open()
    try:
        yield found
        for socket in found.sockets:
            if not socket.task.done():
                await socket.leave()
    finally:
        await found.http.aclose()
        await lobby.close()


async def play_to_the_end(sockets: dict[int, Socket], pick: Callable[[int], int]) -> None:
    """Everyone answers in turn until the game is over; `pick` chooses among so many options."""
    while True:
        seat = next((s for s, socket in sockets.items() if socket.decision is not None), None)
        if seat is None:
            return
        socket = sockets[seat]
        assert socket.decision is not None
        reply = await socket.answer(pick(len(socket.decision["options"])))
        assert reply["t"] == "ok", reply
        for other in sockets.values():
            while other.v < reply["v"]:
                await other.receive()


async def finished(t: Table) -> Any:
    """The room of a game that two people have played to its end, the same every time."""
    room = await t.room()
    sockets = {seat: await t.sit(room, seat) for seat in (0, 1)}
    await play_to_the_end(sockets, random.Random(1).randrange)
    return room
