"""Who may act for a seat. A token is worth what the room's log says of it now, and nothing else.

Whoever shows a token gets a `Grant`. It is asked about again before every command is carried out
and every message is sent: `Fold.holds` looks it up in the seats as they are. What ends one
(leaving, being removed, handing the seat on, taking it anew at a rematch, a renewed link) is an
entry in the log like all else, so that it ends on every server and after every restart.
"""

from __future__ import annotations

from typing import NamedTuple

from smashup.server import entries as kinds
from smashup.server.errors import Refused


class Grant(NamedTuple):
    """The right to a seat, or to watch. `ticket` is the token's hash; nobody's is empty."""

    ticket: bytes
    seat: int | None


#: What is told to who lost a right, by the kind of entry that ended it.
_ENDED = {
    kinds.LEAVE: ("You have left this table.", "Open its link to come back."),
    kinds.REMOVE: ("The host has removed you from this table.", "Open a table of your own."),
    kinds.TAKE: ("This seat is played on another device now.", "Go on there."),
    kinds.JOIN: ("This seat was taken anew.", "Go on where you took it."),
    kinds.RENEW: ("The host has renewed the link of this table.", "Ask for the new link."),
}
_SOMEHOW = ("You have no right to this seat any more.", "Ask the host for the link.")


def revoked(kind: str = "") -> Refused:
    """The right has ended, by an entry of that kind."""
    message, then = _ENDED.get(kind, _SOMEHOW)
    return Refused("revoked", message, then)
