"""A client's socket on the wire: a message that comes in one short frame goes straight in, and one
that can be sent at once straight out.

That is nearly all of them. The handshake, pings and closing, messages in several frames and
whatever breaks the protocol are the library's business, as before: what it is given begins with a
frame, always. A message costs a fifth of what it does by way of the library, which parses by
generators, and of uvicorn, which stops and resumes reading at each.

A frame may have six bytes, and what comes at once forty thousand of them. So of frames that are no
message, and of messages that nobody has taken up yet, a client may send only so many: whoever sends
more is hung up on in the midst of it.
"""

from __future__ import annotations

from time import monotonic
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import State

from smashup.server.limits import Bucket

try:
    from websockets.speedups import apply_mask
except ImportError:  # where the library was not compiled
    from websockets.utils import apply_mask

WRITE_NOW: Final = "smashup.write_now"
"""The extension of a socket's scope by which its application may write without waiting."""
AHEAD = 8  # messages that are read before the first of them is taken up
MOST_AHEAD = 500  # of those that come at once; many more than may be sent
#: Of frames that are no message by themselves, a second and at once: pings, pieces.
PIECES, PIECES_AT_ONCE = 10.0, 100.0
_AT_ONCE = 600  # bytes that the library is given at once: a hundred of the shortest frames

# Of RFC 6455, section 5.2: the first byte of frames that are a whole message, or about the line.
_TEXT, _PING, _PONG = 0x81, 0x89, 0x8A
_MASKED = 0x80  # in the second byte, as all that clients send
_SHORT, _MEDIUM = 125, 126  # lengths that stand in the second byte; in the two bytes behind it
_MOST_MEDIUM = 0xFFFF


class Wire(WebSocketsSansIOProtocol):
    """A socket as uvicorn has it, but for what is said above."""

    _plain = True  # until something comes that is the library's, which then goes on
    _rest = b""  # the beginning of a frame whose end has not come yet
    _pieces: Bucket | None = None  # of a message, and pings
    _cut_off = False

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.handshake_complete:  # it was not refused
            extensions: dict[Any, Any] = self.scope["extensions"]
            extensions[WRITE_NOW] = self.write_now

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        # What would know itself otherwise, and stay in memory for long.
        if self.handshake_initiated:
            self.scope["extensions"].pop(WRITE_NOW, None)
        self.conn.parser.close()

    # -- writing -----------------------------------------------------------------------

    def write_now(self, text: bytes) -> bool:
        """Sends a message, if nothing that was sent before waits for its reader."""
        if self.close_sent or self.disconnected or not self.writable.is_set():
            return False
        if self.conn.state is not State.OPEN:
            return False
        self.transport.write(head_of(len(text)) + text)
        return True

    # -- reading -----------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        if not self.handshake_complete:
            self._plain = self._plain and not self.handshake_initiated  # else it comes too early
            self._hand_on(data)
        elif self._plain:
            self._read(self._rest + data)
        else:
            self._hand_on(data)

    def _read(self, data: bytes) -> None:
        """Takes frame after frame, as far as they have come."""
        begin = 0
        while begin < len(data) and not self._cut_off:
            size = self._size(data, begin)
            if size is None or self.conn.state is not State.OPEN:
                self._plain, self._rest = False, b""
                self._hand_on(data[begin:])
                return
            if not size or begin + size > len(data):
                break
            self._take(data[begin : begin + size])
            begin += size
        self._rest = data[begin:]

    def _hand_on(self, data: bytes) -> None:
        """Gives the library something to read, a little at a time."""
        for begin in range(0, len(data), _AT_ONCE):
            if self._cut_off:
                return
            super().data_received(data[begin : begin + _AT_ONCE])

    def handle_ping(self) -> None:
        self._count_piece()
        super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        self._count_piece()
        super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        self._count_piece()
        super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        super().send_receive_event_to_app()
        self._look_at_queue()

    def _count_piece(self) -> None:
        if self._pieces is None:
            self._pieces = Bucket(PIECES, PIECES_AT_ONCE, monotonic())
        if self._pieces.take(monotonic()):
            self.cut_off()

    def _look_at_queue(self) -> None:
        if self.queue.qsize() > MOST_AHEAD:
            self.cut_off()

    def cut_off(self) -> None:
        """Hangs up at once, and forgets what was not taken up."""
        self._cut_off = True
        while not self.queue.empty():
            self.queue.get_nowait()
        self.frames.clear()
        self.transport.abort()

    def _size(self, data: bytes, begin: int) -> int | None:
        """How long the frame is that begins there: 0 if that has not come yet, None if it is not
        one of those that are taken here."""
        kind = data[begin]
        if kind not in (_TEXT, _PING, _PONG):
            return None
        if len(data) - begin < 2:
            return 0
        length = data[begin + 1] - _MASKED
        if 0 <= length <= _SHORT:
            return 6 + length
        if kind != _TEXT or length != _MEDIUM:
            return None
        if len(data) - begin < 4:
            return 0
        length = int.from_bytes(data[begin + 2 : begin + 4])
        return None if length > (self.config.ws_max_size or 0) else 8 + length

    def _take(self, frame: bytes) -> None:
        """One whole frame."""
        if frame[0] != _TEXT:
            super().data_received(frame)
            return
        head = 2 if frame[1] - _MASKED <= _SHORT else 4
        try:
            text = apply_mask(frame[head + 4 :], frame[head : head + 4]).decode()
        except UnicodeDecodeError:
            super().data_received(frame)
            return
        self.queue.put_nowait({"type": "websocket.receive", "text": text})
        self._look_at_queue()
        if self.queue.qsize() >= AHEAD and not self.read_paused:
            self.read_paused = True  # until all of them are taken up
            self.transport.pause_reading()


def head_of(length: int) -> bytes:
    """What stands before a text of so many bytes, as a server sends it.

    >>> head_of(5).hex(), head_of(300).hex(), head_of(70_000).hex()
    ('8105', '817e012c', '817f0000000000011170')
    """
    if length <= _SHORT:
        return bytes((_TEXT, length))
    if length <= _MOST_MEDIUM:
        return bytes((_TEXT, _MEDIUM)) + length.to_bytes(2)
    return bytes((_TEXT, _MEDIUM + 1)) + length.to_bytes(8)
