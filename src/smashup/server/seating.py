"""Making rooms and coming into them: what the REST calls of a room do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from smashup.model.words import Words
from smashup.protocol.calls import (
    Anew,
    Handover,
    Invitation,
    Join,
    Joined,
    Made,
    NewRoom,
    SeatToken,
)
from smashup.server import entries as kinds
from smashup.server.charter import (
    BOT,
    HUMAN,
    OPEN,
    Options,
    SeatPlan,
    again,
    make_charter,
    plan_setup,
)
from smashup.server.entries import Body, told
from smashup.server.errors import Refused, wrong_secret
from smashup.server.fold import Fold
from smashup.server.info import open_seats
from smashup.server.lobby import Lobby
from smashup.server.names import printable, unlike
from smashup.server.room import Room, seat_of
from smashup.server.storage import Entry, Ticket
from smashup.server.tokens import fingerprint, new_invite, new_token, same

HANDOVER_TIME = 600.0  # seconds in which another device may take a seat that is offered to it
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
        bans=asked.bans,
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
        name = unlike(name, [other.name for other in seats])
        seats.append(SeatPlan(seat.kind, name, strength, ticket))
    options = Options(
        asked.open_hands,
        asked.timer,
        asked.takeover,
        asked.reserve,
        asked.increment,
        asked.hints,
        asked.chances,
        asked.undo,
    )
    invite = new_invite()
    charter = make_charter(
        seats,
        setup,
        options,
        factions,
        fingerprint(invite),
        lobby.clock.now(),
        chosen=asked.seed is not None,
    )
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
    if not same(room.fold.invite, fingerprint(invite)):
        raise wrong_secret()


async def join(room: Room, wish: Join) -> Joined:
    """Takes an open seat."""

    async def do() -> Joined:
        check_invite(room, wish.invite)
        number = _free_seat(room, wish.seat)
        _must_agree(room, wish)
        token = await _take_seat(room, number, wish.name, wish.number)
        return Joined(room=room.name, seat=number, token=token)

    return await room.change(do)


async def _take_seat(
    room: Room, seat: int, name: str, cut: int | None = None, inherited: bool = False
) -> str:
    """Gives a seat to somebody and makes their token; any older one of the seat is void."""
    token = new_token()
    ticket = fingerprint(token)
    label = unlike(printable(name) or f"Player {seat + 1}", room.fold.names_besides(seat))
    body = Body(name=label, ticket=ticket.hex(), inherited=inherited)
    made = [room.now(kinds.JOIN, seat, body)]
    if cut is not None:
        made.append(room.now(kinds.CUT, seat, Body(number=cut)))
    await room.commit(made, [Ticket(ticket, seat)])
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


def _must_agree(room: Room, wish: Join) -> None:
    """Whoever joins has to know what gives the others an advantage over them, and agree.

    Who chose the seed may know every card; who watches with open hands may tell a player.
    """
    charter = room.fold.charter
    if charter.must_agree and wish.seed != charter.setup.seed:
        raise Refused(
            "seed_chosen",
            f"The host chose how the cards are dealt (seed {charter.setup.seed}), "
            "and may know all of them.",
            "Join with that seed if you agree to it.",
        )
    if charter.options.open_hands and not wish.open_hands:
        raise Refused(
            "hands_open",
            "Whoever watches this table sees everybody's hand.",
            "Join with open hands if you agree to it.",
        )


async def watch(room: Room, invite: str, name: str) -> Joined:
    """Comes in as a spectator."""
    token = new_token()
    ticket = fingerprint(token)

    async def do() -> Joined:
        check_invite(room, invite)
        if len(room.fold.watchers) >= MOST_WATCHERS:
            raise Refused("room_full", "Too many are watching already.")
        body = Body(name=printable(name), ticket=ticket.hex())
        await room.commit([room.now(kinds.WATCH, -1, body)], [Ticket(ticket, -1)])
        return Joined(room=room.name, seat=None, token=token)

    return await room.change(do)


# -- what the host does ---------------------------------------------------------------------


def _host(room: Room, token: str, doing: str) -> int:
    """The host's seat; `Refused` if the token is not the host's."""
    seat = room.seat_of(token)
    if seat != room.fold.host:
        raise Refused("not_host", f"Only the host {doing}.")
    return seat


async def start(room: Room, token: str) -> int:
    """The host starts the game. Gives the host's seat."""

    async def do() -> int:
        seat = _host(room, token, "starts the game")
        if room.fold.state == "over":
            raise Refused("game_over", "The room is closed.", "Make a new one.")
        if room.fold.state != "waiting":
            raise Refused("already_started", "The game has started.")
        if open_seats(room.fold):
            raise Refused("seats_open", "Not every seat is taken.", "Send the others the link.")
        await room.commit([room.now(kinds.START, seat, Body(setup=room.fold.deal()))])
        return seat

    return await room.change(do)


async def renew(room: Room, token: str) -> Invitation:
    """The host makes a new invite: the old one is void, and so is the right of all who watch."""
    invite = new_invite()

    async def do() -> Invitation:
        host = _host(room, token, "renews the link")
        await room.commit([_renewal(room, host, invite)])
        return Invitation(invite)

    return await room.change(do)


def _renewal(room: Room, host: int, invite: str) -> Entry:
    return room.now(kinds.RENEW, host, Body(ticket=fingerprint(invite).hex()))


async def remove(room: Room, token: str, seat: int) -> Invitation:
    """The host sends somebody away. They have the link, so that it is renewed."""
    invite = new_invite()

    async def do() -> Invitation:
        host = _host(room, token, "sends somebody away")
        fold = room.fold
        if fold.state == "over":
            raise Refused("game_over", "The game is over.")
        if seat == host:
            raise Refused("bad_request", "You cannot send yourself away.", "Leave, or give up.")
        if seat >= len(fold.seats) or fold.seats[seat].ticket is None:
            raise Refused("bad_request", f"Nobody holds seat {seat}.")
        names = {"host": fold.seats[host].name, "name": fold.seats[seat].name}
        await room.commit(
            [
                room.now(kinds.REMOVE, seat),
                _renewal(room, host, invite),
                room.now(kinds.NOTE, -1, told(Words("{host} has removed {name}.", **names))),
            ]
        )
        return Invitation(invite)

    return await room.change(do)


# -- from one device to another -------------------------------------------------------------


async def offer(room: Room, token: str) -> Handover:
    """A code by which another device can take the caller's seat; an earlier one is void."""
    code = new_invite()

    async def do() -> Handover:
        seat = room.seat_of(token)
        _must_not_know_the_cards(room)
        body = Body(ticket=fingerprint(code).hex())
        await room.commit([room.now(kinds.OFFER, seat, body)])
        return Handover(code, HANDOVER_TIME)

    return await room.change(do)


def _must_not_know_the_cards(room: Room) -> None:
    """`Refused` where one device made several seats and chose the deal: who took one of them would
    play against somebody who may know every card."""
    charter = room.fold.charter
    seats = [plan for plan in charter.seats if plan.kind == HUMAN]
    if charter.chosen and len(seats) > 1:
        raise Refused(
            "seed_chosen",
            "How the cards are dealt was chosen for this table, so its seats stay on one device.",
            "Make a table with an open seat: whoever joins it is asked to agree.",
        )


async def take(room: Room, code: str) -> Joined:
    """Takes a seat that was offered to another device; the device that had it loses it."""
    token = new_token()
    ticket = fingerprint(token)

    async def do() -> Joined:
        seat = _offered(room, fingerprint(code))
        body = Body(ticket=ticket.hex())
        await room.commit([room.now(kinds.TAKE, seat, body)], [Ticket(ticket, seat)])
        return Joined(room=room.name, seat=seat, token=token)

    return await room.change(do)


def _offered(room: Room, code: bytes) -> int:
    since = room.lobby.clock.now() - HANDOVER_TIME
    for number, seat in enumerate(room.fold.seats):
        if seat.offer is not None and same(seat.offer, code) and seat.offered >= since:
            return number
    raise Refused(
        "wrong_secret",
        "This link was used already, or is too old.",
        "Make a new one where you play now.",
    )


# -- once more ------------------------------------------------------------------------------


async def rematch(lobby: Lobby, name: str, token: str, anew: Anew | None = None) -> Made:
    """The caller's seat in the room where the same players play again, by default with factions
    dealt as they were asked for before.

    Whoever asks first makes it, and is its host; the others get their seats there by the same call.
    Where it is made already the room they come from is only looked at: it may be another server's.
    """
    old = await lobby.glance(name)
    if not old.rematch:
        room = await lobby.room(name)

        async def find() -> Made | None:
            seat = room.seat_of(token)
            if room.fold.state != "over":
                raise Refused("not_over", "The game is not over.", "Finish it, or give up.")
            room.must_not_have_parted()
            return None if room.fold.rematch else await _make_rematch(lobby, room, seat, anew)

        made = await room.change(find)
        if made is not None:
            return made
        old = room.fold
    return await _come_again(await lobby.room(old.rematch), old, token)


async def _come_again(room: Room, old: Fold, token: str) -> Made:
    """The seat in a rematch of who had it in the game before."""

    async def come() -> Made:
        seat = seat_of(old, token)
        sitting = room.fold.seats[seat]
        if not sitting.inherited:  # they left it, or lost it, or somebody else was quicker
            raise Refused("seat_taken", "Your seat is not kept for you.", "Ask for the link.")
        if room.fold.state != "waiting" and sitting.ticket is None:
            raise Refused("already_started", "They have started without you.")
        given = await _take_seat(room, seat, old.seats[seat].name, inherited=True)
        return Made(room=room.name, invite=None, seats=[SeatToken(seat=seat, token=given)])

    return await room.change(come)


async def _make_rematch(lobby: Lobby, room: Room, seat: int, anew: Anew | None) -> Made:
    fold, charter = room.fold, room.fold.charter
    factions = _factions_again(fold, anew)
    token = SeatToken(seat=seat, token=new_token())
    seats: list[SeatPlan] = []
    for number, sitting in enumerate(fold.seats):
        if sitting.kind == BOT:
            seats.append(SeatPlan(BOT, sitting.name, sitting.strength))
        elif number == seat:
            ticket = fingerprint(token.token).hex()
            seats.append(SeatPlan(HUMAN, sitting.name, "", ticket, inherited=True))
        else:
            seats.append(SeatPlan(OPEN, sitting.name, inherited=not sitting.removed))
    invite = new_invite()
    new = make_charter(
        seats,
        again(charter, factions=factions),
        charter.options,
        factions,
        fingerprint(invite),
        lobby.clock.now(),
    )
    made = await lobby.create(new, tickets_of([token]), started=not has_open(seats))
    await room.commit([room.now(kinds.REMATCH, seat, Body(room=made.name))])
    return Made(room=made.name, invite=invite, seats=[token])


def _factions_again(fold: Fold, anew: Anew | None) -> Any:
    """The factions of a rematch, as they can be asked for."""
    if anew is None:
        return fold.charter.factions
    if anew != "same":
        return anew
    pairs = [] if fold.game is None else [list(pair) for pair in fold.game.factions]
    if not pairs or any(len(pair) < 2 for pair in pairs):
        raise Refused("bad_setup", "Not everybody had factions yet.", "Draw or draft them anew.")
    return pairs
