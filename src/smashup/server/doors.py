"""Connections before they have said anything: how many there may be, and how long they may wait.

A client that opens connections and sends nothing costs a file each. The server keeps some for
itself: what comes above its limits is hung up on at once, before anything is read from it.
"""

from __future__ import annotations

import asyncio
import ipaddress
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from time import thread_time
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from smashup.server.limits import owner_of, plain
from smashup.server.loop_time import LoopTime
from smashup.server.wire import Wire

REQUEST_TIME = 10.0  # seconds for the headers of a request
TAKING_TIME = 60.0  # seconds for what was sent, before a client who does not read it is hung up on
REST_TIME = 2.0  # seconds for the rest of a request that was answered before it was all there
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
        self._loop_time = loop_time or LoopTime()
        self.most_of_one = most_of_one
        self._proxies = [ipaddress.ip_network(network) for network in proxies]
        self._owners: dict[Any, str] = {}  # by transport
        self._counts: Counter[str] = Counter()

    def come(self, transport: Any) -> bool:
        """Lets a connection in; False if there are too many."""
        peer = transport.get_extra_info("peername")
        owner = owner_of(str(peer[0])) if peer else "?"
        if len(self._owners) >= self.most:
            return False
        if self._counts[owner] >= self.most_of_one and not self._is_proxy(peer):
            return False
        self._owners[transport] = owner
        self._counts[owner] += 1
        return True

    @contextmanager
    def reading(self, transport: Any) -> Iterator[None]:
        """Counts the time of the block for whoever is at the other end."""
        owner, began = self._owners.get(transport, ""), thread_time()
        try:
            yield
        finally:
            self._loop_time.count(owner, thread_time() - began)

    def _is_proxy(self, peer: Any) -> bool:
        """A proxy brings many people; how many connections each has is its business."""
        if not peer or not self._proxies:
            return False
        address = plain(ipaddress.ip_address(str(peer[0]).partition("%")[0]))
        return any(address in network for network in self._proxies)

    def go(self, transport: Any) -> None:
        """It is gone; one that was not let in never counted."""
        owner = self._owners.pop(transport, None)
        if owner is None:
            return
        self._counts[owner] -= 1
        if not self._counts[owner]:
            del self._counts[owner]


def protocols(doors: Doors) -> tuple[type[H11Protocol], type[Wire]]:
    """How uvicorn shall speak with what comes through these doors: over HTTP, over sockets."""

    class Guarded(H11Protocol):
        """Hangs up on who is too much, and on who takes too long to say what they want, or to take
        what they are sent."""

        _patience: asyncio.TimerHandle | None = None
        _taking: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            if doors.come(transport):
                self._wait()
            else:
                transport.abort()

        def data_received(self, data: bytes) -> None:
            cycle = self.cycle
            with doors.reading(self.transport):
                super().data_received(data)
            if self.cycle is not cycle or self.transport.get_protocol() is not self:
                self._stop_waiting()
            elif self._patience is None and (cycle is None or cycle.response_complete):
                self._wait()  # the next request on a connection that is kept

        def on_response_complete(self) -> None:
            if self.conn.their_state is h11.SEND_BODY:
                # Not at once: whoever still writes would lose the answer with the connection.
                self.loop.call_later(REST_TIME, self._hang_up, self.cycle)
            super().on_response_complete()

        def _hang_up(self, cycle: RequestResponseCycle) -> None:
            if self.cycle is cycle and self.conn.their_state is h11.SEND_BODY:
                self.transport.abort()

        def pause_writing(self) -> None:
            super().pause_writing()
            self._taking = self.loop.call_later(TAKING_TIME, self.transport.abort)

        def resume_writing(self) -> None:
            super().resume_writing()
            self._stop_taking()

        def connection_lost(self, exc: Exception | None) -> None:
            self._stop_waiting()
            self._stop_taking()
            doors.go(self.transport)
            super().connection_lost(exc)

        def _wait(self) -> None:
            self._patience = self.loop.call_later(REQUEST_TIME, self.transport.abort)

        def _stop_waiting(self) -> None:
            if self._patience is not None:
                self._patience.cancel()
                self._patience = None

        def _stop_taking(self) -> None:
            if self._taking is not None:
                self._taking.cancel()
                self._taking = None

    class GuardedSocket(Wire):
        """A connection that became a socket counts until it ends."""

        def data_received(self, data: bytes) -> None:
            with doors.reading(self.transport):
                super().data_received(data)

        def connection_lost(self, exc: Exception | None) -> None:
            doors.go(self.transport)
            super().connection_lost(exc)

    return Guarded, GuardedSocket


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
