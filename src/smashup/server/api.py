"""The REST calls (docs/protocol.md, "REST")."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Header, Path, Query, Request, Response

from smashup.replay import rules_version
from smashup.server import replays, seating
from smashup.server.catalogue import catalogue
from smashup.server.errors import Refused, wrong_secret
from smashup.server.lobby import Lobby, SetAside
from smashup.server.schemas import (
    Continue,
    Failure,
    Health,
    Join,
    Joined,
    Link,
    Made,
    Moment,
    NewRoom,
    ReplayShown,
    RoomShown,
    Share,
    Watch,
)
from smashup.server.tokens import fingerprint, same

MOST_TOKENS = 40  # of one's games asked for at once

Name = Annotated[str, Path(pattern="^[a-z0-9]{1,40}$")]
Token = Annotated[str | None, Header(alias="X-Seat-Token", max_length=100)]
Invite = Annotated[str | None, Header(alias="X-Invite", max_length=100)]


def _failures(*statuses: int) -> dict[int | str, dict[str, Any]]:
    always = (400, 403, 413, 429, 503)
    return {status: {"model": Failure} for status in (*always, *statuses)}


router = APIRouter(prefix="/api", responses=_failures())
_ROOM = _failures(404, 409, 422)


def _lobby(request: Request) -> Lobby:
    lobby = request.app.state.lobby
    assert isinstance(lobby, Lobby)
    return lobby


def _json(body: Any) -> Response:
    return Response(msgspec.json.encode(body), media_type="application/json")


@router.get("/health")
async def health(request: Request) -> Health:
    """That the server is there."""
    return Health(ok=True, version=rules_version(), rooms=len(_lobby(request).rooms))


@router.get("/cards", responses={200: {"description": "The catalogue."}, 304: {}})
async def cards(
    if_none_match: Annotated[str | None, Header(max_length=200)] = None,
    accept_encoding: Annotated[str, Header(max_length=200)] = "",
) -> Response:
    """Every card, base, edition, strength and word."""
    found = catalogue()
    headers = {"ETag": found.etag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
    if if_none_match == found.etag:
        return Response(status_code=304, headers=headers)
    if "gzip" not in accept_encoding:
        return Response(found.body, media_type="application/json", headers=headers)
    headers["Content-Encoding"] = "gzip"
    return Response(found.packed, media_type="application/json", headers=headers)


@router.post("/rooms", responses=_failures(422))
async def make_room(request: Request, new: NewRoom) -> Made:
    """Makes a room; one without open seats starts at once."""
    lobby = _lobby(request)
    lobby.addresses.room(request.state.address)
    return await seating.make_room(lobby, new)


@router.get("/rooms/{room}", response_model=RoomShown, responses=_ROOM)
async def show_room(
    request: Request, room: Name, token: Token = None, invite: Invite = None
) -> Response:
    """A room, for who holds one of its seats or its invite."""
    found = await _lobby(request).room(room)
    if token is not None:
        return _json(found.describe(found.reader(token)))
    if invite is None:
        raise wrong_secret()
    seating.check_invite(found, invite)
    return _json(found.describe(None))


@router.post("/rooms/{room}/join", responses=_ROOM)
async def join(request: Request, room: Name, body: Join) -> Joined:
    """Takes an open seat; the first one if none is named."""
    found = await _lobby(request).room(room)
    return await seating.join(found, body.invite, body.name, body.seat)


@router.post("/rooms/{room}/watch", responses=_ROOM)
async def watch(request: Request, room: Name, body: Watch) -> Joined:
    """Comes in to watch."""
    return await seating.watch(await _lobby(request).room(room), body.invite, body.name)


@router.post("/rooms/{room}/start", response_model=RoomShown, responses=_ROOM)
async def start(request: Request, room: Name, token: Token = None) -> Response:
    """The host starts the game."""
    found = await _lobby(request).room(room)
    seat = await seating.start(found, _needed(token))
    return _json(found.describe(seat))


@router.post("/rooms/{room}/rematch", responses=_ROOM)
async def rematch(request: Request, room: Name, token: Token = None) -> Made:
    """One's seat in a new room with the same players; whoever asks first makes it."""
    lobby = _lobby(request)
    lobby.addresses.room(request.state.address)
    return await seating.rematch(lobby, await lobby.room(room), _needed(token))


@router.get("/rooms/{room}/events", responses=_ROOM)
async def events(
    request: Request,
    room: Name,
    token: Token = None,
    before: Annotated[int, Query(ge=0, le=1_000_000)] = 1_000_000,
) -> Response:
    """The log of the game before some event, in the caller's words."""
    found = await _lobby(request).room(room)
    return Response(found.earlier(_needed(token), before), media_type="application/json")


@router.get("/mine", response_model=list[RoomShown], responses=_failures(422))
async def mine(
    request: Request,
    tokens: Annotated[str, Header(alias="X-Seat-Tokens", max_length=100 * MOST_TOKENS)] = "",
) -> Response:
    """One's running and finished games."""
    lobby = _lobby(request)
    hashes = [fingerprint(token.strip()) for token in tokens.split(",") if token.strip()]
    if len(hashes) > MOST_TOKENS:
        raise Refused("bad_request", f"At most {MOST_TOKENS} tokens at once.")
    shown: list[Any] = []
    for name, _ in await lobby.storage.find_tokens(hashes):
        try:
            room = await lobby.room(name)
        except Refused as error:
            if error.code == "set_aside":
                shown.append(_aside(await lobby.aside(name)))
            continue
        for ticket in hashes:
            seat = room.fold.seat_of(ticket, same)
            if seat is not None or ticket in room.fold.watchers:
                shown.append(room.describe(seat))
    return _json(shown)


@router.post("/replays/{room}", responses=_ROOM)
async def share(request: Request, room: Name, body: Share) -> Link:
    """A link to a game: a finished one for everybody, a running one for its own player."""
    lobby = _lobby(request)
    return Link(link=await replays.share(lobby, await lobby.room(room), body.token))


@router.get("/replays/{replay}", response_model=ReplayShown, responses=_ROOM)
async def show_replay(request: Request, replay: Name, token: Token = None) -> Response:
    """What a replay is of, and how it went."""
    lobby = _lobby(request)
    return _json(await replays.outline(lobby, await replays.open_replay(lobby, replay, token)))


@router.get("/replays/{replay}/at/{move}", response_model=Moment, responses=_ROOM)
async def look(
    request: Request,
    replay: Name,
    move: Annotated[int, Path(ge=0, le=100_000)],
    seat: Annotated[int | None, Query(ge=0, le=3)] = None,
    open: Annotated[bool, Query()] = False,
    all: Annotated[bool, Query()] = False,
    token: Token = None,
) -> Response:
    """The table after so many answers; `all`: with the whole log up to there."""
    lobby = _lobby(request)
    opened = await replays.open_replay(lobby, replay, token)
    return _json(await replays.look(lobby, opened, move, seat, open, all))


@router.post("/replays/{replay}/continue", responses=_ROOM)
async def go_on(request: Request, replay: Name, body: Continue) -> Made:
    """A new game from a move of a finished one, bots in the other seats."""
    lobby = _lobby(request)
    lobby.addresses.room(request.state.address)
    return await replays.go_on(lobby, await replays.open_replay(lobby, replay, None), body)


def _needed(token: str | None) -> str:
    if token is None:
        raise wrong_secret()
    return token


def _aside(room: SetAside) -> dict[str, Any]:
    """A room that was set aside, in the shape of all others."""
    charter = room.charter
    return {
        "room": room.name,
        "state": "set_aside",
        "host": None,
        "seats": [],
        "options": None,
        "edition": None if charter is None else charter.setup.edition,
        "factions": None if charter is None else charter.factions,
        "created": room.created,
        "turn": None,
        "vp": None,
        "winners": [],
        "v": 0,
        "yours": None,
        "your_move": False,
        "replay": None,
        "rematch": None,
    }
