"""What waits for clients that do not read: bounded for each address, and for all together.

Whoever has most waiting is cut off first, so that one who reads slowly behind the same address is
not the one who pays.
"""

from __future__ import annotations

from typing import Protocol

from smashup.server.limits import MAX_WAITING, Limits


class Slow(Protocol):
    """A socket whose client does not read as fast as it is told things."""

    def cut_off(self) -> None:
        """Ends it, and forgets what waits for it."""
        ...


class Backlog:
    """How many bytes wait, for which sockets of which addresses."""

    def __init__(self, limits: Limits) -> None:
        self._most = limits.all_waiting
        self._most_of_one = max(limits.waiting * limits.people, MAX_WAITING)
        self._sockets: dict[str, dict[Slow, int]] = {}
        self._sums: dict[str, int] = {}
        self.all = 0

    def note(self, address: str, socket: Slow, size: int) -> None:
        """So many bytes wait for a socket now."""
        sockets = self._sockets.setdefault(address, {})
        change = size - sockets.pop(socket, 0)
        if size:
            sockets[socket] = size
        self.all += change
        self._sums[address] = self._sums.get(address, 0) + change
        if not sockets:
            del self._sockets[address], self._sums[address]
        elif self._sums[address] > self._most_of_one:
            self._cut_off_one(address)
        elif self.all > self._most:
            self._cut_off_one(max(self._sums, key=self._sums.__getitem__))

    def _cut_off_one(self, address: str) -> None:
        sockets = self._sockets[address]
        max(sockets, key=sockets.__getitem__).cut_off()
