"""How much one client may ask for, so that it cannot slow the others."""

from __future__ import annotations

import ipaddress
import math
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeAlias

from smashup.server.clock import Clock
from smashup.server.errors import Refused

IPAddress: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address

MAX_MESSAGE = 8 * 1024  # bytes of one message from a client
MAX_BODY = 32 * 1024  # bytes of one REST body
MAX_WAITING = 512 * 1024  # bytes that may wait for a socket whose client does not read
_BODY_WAIT = 1.0  # seconds after which who has too many bodies under way may try again
_FORGET = 10_000  # addresses remembered before those at rest are dropped


@dataclass(frozen=True)
class Limits:
    """What is allowed; rates are per second, bursts on top of them at once.

    Several people may share one address (a family, a school), so what an address may do is
    what one person may do times `people`.
    """

    people: int = 64
    messages: float = 20.0  # of one socket
    message_burst: float = 60.0
    lines: float = 1.0  # of one seat, that others have to read
    line_burst: float = 10.0
    entries: float = 2.0  # of one person, that are kept for good
    entry_burst: float = 120.0
    requests: float = 2.0  # REST calls of one person
    request_burst: float = 20.0
    sockets: int = 4  # open at once, of one person
    connections: int = 8  # open at once, of one person, of any kind
    all_connections: int = 10_000  # open at once, of everybody
    rooms: float = 0.05  # made by one person
    room_burst: float = 5.0
    waiting: int = 128 * 1024  # bytes for one person who does not read
    all_waiting: int = 64 * 1024 * 1024  # bytes for everybody who does not
    stored: int = 1_000_000  # bytes kept of one person, in a day; 0: however many
    room_entries: int = 10_000  # in the log of one room
    least_free: int = 100_000_000  # bytes of the disk; with fewer nothing new is begun


def owner_of(address: str) -> str:
    """Who is behind an address: for IPv6 the network of 64 bits that one customer is given.

    >>> owner_of("10.0.0.1"), owner_of("2001:db8::1:2"), owner_of("::ffff:10.0.0.1")
    ('10.0.0.1', '2001:db8::/64', '10.0.0.1')
    """
    try:
        found = plain(ipaddress.ip_address(address.partition("%")[0]))
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    return str(ipaddress.ip_network((found, 64), strict=False))


def plain(address: IPAddress) -> IPAddress:
    """An address of IPv4 as such, also where it was written as one of IPv6."""
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return address if mapped is None else mapped


class Bucket:
    """A bucket of tokens that fills at a steady rate; each request takes some out."""

    __slots__ = ("_at", "_left", "burst", "rate")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self.rate = rate
        self.burst = burst
        self._left = burst
        self._at = now

    def take(self, now: float, cost: float = 1.0, kept_back: float = 0.0) -> float:
        """0 if it was allowed, else the seconds until it would be. `kept_back`: what must be left
        then, for what is more urgent."""
        self._fill(now)
        if self._left >= cost + kept_back:
            self._left -= cost
            return 0.0
        return (cost + kept_back - self._left) / self.rate

    def charge(self, now: float, cost: float) -> None:
        """Takes it out, be there so much or not."""
        self._fill(now)
        self._left -= cost

    def _fill(self, now: float) -> None:
        self._left = min(self.burst, self._left + max(0.0, now - self._at) * self.rate)
        self._at = now

    def at_rest(self, now: float) -> bool:
        """Whether it is full again, so that nothing is lost by forgetting it."""
        return self._left + (now - self._at) * self.rate >= self.burst


class Buckets:
    """A bucket for each address. Who has not asked for anything lately is forgotten."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._known: dict[str, Bucket] = {}
        self._crowd = _FORGET

    def of(self, address: str, now: float) -> Bucket:
        """The bucket of an address."""
        bucket = self._known.get(address)
        if bucket is None:
            if len(self._known) >= self._crowd:
                self._forget(now)
            bucket = self._known[address] = Bucket(self._rate, self._burst, now)
        return bucket

    def _forget(self, now: float) -> None:
        """Drops those at rest. However many are not, they are not looked through at each one."""
        self._known = {a: bucket for a, bucket in self._known.items() if not bucket.at_rest(now)}
        self._crowd = max(_FORGET, 2 * len(self._known))


class Addresses:
    """What each address has asked for lately, and how many sockets it has open."""

    def __init__(self, limits: Limits, clock: Clock) -> None:
        self._limits = limits
        self._clock = clock
        people = limits.people
        self._requests = Buckets(limits.requests * people, limits.request_burst * people)
        self._rooms = Buckets(limits.rooms * people, limits.room_burst * people)
        self._entries = Buckets(limits.entries * people, limits.entry_burst * people)
        self._sockets: dict[str, int] = {}
        self._bodies: Counter[str] = Counter()

    def request(self, address: str, cost: float = 1.0) -> None:
        """Counts a REST call, or what it is more work than others; `Refused` if it is too much."""
        self._take(self._requests, address, cost)

    def room(self, address: str) -> None:
        """Counts a room that is made; `Refused` if it is one too many."""
        self._take(self._rooms, address)

    def entry(self, address: str) -> None:
        """Counts what is kept for good; `Refused` if it is too much."""
        self._take(self._entries, address)

    def _take(self, buckets: Buckets, address: str, cost: float = 1.0) -> None:
        now = self._clock.now()
        wait = buckets.of(address, now).take(now, cost)
        if wait:
            raise too_many(wait)

    @contextmanager
    def body(self, address: str) -> Iterator[None]:
        """Counts a body while it is waited for; `Refused` if too many are under way.

        As many as an address may have connections: those that a proxy makes for somebody are not
        counted at the doors.
        """
        if self._bodies[address] >= self._limits.connections * self._limits.people:
            raise too_many(_BODY_WAIT)
        self._bodies[address] += 1
        try:
            yield
        finally:
            self._bodies[address] -= 1
            if not self._bodies[address]:
                del self._bodies[address]

    def open_socket(self, address: str) -> bool:
        """Counts a socket; False if the address has too many open."""
        count = self._sockets.get(address, 0)
        if count >= self._limits.sockets * self._limits.people:
            return False
        self._sockets[address] = count + 1
        return True

    def close_socket(self, address: str) -> None:
        """The socket is gone."""
        count = self._sockets.get(address, 1) - 1
        if count:
            self._sockets[address] = count
        else:
            self._sockets.pop(address, None)


def too_many(wait: float) -> Refused:
    """Too much at once; allowed again after that many seconds."""
    seconds = math.ceil(wait * 10) / 10
    return Refused(
        "too_many", "That is too much at once.", f"Wait {seconds} s.", retry_after=seconds
    )
