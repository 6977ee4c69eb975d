"""A room as its readers are told of it."""

from __future__ import annotations

from collections.abc import Sequence

from smashup.fairness import commitment
from smashup.protocol.room import Fairness, RoomInfo, RoomOptions, SeatInfo
from smashup.server.charter import BOT, OPEN
from smashup.server.fold import Fold


def describe(
    name: str,
    fold: Fold,
    seat: int | None,
    present: Sequence[bool],
    expires: float | None = None,
) -> RoomInfo:
    """A room as one seat (None: a spectator) is told of it."""
    charter, game = fold.charter, fold.game
    waiting = None if game is None or game.decision is None else game.decision.seat
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
                removed=sitting.removed,
            )
            for number, sitting in enumerate(fold.seats)
        ],
        options=_options(fold),
        edition=charter.setup.edition,
        factions=charter.factions if game is None else [list(pair) for pair in game.factions],
        created=charter.created,
        turn=None if game is None else game.turn,
        vp=None if game is None else game.vp,
        winners=fold.winners,
        agreed=fold.agreed,
        v=fold.v,
        yours=seat,
        your_move=fold.goes_on and seat is not None and waiting == seat,
        replay=fold.replay or None,
        rematch=fold.rematch or None,
        challenge=charter.challenge or None,
        fairness=_fairness(fold),
        notice=fold.notice or None,
        expires=expires,
    )


def _fairness(fold: Fold) -> Fairness | None:
    """How the deal was made, all of it once nothing can be gained by knowing."""
    secret = fold.charter.secret
    if not secret:
        return None
    numbers = [seat.number for seat in fold.seats]
    over = fold.state == "over"
    return Fairness(
        commitment=commitment(secret),
        cut=[number is not None for number in numbers],
        secret=secret if over else None,
        numbers=numbers if over else None,
    )


def _options(fold: Fold) -> RoomOptions:
    setup, options = fold.setup, fold.charter.options
    dealt = fold.state == "over" and fold.game is not None
    return RoomOptions(
        open_hands=options.open_hands,
        timer=options.timer,
        takeover=options.takeover,
        reserve=options.reserve,
        increment=options.increment,
        hints=options.hints,
        chances=options.chances,
        undo=options.undo,
        pool=setup.pool,
        same_faction=setup.same_faction,
        first=setup.first,
        ask_everyone=setup.ask_everyone,
        bans=setup.bans,
        seed=setup.seed if dealt or fold.charter.must_agree else None,
    )


def open_seats(fold: Fold) -> list[int]:
    """The seats that are free for who joins."""
    return [n for n, seat in enumerate(fold.seats) if seat.kind == OPEN and not seat.taken]
