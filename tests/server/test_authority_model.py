"""People come, go, are sent away, change devices and play again, with several windows each.

Beside the server stands a model that knows only who holds which right. After every step each
right must be worth what the model says, in every window and every call, and no window may have
been sent anything of a seat that is not its own.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from .tables import Closed, Socket, Table, table

SEATS = [{"kind": "human", "name": "Ada"}, {"kind": "open"}, {"kind": "open"}]
AWAY = 60.0  # seconds after which a bot sits in
STAGES = ("empty", "full", "playing", "away", "over", "again")  # at which a run begins


@dataclass(eq=False)
class Right:
    """A token, and what it is worth."""

    room: Room
    seat: int | None
    token: str
    held: bool = True


@dataclass(eq=False)
class Room:
    """What the model knows of a room: who sits where, by which invite one comes in."""

    name: str
    invite: str
    state: str = "waiting"
    seats: list[Right | None] = field(default_factory=lambda: [None] * len(SEATS))
    kept: list[bool] = field(default_factory=lambda: [False] * len(SEATS))  # for a rematch
    gone: list[bool] = field(default_factory=lambda: [False] * len(SEATS))  # gave up or removed
    gave_up: set[int] = field(default_factory=set)
    watchers: list[Right] = field(default_factory=list)
    rematch: Room | None = None

    @property
    def host(self) -> Right | None:
        held = [right for right in self.seats if right is not None]
        playing = [right for right in held if not self.gone[right.seat or 0]]
        return next(iter(playing + held), None)

    def end_if_nobody_plays(self) -> None:
        if all(self.gone) or len(self.gave_up) == len(SEATS) - 1:
            self.state = "over"


@dataclass(eq=False)
class Window:
    """A socket and the right it was opened by."""

    right: Right
    socket: Socket
    checked: int = 0  # how many of its messages were looked at


Check = Callable[[Window, Any], None]
has_windows = precondition(lambda self: bool(self.windows))


class Authority(RuleBasedStateMachine):
    """One server with a few rooms."""

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.folder = tempfile.TemporaryDirectory()
        self.stack = AsyncExitStack()
        self.t: Table
        self.rooms: list[Room] = []
        self.rights: list[Right] = []
        self.windows: list[Window] = []
        self.ids = 0
        self.asked: int | None = None  # before the last message
        self.absent: dict[int, int] = {}  # before the last message

    def run(self, doing: Coroutine[Any, Any, Any]) -> Any:
        return self.runner.run(doing)

    def teardown(self) -> None:
        self.run(self.stack.aclose())
        self.runner.close()
        self.folder.cleanup()

    # -- the model ---------------------------------------------------------------------

    def given(self, room: Room, seat: int | None, token: str) -> Right:
        """Somebody got a right; whoever had the seat has lost theirs."""
        right = Right(room, seat, token)
        self.rights.append(right)
        if seat is None:
            room.watchers.append(right)
        else:
            self.lost(room.seats[seat])
            room.seats[seat] = right
        return right

    def lost(self, right: Right | None) -> None:
        if right is None:
            return
        right.held = False
        if right.seat is not None:
            right.room.seats[right.seat] = None

    def renewed(self, room: Room, invite: str) -> None:
        room.invite = invite
        while room.watchers:
            room.watchers.pop().held = False

    # -- calls -------------------------------------------------------------------------

    async def call(self, room: Room, call: str, body: Any = None, token: str = "") -> Any:
        """What a call gave; its code if it was refused."""
        headers = {"X-Seat-Token": token} if token else {}
        path = f"/api/rooms/{room.name}/{call}"
        response = await self.t.http.post(path, json=body, headers=headers)
        found = response.json()
        return found if response.status_code == 200 else found["error"]["code"]

    async def open(self) -> None:
        self.t = await self.stack.enter_async_context(table(Path(self.folder.name)))

    @initialize(stage=st.sampled_from(STAGES))
    def begin(self, stage: str) -> None:
        """A room at some stage, where everybody who is there has two windows open."""
        self.run(self.open())
        made = self.run(self.t.room(SEATS, factions="random", options={"takeover": AWAY}))
        room = Room(made["room"], made["invite"])
        self.rooms.append(room)
        self.given(room, 0, made["seats"][0]["token"])
        self.run(self._bring_to(room, stage))

    async def _bring_to(self, room: Room, stage: str) -> None:
        if stage != "empty":
            for seat in (1, 2):
                found = await self.call(room, "join", {"invite": room.invite, "seat": seat})
                self.given(room, seat, found["token"])
        for right in (*self.rights, *self.rights):
            await self._connect(right)
        if stage in ("playing", "away", "over", "again"):
            assert room.host is not None
            room.state = (await self.call(room, "start", token=room.host.token))["state"]
        if stage == "away":
            await self._one_goes_away(room)
        if stage in ("over", "again"):
            for seat, window in enumerate(self.windows[: len(SEATS) - 1]):
                await window.socket.ask("concede", id="end")
                room.gone[seat] = True
                room.gave_up.add(seat)
            room.end_if_nobody_plays()
        if stage == "again":
            for right in list(self.rights):
                found = await self.call(room, "rematch", token=right.token)
                self.rematch_given(right, found)
                await self._connect(self.rights[-1])

    async def _one_goes_away(self, room: Room) -> None:
        """Everybody has a turn, then the second player's windows close and a bot sits in."""
        players = [window.socket for window in self.windows[: len(SEATS)]]
        while min(map(self.t.lobby.rooms[room.name].fold.deciders.count, range(3))) < 1:
            for socket in players:
                while socket.waiting():
                    await socket.receive()
                if socket.view and socket.decision is not None:
                    await socket.answer(len(socket.decision["options"]) - 1, id=f"a{socket.v}")
            await asyncio.sleep(0)
        for window in [w for w in self.windows if w.right.seat == 1]:
            self.windows.remove(window)
            await window.socket.leave()
        self.t.clock.turn(AWAY + 1)

    @rule(data=st.data(), seat=st.none() | st.integers(0, 2))
    def join(self, data: Any, seat: int | None) -> None:
        room = data.draw(st.sampled_from(self.rooms))
        free = [number for number, right in enumerate(room.seats) if right is None]
        found = self.run(self.call(room, "join", {"invite": room.invite, "seat": seat}))
        if room.state != "waiting":
            assert found == "already_started"
        elif seat is None and not free:
            assert found == "room_full"
        elif seat is not None and seat not in free:
            assert found == "seat_taken"
        else:
            assert found["seat"] == (free[0] if seat is None else seat)
            room.kept[found["seat"]] = False
            self.given(room, found["seat"], found["token"])

    @rule(data=st.data())
    def watch(self, data: Any) -> None:
        room = data.draw(st.sampled_from(self.rooms))
        found = self.run(self.call(room, "watch", {"invite": room.invite}))
        self.given(room, None, found["token"])

    @rule(data=st.data())
    def start(self, data: Any) -> None:
        right = data.draw(st.sampled_from(self.rights))
        room = right.room
        found = self.run(self.call(room, "start", token=right.token))
        if not right.held or right.seat is None:
            assert found == "wrong_secret"
        elif right is not room.host:
            assert found == "not_host"
        elif room.state == "waiting" and None not in room.seats:
            assert found["state"] == "playing"
            room.state = "playing"
        else:
            assert found in ("seats_open", "already_started", "game_over")

    @rule(data=st.data(), seat=st.integers(0, 2))
    def remove(self, data: Any, seat: int) -> None:
        right = data.draw(st.sampled_from(self.rights))
        room, victim = right.room, right.room.seats[seat]
        found = self.run(self.call(room, "remove", {"seat": seat}, right.token))
        if not right.held or right.seat is None:
            assert found == "wrong_secret"
        elif right is not room.host:
            assert found == "not_host"
        elif room.state == "over":
            assert found == "game_over"
        elif victim is None or victim is right:
            assert found == "bad_request"
        else:
            self.lost(victim)
            self.renewed(room, found["invite"])
            room.kept[seat] = False
            room.gone[seat] = room.state == "playing"
            room.end_if_nobody_plays()

    @rule(data=st.data())
    def renew(self, data: Any) -> None:
        right = data.draw(st.sampled_from(self.rights))
        found = self.run(self.call(right.room, "invite", token=right.token))
        if right.held and right is right.room.host:
            old = right.room.invite
            self.renewed(right.room, found["invite"])
            for call in ("join", "watch"):
                refused = self.run(self.call(right.room, call, {"invite": old}))
                assert refused == "wrong_secret"
        else:
            assert found in ("wrong_secret", "not_host")

    @rule(data=st.data())
    def hand_over(self, data: Any) -> None:
        right = data.draw(st.sampled_from(self.rights))
        found = self.run(self.call(right.room, "handover", token=right.token))
        if not right.held or right.seat is None:
            assert found == "wrong_secret"
            return
        code = {"code": found["code"]}
        taken = self.run(self.call(right.room, "take", code))
        assert taken["seat"] == right.seat
        right.room.kept[right.seat] = False
        self.given(right.room, right.seat, taken["token"])
        assert self.run(self.call(right.room, "take", code)) == "wrong_secret"

    @rule(data=st.data())
    def play_again(self, data: Any) -> None:
        right = data.draw(st.sampled_from(self.rights))
        room, seat = right.room, right.seat
        found = self.run(self.call(room, "rematch", token=right.token))
        if not right.held or seat is None:
            assert found == "wrong_secret"
        elif room.state != "over":
            assert found == "not_over"
        elif room.rematch is None or room.rematch.kept[seat]:
            late = room.rematch is not None and room.rematch.state != "waiting"
            if late and room.rematch is not None and room.rematch.seats[seat] is None:
                assert found == "already_started"
            else:
                self.rematch_given(right, found)
        else:
            assert found == "seat_taken"

    def rematch_given(self, right: Right, found: Any) -> None:
        """Somebody got their seat in the next game; the first who did made it."""
        room, seat = right.room, right.seat
        if room.rematch is None:
            room.rematch = Room(found["room"], found["invite"])
            removed = [gone and room.seats[n] is None for n, gone in enumerate(room.gone)]
            room.rematch.kept = [not was for was in removed]
            self.rooms.append(room.rematch)
        assert found["room"] == room.rematch.name
        self.given(room.rematch, seat, found["seats"][0]["token"])

    # -- windows -----------------------------------------------------------------------

    @rule(data=st.data())
    def connect(self, data: Any) -> None:
        right = data.draw(st.sampled_from(self.rights))
        self.run(self._connect(right))

    async def _connect(self, right: Right) -> None:
        socket = Socket(self.t.app)
        await socket.send("hello", room=right.room.name, token=right.token, id="hello")
        if right.held:
            await socket.until("ok")
            self.t.sockets.append(socket)
            self.windows.append(Window(right, socket))
        else:
            assert (await socket.until("error"))["code"] == "wrong_secret"
            assert len(socket.seen) == 1
            await socket.leave()

    @has_windows
    @rule(data=st.data())
    def close(self, data: Any) -> None:
        window = data.draw(st.sampled_from(self.windows))
        self.windows.remove(window)
        self.run(window.socket.leave())

    @rule()
    def time_passes(self) -> None:
        async def turn() -> None:
            self.t.clock.turn(AWAY + 1)

        self.run(turn())

    @rule()
    def restart(self) -> None:
        self.run(self.stack.aclose())
        self.windows.clear()
        self.run(self.open())

    def ask(self, data: Any, t: str, check: Check, **fields: Any) -> None:
        """Sends a message from some window that is open."""
        window = data.draw(st.sampled_from(self.windows))
        self.ids += 1
        self.asked = self.t.lobby.rooms[window.right.room.name].waits_for()
        self.absent = self.answers_of_absent(window.right)
        if t in ("answer", "undo"):
            fields["v"] = window.socket.v
        reply = self.run(window.socket.ask(t, id=f"x{self.ids}", **fields))
        if window.right.seat is None:
            assert reply["code"] == "only_watching"
        else:
            check(window, reply)

    def answers_of_absent(self, right: Right) -> dict[int, int]:
        """How many answers stand of each person besides this one for whom a bot sits in."""
        fold = self.t.lobby.rooms[right.room.name].fold
        return {
            number: fold.deciders.count(number)
            for number, seat in enumerate(fold.seats)
            if seat.is_person and seat.bot_sits_in and number != right.seat
        }

    @has_windows
    @rule(data=st.data())
    def leave(self, data: Any) -> None:
        def check(window: Window, reply: Any) -> None:
            room, seat = window.right.room, window.right.seat
            assert seat is not None
            if room.state == "over":
                assert reply["code"] == "game_over"
            elif room.state == "waiting":
                assert reply["t"] == "ok"
                if self.closes_the_room(window.right):
                    room.state = "over"
                else:
                    room.kept[seat] = False
                    self.lost(window.right)

        self.ask(data, "leave", check)

    def closes_the_room(self, right: Right) -> bool:
        """A host who made the room and leaves it closes it; one who joined only leaves."""
        fold = self.t.lobby.rooms[right.room.name].fold
        return fold.state == "over"

    @has_windows
    @rule(data=st.data())
    def concede(self, data: Any) -> None:
        def check(window: Window, reply: Any) -> None:
            room, seat = window.right.room, window.right.seat
            assert seat is not None
            if room.state == "playing" and not room.gone[seat]:
                assert reply["t"] == "ok"
                room.gone[seat] = True
                room.gave_up.add(seat)
                room.end_if_nobody_plays()
            else:
                assert reply["code"] in ("not_started", "game_over")

        self.ask(data, "concede", check)

    @has_windows
    @rule(data=st.data(), option=st.integers(0, 3))
    def answer(self, data: Any, option: int) -> None:
        def check(window: Window, reply: Any) -> None:
            if reply["t"] == "ok":
                assert self.asked == window.right.seat, "answered for another"

        self.ask(data, "answer", check, option=option)

    @has_windows
    @rule(data=st.data())
    def undo(self, data: Any) -> None:
        def check(window: Window, reply: Any) -> None:
            now = self.answers_of_absent(window.right)
            assert all(now[seat] >= before for seat, before in self.absent.items())

        self.ask(data, "undo", check)

    @has_windows
    @rule(data=st.data(), yes=st.booleans())
    def consent(self, data: Any, yes: bool) -> None:
        def check(window: Window, reply: Any) -> None:
            if reply["t"] == "error":
                assert reply["code"] in ("nothing_to_undo", "not_started", "game_over")

        self.ask(data, "consent", check, yes=yes)

    @has_windows
    @rule(data=st.data())
    def chat(self, data: Any) -> None:
        def check(window: Window, reply: Any) -> None:
            assert reply["t"] == "ok"
            fold = self.t.lobby.rooms[window.right.room.name].fold
            assert fold.chat[-1].seat == window.right.seat

        self.ask(data, "chat", check, text="hello")

    # -- what always holds -------------------------------------------------------------

    @invariant()
    def every_right_is_worth_what_the_model_says(self) -> None:
        if self.rooms:
            self.run(self._look())

    async def _look(self) -> None:
        await self.t.settle()
        for _ in range(10):
            await asyncio.sleep(0)
        for window in list(self.windows):
            await self._look_at(window)
        for room in self.rooms:
            await self._look_into(room)

    async def _look_at(self, window: Window) -> None:
        """Reads what came to a window: only of its own seat, and only while its right lasts."""
        socket, right = window.socket, window.right
        closed = False
        try:
            while socket.waiting():
                await socket.receive()
        except Closed:
            closed = True
        for message in socket.seen[window.checked :]:
            shown = message.get("view") or {}
            assert shown.get("private", {}).get("seat", right.seat) == right.seat
            if "room" in message:
                assert message["room"]["yours"] == right.seat
        window.checked = len(socket.seen)
        assert closed == (not right.held)
        if closed:
            assert socket.seen[-1]["code"] == "revoked"
            await socket.send("chat", text="still here?")
            await socket.task
            assert not socket.waiting()
            self.windows.remove(window)

    async def _look_into(self, room: Room) -> None:
        """What each token gives over REST, and who is said to be there."""
        there = {window.right for window in self.windows}
        for right in self.rights:
            if right.room is not room:
                continue
            headers = {"X-Seat-Token": right.token}
            response = await self.t.http.get(f"/api/rooms/{room.name}", headers=headers)
            assert response.status_code == (200 if right.held else 403)
            if not right.held:
                continue
            info = response.json()
            assert (info["yours"], info["state"]) == (right.seat, room.state)
            assert info["host"] == (room.host.seat if room.host else None)
            present = [seat["present"] for seat in info["seats"]]
            assert present == [holder in there for holder in room.seats]


Authority.TestCase.settings = settings(
    settings.default, max_examples=25, stateful_step_count=40, deadline=None
)
TestAuthority = Authority.TestCase
