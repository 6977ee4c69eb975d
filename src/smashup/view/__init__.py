"""What a door shows to one seat: nothing in it is hidden from that seat.

`public` is the same for everybody, `private` is for the seat alone, a `Storyteller` tells what
happened. The structures are those of `smashup.protocol.view`.
"""

from smashup.view.events import Storyteller
from smashup.view.plain import plain
from smashup.view.seat import private
from smashup.view.table import public

__all__ = ["public", "private", "Storyteller", "plain"]
