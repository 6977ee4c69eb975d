"""The REST calls (docs/protocol.md, "REST")."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Header, Path, Query, Request

from smashup.protocol.calls import (
    MOST_MOVES,
    Anew,
    Continue,
    Course,
    Handover,
    Health,
    Invitation,
    Join,
    Joined,
    Link,
    Made,
    Moment,
    NewRoom,
    Puzzles,
    Reach,
    Remove,
    ReplayInfo,
    Share,
    Solution,
    Solve,
    TakeOver,
    Verdict,
    Watch,
)
from smashup.protocol.catalogue import Catalogue, PackCredits
from smashup.protocol.room import RoomInfo
from smashup.protocol.things import MOST_SEATS
from smashup.protocol.view import GameEvent
from smashup.replay import package_version
from smashup.server import catalogue, puzzles, replays, seating
from smashup.server.bodies import Printed, Told, Written, sent
from smashup.server.errors import Elsewhere, Refused, store_down, wrong_secret
from smashup.server.hosts import is_this_machine
from smashup.server.lobby import Lobby, SetAside
from smashup.server.neighbours import pass_on, was_passed_on
from smashup.server.tokens import fingerprint

MOST_TOKENS = 40  # of one's games asked for at once
A_GAME, A_PAGE = 0.2, 2.0  # of more work than other calls: a game of one's own, a page of the log
A_COURSE, A_VERDICT = 3.0, 6.0  # a whole game recounted, a turn thought about
A_SOLUTION = 2.0  # of a puzzle

_infos = msgspec.json.Decoder(list[RoomInfo])

Name = Annotated[str, Path(pattern="^[a-z0-9]{1,40}$")]
Number = Annotated[int, Path(ge=1, le=100_000)]
Token = Annotated[str | None, Header(alias="X-Seat-Token", max_length=100)]
Invite = Annotated[str | None, Header(alias="X-Invite", max_length=100)]


def _call(*failures: int) -> dict[str, Any]:
    """What is said of a call besides its signature: how it may fail."""
    always = (400, 403, 408, 413, 429, 503)
    responses = {status: {"description": "Refused."} for status in (*always, *failures)}
    return {"response_model": None, "responses": responses}


router = APIRouter(prefix="/api")
_ROOM = _call(404, 409, 422)
_CARDS = _call(422)
_CARDS["responses"][304] = {"description": "As it was."}


def _lobby(request: Request) -> Lobby:
    lobby = request.app.state.lobby
    assert isinstance(lobby, Lobby)
    return lobby


@router.get("/health", **_call())
async def health(request: Request) -> Told[Health]:
    """That the server is there, and that its store takes what it is given."""
    if await _lobby(request).pulse.trouble():
        raise store_down()
    return Told(Health(ok=True, version=package_version(), rooms=len(_lobby(request).rooms)))


@router.get("/reach", **_call())
async def reach(request: Request) -> Told[Reach]:
    """Where other devices find the server; told only to its own machine, whose address is of no use
    in a link. Whoever comes from elsewhere has one that is."""
    own = is_this_machine(request.state.address)
    return Told(Reach(request.app.state.reachable.addresses() if own else []))


@router.get("/cards", **_CARDS)
async def cards(
    if_none_match: Annotated[str | None, Header(max_length=200)] = None,
    accept_encoding: Annotated[str, Header(max_length=200)] = "",
) -> Printed[Catalogue]:
    """Every card, base, edition, strength and word; cached by `ETag`."""
    found = catalogue.catalogue()
    headers = {"ETag": found.etag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
    if if_none_match == found.etag:
        return Printed(b"", headers, 304)
    if "gzip" not in accept_encoding:
        return Printed(found.body, headers)
    headers["Content-Encoding"] = "gzip"
    return Printed(found.packed, headers)


@router.get("/credits", **_call())
async def credits() -> Told[list[PackCredits]]:
    """Whom to thank for the icons, pack by pack."""
    return Told(catalogue.credits())


@router.post("/rooms", **_call(422))
async def make_room(request: Request, new: Annotated[NewRoom, sent(NewRoom)]) -> Told[Made]:
    """Makes a room; one without open seats starts at once."""
    lobby = _lobby(request)
    lobby.addresses.room(request.state.address)
    return Told(await seating.make_room(lobby, new))


@router.get("/rooms/{room}", **_ROOM)
async def show_room(
    request: Request, room: Name, token: Token = None, invite: Invite = None
) -> Told[RoomInfo]:
    """A room, for who holds one of its seats or its invite."""
    found = await _lobby(request).room(room)
    async with found.settled():
        if token is not None:
            return Told(found.describe(found.grant(token).seat))
        if invite is None:
            raise wrong_secret()
        seating.check_invite(found, invite)
        return Told(found.describe(None))


@router.post("/rooms/{room}/join", **_ROOM)
async def join(request: Request, room: Name, body: Annotated[Join, sent(Join)]) -> Told[Joined]:
    """Takes an open seat; the first one if none is named."""
    found = await _lobby(request).room(room)
    return Told(await seating.join(found, body))


@router.post("/rooms/{room}/watch", **_ROOM)
async def watch(request: Request, room: Name, body: Annotated[Watch, sent(Watch)]) -> Told[Joined]:
    """Comes in to watch."""
    return Told(await seating.watch(await _lobby(request).room(room), body.invite, body.name))


@router.post("/rooms/{room}/start", **_ROOM)
async def start(request: Request, room: Name, token: Token = None) -> Told[RoomInfo]:
    """The host starts the game."""
    found = await _lobby(request).room(room)
    seat = await seating.start(found, _needed(token))
    return Told(found.describe(seat))


@router.post("/rooms/{room}/invite", **_ROOM)
async def renew(request: Request, room: Name, token: Token = None) -> Told[Invitation]:
    """The host renews the invite: the old one and all who watch by it lose their right."""
    found = await _lobby(request).room(room)
    return Told(await seating.renew(found, _needed(token)))


@router.post("/rooms/{room}/remove", **_ROOM)
async def remove(
    request: Request, room: Name, body: Annotated[Remove, sent(Remove)], token: Token = None
) -> Told[Invitation]:
    """The host sends somebody away, and gets a new invite."""
    found = await _lobby(request).room(room)
    return Told(await seating.remove(found, _needed(token), body.seat))


@router.post("/rooms/{room}/handover", **_ROOM)
async def offer(request: Request, room: Name, token: Token = None) -> Told[Handover]:
    """A code by which another device can take the caller's seat."""
    found = await _lobby(request).room(room)
    return Told(await seating.offer(found, _needed(token)))


@router.post("/rooms/{room}/take", **_ROOM)
async def take(
    request: Request, room: Name, body: Annotated[TakeOver, sent(TakeOver)]
) -> Told[Joined]:
    """Takes a seat that its device handed over; that device loses it."""
    return Told(await seating.take(await _lobby(request).room(room), body.code))


@router.post("/rooms/{room}/rematch", **_ROOM)
async def rematch(
    request: Request,
    room: Name,
    token: Token = None,
    factions: Annotated[Anew | None, Query()] = None,
) -> Told[Made]:
    """One's seat in a new room with the same players; whoever asks first makes it, and says which
    `factions` are played: the `same`, `random` ones, a `draft`; else as they were asked for."""
    lobby = _lobby(request)
    lobby.addresses.room(request.state.address)
    return Told(await seating.rematch(lobby, room, _needed(token), factions))


@router.get("/rooms/{room}/events", **_ROOM)
async def events(
    request: Request,
    room: Name,
    token: Token = None,
    before: Annotated[int, Query(ge=0, le=1_000_000)] = 1_000_000,
) -> Written[list[GameEvent]]:
    """The log before some event, in the caller's words, at most 120 events of it."""
    lobby = _lobby(request)
    lobby.addresses.request(request.state.address, A_PAGE)
    found = await lobby.room(room)
    async with found.settled():
        return Written(found.earlier(_needed(token), before))


@router.get("/rooms/{room}/course", **_ROOM)
async def course(request: Request, room: Name, token: Token = None) -> Told[Course]:
    """How a finished game went, for who sat or watched there."""
    lobby = _lobby(request)
    lobby.addresses.request(request.state.address, A_COURSE)
    found = await lobby.room(room)
    found.grant(_needed(token))
    return Told(await replays.course(lobby, found))


@router.get("/mine", **_call(422))
async def mine(
    request: Request,
    tokens: Annotated[str, Header(alias="X-Seat-Tokens", max_length=100 * MOST_TOKENS)] = "",
) -> Told[list[RoomInfo]]:
    """One's running and finished games; the tokens are separated by commas."""
    lobby = _lobby(request)
    hashes = [fingerprint(token.strip()) for token in tokens.split(",") if token.strip()]
    if len(hashes) > MOST_TOKENS:
        raise Refused("bad_request", f"At most {MOST_TOKENS} tokens at once.")
    lobby.addresses.request(request.state.address, A_GAME * len(hashes))
    told: dict[str, list[RoomInfo]] = {n: [] for n, _ in await lobby.storage.find_tokens(hashes)}
    for name in [*told]:
        if not told[name]:
            known = {room for room, infos in told.items() if infos}
            for info in await _of_mine(request, name, hashes):
                if info.room not in known:
                    told[info.room].append(info)
    return Told([info for infos in told.values() for info in infos])


async def _of_mine(request: Request, name: str, hashes: list[bytes]) -> list[RoomInfo]:
    """What the tokens with these hashes show of a room; if another server has it, of all that it
    has, since it is asked the same."""
    lobby = _lobby(request)
    try:
        room = await lobby.room(name)
    except Elsewhere:
        if was_passed_on(request):
            return []  # whoever asked knows where that one is
        answer = await pass_on(request, name)
        if answer.status_code != 200:
            raise store_down() from None
        return _infos.decode(answer.body)
    except Refused as error:
        return [_aside(await lobby.aside(name))] if error.code == "set_aside" else []
    async with room.settled():
        grants = [grant for one in hashes if (grant := room.fold.grant(one)) is not None]
        return [room.describe(grant.seat) for grant in grants]


@router.post("/replays/{room}", **_ROOM)
async def share(request: Request, room: Name, body: Annotated[Share, sent(Share)]) -> Told[Link]:
    """A link to a game, for who has a right there: to a finished one, which everybody with the link
    can look at; to a running one for its own player."""
    lobby = _lobby(request)
    found = await lobby.room(room)
    return Told(Link(await replays.share(lobby, found, _needed(body.token))))


@router.get("/replays/{replay}", **_ROOM)
async def show_replay(request: Request, replay: Name, token: Token = None) -> Told[ReplayInfo]:
    """What a replay is of, and how it went."""
    lobby = _lobby(request)
    opened = await replays.open_replay(lobby, replay, token)
    return Told(await replays.outline(lobby, opened))


@router.get("/replays/{replay}/at/{move}", **_ROOM)
async def look(
    request: Request,
    replay: Name,
    move: Annotated[int, Path(ge=0, le=MOST_MOVES)],
    seat: Annotated[int | None, Query(ge=0, lt=MOST_SEATS)] = None,
    open: Annotated[bool, Query()] = False,
    all: Annotated[bool, Query()] = False,
    token: Token = None,
) -> Told[Moment]:
    """The table after so many answers, as a seat saw it, or nobody. `open`: with all hands, if the
    game is over. `all`: with the whole log up to there, not only the events of that move."""
    lobby = _lobby(request)
    opened = await replays.open_replay(lobby, replay, token)
    return Told(await replays.look(lobby, opened, move, seat, open, all))


@router.get("/replays/{replay}/course", **_ROOM)
async def replay_course(request: Request, replay: Name) -> Told[Course]:
    """How the game of a replay went."""
    lobby = _lobby(request)
    lobby.addresses.request(request.state.address, A_COURSE)
    opened = await replays.open_replay(lobby, replay, None)
    return Told(await replays.course(lobby, opened.room))


@router.get("/replays/{replay}/better/{move}", **_ROOM)
async def better(
    request: Request, replay: Name, move: Annotated[int, Path(ge=0, le=MOST_MOVES)]
) -> Told[Verdict]:
    """What could have been done better in the turn that began at a move."""
    lobby = _lobby(request)
    lobby.addresses.request(request.state.address, A_VERDICT)
    opened = await replays.open_replay(lobby, replay, None)
    return Told(await replays.judge(lobby, opened, move))


@router.post("/replays/{replay}/continue", **_ROOM)
async def go_on(
    request: Request, replay: Name, body: Annotated[Continue, sent(Continue)]
) -> Told[Made]:
    """A new game from a move of a finished one, bots in the other seats."""
    lobby = _lobby(request)
    lobby.addresses.room(request.state.address)
    return Told(await replays.go_on(lobby, await replays.open_replay(lobby, replay, None), body))


@router.get("/puzzles", **_call())
async def all_puzzles(request: Request) -> Told[Puzzles]:
    """All puzzles, and which is today's."""
    return Told(puzzles.every(_lobby(request)))


@router.post("/puzzles/{number}", **_call(404, 422))
async def begin_puzzle(
    request: Request, number: Number, body: Annotated[Solve, sent(Solve)]
) -> Told[Made]:
    """A room of one's own at the position of a puzzle; the others decline wherever they may."""
    lobby = _lobby(request)
    lobby.addresses.room(request.state.address)
    return Told(await puzzles.begin(lobby, number, body.name))


@router.get("/puzzles/{number}/solution", **_call(404, 422))
async def solution(request: Request, number: Number) -> Told[Solution]:
    """How a puzzle is solved."""
    lobby = _lobby(request)
    lobby.addresses.request(request.state.address, A_SOLUTION)
    return Told(await puzzles.solution(lobby, number))


def _needed(token: str | None) -> str:
    if token is None:
        raise wrong_secret()
    return token


def _aside(room: SetAside) -> RoomInfo:
    """A room that was set aside, in the shape of all others."""
    charter = room.charter
    return RoomInfo(
        room=room.name,
        state="set_aside",
        host=None,
        seats=[],
        options=None,
        edition=None if charter is None else charter.setup.edition,
        factions=None if charter is None else charter.factions,
        created=room.created,
        turn=None,
        vp=None,
        winners=[],
        agreed=False,
        v=0,
        yours=None,
        your_move=False,
        replay=None,
        rematch=None,
        challenge=None,
        fairness=None,
        notice=None,
        expires=None,
    )
