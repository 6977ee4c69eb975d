"""What goes to one reader of a room: numbered messages, kept until they are acknowledged."""

from __future__ import annotations

import secrets
from collections import deque
from typing import Protocol

from msgspec import Struct

from smashup.protocol.messages import News
from smashup.server.frames import encode
from smashup.server.grants import Grant
from smashup.server.limits import Bucket
from smashup.server.views import Story

KEPT = 6  # messages kept for a reader who has not acknowledged them
FIRST_NUMBERS = 2**40


class Connection(Protocol):
    """A socket as a room sees it."""

    def push(self, message: bytes) -> None:
        """Sends it as soon as the client reads; never waits."""
        ...

    def close(self, code: int, reason: str) -> None:
        """Ends the connection."""
        ...


class Channel:
    """The messages to who holds one grant, over however many sockets they have open.

    Whoever has the seat after them has a channel of their own: nothing of theirs comes here.

    Numbers begin anywhere: a client that comes back with the number of a message of an earlier
    life of the server must not be taken for one who has seen messages of this one.
    """

    def __init__(self, grant: Grant) -> None:
        self.grant = grant
        self.n = secrets.randbelow(FIRST_NUMBERS)
        self.connections: set[Connection] = set()
        self.address = ""  # whence its holder came last
        self.public = b""  # the sections as they were sent last
        self.private = b""
        self.told = 0  # how many events of the game's log were sent
        self.story: Story | None = None
        self.bucket: Bucket | None = None  # what its sockets may still send
        self.lines: Bucket | None = None  # and of what others have to read
        self._kept: deque[News] = deque()
        self._warm = False  # whether somebody may still need what is sent

    @property
    def seat(self) -> int | None:
        """None: who watches."""
        return self.grant.seat

    @property
    def present(self) -> bool:
        return bool(self.connections)

    @property
    def listens(self) -> bool:
        """Whether messages are made for it at all; if not, the next who comes gets a welcome."""
        if self._warm and not self.connections and len(self._kept) >= KEPT:
            self._warm = False
            self._kept.clear()
        return self._warm

    def send(self, message: News) -> None:
        """Numbers a message, keeps it and sends it to all sockets."""
        self.n += 1
        message.n = self.n
        self._kept.append(message)
        if len(self._kept) > KEPT:
            self._kept.popleft()
        if self.connections:
            text = encode(message)
            for connection in self.connections:
                connection.push(text)

    def tell(self, message: Struct) -> None:
        """Sends a message without a number to who is there."""
        text = encode(message)
        for connection in self.connections:
            connection.push(text)

    def acknowledge(self, n: int) -> None:
        """Everything up to that number was seen and need not be kept."""
        while self._kept and self._kept[0].n <= n:
            self._kept.popleft()

    def missed(self, last: int) -> list[News] | None:
        """What came after that number; None if it is not all kept any more."""
        count = self.n - last
        if not self._warm or not 0 <= count <= len(self._kept):
            return None
        return list(self._kept)[len(self._kept) - count :] if count else []

    def hang_up(self, code: int, reason: str) -> None:
        """Closes its sockets; whoever comes back is welcomed anew."""
        self._warm = False
        self._kept.clear()
        for connection in list(self.connections):
            connection.close(code, reason)

    def welcomed(self, public: bytes, private: bytes, told: int) -> None:
        """A reader was shown everything: from here on only changes are sent."""
        self.public, self.private, self.told = public, private, told
        self._warm = True
