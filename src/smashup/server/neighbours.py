"""The other servers on the same database: what is for a room of theirs is passed on to them.

A client may be connected to any server. If its room belongs to another, this one passes the
messages of its socket on, and the frames that are meant for it back, without looking into either;
REST calls likewise. So a token is judged where the room's log is, and of what a seat may know
nothing comes to a server but by the sockets of that seat.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import socket
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp

from smashup.server import asking, metrics
from smashup.server.asking import Asker
from smashup.server.bodies import Written, failure
from smashup.server.channel import Connection
from smashup.server.errors import Elsewhere, Refused, too_busy
from smashup.server.links import (
    MOST,
    Answered,
    Call,
    Ended,
    Frame,
    Gone,
    Link,
    More,
    Open,
    Said,
    Told,
    answer,
    dial,
)
from smashup.server.room import CLOSED, REOPENED, Room
from smashup.server.sockets import Socket, never
from smashup.server.turns import Crowded, Shares

if TYPE_CHECKING:
    from smashup.server.leases import Leases, Neighbour  # which need psycopg
    from smashup.server.lobby import Lobby

log = logging.getLogger(__name__)

PATIENCE = 5.0  # seconds to wait for a server that does not answer, or for the end of its lease
AGAIN = 0.05  # seconds between two tries
CALL_TIME = 30.0  # seconds for a call that is passed on
WINDOW = 32  # messages of a client that may be under way
MOST_HOPS = 3  # servers that pass one call on, each thinking that another has the room
MOST_CALLS, MOST_CALLS_OF_ONE = 256, 64  # under way for one neighbour, of one client's address
STRANGERS = 64  # lines whose other end is not known yet
GONE_AWAY = 1006  # how the other server is told that a client is gone


class Neighbours:
    """Passes on what is for rooms of others, and does what others pass on."""

    def __init__(self, lobby: Lobby, leases: Leases, listening: socket.socket) -> None:
        self.leases = leases
        self.application: ASGIApp | None = None  # answers the calls that others pass on
        self._lobby = lobby
        self._listening = listening
        self._secret = b""
        self._server: asyncio.Server | None = None
        self._strangers = 0
        self._ways: dict[str, Way] = {}
        self._dialling: dict[str, asyncio.Lock] = {}
        self._links: set[Link] = set()

    async def open(self) -> None:
        """Is there for the others from now on; the store is open."""
        self._secret = await self.leases.begin()
        self._server = await asyncio.start_server(self._come, sock=self._listening)

    async def close(self) -> None:
        """Is there no more."""
        if self._server is not None:
            self._server.close()
        for link in list(self._links):
            link.close()
        await self.leases.end()

    # -- passing on ---------------------------------------------------------------------

    async def find(self, name: str) -> Room | Way:
        """A room that is ours, or the way to who has it. One whose owner is dead becomes ours."""
        late = asyncio.get_running_loop().time() + PATIENCE
        while True:
            try:
                return await self._lobby.room(name)
            except Elsewhere as elsewhere:
                owner = elsewhere.owner
                if asyncio.get_running_loop().time() > late:
                    raise
            if owner is not None:
                try:
                    return await self._way(owner)
                except Gone as gone:
                    log.warning("server %s at %s is not reached: %s", *owner, gone)
            await asyncio.sleep(AGAIN)

    async def _way(self, owner: Neighbour) -> Way:
        async with self._dialling.setdefault(owner.name, asyncio.Lock()):
            way = self._ways.get(owner.name)
            if way is None:
                own = self.leases.name
                link = await dial(owner.address, own, owner.name, self._secret)
                way = self._ways[owner.name] = Way(link)
                self._links.add(link)
                self._lobby.spawn(self._keep(owner.name, way))
        return way

    async def _keep(self, owner: str, way: Way) -> None:
        try:
            await way.run()
        finally:
            self._links.discard(way.link)
            self._ways.pop(owner, None)
            self._dialling.pop(owner, None)

    async def pass_on(self, room: str, call: Call) -> Response:
        """Has a call answered by whoever has the room, be it by now this server itself."""
        if call.hops >= MOST_HOPS:
            raise Refused("stale", "The table is just being moved.", "Try again.", retry_after=1.0)
        call.hops += 1
        found = await self.find(room)
        if isinstance(found, Room):
            answered = await self._answer(call, asking.who())
        elif call.method == "GET":
            answered = await asking.who().stays_for(found.call(call))
        else:
            answered = await found.call(call)
        response: Written[Any] = Written(answered.body, status=answered.status)
        response.raw_headers = answered.headers
        return response

    # -- being passed on to -------------------------------------------------------------

    async def _come(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Somebody has dialled."""
        if self._strangers >= STRANGERS:
            writer.close()
            return
        self._strangers += 1
        try:
            link = await answer(reader, writer, self.leases.name, self._secret)
        finally:
            self._strangers -= 1
        if link is None:
            writer.close()
            return
        self._links.add(link)
        try:
            await _Host(self._lobby, link, self._answer).run()
        finally:
            self._links.discard(link)

    async def _answer(self, call: Call, asker: Asker) -> Answered:
        """Has the application answer a call that another server took."""
        assert self.application is not None
        asking.begin(asker)
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "scheme": "http",
            "method": call.method,
            "path": call.path,
            "raw_path": call.path.encode(),
            "query_string": call.query,
            "root_path": "",
            "headers": call.headers,
            "client": (call.address, 0),
            "server": None,
            "state": {"address": call.address, "hops": call.hops},
        }
        answered = Answered(call.stream, 500, [], b"")

        async def receive() -> Any:
            return {"type": "http.request", "body": call.body, "more_body": False}

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                answered.status, answered.headers = message["status"], message["headers"]
            else:
                answered.body += message.get("body", b"")

        await self.application(scope, receive, send)
        return answered


async def pass_on(request: Request, room: str) -> Response:
    """What a call is answered by the server that has a room."""
    neighbours = request.app.state.lobby.neighbours
    assert isinstance(neighbours, Neighbours)
    scope = request.scope
    call = Call(
        0,
        request.state.address,
        request.method,
        scope["path"],
        scope["query_string"],
        scope["headers"],
        await request.body(),
        was_passed_on(request),
    )
    return await neighbours.pass_on(room, call)


def was_passed_on(request: Request) -> int:
    """How many servers passed a call on until it came here."""
    return getattr(request.state, "hops", 0)


class Way:
    """The way to the rooms of another server."""

    def __init__(self, link: Link) -> None:
        self.link = link
        self._numbers = itertools.count()
        self._passages: dict[int, Passage] = {}
        self._calls: dict[int, asyncio.Future[Answered]] = {}

    async def run(self) -> None:
        """Hands out what comes back, until the line ends."""
        try:
            async for frame in self.link.frames():
                self._take(frame)
        finally:
            for passage in list(self._passages.values()):
                passage.close(CLOSED, REOPENED)
            for waiting in self._calls.values():
                if not waiting.done():
                    waiting.set_exception(_broken_off())

    def _take(self, frame: Frame) -> None:
        if isinstance(frame, Answered):
            waiting = self._calls.get(frame.stream)
            if waiting is not None and not waiting.done():
                waiting.set_result(frame)
            return
        passage = self._passages.get(getattr(frame, "stream", -1))
        if passage is None:
            return  # the client is gone
        if isinstance(frame, Told):
            passage.tell(frame.text)
        elif isinstance(frame, More):
            passage.allow(frame.count)
        elif isinstance(frame, Ended):
            passage.close(frame.code, frame.reason)

    def passage(self, connection: Connection, address: str, text: bytes) -> Passage:
        """Passes a client's socket on, from its first message."""
        stream = next(self._numbers)
        passage = self._passages[stream] = Passage(self.link, stream, connection, self._forget)
        if self.link.closed:  # since it was found
            passage.close(CLOSED, REOPENED)
        self.link.send(Open(stream, address, text))
        metrics.PASSED_ON_MESSAGES.inc()
        return passage

    def _forget(self, stream: int) -> None:
        self._passages.pop(stream, None)

    async def call(self, call: Call) -> Answered:
        """What the other server answers; `Refused` if it is gone before it has."""
        if self.link.closed:
            raise _broken_off()
        call.stream = next(self._numbers)
        waiting: asyncio.Future[Answered] = asyncio.get_running_loop().create_future()
        self._calls[call.stream] = waiting
        try:
            self.link.send(call)
            metrics.PASSED_ON_CALLS.inc()
            async with asyncio.timeout(CALL_TIME):
                return await waiting
        except TimeoutError:
            raise _broken_off() from None
        finally:
            del self._calls[call.stream]
            if not waiting.done() or waiting.cancelled():  # nobody waits for it any more
                self.link.send(Ended(call.stream, GONE_AWAY, ""))


class Passage:
    """A client's socket whose room is elsewhere."""

    def __init__(
        self, link: Link, stream: int, connection: Connection, forget: Callable[[int], None]
    ) -> None:
        self._link = link
        self._stream = stream
        self._connection = connection
        self._forget = forget
        self._allowed = asyncio.Semaphore(WINDOW)

    async def say(self, text: str | bytes) -> None:
        """Passes a message on, when those before it were read."""
        await self._allowed.acquire()
        said = text.encode() if isinstance(text, str) else text
        self._link.send(Said(self._stream, said))
        metrics.PASSED_ON_MESSAGES.inc()
        await self._link.sent()

    def allow(self, count: int) -> None:
        for _ in range(count):
            self._allowed.release()

    def tell(self, text: str) -> None:
        self._connection.push(text.encode())

    def close(self, code: int, reason: str) -> None:
        """The other server ends it."""
        self._forget(self._stream)
        self._connection.close(code, reason)
        self._allowed.release()  # for a message that waits to be passed on

    def end(self) -> None:
        """The client is gone."""
        self._forget(self._stream)
        self._link.send(Ended(self._stream, GONE_AWAY, ""))


class _Host:
    """What one neighbour passes on to us."""

    def __init__(self, lobby: Lobby, link: Link, do: Callable[[Call, Asker], Any]) -> None:
        self._lobby = lobby
        self._link = link
        self._do = do
        self._guests: dict[int, _Guest] = {}
        self._callers: dict[int, _Caller] = {}
        self._places = Shares(MOST_CALLS, MOST_CALLS_OF_ONE)

    async def run(self) -> None:
        try:
            async for frame in self._link.frames():
                if not self._take(frame):
                    break  # that is none of ours
        finally:
            for stream in (*self._guests, *self._callers):
                self._left(stream)

    def _take(self, frame: Frame) -> bool:
        if isinstance(frame, Open):
            guest = self._guests[frame.stream] = _Guest(self._link, frame)
            self._spawn(frame.address, self._serve(guest, frame))
        elif isinstance(frame, Said):
            guest_or_none = self._guests.get(frame.stream)
            return guest_or_none is None or guest_or_none.hear(frame.text)
        elif isinstance(frame, Ended):
            self._left(frame.stream)
        elif isinstance(frame, Call):
            self._spawn(frame.address, self._answer(frame))
        return True

    def _spawn(self, address: str, work: Coroutine[Any, Any, None]) -> None:
        self._lobby.spawn(self._lobby.loop_time.of(address, work))

    def _left(self, stream: int) -> None:
        for gone in (self._guests.get(stream), self._callers.get(stream)):
            if gone is not None:
                gone.leave()

    async def _serve(self, guest: _Guest, opened: Open) -> None:
        asking.begin(Asker(opened.address))
        try:
            way = guest.receive, guest.send, never
            socket = Socket(self._lobby, opened.address, *way, passed_on=True)
            await socket.run()
        finally:
            del self._guests[opened.stream]
            self._link.send(Ended(opened.stream, CLOSED, REOPENED))

    async def _answer(self, call: Call) -> None:
        caller = self._callers[call.stream] = _Caller()
        asker = Asker(call.address, caller.receive if call.method == "GET" else None)
        try:
            await self._lobby.loop_time.turn(call.address)
            with self._places.place(call.address):
                answered = await self._do(call, asker)
        except Crowded:
            answered = _refused(call, too_busy())
        finally:
            del self._callers[call.stream]
        if len(answered.body) > MOST // 2:
            answered = _refused(call, Refused("unexpected", "The answer is too long to be told."))
        self._link.send(answered)
        await self._link.sent()


def _refused(call: Call, error: Refused) -> Answered:
    response = failure(error)
    return Answered(call.stream, response.status_code, response.raw_headers, bytes(response.body))


class _Caller:
    """Who made a call at another server."""

    def __init__(self) -> None:
        self._left = asyncio.Event()

    def leave(self) -> None:
        self._left.set()

    async def receive(self) -> dict[str, Any]:
        """That they have hung up, when they have."""
        await self._left.wait()
        return {"type": "http.disconnect"}


class _Guest:
    """A client's socket at another server, as `Socket` sees it."""

    def __init__(self, link: Link, opened: Open) -> None:
        self._link = link
        self._stream = opened.stream
        self._heard: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._heard.put_nowait(opened.text)
        self._read = -1  # messages since more were asked for; the first one was not counted
        self._left = False

    def hear(self, text: bytes) -> bool:
        """The client said something; False if it is more than was allowed."""
        self._heard.put_nowait(text)
        return self._heard.qsize() <= WINDOW + 1

    def leave(self) -> None:
        self._heard.put_nowait(None)

    async def receive(self) -> dict[str, Any]:
        text = None if self._left else await self._heard.get()
        if text is None:
            self._left = True
            return {"type": "websocket.disconnect", "code": GONE_AWAY}
        self._read += 1
        if self._read >= WINDOW // 2:
            self._link.send(More(self._stream, self._read))
            self._read = 0
        return {"type": "websocket.receive", "bytes": text}

    async def send(self, message: dict[str, Any]) -> None:
        if message["type"] == "websocket.send":
            self._link.send(Told(self._stream, message["text"]))
            await self._link.sent()
        else:
            self._link.send(Ended(self._stream, message["code"], message["reason"]))


def _broken_off() -> Refused:
    return Refused(
        "server_stopping",
        "The server that has this table has just gone.",
        "Nothing is lost: try again.",
        retry_after=1.0,
    )
