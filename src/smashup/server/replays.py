"""Games to be looked at again: shared by link, stepped through, gone on from."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Struct

from smashup.players.strengths import OPPONENTS
from smashup.protocol.calls import Continue, Course, Made, ReplayInfo, SeatToken, Verdict
from smashup.server import asking
from smashup.server import entries as kinds
from smashup.server.charter import BOT, HUMAN, Charter, SeatPlan, make_charter
from smashup.server.entries import Body
from smashup.server.errors import Refused, too_busy, wrong_secret
from smashup.server.info import describe
from smashup.server.jobs import (
    AFTERTHOUGHTS,
    Job,
    Judge,
    Look,
    Outline,
    Position,
    Recount,
    encode,
)
from smashup.server.lobby import Lobby
from smashup.server.names import printable
from smashup.server.quota import A_LINK
from smashup.server.room import Room
from smashup.server.seating import tickets_of
from smashup.server.tokens import fingerprint, new_invite, new_name, new_token
from smashup.server.turns import Crowded
from smashup.server.workers import WorkFailed

log = logging.getLogger(__name__)

PATIENCE = 20.0  # seconds for a look at a replay
LONG_PATIENCE = 60.0  # seconds for what has to be thought about


class Shared(Struct):
    """What is kept of a link: for a game still going on, whose view it is and up to where."""

    seat: int | None = None
    moves: int | None = None


class Opened(Struct):
    """A replay that may be looked at."""

    name: str
    room: Room
    shared: Shared
    over: bool

    @property
    def answers(self) -> list[int]:
        game = self.room.fold.game
        assert game is not None
        return game.answers[: self.shared.moves]

    @property
    def charter(self) -> Charter:
        return self.room.fold.charter


async def share(lobby: Lobby, room: Room, token: str) -> str:
    """The public name of a room's replay, for who has a right there: it opens all hands."""

    async def do() -> str:
        fold = room.fold
        room.grant(token)
        if fold.game is None:
            raise Refused("not_started", "There is nothing to look at yet.")
        name = new_name() + new_name()
        if fold.state == "over":
            if fold.replay:
                return fold.replay
            await _publish(lobby, name, room, Shared())
            if fold.parting is None:
                await room.commit([room.now(kinds.PUBLISHED, -1, Body(replay=name))])
            return name
        shared = Shared(room.seat_of(token), len(fold.game.answers))
        await _publish(lobby, name, room, shared)
        return name

    return await room.change(do)


async def _publish(lobby: Lobby, name: str, room: Room, shared: Shared) -> None:
    body = msgspec.json.encode(shared)
    lobby.quota.add(asking.who().address, A_LINK + len(name) + len(body))
    await lobby.storage.publish(name, room.name, body)


async def open_replay(lobby: Lobby, name: str, token: str | None) -> Opened:
    """A shared replay; that of a game still going on is for the seat that shared it alone."""
    found = await lobby.storage.replay(name)
    if found is None:
        raise Refused("no_such_replay", "There is no such replay.", "Check the link.")
    room = await lobby.room(found[0])
    shared = msgspec.json.decode(found[1], type=Shared)
    async with room.settled():  # an end that is not on disk yet opens no hands
        over = room.fold.state == "over"
        if not over and (token is None or shared.seat is None):
            raise wrong_secret()
        if not over and token is not None and room.seat_of(token) != shared.seat:
            raise wrong_secret()
    return Opened(name, room, shared, over)


async def outline(lobby: Lobby, opened: Opened) -> ReplayInfo:
    """What the replay is of, and how it went."""
    found = await _do(lobby, Outline(_position(opened, opened.answers)))
    fold = opened.room.fold
    return ReplayInfo(
        replay=opened.name,
        room=opened.room.name,
        seats=describe("", fold, None, [False] * len(fold.seats)).seats,
        edition=opened.charter.setup.edition,
        created=opened.charter.created,
        moves=len(opened.answers),
        seat=None if opened.over else opened.shared.seat,
        open=opened.over,
        notice=fold.notice or None,
        **found,
    )


async def look(
    lobby: Lobby,
    opened: Opened,
    move: int,
    seat: int | None,
    open_hands: bool,
    whole: bool,
) -> Any:
    """The table after so many answers."""
    answers = opened.answers
    if not 0 <= move <= len(answers):
        raise Refused("bad_request", f"The moves are numbered 0 to {len(answers)}.")
    if seat is not None and seat >= opened.charter.players:
        raise Refused("bad_request", f"There is no seat {seat}.")
    if not opened.over:
        seat, open_hands = opened.shared.seat, False
    job = Look(
        _position(opened, answers[:move]),
        None if open_hands else seat,
        open_hands,
        0 if whole else max(0, move - 1),
        opened.over or opened.charter.options.chances,
    )
    return await _do(lobby, job)


async def course(lobby: Lobby, room: Room) -> Course:
    """How a finished game went. It is found out once."""
    await must_be_over(room)
    kept = lobby.courses.get(room.name)
    if kept is None:
        game = room.fold.game
        assert game is not None
        job = Recount(Position(f"course {room.name}", room.fold.setup, game.answers))

        def made(found: Any) -> Course:
            course = msgspec.convert(found, Course)
            lobby.courses.keep(room.name, course)
            return course

        kept = await _do(lobby, job, made)
    return kept


async def judge(lobby: Lobby, opened: Opened, move: int) -> Verdict:
    """What could have been done better in the turn of a finished game that began at a move."""
    await must_be_over(opened.room)
    known = await course(lobby, opened.room)
    began = [mark.move for mark in known.turns]
    if move not in began:
        raise Refused("bad_request", f"No turn began at move {move}.")
    end = next((later for later in began if later > move), len(opened.answers))
    found = lobby.courses.verdict(opened.room.name, move)
    if found is None:
        job = Judge(_position(opened, opened.answers[:end]), move)

        def made(thought: Any) -> Verdict:
            verdict = msgspec.convert(thought, Verdict)
            lobby.courses.keep_verdict(opened.room.name, move, verdict)
            return verdict

        found = await _do(lobby, job, made)
    return found


async def must_be_over(room: Room) -> None:
    """`Refused` while it is played: what is told of a whole game is for afterwards."""
    async with room.settled():
        if room.fold.game is None:
            raise Refused("not_started", "There is nothing to look at yet.")
        if room.fold.state != "over":
            raise Refused("not_over", "The game is not over.", "Play it to its end first.")


async def go_on(lobby: Lobby, opened: Opened, wanted: Continue) -> Made:
    """A new game from a move of a finished one, bots in the other seats. From the beginning it is
    the same deal for somebody else: bots that played then play as well as they did."""
    await must_be_over(opened.room)
    answers = opened.answers
    charter = opened.charter
    if wanted.move > len(answers) or wanted.seat >= charter.players:
        raise Refused("bad_request", "There is no such move or seat.")
    token = SeatToken(seat=wanted.seat, token=new_token())
    title = OPPONENTS[wanted.strength].title
    seats = [
        SeatPlan(BOT, f"{title} bot {number + 1}", wanted.strength)
        for number in range(charter.players)
    ]
    if wanted.move == 0:
        bots = enumerate(charter.seats)
        seats = [plan if plan.kind == BOT else seats[number] for number, plan in bots]
    ticket = fingerprint(token.token).hex()
    seats[wanted.seat] = SeatPlan(HUMAN, printable(wanted.name), "", ticket)
    game = opened.room.fold.game
    assert game is not None
    if game.over and wanted.move == len(answers):
        raise Refused("game_over", "The game is over at that move.", "Go on from an earlier one.")
    invite = new_invite()
    new = make_charter(
        seats,
        opened.room.fold.setup.setup(),
        charter.options,
        charter.factions,
        fingerprint(invite),
        lobby.clock.now(),
        answers[: wanted.move],
        digests=opened.room.fold.digests[: wanted.move],
        challenge=opened.name if wanted.move == 0 else "",
    )
    room = await lobby.create(new, tickets_of([token]), started=True)
    return Made(room=room.name, invite=invite, seats=[token])


def _position(opened: Opened, answers: list[int]) -> Position:
    return Position(f"replay {opened.name}", opened.room.fold.setup, answers)


def _as_it_is(found: Any) -> Any:
    return found


async def _do(lobby: Lobby, job: Job, made: Callable[[Any], Any] = _as_it_is) -> Any:
    """Does a job for whoever asks, together with all who ask for the same meanwhile.

    `made`: what is made of it, once for all, before anybody could ask for it anew.
    """
    patience = LONG_PATIENCE if isinstance(job, AFTERTHOUGHTS) else PATIENCE
    asker = asking.who()

    async def work() -> Any:
        return made(await lobby.thinkers.do(job, patience, asker.address))

    try:
        async with asyncio.timeout(patience):  # in all, however long others are before it
            return await asker.stays_for(lobby.looks.do(encode(job), asker.address, work))
    except WorkFailed as error:
        log.warning("nothing could be told of a game that is over: %s", error)
        raise Refused("unexpected", "The replay could not be shown.", "Try again.") from error
    except (Crowded, TimeoutError) as error:
        raise too_busy() from error
