"""One room that is open: its fold, its readers, its clock, and the one way anything happens in it.

Whatever happens is an entry: `commit` applies it, waits until it is on disk, and only then tells
anybody. Everything that changes a room runs under its lock, so nobody sees what might not last.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from msgspec import UNSET

from smashup.protocol.messages import (
    Chat,
    ClockNews,
    RoomNews,
    UndoAsked,
    Undone,
    Update,
    Welcome,
)
from smashup.protocol.room import RoomInfo, RoomState
from smashup.protocol.view import Changes, View
from smashup.server import entries as kinds
from smashup.server import snapshots
from smashup.server.channel import Channel, Connection
from smashup.server.clock import Appointment
from smashup.server.entries import Body, body_of, entry
from smashup.server.errors import Refused, wrong_secret
from smashup.server.fold import TABLE_NAME, Fold
from smashup.server.frames import encode, written
from smashup.server.info import describe
from smashup.server.storage import Conflict, Entry, Ticket
from smashup.server.tokens import fingerprint, same
from smashup.server.views import EVENTS_SHOWN, Story, Views

if TYPE_CHECKING:
    from smashup.server.lobby import Lobby

log = logging.getLogger(__name__)

_EMPTY_LIST = b"[]"
CLOSED = 1012  # of a socket: come back

#: What changes who sits where, and is told by `room`.
_SEATING = frozenset(
    {
        kinds.JOIN,
        kinds.START,
        kinds.CONCEDE,
        kinds.LEAVE,
        kinds.TAKEOVER,
        kinds.BACK,
        kinds.SETTINGS,
        kinds.REMATCH,
        kinds.PUBLISHED,
    }
)


class Room:
    """A room in memory. `Lobby` opens it; callers hold `lock` around whatever may change it."""

    def __init__(self, name: str, fold: Fold, lobby: Lobby) -> None:
        self.name = name
        self.fold = fold
        self.lobby = lobby
        self.lock = asyncio.Lock()
        self.views = Views()
        self.seats = [Channel(seat) for seat in range(len(fold.seats))]
        self.spectators: dict[bytes, Channel] = {}
        self.touched = lobby.clock.now()
        self._snapshot = fold.length  # how long the log was at the last one
        self.overtime = -1  # the version at which the clock ran out
        self._alarm: Appointment | None = None  # of the decision
        self._due = 0.0  # when it goes off
        self._graces: dict[int, Appointment] = {}  # of seats that are away
        self.thinking: asyncio.Task[None] | None = None
        self.chances: list[float] | None = None  # everybody's to win, as far as was estimated
        self.replaced: set[int] = set()  # seats whose bot failed, so that a simpler one plays

    # -- what happens ------------------------------------------------------------------

    async def commit(self, made: Sequence[Entry], tickets: Sequence[Ticket] = ()) -> None:
        """Makes entries part of the room, on disk, and tells everyone. All of them or none.

        On any failure the room is as its log says; `Conflict` and `Doubled` mean that another
        process was first, and that the caller should look again.
        """
        fold = self.fold
        since, state = fold.length, fold.state
        try:
            for one in made:
                fold.apply(one)
            changed: RoomState | None = fold.state if fold.state != state else None
            await self.lobby.storage.append(self.name, since, made, state=changed, tokens=tickets)
        except BaseException:
            try:
                await self._read_again(since)
            except Exception:
                log.exception("room %s could not be read again; it is opened anew", self.name)
                self.lobby.drop(self)
            raise
        self._tell(made, changed is not None)
        if snapshots.is_due(fold, self._snapshot):
            self._snapshot = fold.length
            taken = snapshots.take(fold)
            self.lobby.spawn(self.lobby.storage.keep_snapshot(self.name, fold.length, taken))

    async def _read_again(self, since: int) -> None:
        """Throws away what may not have lasted, and tells what other processes added."""
        self.fold, entries = await self.lobby.read(self.name)
        self._tell(entries[since:], True)

    async def catch_up(self) -> None:
        """Another process added to the log: takes it over."""
        async with self.lock:
            added = await self.lobby.storage.read(self.name, self.fold.length)
            state = self.fold.state
            for one in added:
                self.fold.apply(one)
            if added:
                self._tell(added, self.fold.state != state)
            await self._give_back()

    async def _give_back(self) -> None:
        """Another process cannot see who is here: what it took over wrongly is given back."""
        while wrongly := [
            self.now(kinds.BACK, number)
            for number, seat in enumerate(self.fold.seats)
            if seat.taken_over and self.seats[number].present
        ]:
            with suppress(Conflict):  # somebody was quicker: look again
                await self.commit(wrongly)

    def now(self, kind: str, seat: int, body: Body | None = None, id: str = "") -> Entry:
        """An entry that happens now."""
        return entry(kind, seat, self.lobby.clock.now(), body or Body(), id)

    # -- telling -----------------------------------------------------------------------

    def channels(self) -> list[Channel]:
        """Everybody who is told things."""
        every = [*self.seats, *self.spectators.values()]
        return [channel for channel in every if channel.listens]

    def _tell(self, made: Sequence[Entry], state_changed: bool) -> None:
        """Tells every reader what these entries changed, and sets going what follows from them."""
        self.touched = self.lobby.clock.now()
        happened = {one.kind for one in made}
        moved = not happened.isdisjoint((kinds.ANSWER, kinds.START, kinds.UNDO))
        for channel in self.channels():
            try:
                self._tell_one(channel, made, happened, state_changed, moved)
            except Exception:  # what happened is on disk: whoever cannot be told it comes anew
                log.exception("room %s: seat %s could not be told", self.name, channel.seat)
                channel.hang_up(CLOSED, "Come back for the whole state.")
        if moved:
            self._set_alarm()
        self.lobby.see_to_bots(self)

    def _tell_one(
        self,
        channel: Channel,
        made: Sequence[Entry],
        happened: set[str],
        state_changed: bool,
        moved: bool,
    ) -> None:
        if state_changed or not happened.isdisjoint(_SEATING):
            channel.send(RoomNews(0, self.describe(channel.seat)))
        if moved:
            self._tell_moves(channel, undone=kinds.UNDO in happened)
        for one in made:
            if one.kind in (kinds.CHAT, kinds.NOTE):
                channel.send(self._chat(one))
        if kinds.WISH in happened and self.fold.wish is not None:
            wish = self.fold.wish
            channel.send(UndoAsked(0, wish.seat, wish.answers))

    def _chat(self, made: Entry) -> Chat:
        name = self.fold.seats[made.seat].name if made.seat >= 0 else TABLE_NAME
        seat = made.seat if made.seat >= 0 else None
        return Chat(seat, name, body_of(made).text, made.at, 0)

    def _tell_moves(self, channel: Channel, undone: bool) -> None:
        """Sends the sections that changed, and what happened since; after an undo, everything."""
        fold, game = self.fold, self.fold.game
        assert game is not None
        public = self.views.public(game)
        private = self._private(channel.seat)
        story = self.story(channel)
        if undone:
            view = View(written(public), written(private))
            channel.send(Undone(0, fold.v, view, written(story.end())))
        else:
            changes = Changes(
                written(public) if public != channel.public else UNSET,
                written(private) if private != channel.private else UNSET,
            )
            new = len(game.log) > channel.told
            events = story.since(channel.told) if new else _EMPTY_LIST
            channel.send(Update(0, fold.v, changes, written(events)))
        channel.public, channel.private, channel.told = public, private, len(game.log)

    def _private(self, seat: int | None) -> bytes:
        assert self.fold.game is not None
        open_hands = self.fold.charter.options.open_hands
        return self.views.private(self.fold.game, seat, open_hands)

    def story(self, channel: Channel) -> Story:
        """The log in the words for one reader."""
        fold = self.fold
        assert fold.game is not None
        if channel.story is None or not channel.story.tells(fold.game):
            open_hands = fold.charter.options.open_hands
            channel.story = Story(fold.game, channel.seat, open_hands)
        return channel.story

    def earlier(self, token: str, before: int) -> bytes:
        """What the log says before some event, to the holder of a token."""
        seat = self.reader(token)
        game = self.fold.game
        if game is None:
            return _EMPTY_LIST
        open_hands = self.fold.charter.options.open_hands
        story = Story(game, seat, open_hands)
        return story.between(max(0, min(before, len(game.log)) - EVENTS_SHOWN), before)

    def describe(self, seat: int | None) -> RoomInfo:
        """Who sits where and how it stands, as one reader is told it."""
        present = [channel.present for channel in self.seats]
        return describe(self.name, self.fold, seat, present)

    def welcome(self, channel: Channel) -> Welcome:
        """Where things stand, whole; the channel is from then on told only what changes."""
        fold, game = self.fold, self.fold.game
        view: View | None = None
        events = _EMPTY_LIST
        if game is None:
            channel.welcomed(b"", b"", 0)
        else:
            public = self.views.public(game)
            private = self._private(channel.seat)
            view = View(written(public), written(private))
            events = self.story(channel).end()
            channel.welcomed(public, private, len(game.log))
        return Welcome(
            channel.n,
            self.describe(channel.seat),
            channel.seat,
            fold.v,
            view,
            written(events),
            list(fold.chat),
            self.chances,
        )

    # -- coming and going --------------------------------------------------------------

    def reader(self, token: str) -> int | None:
        """The seat that a token gives the right to, None for a spectator's; else `Refused`."""
        ticket = fingerprint(token)
        seat = self.fold.seat_of(ticket, same)
        if seat is None and not any(same(known, ticket) for known in self.fold.watchers):
            raise wrong_secret()
        return seat

    async def attach(self, connection: Connection, token: str, last: int) -> Channel:
        """A socket takes its seat: it is sent what it missed, or everything."""
        seat = self.reader(token)
        if seat is None:
            channel = self.spectators.setdefault(fingerprint(token), Channel(None))
        else:
            channel = self.seats[seat]
        if seat is not None and self.fold.seats[seat].bot_sits_in:
            await self.commit([self.now(kinds.BACK, seat)])
        was_present = channel.present
        channel.connections.add(connection)
        missed = channel.missed(last) if last else None
        if missed is None:
            connection.push(encode(self.welcome(channel)).decode())
        else:
            for message in missed:
                connection.push(encode(message).decode())
        self.lobby.see_to_bots(self)
        if seat is not None:
            grace = self._graces.pop(seat, None)
            if grace is not None:
                grace.cancel()
            for other in self.seats:
                if not other.present and other.seat is not None:
                    self.begin_grace(other.seat)
            if not was_present:
                self._tell_presence(channel)
            if not was_present and self.fold.state == "playing":
                self._tell_clock([channel])
        return channel

    def detach(self, connection: Connection, channel: Channel) -> None:
        """A socket is gone."""
        channel.connections.discard(connection)
        self.touched = self.lobby.clock.now()
        if channel.present:
            return
        if channel.seat is None:
            for ticket in [t for t, c in self.spectators.items() if c is channel]:
                del self.spectators[ticket]
        else:
            self._tell_presence(channel)
            self.begin_grace(channel.seat)

    def _tell_presence(self, about: Channel) -> None:
        for channel in self.channels():
            if channel is not about:
                channel.send(RoomNews(0, self.describe(channel.seat)))

    def begin_grace(self, seat: int) -> None:
        """If its player stays away, a bot sits in, where the table wants that."""
        takeover = self.fold.charter.options.takeover
        if takeover is None or self.fold.state != "playing" or seat in self._graces:
            return
        sitting = self.fold.seats[seat]
        if sitting.is_person and not sitting.bot_sits_in:
            self._graces[seat] = self.lobby.clock.later(
                takeover, lambda: self.lobby.spawn(self._take_over(seat))
            )

    async def _take_over(self, seat: int) -> None:
        async with self.lock:
            self._graces.pop(seat, None)
            sitting = self.fold.seats[seat]
            if self.seats[seat].present or self.fold.state != "playing":
                return
            if not any(channel.present for channel in self.seats):
                return  # nobody waits; the next who comes does
            if sitting.is_person and not sitting.bot_sits_in:
                text = f"{sitting.name} is away: a bot plays on until they are back."
                await self.commit(
                    [
                        self.now(kinds.TAKEOVER, seat),
                        self.now(kinds.NOTE, -1, Body(text=text)),
                    ]
                )

    # -- the clock ---------------------------------------------------------------------

    def _set_alarm(self) -> None:
        """Where the table has a timer, the next decision has its time."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        seconds = self.fold.charter.options.timer
        seat = self.waits_for()
        if seconds is None or seat is None or self.fold.seats[seat].is_played_by_bot:
            return
        self._due = self.lobby.clock.now() + seconds
        v = self.fold.v
        self._alarm = self.lobby.clock.later(seconds, lambda: self._time_is_up(v))
        self._tell_clock(self.channels())

    def _tell_clock(self, channels: Sequence[Channel]) -> None:
        seat = self.waits_for()
        if self._alarm is None or seat is None:
            return
        left = max(0.0, round(self._due - self.lobby.clock.now(), 1))
        for channel in channels:
            channel.send(ClockNews(0, seat, left))

    def _time_is_up(self, v: int) -> None:
        self._alarm = None
        if v == self.fold.v:
            self.overtime = v
            self.lobby.see_to_bots(self)

    # -- who is to move ----------------------------------------------------------------

    def waits_for(self) -> int | None:
        """The seat whose answer is awaited."""
        game = self.fold.game
        if game is None or game.decision is None or self.fold.state != "playing":
            return None
        return game.decision.seat

    def bot_to_move(self) -> int | None:
        """The seat a bot should answer for now."""
        seat = self.waits_for()
        if seat is None or self.fold.is_deserted:
            return None
        if self.fold.seats[seat].is_played_by_bot or self.overtime == self.fold.v:
            return seat
        return None

    def must_be_played(self) -> None:
        """`Refused` unless the game is on."""
        if self.fold.state == "waiting":
            raise Refused(
                "not_started", "The game has not started.", "The host starts it when all are here."
            )
        if self.fold.state != "playing":
            raise Refused("game_over", "The game is over.", "Ask for a rematch.")

    @property
    def is_idle(self) -> bool:
        """Whether nobody is here and nothing is going on, so that it may be closed."""
        return (
            self.thinking is None
            and self._alarm is None
            and not self._graces
            and not self.lock.locked()
            and not any(channel.present for channel in self.seats)
            and not self.spectators
        )

    def begin(self) -> None:
        """The room was just opened: sets going what was going on."""
        if self.fold.state != "playing":
            return
        self._set_alarm()
        self.lobby.see_to_bots(self)

    def end(self) -> None:
        """The room is closed; it can be opened again from its log."""
        for channel in (*self.seats, *self.spectators.values()):
            channel.hang_up(CLOSED, "The room is opened anew.")
        for appointment in (self._alarm, *self._graces.values()):
            if appointment is not None:
                appointment.cancel()
        self._graces.clear()
        if self.thinking is not None:
            self.thinking.cancel()
