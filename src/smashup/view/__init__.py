"""What a door shows to one seat, as plain data: nothing in it is hidden from that seat.

`public` is the same for everybody, `private` is for the seat alone, `events` is what happened.
The shapes are described in docs/protocol.md, "The view".
"""

from smashup.view.events import Storyteller
from smashup.view.seat import private
from smashup.view.table import public

__all__ = ["public", "private", "Storyteller"]
