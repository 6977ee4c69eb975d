"""One room that is open: its fold, its readers, its clock, and the one way anything happens in it.

Whatever happens is an entry: `commit` applies it, waits until it is on disk, and only then tells
anybody. Everything that changes a room runs under its lock, so nobody sees what might not last.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Literal, TypeVar

from msgspec import UNSET

from smashup.model.words import Words
from smashup.protocol.messages import (
    Chat,
    ClockNews,
    EndAsked,
    Meanwhile,
    Ok,
    RoomNews,
    UndoAsked,
    Undone,
    UndoWish,
    Update,
    Welcome,
)
from smashup.protocol.room import RoomInfo, RoomState
from smashup.protocol.view import Changes, View
from smashup.server import asking, snapshots
from smashup.server import entries as kinds
from smashup.server.asking import Asker
from smashup.server.channel import Channel, Connection
from smashup.server.clock import Appointment
from smashup.server.entries import Body, body_of, entry, told
from smashup.server.errors import Elsewhere, Refused, store_down, wrong_secret
from smashup.server.fold import Fold
from smashup.server.frames import encode, refusal, written
from smashup.server.grants import Grant, revoked
from smashup.server.info import describe
from smashup.server.limits import Bucket
from smashup.server.logs import about
from smashup.server.names import TABLE_NAME
from smashup.server.quota import size_of
from smashup.server.storage import Conflict, Doubled, Entry, NoSuchRoom, NotHeld, Ticket
from smashup.server.tokens import fingerprint
from smashup.server.views import EVENTS_SHOWN, Story, Views

if TYPE_CHECKING:
    from smashup.server.lobby import Lobby

log = logging.getLogger(__name__)

T = TypeVar("T")

_EMPTY_LIST = b"[]"
CLOSED = 1012  # of a socket: come back
REOPENED = "The room is opened anew."
REFUSED = 4001  # of a socket: do not; an error said why
LEAST_TIME = 5.0  # seconds for a decision, also where nothing is left in store
SETTLING_TIME = 8.0  # seconds until what happens in a room is on disk; else its store is at fault
ALONE = 60.0  # seconds that bots play on after everybody has gone
BETWEEN_TAKEOVERS = 60.0  # seconds, at least, of one seat: each is kept for good, and read by all
TELLINGS, A_TELLING = 20.0, 0.5  # at once, and seconds between: of who has come and gone
_TRIES = 8  # how often another process may be first

#: What changes who sits where, and is told by `room`.
_SEATING = frozenset(
    {
        kinds.JOIN,
        kinds.START,
        kinds.CONCEDE,
        kinds.LEAVE,
        kinds.REMOVE,
        kinds.TAKE,
        kinds.CUT,
        kinds.TAKEOVER,
        kinds.BACK,
        kinds.SETTINGS,
        kinds.REMATCH,
        kinds.PUBLISHED,
    }
)


class Room:
    """A room in memory. `Lobby` opens it; callers hold `lock` around whatever may change it."""

    def __init__(
        self, name: str, fold: Fold, lobby: Lobby, kept_state: RoomState | None = None
    ) -> None:
        self.name = name
        self.fold = fold
        self._kept_state = kept_state or fold.state  # as the store has it
        self.lobby = lobby
        self.lock = asyncio.Lock()
        self.views = Views()
        self.seats = [Channel(fold.holder(seat)) for seat in range(len(fold.seats))]
        self.spectators: dict[bytes, Channel] = {}
        self._watched: Story | None = None  # as it is told to all of them
        self.touched = lobby.clock.now()
        self._snapshot = fold.length  # how long the log was at the last one
        self._snapshot_size = 0  # in bytes, of the last one since it was opened
        self.overtime = -1  # the version at which the clock ran out
        self._alarm: Appointment | None = None  # of the decision
        self._asked = 0.0  # since when it runs
        self._number = 0  # after how many answers
        self._taken: dict[int, float] = {}  # the time that each decision has taken, by that number
        self._due = 0.0  # when it goes off
        self._graces: dict[int, Appointment] = {}  # of seats that are away
        self._tellings = Bucket(1 / A_TELLING, TELLINGS, self.touched)
        self._telling: Appointment | None = None
        self._takeovers: dict[int, float] = {}  # when a seat was taken over last
        self.thinking: asyncio.Task[None] | None = None
        self.chances: list[float] | None = None  # everybody's to win, as far as was estimated
        self.replaced: set[int] = set()  # seats whose bot failed, so that a simpler one plays
        self.hurried = False  # whether its bots think less than they should
        self._owner = ""
        self._attention: Appointment | None = None  # when it is over that bots play on
        self._left = -ALONE  # when the last of all who were here had gone
        self._ended = False

    # -- what happens ------------------------------------------------------------------

    async def change(self, doing: Callable[[], Awaitable[T]]) -> T:
        """Does something to the room while nobody else does; anew where another process was first.

        Whatever it rests on, the right to do it above all, must be looked at inside `doing`.
        """
        async with self.lock:
            for _ in range(_TRIES):
                with suppress(Conflict, Doubled):
                    return await doing()
        raise Refused("stale", "Others are always quicker here.", "Try again.")

    @asynccontextmanager
    async def settled(self) -> AsyncIterator[None]:
        """Inside the block all that the room says is on disk: for whoever only looks. `Refused` if
        that takes too long."""
        try:
            async with asyncio.timeout(SETTLING_TIME):
                await self.lock.acquire()
        except TimeoutError:
            raise store_down() from None
        try:
            self._must_be_open()
            yield
        finally:
            self.lock.release()

    async def commit(
        self, made: Sequence[Entry], tickets: Sequence[Ticket] = (), by_bot: bool = False
    ) -> None:
        """Makes entries part of the room, on disk, and tells everyone. All of them or none.

        On any failure the room is as its log says; `Conflict` and `Doubled` mean that another
        process was first, and that the caller should look again. `by_bot`: it counts for the
        table's owner, who was asked before.
        """
        self._must_be_open()
        self.must_not_have_parted()
        quota, payer = self.lobby.quota, self.owner if by_bot else asking.who().address
        if by_bot:
            quota.charge(payer, size_of(made))
        else:
            quota.commit(payer, self.fold.length, made, tickets)
        fold = self.fold
        since = fold.length
        try:
            kept = [fold.apply(one) for one in made]
            changed: RoomState | None = fold.state if fold.state != self._kept_state else None
            await self.lobby.storage.append(self.name, since, kept, state=changed, tokens=tickets)
        except NoSuchRoom as error:  # it was deleted, or has expired
            self.lobby.drop(self)
            raise await self.lobby.no_room(self.name) from error
        except NotHeld as error:  # another server has taken it, and did not hear of this
            self.lobby.drop(self)
            raise Elsewhere(self.name) from error
        except BaseException:
            try:
                await self._read_again(since)
            except Exception:
                about(log, self.name).exception("it could not be read again, and is opened anew")
                self.lobby.drop(self)
            raise
        self._kept_state = fold.state
        self._tell(made, changed is not None)
        if snapshots.is_due(fold, self._snapshot):
            self._snapshot = fold.length
            taken = snapshots.take(fold)
            quota.charge(payer, max(0, len(taken) - self._snapshot_size))
            self._snapshot_size = len(taken)
            self.lobby.spawn(self.lobby.storage.keep_snapshot(self.name, fold.length, taken))

    async def _read_again(self, since: int) -> None:
        """Throws away what may not have lasted, and tells what other processes added."""
        fold, self._kept_state = await self.lobby.fold_of(self.name)
        added = await self.lobby.storage.read(self.name, since)
        self.fold = fold
        self._tell(added[: fold.length - since], True)

    async def catch_up(self) -> None:
        """Another process added to the log: takes it over."""
        async with self.lock:
            since, state = self.fold.length, self.fold.state
            added = await self.lobby.storage.read(self.name, since)
            if any(one.kind == kinds.UNDO for one in added):
                await self._read_again(since)  # which plays the game again beside the other tables
            elif added:
                self.fold.read(added)
                self._kept_state = self.fold.state
                self._tell(added, self.fold.state != state)
            if self.fold.parting is not None:  # of another version: only the store knows its state
                self.lobby.drop(self)
                return
            await self._give_back()

    async def _give_back(self) -> None:
        """Another process cannot see who is here: what it took over wrongly is given back."""
        while wrongly := [
            self.now(kinds.BACK, number)
            for number, seat in enumerate(self.fold.seats)
            if self.moves_on and seat.taken_over and self.seats[number].present
        ]:
            with suppress(Conflict):  # somebody was quicker: look again
                await self.commit(wrongly)

    def now(self, kind: str, seat: int, body: Body | None = None, id: str = "") -> Entry:
        """An entry that happens now."""
        logged = self.fold.logged_id(seat, id) if id else ""
        return entry(kind, seat, self.lobby.clock.now(), body or Body(), logged)

    # -- telling -----------------------------------------------------------------------

    def channels(self) -> list[Channel]:
        """Everybody who is told things: who listens, and has the right to."""
        every = [*self.seats, *self.spectators.values()]
        return [c for c in every if c.listens and self.fold.holds(c.grant)]

    def _tell(self, made: Sequence[Entry], state_changed: bool) -> None:
        """Tells every reader what these entries changed, and sets going what follows from them."""
        if self.anybody_here:  # else another process plays it, and it may be put away here
            self.touched = self.lobby.clock.now()
        self._cut_off(made)
        happened = {one.kind for one in made}
        moved = not happened.isdisjoint((kinds.ANSWER, kinds.START, kinds.UNDO))
        for channel in self.channels():
            try:
                self._tell_one(channel, made, happened, state_changed, moved)
            except Exception:  # what happened is on disk: whoever cannot be told it comes anew
                about(log, self.name).exception("seat %s could not be told", channel.seat)
                channel.hang_up(CLOSED, "Come back for the whole state.")
        if moved:
            self._set_alarm()
        self.lobby.see_to_bots(self)

    def _cut_off(self, made: Sequence[Entry]) -> None:
        """Whoever lost a right by this is told so, and hears nothing more by it."""
        for number, channel in enumerate(self.seats):
            now = self.fold.holder(number)
            if channel.grant != now:
                self.seats[number] = Channel(now)
                self._hang_up_on(channel, [one for one in made if one.seat == number])
                self.begin_grace(number)
        for ticket, channel in list(self.spectators.items()):
            if not self.fold.holds(channel.grant):
                del self.spectators[ticket]
                self._hang_up_on(channel, [one for one in made if one.kind == kinds.RENEW])

    def _hang_up_on(self, channel: Channel, made: Sequence[Entry]) -> None:
        """Closes all windows of a right that these entries ended; who asked for it gets its ok."""
        for one in made:
            if one.id:
                channel.tell(Ok(self.fold.sent_id(one.id), self.fold.v))
        ended = revoked(made[-1].kind if made else "")
        channel.tell(refusal(ended, v=self.fold.v))
        channel.hang_up(REFUSED, ended.code)

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
        if any(one.kind == kinds.NOTE and body_of(one).ending for one in made):
            channel.send(EndAsked(0, self.fold.ending))

    def _chat(self, made: Entry) -> Chat:
        body = body_of(made)
        seat = made.seat if made.seat >= 0 and made.kind == kinds.CHAT else None
        name = TABLE_NAME if seat is None else self.fold.seats[seat].name
        return Chat(seat, name, body.text, made.at, body.emote, body.words, n=0)

    def _tell_moves(self, channel: Channel, undone: bool) -> None:
        """Sends the sections that changed, and what happened since; after an undo, everything."""
        fold, game = self.fold, self.fold.game
        assert game is not None
        public = self.views.public(game)
        private = self._private(channel.seat)
        story = self.story(channel)
        if undone:
            view = View(written(public), written(private))
            own = fold.own_answers(channel.seat)
            channel.send(Undone(0, fold.v, view, written(story.end()), own))
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
        is_asked = self.fold.parting is None
        return self.views.private(self.fold.game, seat, open_hands, is_asked)

    def story(self, channel: Channel) -> Story:
        """The log in the words for one reader."""
        fold = self.fold
        assert fold.game is not None
        kept = self._watched if channel.seat is None else channel.story
        if kept is None or not kept.tells(fold.game):
            kept = Story(fold.game, channel.seat, fold.charter.options.open_hands)
            if channel.seat is None:
                self._watched = kept
            else:
                channel.story = kept
        return kept

    def earlier(self, token: str, before: int) -> bytes:
        """What the log says before some event, to the holder of a token."""
        seat = self.grant(token).seat
        game = self.fold.game
        if game is None:
            return _EMPTY_LIST
        open_hands = self.fold.charter.options.open_hands
        story = Story(game, seat, open_hands)
        return story.between(max(0, min(before, len(game.log)) - EVENTS_SHOWN), before)

    def describe(self, seat: int | None) -> RoomInfo:
        """Who sits where and how it stands, as one reader is told it."""
        present = [channel.present for channel in self.seats]
        expires = self.lobby.keeping.until(self.fold.state, self.fold.last)
        return describe(self.name, self.fold, seat, present, expires)

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
            None if fold.wish is None else UndoWish(fold.wish.seat, fold.wish.answers),
            fold.ending,
            self._meanwhile(channel.seat),
            fold.own_answers(channel.seat),
        )

    def _meanwhile(self, seat: int | None) -> Meanwhile | None:
        """What was done in somebody's place, until they act themselves."""
        if seat is None:
            return None
        sitting = self.fold.seats[seat]
        if not sitting.stood_in and not sitting.undone:
            return None
        return Meanwhile(sitting.away_since, sitting.stood_in, sitting.undone)

    # -- coming and going --------------------------------------------------------------

    def grant(self, token: str) -> Grant:
        """What a token gives the right to now; `Refused` if that is nothing."""
        return grant_of(self.fold, token)

    def seat_of(self, token: str) -> int:
        """The seat that a token gives the right to; `Refused` if it is no seat's."""
        return seat_of(self.fold, token)

    def must_hold(self, grant: Grant) -> None:
        """`Refused` if a right has ended."""
        if not self.fold.holds(grant):
            raise revoked()

    async def attach(self, connection: Connection, token: str, last: int) -> Channel:
        """A socket takes its seat: it is sent what it missed, or everything."""
        self._must_be_open()
        grant = self.grant(token)
        seat = grant.seat
        can_be_written = self.fold.parting is None and not self.is_full
        if seat is not None and self.fold.seats[seat].bot_sits_in and can_be_written:
            await self._come_back(grant)
        if seat is None:
            channel = self.spectators.setdefault(grant.ticket, Channel(grant))
        else:
            channel = self.seats[seat]
        was_present = channel.present
        channel.connections.add(connection)
        channel.address = asking.who().address
        try:
            missed = channel.missed(last) if last else None
            for message in [self.welcome(channel)] if missed is None else missed:
                connection.push(encode(message))
        except Exception:  # who cannot be told how it stands is not here
            channel.connections.discard(connection)
            raise
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
            if self.fold.goes_on:  # also beside another socket of theirs: this one does not know
                self._tell_clock([channel])
        return channel

    async def _come_back(self, grant: Grant) -> None:
        """The bot in a seat gives it back, unless the seat is lost meanwhile."""
        assert grant.seat is not None
        while self.fold.holds(grant) and self.fold.seats[grant.seat].bot_sits_in:
            with suppress(Conflict):  # somebody was quicker: look again
                await self.commit([self.now(kinds.BACK, grant.seat)])
        self._must_be_open()
        self.must_hold(grant)

    def detach(self, connection: Connection, channel: Channel) -> None:
        """A socket is gone."""
        channel.connections.discard(connection)
        self.touched = self._left = self.lobby.clock.now()
        if not self.anybody_here and not self._ended:
            self._stop_attending()
            self._attention = self.lobby.clock.later(ALONE, self._end_of_attention)
        if channel.present:
            return
        if channel.seat is None:
            self.spectators.pop(channel.grant.ticket, None)
        elif self.seats[channel.seat] is channel:
            self.begin_grace(channel.seat)
            if self.lock.locked():  # what is not on disk yet is not told
                self.lobby.spawn(self._tell_presence_later(channel))
            else:
                self._tell_presence(channel)

    async def _tell_presence_later(self, about: Channel | None = None) -> None:
        async with self.lock:
            self._tell_presence(about)

    def _tell_presence(self, about: Channel | None) -> None:
        """Who is here; not to whom that is about. Where somebody comes and goes without end the
        others are told now and then, and in the end how it is."""
        if wait := self._tellings.take(self.lobby.clock.now()):
            if self._telling is None:
                self._telling = self.lobby.clock.later(wait, self._tell_at_last)
            return
        for channel in self.channels():
            if channel is not about:
                channel.send(RoomNews(0, self.describe(channel.seat)))

    def _tell_at_last(self) -> None:
        self._telling = None
        self.lobby.spawn(self._tell_presence_later())

    def begin_grace(self, seat: int) -> None:
        """If its player stays away, a bot sits in, where the table wants that."""
        takeover = self.fold.charter.options.takeover
        if takeover is None or not self.fold.goes_on or seat in self._graces:
            return
        sitting = self.fold.seats[seat]
        if sitting.is_person and not sitting.bot_sits_in and not self.seats[seat].present:
            seconds = max(takeover, self._rest_of(seat))
            self._graces[seat] = self.lobby.clock.later(
                seconds, lambda: self.lobby.spawn(self._take_over(seat))
            )

    def _rest_of(self, seat: int) -> float:
        """Seconds before a bot may sit in again: who comes and goes without end fills no log."""
        since = self.lobby.clock.now() - self._takeovers.get(seat, -BETWEEN_TAKEOVERS)
        wait = self.lobby.quota.wait(self.seats[seat].address)
        return max(BETWEEN_TAKEOVERS - since, wait)

    async def _take_over(self, seat: int) -> None:
        asking.begin(Asker(self.seats[seat].address))  # for what it takes to come and go
        async with self.lock:
            self._graces.pop(seat, None)
            sitting = self.fold.seats[seat]
            if self.seats[seat].present or not self.moves_on:
                return
            if not any(channel.present for channel in self.seats):
                return  # nobody waits; the next who comes does
            if self._rest_of(seat) > 0:
                self.begin_grace(seat)
            elif sitting.is_person and not sitting.bot_sits_in:
                self._takeovers[seat] = self.lobby.clock.now()
                away = "{name} is away: a bot plays on until they are back."
                note = told(Words(away, name=sitting.name))
                await self.commit([self.now(kinds.TAKEOVER, seat), self.now(kinds.NOTE, -1, note)])

    # -- the clock ---------------------------------------------------------------------

    def _set_alarm(self) -> None:
        """Where the table has a timer, the next decision has its time.

        One that an undo has reopened has what was left of it: nobody gains time by taking back.
        """
        now = self.lobby.clock.now()
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
            self._taken[self._number] = now - self._asked
        options = self.fold.charter.options
        seat = self.waits_for()
        if not options.has_clock or seat is None or self.fold.seats[seat].is_played_by_bot:
            return
        seconds = max(LEAST_TIME, (options.timer or 0.0) + self.fold.reserves[seat])
        self._number = len(self.fold.answers)
        self._asked = now - self._taken.get(self._number, 0.0)
        self._due = max(now, self._asked + seconds)
        v = self.fold.v
        self._alarm = self.lobby.clock.later(self._due - now, lambda: self._time_is_up(v))
        self._tell_clock(self.channels())

    def _tell_clock(self, channels: Sequence[Channel]) -> None:
        seat = self.waits_for()
        if self._alarm is None or seat is None:
            return
        left = max(0.0, round(self._due - self.lobby.clock.now(), 1))
        stored = self.fold.charter.options.reserve is not None
        reserves = [round(seconds, 1) for seconds in self.fold.reserves] if stored else None
        for channel in channels:
            channel.send(ClockNews(0, seat, left, reserves))

    def spent(self, seat: int, by_clock: bool = False) -> float:
        """What an answer given now takes from a seat's reserve, and less than nothing where it
        adds to it."""
        options = self.fold.charter.options
        if options.reserve is None:
            return 0.0
        reserve = self.fold.reserves[seat]
        if by_clock:
            return reserve
        taken = 0.0 if self._alarm is None else self.lobby.clock.now() - self._asked
        return min(reserve, max(0.0, taken - (options.timer or 0.0))) - options.increment

    def _time_is_up(self, v: int) -> None:
        self._alarm = None
        if v == self.fold.v:
            self.overtime = v
            self.lobby.see_to_bots(self)

    # -- who is to move ----------------------------------------------------------------

    @property
    def anybody_here(self) -> bool:
        """Whether somebody sits or watches here, by this process."""
        return any(channel.present for channel in (*self.seats, *self.spectators.values()))

    @property
    def owner(self) -> str:
        """The address whose turn it takes when a bot thinks: the host's, else of the first player
        who is here, else of who watches; with nobody here, of who was it last. Whoever joins later
        changes nothing of that."""
        host = self.fold.host
        first = [] if host is None else [self.seats[host]]
        for channel in (*first, *self.seats, *self.spectators.values()):
            if channel.present and channel.address:
                self._owner = channel.address
                break
        return self._owner

    @property
    def is_attended(self) -> bool:
        """Whether it is worth thinking: somebody is here, or was a moment ago."""
        return self.anybody_here or self.lobby.clock.now() < self._left + ALONE

    def _stop_attending(self) -> None:
        """One look at whether anybody has come back is enough, however many have gone, and a room
        that is closed is looked at by nobody: each would keep it in memory."""
        if self._attention is not None:
            self._attention.cancel()
            self._attention = None

    def _end_of_attention(self) -> None:
        """Nobody has come back: another process may think for the room, if people are there."""
        self._attention = None
        if not self.is_attended:
            self.lobby.spawn(self.lobby.storage.release(self.name))

    @property
    def is_full(self) -> bool:
        """Whether its log is so long that nobody moves any more."""
        return self.lobby.quota.is_full(self.fold.length)

    @property
    def moves_on(self) -> bool:
        """Whether it is being played, and there is room in its log for that."""
        return self.fold.goes_on and not self.is_full

    def waits_for(self) -> int | None:
        """The seat whose answer is awaited."""
        game = self.fold.game
        if game is None or game.decision is None or not self.fold.goes_on:
            return None
        return game.decision.seat

    def bot_to_move(self) -> int | None:
        """The seat a bot should answer for now."""
        seat = self.waits_for()
        if seat is None or self.fold.is_deserted or not self.is_attended or self.is_full:
            return None
        if self.fold.was_tried:
            return None
        if self.fold.seats[seat].is_played_by_bot or self.overtime == self.fold.v:
            return seat
        return None

    def _must_be_open(self) -> None:
        """For who has waited for their turn: what they rest on may not be so any more."""
        if self._ended:
            raise Elsewhere(self.name)

    def must_not_have_parted(self) -> None:
        """`Refused` if the game goes another way here than where it was played: it is shown, and
        nothing is written into it."""
        if self.fold.parting is not None:
            raise Refused("parted", self.fold.notice, "Look at it, or play a new game.")

    def must_be_played(self) -> None:
        """`Refused` unless the game is on."""
        self.must_not_have_parted()
        if self.fold.state == "waiting":
            raise Refused(
                "not_started", "The game has not started.", "The host starts it when all are here."
            )
        if self.fold.state != "playing":
            raise Refused("game_over", "The game is over.", "Ask for a rematch.")

    def must_allow(self, what: Literal["hints", "undo"]) -> None:
        """`Refused` if the host has switched it off."""
        options = self.fold.charter.options
        if not (options.hints if what == "hints" else options.undo):
            words = {"hints": "without hints", "undo": "without undo"}[what]
            raise Refused("switched_off", f"This table plays {words}.", "Decide by yourself.")

    @property
    def is_idle(self) -> bool:
        """Whether nobody is here and nothing is being written, so that it may be closed. A clock
        that runs for nobody, and a bot that thinks for nobody or waits for its turn to, begin anew
        when somebody comes: else whoever looks in at many tables would keep all of them open."""
        return not self.lock.locked() and not self.anybody_here

    def begin(self) -> None:
        """The room was just opened: sets going what was going on."""
        if not self.fold.goes_on:
            return
        self._set_alarm()
        self.lobby.see_to_bots(self)

    def end(self) -> None:
        """The room is closed; it can be opened again from its log."""
        self._ended = True
        for channel in (*self.seats, *self.spectators.values()):
            channel.hang_up(CLOSED, REOPENED)
        for appointment in (self._alarm, self._telling, *self._graces.values()):
            if appointment is not None:
                appointment.cancel()
        self._graces.clear()
        self._stop_attending()
        if self.thinking is not None:
            self.thinking.cancel()
            self.thinking = None


def grant_of(fold: Fold, token: str) -> Grant:
    """What a token gives the right to in a room; `Refused` if that is nothing."""
    grant = fold.grant(fingerprint(token))
    if grant is None:
        raise wrong_secret()
    return grant


def seat_of(fold: Fold, token: str) -> int:
    """The seat that a token gives the right to in a room; `Refused` if it is no seat's."""
    seat = grant_of(fold, token).seat
    if seat is None:
        raise wrong_secret()
    return seat
