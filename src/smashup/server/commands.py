"""What each message of a seat does. A command checks, commits an entry, and gives its reply."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from msgspec import Struct

from smashup.protocol import messages
from smashup.protocol.messages import Ok, Reason, Why
from smashup.server import entries as kinds
from smashup.server.channel import Channel
from smashup.server.entries import Body
from smashup.server.errors import Refused, stale
from smashup.server.frames import refusal
from smashup.server.room import Room
from smashup.server.storage import Conflict, Doubled, Entry
from smashup.view.keys import known_key
from smashup.view.wording import sent

_TRIES = 8  # how often another process may be first


async def carry_out(room: Room, channel: Channel, message: Any) -> Struct:
    """Carries a seat's message out, at most once for its id, and gives the reply.

    `Refused` says what is wrong with it; then nothing has changed.
    """
    seat = channel.seat
    if seat is None:
        raise Refused("only_watching", "Who watches cannot do that.", "Join the next game.")
    command = _COMMANDS[type(message)]
    async with room.lock:
        for _ in range(_TRIES):
            done = room.fold.done[seat].get(message.id)
            if done is not None:
                return Ok(message.id, done)
            try:
                return await command(room, seat, message)
            except (Conflict, Doubled):
                continue  # another process was first: look again
    raise Refused("stale", "Others are always quicker here.", "Try again.")


async def _answer(room: Room, seat: int, message: messages.Answer) -> Struct:
    room.must_be_played()
    fold = room.fold
    assert fold.game is not None
    decision = fold.game.decision
    if decision is None or message.v != fold.v:
        raise stale()
    if decision.seat != seat:
        raise Refused("not_your_turn", f"{fold.seats[decision.seat].name} is asked, not you.")
    if fold.seats[seat].is_played_by_bot:
        raise Refused("not_your_turn", "A bot plays your seat.", "Come back to it first.")
    if message.option >= len(decision.options):
        count = len(decision.options)
        raise Refused(
            "illegal_option",
            f"There is no option {message.option}: they are numbered 0 to {count - 1}.",
            "Choose one of those that are offered.",
        )
    made = room.now(kinds.ANSWER, seat, Body(option=message.option), message.id)
    return await _done(room, message.id, made)


async def _undo(room: Room, seat: int, message: messages.Undo) -> Struct:
    room.must_be_played()
    fold = room.fold
    if message.v != fold.v:
        raise stale()
    answers = fold.last_answer(seat)
    if answers is None:
        raise Refused("nothing_to_undo", "You have no answer to take back.")
    others = fold.others_to_ask(seat)
    kind = kinds.WISH if others and not fold.may_take_back_freely(answers) else kinds.UNDO
    return await _done(room, message.id, room.now(kind, seat, Body(count=answers), message.id))


async def _consent(room: Room, seat: int, message: messages.Consent) -> Struct:
    room.must_be_played()
    fold, wish = room.fold, room.fold.wish
    if wish is None or wish.seat == seat:
        raise Refused("nothing_to_undo", "Nobody asks you for an undo.")
    made = [room.now(kinds.CONSENT, seat, Body(yes=message.yes), message.id)]
    if message.yes and wish.agreed.union({seat}).issuperset(fold.others_to_ask(wish.seat)):
        made.append(room.now(kinds.UNDO, wish.seat, Body(count=wish.answers)))
    reply = await _done(room, message.id, *made)
    if not message.yes:
        name = fold.seats[seat].name
        refused = Refused("undo_refused", f"{name} does not agree to the undo.", "Play on.")
        room.seats[wish.seat].tell(refusal(refused, wish.id, room.fold.v))
    return reply


async def _chat(room: Room, seat: int, message: messages.Say) -> Struct:
    text = printable(message.text)
    if not text:
        raise Refused("bad_request", "There is nothing to say in that.")
    return await _done(room, message.id, room.now(kinds.CHAT, seat, Body(text=text), message.id))


async def _concede(room: Room, seat: int, message: messages.Concede) -> Struct:
    room.must_be_played()
    if room.fold.seats[seat].conceded:
        raise Refused("game_over", "You have given up already.")
    text = f"{room.fold.seats[seat].name} gives up."
    return await _done(
        room,
        message.id,
        room.now(kinds.CONCEDE, seat, None, message.id),
        room.now(kinds.NOTE, -1, Body(text=text)),
    )


async def _leave(room: Room, seat: int, message: messages.Leave) -> Struct:
    if room.fold.state == "over":
        raise Refused("game_over", "The game is over.")
    if room.fold.seats[seat].is_played_by_bot:
        raise Refused("not_your_turn", "A bot plays your seat already.")
    return await _done(room, message.id, room.now(kinds.LEAVE, seat, None, message.id))


async def _settings(room: Room, seat: int, message: messages.Settings) -> Struct:
    name = printable(message.name or "")
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
    hand = {known_key(card): card for card in fold.game.hand(seat)}
    if message.key not in hand:
        raise Refused("bad_request", "That is no card in your hand.")
    observation = fold.game.observe(seat)
    reasons = [
        Reason(
            sent(reason.words),
            reason.rule,
            known_key(reason.card) if reason.card >= 0 and observation.sees(reason.card) else None,
        )
        for reason in fold.game.why_not(seat, hand[message.key])
    ]
    return Why(message.id, message.key, reasons)


async def _done(room: Room, id: str, *made: Entry) -> Ok:
    await room.commit(made)
    return Ok(id, room.fold.v)


def printable(text: str) -> str:
    """A text without what cannot be seen, and without space around it."""
    return "".join(c if c.isprintable() else " " for c in text).strip()


_COMMANDS: dict[type, Callable[[Room, int, Any], Awaitable[Struct]]] = {
    messages.Answer: _answer,
    messages.Undo: _undo,
    messages.Consent: _consent,
    messages.Say: _chat,
    messages.Concede: _concede,
    messages.Leave: _leave,
    messages.Settings: _settings,
    messages.AskWhy: _why,
}
