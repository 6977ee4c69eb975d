"""Making rooms and coming into them: what the REST calls of a room do."""

from __future__ import annotations

from collections.abc import Sequence

from smashup.protocol.calls import Joined, Made, NewRoom, SeatToken
from smashup.server import entries as kinds
from smashup.server.charter import BOT, HUMAN, OPEN, Options, SeatPlan, make_charter, plan_setup
from smashup.server.commands import printable
from smashup.server.entries import Body
from smashup.server.errors import Refused, wrong_secret
from smashup.server.info import open_seats
from smashup.server.lobby import Lobby
from smashup.server.room import Room
from smashup.server.storage import Conflict, Ticket
from smashup.server.tokens import fingerprint, new_invite, new_token, same

_TRIES = 8  # how often another process may be first
MOST_WATCHERS = 200  # of one room


async def make_room(lobby: Lobby, new: NewRoom) -> Made:
    """A new room as it was asked for."""
    asked = new.options
    factions = new.factions
    if not isinstance(factions, str) and len(factions) != len(new.seats):
        raise Refused(
            "bad_setup",
            f"Factions for {len(factions)} seats were given, but there are {len(new.seats)}.",
            "Give a pair, or null, for each seat.",
        )
    setup = plan_setup(
        factions,
        len(new.seats),
        new.edition,
        seed=asked.seed,
        first=asked.first,
        pool=asked.pool,
        same_faction=asked.same_faction,
        ask_everyone=asked.ask_everyone,
    )
    tokens: list[SeatToken] = []
    seats: list[SeatPlan] = []
    for number, seat in enumerate(new.seats):
        ticket = ""
        name = printable(seat.name)
        if seat.kind == HUMAN:
            token = new_token()
            ticket = fingerprint(token).hex()
            name = name or (printable(new.name) if not tokens else "")
            tokens.append(SeatToken(seat=number, token=token))
        strength = seat.strength if seat.kind == BOT else ""
        if seat.kind == BOT:
            name = name or f"{strength.capitalize()} bot {number + 1}"
        seats.append(SeatPlan(seat.kind, name, strength, ticket))
    options = Options(asked.open_hands, asked.timer, asked.takeover)
    invite = new_invite()
    charter = make_charter(seats, setup, options, factions, fingerprint(invite), lobby.clock.now())
    room = await lobby.create(charter, tickets_of(tokens), started=not has_open(seats))
    return Made(room=room.name, invite=invite, seats=tokens)


def has_open(seats: Sequence[SeatPlan]) -> bool:
    """Whether somebody may still join."""
    return any(seat.kind == OPEN for seat in seats)


def tickets_of(tokens: Sequence[SeatToken]) -> list[Ticket]:
    """What is kept of tokens."""
    return [Ticket(fingerprint(given.token), given.seat) for given in tokens]


def check_invite(room: Room, invite: str) -> None:
    """`Refused` unless it is the room's."""
    if not same(bytes.fromhex(room.fold.charter.invite), fingerprint(invite)):
        raise wrong_secret()


def seat_of(room: Room, token: str) -> int:
    """The seat that a token gives the right to; `Refused` if it is no seat's."""
    seat = room.fold.seat_of(fingerprint(token), same)
    if seat is None:
        raise wrong_secret()
    return seat


async def join(room: Room, invite: str, name: str, seat: int | None) -> Joined:
    """Takes an open seat."""
    check_invite(room, invite)
    async with room.lock:
        for _ in range(_TRIES):
            number = _free_seat(room, seat)
            try:
                token = await take_seat(room, number, name)
            except Conflict:
                continue
            return Joined(room=room.name, seat=number, token=token)
    raise Refused("room_full", "Others were quicker.", "Try again.")


async def take_seat(room: Room, seat: int, name: str) -> str:
    """Gives a seat to somebody and makes their token; any older one of the seat is void."""
    token = new_token()
    ticket = fingerprint(token)
    label = printable(name) or f"Player {seat + 1}"
    made = room.now(kinds.JOIN, seat, Body(name=label, ticket=ticket.hex()))
    await room.commit([made], [Ticket(ticket, seat)])
    return token


def _free_seat(room: Room, wanted: int | None) -> int:
    if room.fold.state != "waiting":
        raise Refused("already_started", "The game has started.", "You can watch it.")
    free = open_seats(room.fold)
    if wanted is None:
        if not free:
            raise Refused("room_full", "Every seat is taken.", "You can watch the game.")
        return free[0]
    if wanted not in free:
        raise Refused("seat_taken", f"Seat {wanted} is not free.", "Take another, or watch.")
    return wanted


async def watch(room: Room, invite: str, name: str) -> Joined:
    """Comes in as a spectator."""
    check_invite(room, invite)
    token = new_token()
    ticket = fingerprint(token)
    async with room.lock:
        if len(room.fold.watchers) >= MOST_WATCHERS:
            raise Refused("room_full", "Too many are watching already.")
        body = Body(name=printable(name), ticket=ticket.hex())
        await room.commit([room.now(kinds.WATCH, -1, body)], [Ticket(ticket, -1)])
    return Joined(room=room.name, seat=None, token=token)


async def start(room: Room, token: str) -> int:
    """The host starts the game. Gives the host's seat."""
    seat = seat_of(room, token)
    async with room.lock:
        fold = room.fold
        if seat != fold.host:
            raise Refused("not_host", "Only the host starts the game.")
        if fold.state == "over":
            raise Refused("game_over", "The room is closed.", "Make a new one.")
        if fold.state != "waiting":
            raise Refused("already_started", "The game has started.")
        if open_seats(fold):
            raise Refused("seats_open", "Not every seat is taken.", "Send the others the link.")
        await room.commit([room.now(kinds.START, seat)])
    return seat


async def rematch(lobby: Lobby, room: Room, token: str) -> Made:
    """The caller's seat in the room where the same players play again.

    Whoever asks first makes it, and is its host; the others get their seats there by the same call.
    """
    seat = seat_of(room, token)
    async with room.lock:
        if room.fold.state != "over":
            raise Refused("not_over", "The game is not over.", "Finish it, or give up.")
        if not room.fold.rematch:
            return await _make_rematch(lobby, room, seat)
    again = await lobby.room(room.fold.rematch)
    async with again.lock:
        sitting = again.fold.seats[seat]
        if again.fold.state != "waiting" and sitting.ticket is None:
            raise Refused("already_started", "They have started without you.")
        token = await take_seat(again, seat, room.fold.seats[seat].name)
    return Made(room=again.name, invite=None, seats=[SeatToken(seat=seat, token=token)])


async def _make_rematch(lobby: Lobby, room: Room, seat: int) -> Made:
    fold, charter = room.fold, room.fold.charter
    setup = charter.setup
    token = SeatToken(seat=seat, token=new_token())
    seats: list[SeatPlan] = []
    for number, sitting in enumerate(fold.seats):
        if sitting.kind == BOT:
            seats.append(SeatPlan(BOT, sitting.name, sitting.strength))
        elif number == seat:
            seats.append(SeatPlan(HUMAN, sitting.name, "", fingerprint(token.token).hex()))
        else:
            seats.append(SeatPlan(OPEN, sitting.name))
    plan = plan_setup(
        charter.factions,
        setup.players,
        setup.edition,
        first=setup.first,
        pool=setup.pool,
        same_faction=setup.same_faction,
        ask_everyone=setup.ask_everyone,
    )
    invite = new_invite()
    again = make_charter(
        seats, plan, charter.options, charter.factions, fingerprint(invite), lobby.clock.now()
    )
    made = await lobby.create(again, tickets_of([token]), started=not has_open(seats))
    await room.commit([room.now(kinds.REMATCH, seat, Body(room=made.name))])
    return Made(room=made.name, invite=invite, seats=[token])
