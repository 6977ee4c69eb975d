"""What each message of a seat does. A command checks, commits an entry, and gives its reply."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from msgspec import Struct

from smashup.model.ids import Seat
from smashup.model.words import Words
from smashup.protocol import messages
from smashup.protocol.messages import Obstacle, Ok, Why
from smashup.server import asking
from smashup.server import entries as kinds
from smashup.server.channel import Channel
from smashup.server.entries import Body, told
from smashup.server.errors import Refused, stale
from smashup.server.frames import refusal
from smashup.server.names import printable, unlike
from smashup.server.room import Room
from smashup.server.storage import Doubled, Entry
from smashup.view.keys import known_key
from smashup.view.wording import sent

#: What emotes say to who cannot show them otherwise.
EMOTES: dict[messages.EmoteName, str] = {
    "hello": "Hello!",
    "well_played": "Well played!",
    "thanks": "Thank you!",
    "oops": "Oops…",
    "wow": "Wow!",
    "thinking": "Let me think…",
    "hurry": "Your turn, whenever you are ready!",
    "good_game": "Good game!",
}


async def carry_out(room: Room, channel: Channel, message: Any) -> Struct:
    """Carries a seat's message out, at most once for its id, and gives the reply.

    `Refused` says what is wrong with it; then nothing has changed.
    """
    seat = channel.seat
    if seat is None:
        raise Refused("only_watching", "Who watches cannot do that.", "Join the next game.")

    async def do() -> Struct:
        room.must_hold(channel.grant)
        done = room.fold.done[seat].get(room.fold.logged_id(seat, message.id))
        if done is not None:
            return Ok(message.id, done)
        try:
            return await _COMMANDS[type(message)](room, seat, message)
        except Doubled:  # it was done by another process, or so long ago that it is forgotten here
            return Ok(message.id, room.fold.v)

    return await room.change(do)


async def _answer(room: Room, seat: int, message: messages.Answer) -> Struct:
    room.must_be_played()
    fold = room.fold
    assert fold.game is not None
    decision = fold.game.decision
    if decision is None or message.v != fold.v:
        raise stale()
    if decision.seat != seat:
        raise Refused("not_your_turn", f"{fold.seats[decision.seat].name} is asked, not you.")
    _must_play_oneself(room, seat)
    if message.option >= len(decision.options):
        count = len(decision.options)
        raise Refused(
            "illegal_option",
            f"There is no option {message.option}: they are numbered 0 to {count - 1}.",
            "Choose one of those that are offered.",
        )
    body = Body(option=message.option, spent=room.spent(seat))
    made = room.now(kinds.ANSWER, seat, body, message.id)
    return await _done(room, message.id, made)


async def _undo(room: Room, seat: int, message: messages.Undo) -> Struct:
    room.must_be_played()
    room.must_allow("undo")
    fold = room.fold
    if message.v != fold.v:
        raise stale()
    _must_play_oneself(room, seat)
    answers = len(fold.deciders) or None if _to_the_start(room, message) else fold.last_answer(seat)
    if answers is None:
        raise Refused("nothing_to_undo", "You have no answer to take back.")
    others = fold.others_to_ask(seat)
    # A long game takes a while to be played again: meanwhile other tables go on.
    replaying, address = room.lobby.replaying, asking.who().address
    free = not others
    if free:
        await replaying.do(address, fold.rewind, answers)
    else:
        free = await replaying.do(address, fold.rewind_freely, answers)
    if not free:
        _must_be_there(room, others)
        _must_be_only_wish(room, seat)
    kind = kinds.UNDO if free else kinds.WISH
    return await _done(room, message.id, room.now(kind, seat, Body(count=answers), message.id))


def _to_the_start(room: Room, message: messages.Undo) -> bool:
    """Whether everything is to be taken back; `Refused` where it is no puzzle."""
    if message.all and not room.fold.charter.puzzle:
        raise Refused("bad_request", "Only a puzzle goes back to its start.")
    return message.all


def _must_play_oneself(room: Room, seat: int) -> None:
    """`Refused` if a bot plays the seat: what it does is not for its player to take back."""
    sitting = room.fold.seats[seat]
    if sitting.conceded:
        raise Refused("game_over", "You have given up.")
    if sitting.is_played_by_bot:
        raise Refused("not_your_turn", "A bot plays your seat.", "Come back to it first.")


def _must_be_there(room: Room, seats: list[int]) -> None:
    """`Refused` if a bot sits in for one of these people: nothing is undone behind their back."""
    away = [room.fold.seats[seat].name for seat in seats if room.fold.seats[seat].bot_sits_in]
    if away:
        raise Refused(
            "person_away",
            f"{' and '.join(away)} would have to agree, and cannot be asked now.",
            "Wait until they are back, or play on.",
        )


def _must_be_only_wish(room: Room, seat: int) -> None:
    """`Refused` if a wish waits: what the others agree to must be what they were asked, once."""
    wish = room.fold.wish
    if wish is not None and wish.seat == seat:
        raise Refused("nothing_to_undo", "You have asked already.", "Wait for the answers.")
    if wish is not None:
        name = room.fold.seats[wish.seat].name
        raise Refused(
            "nothing_to_undo", f"{name} asks to take something back.", "Wait for the answers."
        )


async def _consent(room: Room, seat: int, message: messages.Consent) -> Struct:
    room.must_be_played()
    fold, wish = room.fold, room.fold.wish
    if wish is None or seat not in fold.others_to_ask(wish.seat):
        raise Refused("nothing_to_undo", "Nobody asks you for an undo.")
    made = [room.now(kinds.CONSENT, seat, Body(yes=message.yes), message.id)]
    if message.yes and wish.agreed.union({seat}).issuperset(fold.others_to_ask(wish.seat)):
        await room.lobby.replaying.do(asking.who().address, fold.rewind, wish.answers)
        made.append(room.now(kinds.UNDO, wish.seat, Body(count=wish.answers)))
    reply = await _done(room, message.id, *made)
    if not message.yes:
        name = fold.seats[seat].name
        refused = Refused("undo_refused", f"{name} does not agree to the undo.", "Play on.")
        room.seats[wish.seat].tell(refusal(refused, fold.sent_id(wish.id), room.fold.v))
    return reply


async def _chat(room: Room, seat: int, message: messages.Say) -> Struct:
    text = printable(message.text)
    if not text:
        raise Refused("bad_request", "There is nothing to say in that.")
    return await _done(room, message.id, room.now(kinds.CHAT, seat, Body(text=text), message.id))


async def _emote(room: Room, seat: int, message: messages.ShowEmote) -> Struct:
    body = Body(text=EMOTES[message.emote], emote=message.emote)
    return await _done(room, message.id, room.now(kinds.CHAT, seat, body, message.id))


async def _end(room: Room, seat: int, message: messages.EndGame) -> Struct:
    """Proposes to end the game, agrees to it, or does not. Bots agree; who is away is asked too."""
    room.must_be_played()
    fold = room.fold
    name = fold.seats[seat].name
    people = [number for number, sitting in enumerate(fold.seats) if sitting.is_person]
    if seat not in people:
        raise Refused("game_over", "You have given up.")
    if fold.ending is None and not message.yes:
        raise Refused("bad_request", "Nobody proposes to end the game.")
    if not message.yes:
        said, ending = Words("{name} would rather play on.", name=name), kinds.REFUSED
    elif fold.ending is None:
        said, ending = Words("{name} proposes to end the game.", name=name), kinds.PROPOSED
    else:
        said, ending = Words("{name} agrees to end the game.", name=name), kinds.AGREED
    made = [room.now(kinds.NOTE, seat, told(said, ending), message.id)]
    agreeing = fold.enders | {seat} if fold.ending is not None else {seat}
    if message.yes and agreeing.issuperset(people):
        made += [room.now(kinds.CONCEDE, number, Body(agreed=True)) for number in people]
    return await _done(room, message.id, *made)


async def _concede(room: Room, seat: int, message: messages.Concede) -> Struct:
    room.must_be_played()
    if room.fold.seats[seat].conceded:
        raise Refused("game_over", "You have given up already.")
    said = Words("{name} gives up.", name=room.fold.seats[seat].name)
    return await _done(
        room,
        message.id,
        room.now(kinds.CONCEDE, seat, None, message.id),
        room.now(kinds.NOTE, -1, told(said)),
        # Earlier versions read that everybody gave up: the game is over to them too.
        *(room.now(kinds.CONCEDE, last, Body(won=True)) for last in room.fold.last_left(seat)),
    )


async def _leave(room: Room, seat: int, message: messages.Leave) -> Struct:
    if room.fold.state == "over":
        raise Refused("game_over", "The game is over.")
    if room.fold.seats[seat].is_played_by_bot:
        raise Refused("not_your_turn", "A bot plays your seat already.")
    return await _done(room, message.id, room.now(kinds.LEAVE, seat, None, message.id))


async def _cut(room: Room, seat: int, message: messages.Cut) -> Struct:
    if room.fold.state != "waiting":
        raise Refused("already_started", "The cards are dealt already.")
    made = room.now(kinds.CUT, seat, Body(number=message.number), message.id)
    return await _done(room, message.id, made)


async def _settings(room: Room, seat: int, message: messages.Settings) -> Struct:
    name = unlike(message.name or "", room.fold.names_besides(seat))
    if not name:
        raise Refused("bad_request", "A name has at least one letter.")
    return await _done(
        room, message.id, room.now(kinds.SETTINGS, seat, Body(name=name), message.id)
    )


async def _why(room: Room, seat: int, message: messages.AskWhy) -> Struct:
    room.must_be_played()
    fold = room.fold
    assert fold.game is not None
    if message.v != fold.v:
        raise stale()
    you = Seat(seat)
    hand = {known_key(card): card for card in fold.game.hand(you)}
    if message.key not in hand:
        raise Refused("bad_request", "That is no card in your hand.")
    observation = fold.game.observe(you)
    reasons = [
        Obstacle(
            sent(reason.words),
            reason.rule,
            known_key(reason.card) if reason.card >= 0 and observation.sees(reason.card) else None,
        )
        for reason in fold.game.why_not(you, hand[message.key])
    ]
    return Why(message.id, message.key, reasons)


async def _done(room: Room, id: str, *made: Entry) -> Ok:
    await room.commit(made)
    return Ok(id, room.fold.v)


_COMMANDS: dict[type, Callable[[Room, int, Any], Awaitable[Struct]]] = {
    messages.Answer: _answer,
    messages.Undo: _undo,
    messages.Consent: _consent,
    messages.Say: _chat,
    messages.ShowEmote: _emote,
    messages.EndGame: _end,
    messages.Concede: _concede,
    messages.Leave: _leave,
    messages.Cut: _cut,
    messages.Settings: _settings,
    messages.AskWhy: _why,
}
