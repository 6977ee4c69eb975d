"""Connections before they have said anything: how many there may be, and how long they may wait.

A client that opens connections and sends nothing costs a file each. The server keeps some for
itself: what comes above its limits is hung up on at once, before anything is read from it.

To read is work as well: a request or a frame can be of a few bytes, and thousands of them come at
once. So little is read of one connection before the others have their turn, and whoever had their
share of the loop is not read from until it is theirs again.
"""

from __future__ import annotations

import asyncio
import ipaddress
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from time import thread_time
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from smashup.server.limits import MAX_WAITING, owner_of, plain
from smashup.server.loop_time import WINDOW, LoopTime
from smashup.server.wire import Wire

REQUEST_TIME = 10.0  # seconds for the headers of a request
PROXY_TIME = 600  # seconds that a proxy's connection is kept for its next request
TAKING_TIME = 60.0  # seconds for what was sent, before a client who does not read it is hung up on
REST_TIME = 2.0  # seconds for the rest of a request that was answered before it was all there
AT_ONCE = 16 * 1024  # bytes that are read of a connection before it is the next one's turn
PIECE = 1024  # bytes of a request that are looked at before it is asked whether to go on
MOST_HEADERS = 16 * 1024  # bytes
UNREAD = 32 * 1024  # bytes that were sent and not read before whoever reads so slowly is waited for
KEPT_FILES = 100  # for the store, its readers, the workers and the log


class Doors:
    """Counts connections, in all and by who made them."""

    def __init__(
        self,
        most: int,
        most_of_one: int,
        proxies: Sequence[str] = (),
        loop_time: LoopTime | None = None,
    ) -> None:
        """`loop_time`: where it is counted what reading costs."""
        self.most = most
        self.loop_time = loop_time or LoopTime()
        self.most_of_one = most_of_one
        self._proxies = [ipaddress.ip_network(network) for network in proxies]
        self._owners: dict[Any, str] = {}  # by transport
        self._of_proxies: set[Any] = set()
        self._guests = _Guests()

    def come(self, transport: Any) -> bool:
        """Lets a connection in; False if there are too many. Where all places are taken, whoever
        has fewer gets one of who has most: several addresses can be one person's."""
        peer = transport.get_extra_info("peername")
        owner = owner_of(str(peer[0])) if peer else "?"
        is_proxy = self._is_proxy(peer)
        if not is_proxy and self._guests.count(owner) >= self.most_of_one:
            return False
        if len(self._owners) >= self.most and not self._make_room(owner, is_proxy):
            return False
        self._owners[transport] = owner
        if is_proxy:
            self._of_proxies.add(transport)
        else:
            self._guests.add(owner, transport)
        return True

    def _make_room(self, owner: str, is_proxy: bool) -> bool:
        """Hangs up on one connection of who has most, if the owner has less; whether it did."""
        if is_proxy or self._guests.count(owner) + 1 >= self._guests.most:
            return False
        last = self._guests.last_of_most()
        self.go(last)
        last.abort()
        return True

    def owner(self, transport: Any) -> str:
        """Who is at the other end, "" where that is a proxy: it brings many people."""
        return "" if transport in self._of_proxies else self._owners.get(transport, "")

    def _is_proxy(self, peer: Any) -> bool:
        """A proxy brings many people; how many connections each has is its business."""
        if not peer or not self._proxies:
            return False
        address = plain(ipaddress.ip_address(str(peer[0]).partition("%")[0]))
        return any(address in network for network in self._proxies)

    def go(self, transport: Any) -> None:
        """It is gone; one that was not let in never counted."""
        owner = self._owners.pop(transport, None)
        if transport in self._of_proxies:
            self._of_proxies.discard(transport)
        elif owner is not None:
            self._guests.take(owner, transport)


class _Guests:
    """Who has how many connections, and who has most, however many there are."""

    def __init__(self) -> None:
        self._of: dict[str, dict[Any, None]] = {}
        self._with: dict[int, dict[str, None]] = {}  # owners, by how many they have
        self.most = 0

    def count(self, owner: str) -> int:
        return len(self._of.get(owner, ()))

    def last_of_most(self) -> Any:
        """The connection that came last, of one of those who have most."""
        owner = next(iter(self._with[self.most]))
        return next(reversed(self._of[owner]))

    def add(self, owner: str, transport: Any) -> None:
        there = self._of.setdefault(owner, {})
        there[transport] = None
        self._move(owner, len(there) - 1, len(there))

    def take(self, owner: str, transport: Any) -> None:
        there = self._of[owner]
        del there[transport]
        if not there:
            del self._of[owner]
        self._move(owner, len(there) + 1, len(there))

    def _move(self, owner: str, before: int, now: int) -> None:
        if before:
            self._with[before].pop(owner)
            if not self._with[before]:
                del self._with[before]
        if now:
            self._with.setdefault(now, {})[owner] = None
        self.most = max(self.most, now)
        while self.most and self.most not in self._with:
            self.most -= 1


class _Line(asyncio.Protocol):
    """One end of a connection, of whichever kind. What is read from it is counted, and read slowly
    where its owner has had their share of the loop; who does not read is hung up on."""

    doors: Doors
    loop: asyncio.AbstractEventLoop
    transport: Any
    _taking: asyncio.TimerHandle | None = None
    _resting = False

    def begin(self, transport: Any) -> None:
        """Little is read at once, so that others come in between."""
        with suppress(AttributeError):  # another loop than Python's own reads as much as it likes
            transport.max_size = AT_ONCE
        transport.set_write_buffer_limits(high=UNREAD)

    @property
    def owner(self) -> str:
        """Who is at the other end; nobody where that is a proxy."""
        return self.doors.owner(self.transport)

    @property
    def wants_to_read(self) -> bool:
        raise NotImplementedError

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Counts the time of the block for whoever is at the other end."""
        began = thread_time()
        try:
            yield
        finally:
            self.doors.loop_time.count(self.owner, thread_time() - began)
            self._take_breath()

    def _take_breath(self) -> None:
        """Reads on when it is the owner's turn again."""
        if not self._resting and self._must_rest():
            self._resting = True
            self.transport.pause_reading()
            self.loop.call_later(WINDOW, self._read_on)

    def _must_rest(self) -> bool:
        owner = self.owner
        return bool(owner) and self.doors.loop_time.had_share(owner)

    def _read_on(self) -> None:
        if self.transport.is_closing():
            return
        if self._must_rest():
            self.loop.call_later(WINDOW, self._read_on)
            return
        self._resting = False
        if self.wants_to_read:
            self.transport.resume_reading()

    def pause_writing(self) -> None:
        """What is sent waits for its reader."""
        super().pause_writing()
        self._taking = self.loop.call_later(TAKING_TIME, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stop_taking()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_taking()
        self.doors.go(self.transport)
        super().connection_lost(exc)
        self._let_go()

    def _stop_taking(self) -> None:
        """It was read, or the connection is gone."""
        if self._taking is not None:
            self._taking.cancel()
            self._taking = None

    def _let_go(self) -> None:
        """A connection that is gone knows itself no more: what does would stay in memory until the
        next full search, an hour off, and thousands of connections may come in a second."""
        with suppress(AttributeError):  # of Python's own loop, which leaves its transports so
            self.transport._read_ready_cb = None


def protocols(doors: Doors) -> tuple[type[H11Protocol], type[Wire]]:
    """How uvicorn shall speak with what comes through these doors: over HTTP, over sockets."""

    class Guarded(_Line, H11Protocol):
        """Hangs up on who is too much, and on who takes too long to say what they want, or to take
        what they are sent."""

        _patience: asyncio.TimerHandle | None = None
        _in_chunks = False

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self.begin(transport)
            if not doors.come(transport):
                transport.abort()
                return
            if doors.owner(transport):
                self._wait()
            else:
                # It is the proxy that gives it up. Did we, what it sends in that very moment would
                # be lost, and whoever sent it be told of a bad gateway.
                self.timeout_keep_alive = PROXY_TIME
                self._wait(PROXY_TIME)
            self._take_breath()

        @property
        def wants_to_read(self) -> bool:
            return not self.flow.read_paused

        def data_received(self, data: bytes) -> None:
            cycle = self.cycle
            with self.reading():
                self._hand_on(data)
            if self.cycle is not cycle or self.transport.get_protocol() is not self:
                self._stop_waiting()
            elif self._patience is None and (cycle is None or cycle.response_complete):
                self._wait()  # the next request on a connection that is kept

        def _hand_on(self, data: bytes) -> None:
            """A little at a time. A body in chunks, which may have a byte each, is not read: the
            application refuses it."""
            for begin in range(0, len(data), PIECE):
                if self._in_chunks or self.transport.get_protocol() is not self:
                    return
                super().data_received(data[begin : begin + PIECE])
                self._in_chunks = is_in_chunks(self.headers or ())

        def on_response_complete(self) -> None:
            if self.conn.their_state is h11.SEND_BODY:
                # Not at once: whoever still writes would lose the answer with the connection.
                self.loop.call_later(REST_TIME, self._hang_up, self.cycle)
            super().on_response_complete()

        def _hang_up(self, cycle: RequestResponseCycle) -> None:
            if self.cycle is cycle and self.conn.their_state is h11.SEND_BODY:
                self.transport.abort()

        def connection_lost(self, exc: Exception | None) -> None:
            self._stop_waiting()
            super().connection_lost(exc)

        def _wait(self, seconds: float | None = None) -> None:
            patience = REQUEST_TIME if seconds is None else seconds
            self._patience = self.loop.call_later(patience, self.transport.abort)

        def _stop_waiting(self) -> None:
            if self._patience is not None:
                self._patience.cancel()
                self._patience = None

    class GuardedSocket(_Line, Wire):
        """A connection that became a socket counts until it ends."""

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            self.begin(transport)

        @property
        def owner(self) -> str:
            """Behind a proxy: whom it named."""
            client = getattr(self, "scope", {}).get("client")
            return owner_of(str(client[0])) if client else super().owner

        @property
        def wants_to_read(self) -> bool:
            return not self.read_paused

        def data_received(self, data: bytes) -> None:
            with self.reading():
                super().data_received(data)
            if self.transport.get_write_buffer_size() > MAX_WAITING:  # answers to pings
                self.cut_off()

        def keepalive_timeout(self) -> None:
            super().keepalive_timeout()
            self.loop.call_later(REST_TIME, self.transport.abort)  # where nobody reads even that

    Guarded.doors = GuardedSocket.doors = doors
    return Guarded, GuardedSocket


def is_in_chunks(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    """Whether a request says that its body comes in chunks, not how long it is."""
    return any(name == b"transfer-encoding" for name, _ in headers)


def raise_file_limit() -> int:
    """Lets this process have as many files as it may; gives how many those are."""
    if sys.platform == "win32":
        return 8192
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = hard if hard != resource.RLIM_INFINITY else max(soft, 65_536)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    except (OSError, ValueError):
        return soft
    return wanted
