"""Who has lost a seat sees nothing more of it and does nothing for it, however they try.

Somebody joins a waiting room, comes in with two sockets, and loses the seat: by leaving, by being
sent away, by handing it to another device, or to a later token of a rematch. Somebody else sits
there then and plays. Or they are sent away amid the game, where a bot plays their seat to the end,
or watch it and the link is renewed. All the while the old sockets send whatever a seat may send,
and come again with the old token and the old link. They are told that the right has ended, and
nothing after that: they are closed.
"""

from __future__ import annotations

import asyncio
import itertools
import random
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

import msgspec
from websockets.asyncio.client import ClientConnection

from proofs.client import Player, Tally
from proofs.crowd import playing
from proofs.figures import Finding
from proofs.running import Server
from proofs.sockets import BROKEN, decode, dial, goes_on, hello
from proofs.storms import FIRST, Attack
from proofs.tables import Table, call, source_of

WISHES: tuple[dict[str, object], ...] = (
    {"t": "answer", "option": 0},
    {"t": "chat", "text": "I am still here"},
    {"t": "undo"},
    {"t": "consent", "yes": True},
    {"t": "hint"},
    {"t": "why", "key": "c0"},
    {"t": "emote", "emote": "wow"},
    {"t": "end", "yes": True},
    {"t": "cut", "number": 7},
    {"t": "settings", "name": "Ghost"},
    {"t": "concede"},
    {"t": "leave"},
)
"""All that a seat may send."""
_PLAYED = 1.5  # seconds that those who sit there by right play
_WAYS = 6  # to lose a right
_PAUSE = 0.05  # seconds between two tries
_LEAVING = "l"  # the id by which somebody leaves: their ok is the last but one that they are told
_ENDED = 4001  # what a void socket is closed with
_PATIENCE = 10.0  # seconds until it must be


class Squatting(Attack):
    """So many of them at a time, room after room."""

    claim = "who has lost a seat sees nothing more of it and does nothing for it"

    def __init__(self, at_once: int) -> None:
        self._at_once = at_once
        self._ways: Counter[str] = Counter()
        self._tries = 0
        self._heard: list[str] = []
        """What a void socket or token was given after all."""
        self.tally = Tally()

    async def run(self, server: Server) -> None:
        numbers = itertools.count()
        async with asyncio.TaskGroup() as group:
            for each in range(self._at_once):
                group.create_task(self._squat(_Room(server.port, source_of(FIRST + each)), numbers))

    async def _squat(self, room: _Room, numbers: itertools.count[int]) -> None:
        ways = [
            _Way("left", room.leave),
            _Way("sent away", room.send_away),
            _Way("handed over", room.hand_over),
            _Way("taken anew", room.take_anew, rematch=True),
            _Way("sent away amid the game", room.send_away_amid, in_play=True),
            _Way("watched by a link that was renewed", room.renew, in_play=True, watches=True),
        ]
        for number in numbers:
            way = ways[number % len(ways)]
            await room.open(way.rematch)
            if way.in_play:
                await room.begin()
            old = room.table(await room.watch() if way.watches else room.guest)
            async with dial(room.port, room.source) as one, dial(room.port, room.source) as two:
                for socket in (one, two):
                    await socket.send(hello(old, 0), text=True)
                    await _until(socket, "hello")
                for socket in (one, two):
                    await _told_all(socket)
                await way.lose([one, two])
                if not way.in_play:
                    await room.begin()
                self._ways[way.name] += 1
                await self._play_and_try(room, old, [one, two])

    async def _play_and_try(self, room: _Room, old: Table, sockets: list[ClientConnection]) -> None:
        dice = random.Random(room.name)
        players = [
            Player(room.port, room.table(token), 0, self.tally, lambda: dice.uniform(0.1, 0.3))
            for token in (room.host, room.guest)
            if token
        ]
        async with playing(players):
            tries = [asyncio.create_task(self._try(socket, players[-1])) for socket in sockets]
            tries.append(asyncio.create_task(self._come_again(room, old)))
            try:
                await asyncio.sleep(_PLAYED)
            finally:
                for each in tries:
                    each.cancel()
                await asyncio.gather(*tries, return_exceptions=True)

    async def _try(self, socket: ClientConnection, seat: Player) -> None:
        """Whatever a seat may send, at the very version it is asked at."""
        listening = asyncio.create_task(self._listen(socket))
        try:
            while goes_on():
                await self._wish_all(socket, seat.v)
                await asyncio.sleep(_PAUSE)
        except BROKEN:
            pass  # hung up, as it should be
        finally:
            await listening

    async def _wish_all(self, socket: ClientConnection, v: int) -> None:
        for number, what in enumerate(WISHES):
            wish = {**what, "id": f"try{number}", "v": max(0, v)}
            await socket.send(msgspec.json.encode(wish), text=True)
            self._tries += 1

    async def _listen(self, socket: ClientConnection) -> None:
        """A socket whose right has ended is told that and no more, and is closed."""
        try:
            async with asyncio.timeout(_PATIENCE):
                async for frame in socket:
                    message = decode(frame)
                    if message.code != "revoked" and message.id != _LEAVING:
                        self._heard.append(f"{message.t} {message.code} {message.id or ''}".strip())
        except TimeoutError:
            self._heard.append("all: it stayed open")
            return
        except BROKEN:
            pass
        if socket.close_code != _ENDED:
            self._heard.append(f"all: closed with {socket.close_code}")

    async def _come_again(self, room: _Room, old: Table) -> None:
        """With the token that is void, by socket and by call."""
        while goes_on():
            self._tries += 2
            status, _ = await room.ask("GET", "", token=old.tokens[0])
            if status < 300:
                self._heard.append("the room")
            if room.old_invite:
                self._tries += 2
                for way in ("/join", "/watch"):
                    status, _ = await room.ask("POST", way, {"invite": room.old_invite})
                    if status < 300:
                        self._heard.append(f"a way in: {way}")
            try:
                async with dial(room.port, room.source) as socket:
                    await socket.send(hello(old, 0), text=True)
                    await self._wish_all(socket, 0)
                    await self._hear_refusals(socket)
            except BROKEN:
                pass
            await asyncio.sleep(_PAUSE)

    async def _hear_refusals(self, socket: ClientConnection) -> None:
        """Nothing else comes, until it is closed."""
        try:
            async with asyncio.timeout(_PATIENCE):
                async for frame in socket:
                    message = decode(frame)
                    if message.t != "error":
                        self._heard.append(f"{message.t} to a void hello")
        except TimeoutError:
            self._heard.append("a void hello: it stayed open")

    @property
    def was_tried(self) -> bool:
        return len(self._ways) == _WAYS and bool(self.tally.waits)

    def judge(self, server: Server, result: Finding) -> None:
        seats = ", ".join(f"{way} {count}" for way, count in self._ways.most_common())
        result.figures |= {
            "seats lost": seats,
            "tries with void sockets and tokens": f"{self._tries:,}",
            "that got or did anything": str(len(self._heard)),
            "answers of who sat there by right": f"{len(self.tally.waits):,}",
        }
        result.require(not self._heard, f"a void seat was heard: {self._heard[:3]}")
        result.require(not self.tally.refused, f"refused by right: {self.tally.refused[:3]}")
        result.require(not self.tally.lost, "who sat there by right was cut off")


class _Way(NamedTuple):
    """One way to lose a right."""

    name: str
    lose: Callable[[list[ClientConnection]], Awaitable[None]]
    rematch: bool = False
    in_play: bool = False
    watches: bool = False


class _Room:
    """A room of two: its host, and a seat that changes hands."""

    def __init__(self, port: int, source: str) -> None:
        self.port = port
        self.source = source
        self.old_invite = ""  # that was renewed
        self.name = self.host = self.guest = self._invite = ""
        self._before = ""  # the room, and the guest's token there, that a rematch came from
        self._guest_before = ""

    def table(self, token: str) -> Table:
        return Table(self.name, (token,), self.source)

    async def ask(self, method: str, path: str, body: object = None, token: str = "") -> Any:
        return await self._call(method, f"/api/rooms/{self.name}{path}", body, token)

    async def _call(self, method: str, path: str, body: object = None, token: str = "") -> Any:
        headers = {"X-Seat-Token": token} if token else {}
        return await asyncio.to_thread(
            call, self.port, method, path, body, headers, source=self.source
        )

    async def open(self, rematch: bool) -> None:
        """A new room with a guest in it, be it the second game of two people."""
        seats = [{"kind": "human", "name": "Ada"}, {"kind": "open"}]
        # Without chances: those are told when they are found out, be it just before a right ends.
        wish = {"name": "Ada", "seats": seats, "options": {"chances": False}}
        _, made = await self._call("POST", "/api/rooms", wish)
        self.name, self._invite, self.old_invite = made["room"], made["invite"], ""
        self.host = made["seats"][0]["token"]
        await self._join("Mo")
        if rematch:
            await self.begin()
            await self._play_again()

    async def _join(self, name: str) -> None:
        wish = {"invite": self._invite, "name": name}
        status, joined = await self.ask("POST", "/join", wish)
        assert status < 300, joined
        self.guest = joined["token"]

    async def watch(self) -> str:
        """Somebody comes to watch; gives their token."""
        status, told = await self.ask("POST", "/watch", {"invite": self._invite, "name": "Eve"})
        assert status < 300, told
        token: str = told["token"]
        return token

    async def begin(self) -> None:
        status, told = await self.ask("POST", "/start", token=self.host)
        assert status < 300, told

    async def _play_again(self) -> None:
        """Both give up, and both ask for a rematch."""
        for token in (self.host, self.guest):
            async with dial(self.port, self.source) as socket:
                await socket.send(hello(self.table(token), 0), text=True)
                await socket.send(b'{"t":"concede","id":"c","v":0}', text=True)
                await _until(socket, "c")
        self._before, self._guest_before = self.name, self.guest
        _, mine = await self.ask("POST", "/rematch", token=self.host)
        self.host, self.guest = mine["seats"][0]["token"], await self._take_at_rematch()
        self.name = mine["room"]

    async def _take_at_rematch(self) -> str:
        path = f"/api/rooms/{self._before}/rematch"
        _, theirs = await self._call("POST", path, token=self._guest_before)
        token: str = theirs["seats"][0]["token"]
        return token

    # -- ways to lose a seat -----------------------------------------------------------

    async def leave(self, sockets: list[ClientConnection]) -> None:
        wish = {"t": "leave", "id": _LEAVING}
        await sockets[0].send(msgspec.json.encode(wish), text=True)
        await _until(sockets[0], _LEAVING)
        await self._join("Vic")

    async def send_away(self, sockets: list[ClientConnection]) -> None:
        await self._remove()
        await self._join("Vic")

    async def send_away_amid(self, sockets: list[ClientConnection]) -> None:
        await self._remove()
        self.guest = ""  # a bot plays the seat

    async def _remove(self) -> None:
        _, told = await self.ask("POST", "/remove", {"seat": 1}, token=self.host)
        self.old_invite, self._invite = self._invite, told["invite"]

    async def renew(self, sockets: list[ClientConnection]) -> None:
        _, told = await self.ask("POST", "/invite", token=self.host)
        self.old_invite, self._invite = self._invite, told["invite"]

    async def hand_over(self, sockets: list[ClientConnection]) -> None:
        _, offer = await self.ask("POST", "/handover", token=self.guest)
        _, taken = await self.ask("POST", "/take", {"code": offer["code"]})
        self.guest = taken["token"]

    async def take_anew(self, sockets: list[ClientConnection]) -> None:
        self.guest = await self._take_at_rematch()


async def _until(socket: ClientConnection, id: str) -> None:
    """Reads on until that was answered."""
    while decode(await socket.recv()).id != id:
        pass


async def _told_all(socket: ClientConnection) -> None:
    """Reads on until nothing is under way any more."""
    await socket.send(b'{"t":"ping"}', text=True)
    while decode(await socket.recv()).t != "pong":
        pass
