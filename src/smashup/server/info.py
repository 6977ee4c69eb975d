"""A room as its readers are told of it (`Room` in docs/protocol.md)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from smashup.server.charter import BOT, OPEN
from smashup.server.fold import Fold


class SeatInfo(Struct):
    """A seat and who is in it."""

    seat: int
    kind: str
    name: str
    strength: str | None
    taken: bool
    present: bool
    conceded: bool
    bot_sits_in: bool


class OptionsInfo(Struct):
    """What the table agreed on. The seed is told only when the game is over."""

    open_hands: bool
    timer: float | None
    takeover: float | None
    pool: list[str]
    same_faction: bool
    first: int | None
    ask_everyone: bool
    seed: int | None


class RoomInfo(Struct):
    """A room; `rematch` is the room in which the same players play again."""

    room: str
    state: str
    host: int | None
    seats: list[SeatInfo]
    options: OptionsInfo
    edition: str
    factions: Any
    created: float
    turn: int | None
    vp: list[int] | None
    winners: list[int]
    v: int
    yours: int | None
    your_move: bool
    replay: str | None
    rematch: str | None


def describe(name: str, fold: Fold, seat: int | None, present: Sequence[bool]) -> RoomInfo:
    """A room as one seat (None: a spectator) is told of it."""
    charter, game = fold.charter, fold.game
    waiting = None if game is None or game.decision is None else game.decision.seat
    playing = fold.state == "playing"
    return RoomInfo(
        room=name,
        state=fold.state,
        host=fold.host,
        seats=[
            SeatInfo(
                seat=number,
                kind=sitting.kind,
                name=sitting.name,
                strength=sitting.strength or None,
                taken=sitting.taken,
                present=sitting.kind == BOT or present[number],
                conceded=sitting.conceded,
                bot_sits_in=sitting.bot_sits_in,
            )
            for number, sitting in enumerate(fold.seats)
        ],
        options=_options(fold),
        edition=charter.setup.edition,
        factions=charter.factions if game is None else [list(pair) for pair in game.s.factions],
        created=charter.created,
        turn=None if game is None else game.s.turn,
        vp=None if game is None else game.s.vp[:],
        winners=[] if game is None else list(game.winners),
        v=fold.v,
        yours=seat,
        your_move=playing and seat is not None and waiting == seat,
        replay=fold.replay or None,
        rematch=fold.rematch or None,
    )


def _options(fold: Fold) -> OptionsInfo:
    setup, options = fold.charter.setup, fold.charter.options
    return OptionsInfo(
        open_hands=options.open_hands,
        timer=options.timer,
        takeover=options.takeover,
        pool=setup.pool,
        same_faction=setup.same_faction,
        first=setup.first,
        ask_everyone=setup.ask_everyone,
        seed=setup.seed if fold.state == "over" else None,
    )


def open_seats(fold: Fold) -> list[int]:
    """The seats that are free for who joins."""
    return [n for n, seat in enumerate(fold.seats) if seat.kind == OPEN and not seat.taken]
