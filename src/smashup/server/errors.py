"""What a client did wrong: a code for programs, words for people, and what to do next."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING

from smashup.model.errors import SmashUpError
from smashup.packs.blaming import fault_of

if TYPE_CHECKING:
    from smashup.server.leases import Neighbour

#: Every code a client can meet, with the HTTP status it has over REST.
STATUS = {
    "bad_request": 400,
    "too_large": 413,
    "too_slow": 408,
    "too_many": 429,
    "quota": 429,
    "talk_full": 409,
    "log_full": 409,
    "disk_full": 503,
    "bad_origin": 403,
    "bad_host": 421,
    "no_such_room": 404,
    "wrong_secret": 403,
    "revoked": 403,
    "room_full": 409,
    "seat_taken": 409,
    "seats_open": 409,
    "not_started": 409,
    "already_started": 409,
    "not_host": 403,
    "seed_chosen": 409,
    "person_away": 409,
    "only_watching": 403,
    "not_your_turn": 409,
    "stale": 409,
    "illegal_option": 409,
    "nothing_to_undo": 409,
    "undo_refused": 409,
    "game_over": 409,
    "not_over": 409,
    "set_aside": 409,
    "parted": 409,
    "expired": 410,
    "hands_open": 409,
    "switched_off": 409,
    "no_such_replay": 404,
    "bad_setup": 422,
    "unknown_message": 400,
    "not_found": 404,
    "method_not_allowed": 405,
    "unexpected": 500,
    "store_down": 503,
    "server_stopping": 503,
}


class Refused(SmashUpError):
    """A request that is refused; nothing was changed."""

    def __init__(
        self, code: str, message: str, then: str = "", retry_after: float | None = None
    ) -> None:
        assert code in STATUS, code
        super().__init__(message)
        self.code = code
        self.message = message
        self.then = then
        self.retry_after = retry_after

    @property
    def status(self) -> int:
        return STATUS[self.code]


class Elsewhere(Refused):
    """A room belongs to another server. Whoever can passes what was asked on to its owner; to all
    others it is a refusal like any other."""

    def __init__(self, room: str, owner: Neighbour | None = None) -> None:
        """`owner`: None if that is not known yet."""
        super().__init__(
            "server_stopping", "This table is just being opened anew.", "Try again.", 1.0
        )
        self.room = room
        self.owner = owner


def unexpected(error: Exception) -> Refused:
    """For what should not have happened: names the card whose code failed, and no file of ours."""
    fault = fault_of(error)
    if fault is None or not fault.card:
        return Refused("unexpected", "The server could not do that.", "Try again.")
    return Refused(
        "unexpected",
        f"The code of {fault.card}, of the pack {fault.pack.name}, has failed.",
        "Do something else, and tell whoever runs the server: its log says where.",
    )


def stale() -> Refused:
    return Refused("stale", "The table has moved on since.", "Look at the fresh state first.")


def wrong_secret() -> Refused:
    return Refused(
        "wrong_secret",
        "That token or invite does not belong to this room.",
        "Open the link you were sent, or join again.",
    )


def taken_away(at: float, expired: bool) -> Refused:
    """There was such a room until then, in seconds since the epoch."""
    day = datetime.datetime.fromtimestamp(at, datetime.UTC).strftime("%Y-%m-%d")
    if not expired:
        return Refused("expired", f"Whoever runs the server deleted this table on {day}.")
    return Refused(
        "expired",
        f"This table was cleared away on {day}: nobody had played at it for a long time.",
        "Make a new one. Whoever runs the server has its game as a file.",
    )


def too_busy() -> Refused:
    """So much is to be thought about that this would take too long."""
    return Refused(
        "too_many", "The server has too much to do for that.", "Try again later.", retry_after=5.0
    )


def ending() -> Refused:
    """The server ends, in order."""
    return Refused(
        "server_stopping",
        "The server is being stopped.",
        "Nothing is lost: try again in a moment.",
        retry_after=1.0,
    )


def store_down() -> Refused:
    """The store can be reached no more, or takes nothing; why is the operator's business."""
    return Refused(
        "store_down",
        "The server cannot get at its games at the moment.",
        "Nothing is lost: wait a moment and try again.",
        retry_after=1.0,
    )


def no_such_room() -> Refused:
    return Refused("no_such_room", "There is no such room.", "Check the link, or make a new room.")
