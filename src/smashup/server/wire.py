"""A client's socket on the wire: a message that comes in one short frame goes straight in, and one
that can be sent at once straight out.

That is nearly all of them. The handshake, pings and closing, messages in several frames and
whatever breaks the protocol are the library's business, as before: what it is given begins with a
frame, always. A message costs a fifth of what it does by way of the library, which parses by
generators, and of uvicorn, which stops and resumes reading at each.
"""

from __future__ import annotations

from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

try:
    from websockets.speedups import apply_mask
except ImportError:  # where the library was not compiled
    from websockets.utils import apply_mask

WRITE_NOW: Final = "smashup.write_now"
"""The extension of a socket's scope by which its application may write without waiting."""
AHEAD = 8  # messages that are read before the first of them is taken up

# Of RFC 6455, section 5.2: the first byte of frames that are a whole message, or about the line.
_TEXT, _PING, _PONG = 0x81, 0x89, 0x8A
_MASKED = 0x80  # in the second byte, as all that clients send
_SHORT, _MEDIUM = 125, 126  # lengths that stand in the second byte; in the two bytes behind it
_MOST_MEDIUM = 0xFFFF


class Wire(WebSocketsSansIOProtocol):
    """A socket as uvicorn has it, but for what is said above."""

    _plain = True  # until something comes that is the library's, which then goes on
    _rest = b""  # the beginning of a frame whose end has not come yet

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.handshake_complete:  # it was not refused
            extensions: dict[Any, Any] = self.scope["extensions"]
            extensions[WRITE_NOW] = self.write_now

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
            super().data_received(data)
        elif self._plain:
            self._read(self._rest + data)
        else:
            super().data_received(data)

    def _read(self, data: bytes) -> None:
        """Takes frame after frame, as far as they have come."""
        begin = 0
        while begin < len(data):
            size = self._size(data, begin)
            if size is None or self.conn.state is not State.OPEN:
                self._plain, self._rest = False, b""
                super().data_received(data[begin:])
                return
            if not size or begin + size > len(data):
                break
            self._take(data[begin : begin + size])
            begin += size
        self._rest = data[begin:]

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
