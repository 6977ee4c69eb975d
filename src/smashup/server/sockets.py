"""The socket: one coroutine reads and acts, one writes; a client that does not read is dropped."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from smashup.protocol.messages import (
    Ack,
    Answer,
    AskHint,
    AskWhy,
    ClientMessage,
    Cut,
    EndGame,
    Hello,
    Leave,
    Ok,
    Ping,
    Say,
    Settings,
    ShowEmote,
    Undo,
)
from smashup.server import metrics
from smashup.server.channel import Channel
from smashup.server.commands import carry_out
from smashup.server.errors import Elsewhere, Refused, ending, store_down
from smashup.server.frames import PONG, decode, encode, refusal
from smashup.server.limits import MAX_WAITING, Bucket, too_many
from smashup.server.lobby import Lobby
from smashup.server.logs import Log, about, failed
from smashup.server.room import CLOSED, REFUSED, REOPENED, Room
from smashup.server.turns import Stopped

if TYPE_CHECKING:
    from smashup.server.neighbours import Passage, Way

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
WriteNow = Callable[[bytes], bool]

HELLO_TIME = 10.0  # seconds
OPENING_TIME = 8.0  # seconds that a room's log may take to come; then its store is at fault
PATIENCE = 50  # messages over the limit before a client is cut off
COSTS = {AskHint: 5.0, Undo: 5.0}  # what is more work than other messages
A_WELCOME = 5.0  # for who says what is stale, and is shown everything
#: What others have to read, and cannot but read; counted by seat.
LINES = {Say: 1.0, Cut: 1.0, ShowEmote: 2.0, Settings: 2.0, Leave: 2.0, EndGame: 3.0}

# Why a socket is closed (codes of RFC 6455, and our own from 4000).
GOING_AWAY, POLICY = 1001, 1008
NO_HELLO, TOO_SLOW = 4000, 4002

log = logging.getLogger(__name__)


def never(message: bytes) -> bool:
    """Writes nothing, for who has to wait for their turn to write."""
    return False


class Socket:
    """One client's connection."""

    def __init__(
        self,
        lobby: Lobby,
        address: str,
        receive: Receive,
        send: Send,
        write_now: WriteNow,
        passed_on: bool = False,
    ) -> None:
        """`write_now`: sends a message without waiting, where that can be done; `passed_on`: by
        another server, for a room that should be here."""
        self._write_now = write_now
        self._passed_on = passed_on
        self._lobby = lobby
        self._address = address
        self._receive = receive
        self._send = send
        self._queue: deque[bytes] = deque()
        self._waiting = 0  # bytes in the queue
        self._wake = asyncio.Event()
        self._closing: tuple[int, str] | None = None
        limits = lobby.limits
        self._bucket = Bucket(limits.messages, limits.message_burst, lobby.clock.now())
        self._over = 0  # messages over the limit
        self._room: Room | None = None
        self._channel: Channel | None = None
        self._hint: asyncio.Task[None] | None = None
        self._passage: Passage | None = None  # to the server that has the room

    # -- writing -----------------------------------------------------------------------

    def push(self, message: bytes) -> None:
        """Sends it as soon as the client reads; never waits."""
        if self._closing is not None:
            return
        if not self._queue and self._write_now(message):
            return
        self._queue.append(message)
        self._wait(self._waiting + len(message))
        if self._waiting > MAX_WAITING:
            self.cut_off()
        self._wake.set()

    def _wait(self, size: int) -> None:
        """So many bytes are in the queue now."""
        self._waiting = size
        self._lobby.backlog.note(self._address, self, size)

    def cut_off(self) -> None:
        """Ends the connection to a client that does not read, without what waits for it."""
        self._queue.clear()
        self._wait(0)
        self.close(TOO_SLOW, "The client does not read.")

    def reply(self, message: Struct) -> None:
        self.push(encode(message))

    def close(self, code: int, reason: str) -> None:
        """Ends the connection after what is queued."""
        if self._closing is None:
            self._closing = code, reason
            self._wake.set()

    async def _write(self) -> None:
        queue, send = self._queue, self._send
        while True:
            while queue:
                text = queue[0]  # it stays there till it is sent: nothing may overtake it
                await send({"type": "websocket.send", "text": text.decode()})
                if queue:  # the client may have been cut off meanwhile
                    queue.popleft()
                    self._wait(self._waiting - len(text))
            if self._closing is not None:
                code, reason = self._closing
                await send({"type": "websocket.close", "code": code, "reason": reason})
                return
            self._wake.clear()
            await self._wake.wait()

    # -- reading -----------------------------------------------------------------------

    async def run(self) -> None:
        """The life of the socket, from its hello to its end."""
        writing = self._lobby.loop_time.of(self._address, self._write())
        writer = asyncio.get_running_loop().create_task(writing)
        timeout = self._lobby.clock.later(
            HELLO_TIME, lambda: self.close(NO_HELLO, "No hello came in time.")
        )
        try:
            while (text := await self._next()) is not None:
                await self._take(text)
                if self._channel is not None or self._passage is not None:
                    timeout.cancel()
        finally:
            timeout.cancel()
            if self._hint is not None:
                self._hint.cancel()
            if self._room is not None and self._channel is not None:
                self._room.detach(self, self._channel)
            if self._passage is not None:
                self._passage.end()
            await self._finish(writer)

    async def _finish(self, writer: asyncio.Task[None]) -> None:
        if self._closing is None:
            writer.cancel()
        results = await asyncio.gather(writer, return_exceptions=True)
        self._queue.clear()
        self._wait(0)
        if isinstance(results[0], Exception):
            log.debug("a client was gone before all was sent: %r", results[0])

    async def _next(self) -> str | bytes | None:
        """The next message, None if the client is gone or cut off."""
        if self._closing is not None:
            return None
        message = await self._receive()
        await self._lobby.loop_time.turn(self._address)
        if message["type"] != "websocket.receive" or self._closing is not None:
            return None
        text: str | bytes | None = message.get("text")
        return text if text is not None else message.get("bytes", b"")

    async def _take(self, text: str | bytes) -> None:
        """Acts on one message; whatever is wrong with it is told, and nothing else happens."""
        if self._passage is not None:
            await self._passage.say(text)
            return
        id = None
        try:
            try:
                message = decode(text)
                id = getattr(message, "id", None)
            finally:
                metrics.MESSAGES.inc()
                self._count(1.0)
            await self._act(message)
        except Elsewhere:
            self.close(CLOSED, REOPENED)
        except Refused as error:
            await self._refuse(error, id)
        except Stopped:
            await self._refuse(ending(), id)
        except Exception as error:
            await self._refuse(failed(error, "a message could not be handled", self._log), id)

    @property
    def _log(self) -> Log:
        return log if self._room is None else about(log, self._room.name)

    async def _refuse(self, error: Refused, id: str | None) -> None:
        metrics.REFUSALS.labels(error.code).inc()
        room, channel = self._room, self._channel
        if room is None or channel is None or error.code == "revoked":
            self.reply(refusal(error, id))
            self.close(REFUSED, error.code)
        elif error.code == "stale":
            wait = self._bucket.take(self._lobby.clock.now(), A_WELCOME)
            if wait:
                self.reply(refusal(too_many(wait), id, room.fold.v))
                return
            async with room.lock:  # what is not on disk yet is not shown
                self.reply(refusal(error, id, room.fold.v))
                if room.fold.holds(channel.grant):
                    self.reply(room.welcome(channel))
        else:
            self.reply(refusal(error, id, room.fold.v))

    def _count(self, cost: float) -> None:
        wait = self._bucket.take(self._lobby.clock.now(), cost)
        if not wait:
            return
        self._over += 1
        if self._over > PATIENCE:
            self.close(POLICY, "Too many messages.")
        raise too_many(wait)

    def _count_more(self, kind: type, channel: Channel) -> None:
        """What a message costs besides being one."""
        if kind in COSTS:
            self._count(COSTS[kind])
        if kind in LINES:
            limits, now = self._lobby.limits, self._lobby.clock.now()
            lines = channel.lines = channel.lines or Bucket(limits.lines, limits.line_burst, now)
            wait = lines.take(now, LINES[kind])
            if wait:
                raise too_many(wait)
        if kind is not AskWhy:
            self._lobby.addresses.entry(self._address)

    async def _act(self, message: ClientMessage) -> None:
        room, channel = self._room, self._channel
        if isinstance(message, Hello):
            await self._hello(message)
        elif isinstance(message, Ping):
            self.push(PONG)
        elif room is None or channel is None:
            raise Refused("bad_request", "The first message is hello.", "See docs/protocol.md.")
        elif isinstance(message, Ack):
            room.must_hold(channel.grant)
            channel.acknowledge(message.n)
        elif isinstance(message, AskHint):
            self._count(COSTS[AskHint])
            room.must_hold(channel.grant)
            self._begin_hint(room, channel, message)
        elif isinstance(message, Answer):
            self._lobby.addresses.entry(self._address)
            with metrics.answer():
                self.reply(await carry_out(room, channel, message))
            metrics.ANSWERS_OF_PLAYERS.inc()
        else:
            self._count_more(type(message), channel)
            self.reply(await carry_out(room, channel, message))

    async def _hello(self, message: Hello) -> None:
        if self._channel is not None:
            raise Refused("bad_request", "Hello was said already.")
        try:
            async with asyncio.timeout(OPENING_TIME):
                room = await self._find(message.room)
        except TimeoutError:
            raise store_down() from None
        if not isinstance(room, Room):
            self._passage = room.passage(self, self._address, encode(message))
            return
        async with room.lock:
            channel = await room.attach(self, message.token, message.last)
            self._room, self._channel = room, channel
        # However many sockets a seat has, together they may send what one person may.
        self._bucket = channel.bucket = channel.bucket or self._bucket
        self.reply(Ok("hello", room.fold.v))

    async def _find(self, name: str) -> Room | Way:
        return await (self._lobby.room(name) if self._passed_on else self._lobby.find(name))

    def _begin_hint(self, room: Room, channel: Channel, message: AskHint) -> None:
        """Thinks about it beside everything else, one hint at a time."""
        if self._hint is not None and not self._hint.done():
            raise Refused("too_many", "One hint at a time.", "Wait for it.", retry_after=1.0)
        self._hint = self._lobby.spawn(self._give_hint(room, channel, message))

    async def _give_hint(self, room: Room, channel: Channel, message: AskHint) -> None:
        try:
            hint = await self._lobby.bots.hint(room, channel.seat, message)
            room.must_hold(channel.grant)
            self.reply(hint)
        except Refused as error:
            await self._refuse(error, message.id)
        except Stopped:
            await self._refuse(ending(), message.id)


async def serve_socket(
    lobby: Lobby, address: str, receive: Receive, send: Send, write_now: WriteNow
) -> None:
    """Takes a client's socket, if its address has not too many already."""
    await receive()  # websocket.connect
    if lobby.stopping:
        await send({"type": "websocket.close", "code": GOING_AWAY, "reason": "server_stopping"})
        return
    if not lobby.addresses.open_socket(address):
        await send({"type": "websocket.close", "code": POLICY, "reason": "too_many"})
        return
    try:
        await send({"type": "websocket.accept"})
        with metrics.SOCKETS.track_inprogress():
            await Socket(lobby, address, receive, send, write_now).run()
    finally:
        lobby.addresses.close_socket(address)
