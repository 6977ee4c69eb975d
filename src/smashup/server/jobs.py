"""What worker processes are asked and what they answer: plain data that travels over a pipe.

A game is handed over as its setup and the answers given; a worker remembers the games it was
asked about lately, so that only the answers since have to be played.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from smashup.server.charter import SetupPlan


class Position(Struct, frozen=True):
    """A game at some moment. `key`: under which a worker remembers it."""

    key: str
    setup: SetupPlan
    answers: list[int]


class Choose(Struct, tag="choose"):
    """Which option a bot takes; `turn`: in which turn of the game that is."""

    game: Position
    strength: str
    seed: int
    turn: int = 0


class Advise(Struct, tag="advise"):
    """What to advise the seat that is asked; `hurried`: others wait, so that it must be short."""

    game: Position
    seed: int
    hurried: bool = False


class Estimate(Struct, tag="estimate"):
    """Everybody's chance to win, as far as a spectator can tell."""

    game: Position


class Look(Struct, tag="look"):
    """The table of a replay as a seat saw it; `since`: events from after that many answers;
    `chances`: whether they may be told."""

    game: Position
    seat: int | None
    open_hands: bool
    since: int
    chances: bool = True


class Outline(Struct, tag="outline"):
    """How a whole game went, turn by turn."""

    game: Position


class Recount(Struct, tag="recount"):
    """How a finished game went, as everybody could see it."""

    game: Position


class Judge(Struct, tag="judge"):
    """What could have been done better in the turn that begins after `since` answers; `hurried`:
    others wait, so that it must be short."""

    game: Position  # at the end of that turn
    since: int
    hurried: bool = False


Job: TypeAlias = Choose | Advise | Estimate | Look | Outline | Recount | Judge
#: What takes long, and somebody's turn waits for it.
THOUGHTS = Choose | Advise
#: What takes long about games that are over.
AFTERTHOUGHTS = Recount | Judge


class Reply(Struct):
    """The result as JSON, or what went wrong."""

    result: bytes = b""
    error: str = ""


encode: Any = msgspec.msgpack.Encoder().encode
job_decoder: msgspec.msgpack.Decoder[Job] = msgspec.msgpack.Decoder(Job)
reply_decoder: msgspec.msgpack.Decoder[Reply] = msgspec.msgpack.Decoder(Reply)
