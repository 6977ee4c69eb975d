"""Bots at a table: they answer for the seats that are theirs, and advise those that are not."""

from __future__ import annotations

import asyncio
import logging
import random
from typing import TYPE_CHECKING, Any

from smashup.model.words import Sentence, Words
from smashup.players.greedy import PATIENCE
from smashup.protocol.messages import AskHint, Chances, Hint
from smashup.puzzles import declined
from smashup.server import asking, metrics
from smashup.server import entries as kinds
from smashup.server.clock import Appointment
from smashup.server.entries import BY_BOT, BY_CLOCK, Body, told
from smashup.server.errors import Elsewhere, Refused, stale, too_busy
from smashup.server.jobs import Advise, Choose, Estimate, Position
from smashup.server.limits import Bucket
from smashup.server.logs import about
from smashup.server.room import Room
from smashup.server.storage import Conflict, Doubled
from smashup.server.strengths import IN_A_CROWD, LAST_RESORT, STAND_IN, at_most
from smashup.server.turns import Crowded, Stopped
from smashup.server.workers import Thinkers, WorkFailed

if TYPE_CHECKING:
    from smashup.server.lobby import Lobby

log = logging.getLogger(__name__)

THINKING_TIME = 20.0  # seconds that a bot may take before another takes its place
HINT_TIME = 20.0
ESTIMATE_TIME = 10.0
ESTIMATES = 10.0  # of chances in a second, over all rooms
LOOK_AGAIN = 10.0  # seconds until a room whose bots do not move is looked at again
HURRIED: Sentence = "The server has much to do: bots think less for a while."


class Bots:
    """Thinks for the rooms of a lobby, in other processes."""

    def __init__(self, lobby: Lobby, thinkers: Thinkers) -> None:
        self._lobby = lobby
        self._thinkers = thinkers
        self._estimated: dict[str, int] = {}  # the turn for which chances were asked for last
        self._estimates = Bucket(ESTIMATES, ESTIMATES, lobby.clock.now())
        self._looks: dict[str, Appointment] = {}  # at rooms whose bots have to wait

    def see_to(self, room: Room) -> None:
        """Starts thinking if a bot is to move in a room and nobody thinks for it yet."""
        if room.thinking is None and room.bot_to_move() is not None:
            room.thinking = self._lobby.spawn(self._counted(room))
        self._see_to_chances(room)

    async def _counted(self, room: Room) -> None:
        await self._lobby.loop_time.of(room.owner, self._drive(room))

    async def _drive(self, room: Room) -> None:
        """Answers for bots until a person is asked, or the game is over."""
        try:
            if not await self._lobby.storage.try_hold(room.name):
                # Another process thinks for this room; if that one dies, somebody must notice.
                self._look_later(room, LOOK_AGAIN)
                return
            while (seat := room.bot_to_move()) is not None:
                if wait := self._lobby.quota.wait(room.owner):
                    self._look_later(room, min(wait, LOOK_AGAIN))
                    return
                await self._move(room, seat)
        except (Elsewhere, Stopped):
            pass  # the server that has the room now, or after this one, thinks for it
        except Exception:
            about(log, room.name).exception("its bots stopped; they try again")
            self._look_later(room, LOOK_AGAIN)
        finally:
            room.thinking = None

    def _look_later(self, room: Room, seconds: float) -> None:
        """Once, however often it was put off: nothing of the room waits meanwhile."""
        self._look_no_more(room.name)
        self._looks[room.name] = self._lobby.clock.later(seconds, lambda: self._look_again(room))

    def _look_no_more(self, room: str) -> None:
        look = self._looks.pop(room, None)
        if look is not None:
            look.cancel()

    def _look_again(self, room: Room) -> None:
        self._looks.pop(room.name, None)
        if self._lobby.rooms.get(room.name) is room:
            self._lobby.see_to_bots(room)

    async def _move(self, room: Room, seat: int) -> None:
        fold, v = room.fold, room.fold.v
        by = BY_BOT if fold.seats[seat].is_played_by_bot else BY_CLOCK
        strength = fold.seats[seat].strength or STAND_IN
        if seat in room.replaced:
            strength = LAST_RESORT
        hurried = self._thinkers.crowded and at_most(strength, IN_A_CROWD) != strength
        if hurried:
            strength = IN_A_CROWD
        option, failure = await self._choose(room, seat, strength)
        await self._lobby.loop_time.turn(room.owner)
        async with room.lock:
            if room.fold.v != v or room.bot_to_move() != seat:
                return
            spent = room.spent(seat, by_clock=True) if by == BY_CLOCK else 0.0
            made = [room.now(kinds.ANSWER, seat, Body(option=option, by=by, spent=spent))]
            if failure and seat not in room.replaced:
                room.replaced.add(seat)
                made.append(room.now(kinds.NOTE, -1, told(_replaced(room, seat, failure))))
            if hurried and not room.hurried:
                made.append(room.now(kinds.NOTE, -1, told(HURRIED)))
            room.hurried = hurried
            try:
                await room.commit(made, by_bot=True)
            except (Conflict, Doubled):
                return  # another process was first; the loop looks again
            metrics.ANSWERS.labels(by).inc()

    async def _choose(self, room: Room, seat: int, strength: str) -> tuple[int, str]:
        """An option, and what went wrong on the way to it, if anything."""
        fold = room.fold
        assert fold.game is not None and fold.game.decision is not None
        if fold.charter.puzzle:
            return declined(fold.game.decision), ""
        last = len(fold.game.decision.options) - 1
        if fold.answers_this_turn(seat) >= PATIENCE:
            return last, ""  # some cards would let a turn go on for ever; to stop comes last
        position = position_of(room)
        seed = seed_of(fold.setup.seed, seat, len(position.answers))
        failure = ""
        for who in (strength, LAST_RESORT):
            try:
                job = Choose(position, who, seed, len(fold.turns))
                with metrics.THOUGHT_SECONDS.time():
                    option = await self._thinkers.do(job, THINKING_TIME, room.owner)
                return int(option), failure
            except WorkFailed as error:
                about(log, room.name).warning("bot %s failed: %s", who, error)
                failure = failure or str(error)
        return last, failure

    # -- advice ------------------------------------------------------------------------

    async def hint(self, room: Room, seat: int | None, message: AskHint) -> Hint:
        """Advice for the seat that is asked."""
        async with room.settled():
            room.must_be_played()
            room.must_allow("hints")
            if message.v != room.fold.v:
                raise stale()
            if seat is None or room.waits_for() != seat:
                raise Refused("not_your_turn", "Only who is asked gets a hint.")
            position = position_of(room)
        seed = seed_of(0, seat, len(position.answers))
        try:
            async with asyncio.timeout(HINT_TIME):  # in all, however long others are before it
                job, address = Advise(position, seed), asking.who().address
                advice = await self._thinkers.do(job, HINT_TIME, address)
        except TimeoutError as error:
            raise too_busy() from error
        except WorkFailed as error:
            about(log, room.name).warning("no hint: %s", error)
            raise Refused("unexpected", "No hint could be found.", "Decide by yourself.") from error
        return Hint(message.id, **advice)

    def _see_to_chances(self, room: Room) -> None:
        """Once a turn, if there is somebody to tell and nothing better to do."""
        game = room.fold.game
        if not room.fold.charter.options.chances:
            return
        if game is None or not any(channel.present for channel in room.channels()):
            return
        turn = -1 if game.over else game.turn_number
        if self._estimated.get(room.name) == turn or self._thinkers.busy:
            return
        if self._estimates.take(self._lobby.clock.now()):
            return
        self._estimated[room.name] = turn
        self._lobby.spawn(self._tell_chances(room))

    async def _tell_chances(self, room: Room) -> None:
        async with room.settled():
            v, job = room.fold.v, Estimate(position_of(room))
        try:
            chances: Any = await self._thinkers.do(job, ESTIMATE_TIME, room.owner)
        except Crowded:
            return  # there is more to do than that
        except WorkFailed as error:
            about(log, room.name).warning("no chances: %s", error)
            return
        if chances and chances != room.chances:
            room.chances = chances
            for channel in room.channels():
                channel.send(Chances(0, v, chances))

    def forget(self, room: str) -> None:
        """The room is closed."""
        self._estimated.pop(room, None)
        self._look_no_more(room)


def _replaced(room: Room, seat: int, failure: str) -> Words:
    """That another bot plays on for one that failed."""
    return Words(
        "The bot of {name} {failure}. A simpler one plays on.",
        name=room.fold.seats[seat].name,
        failure=failure,
    )


def position_of(room: Room) -> Position:
    """The game of a room as a worker is given it. However long that takes, it is this moment's: at
    a later one somebody else may be asked, whose hand is nobody's business here."""
    fold = room.fold
    assert fold.game is not None
    return Position(room.name, fold.setup, [*fold.game.answers])


def seed_of(*numbers: int) -> int:
    """A seed made of several numbers, the same on every machine."""
    return random.Random("/".join(map(str, numbers))).getrandbits(63)
