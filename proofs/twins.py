"""Two games that differ only in what a seat cannot know send that seat the same bytes.

At positions of random games the rest of the world is dealt anew as the seat's own observation
allows (`determinize`). A second room with that game stands beside the true one; whatever the true
room sends the seat (the news of the last answer, a welcome, why a card cannot be played), the other
must send byte for byte. At some positions whoever is asked also asks for a hint, and everybody's
chances are estimated.

`determinize` puts other cards into the same slots. A game that really went otherwise would have
other slots there, and a log of its own: `_twin` makes that of it, so that what the log tells of
cards that have been hidden again since still holds, and what the seat did not see is different.
"""

from __future__ import annotations

import asyncio
import copy
import random
from collections.abc import Iterator
from typing import Any, cast

import msgspec

from proofs.figures import Finding
from smashup.engine.game import Game
from smashup.lab.invariants import setup_for
from smashup.model.event import Event
from smashup.model.ids import CardId, as_seat, cards_of
from smashup.model.state import EVERYONE, Place
from smashup.protocol.messages import AskWhy
from smashup.server import entries as kinds
from smashup.server import frames
from smashup.server.advice import advise, chances
from smashup.server.channel import Channel
from smashup.server.charter import HUMAN, Options, SeatPlan, make_charter
from smashup.server.clock import HandClock
from smashup.server.commands import carry_out
from smashup.server.entries import Body, entry
from smashup.server.fold import Fold
from smashup.server.grants import Grant
from smashup.server.lobby import FOR_EVER, Lobby
from smashup.server.room import Room
from smashup.server.storage import Entry
from smashup.server.tokens import fingerprint
from smashup.view.keys import known_key

CLAIM = "two games that differ only in what a seat cannot know send it byte-identical frames"
_SAMPLED = 0.15  # the share of positions of a game that are looked at
_ADVISED = 0.05  # the share of those at which a hint and chances are compared too
_UNDONE = 0.03  # the share of answers that are taken back


class _Wire:
    """A socket that only remembers what was sent."""

    def __init__(self) -> None:
        self.sent: list[str] = []

    def push(self, message: bytes) -> None:
        self.sent.append(message.decode())

    def close(self, code: int, reason: str) -> None:
        raise AssertionError(f"closed: {code} {reason}")


class _Nowhere:
    """A lobby for rooms that are only looked at: nothing is stored, no bot thinks."""

    def __init__(self) -> None:
        self.clock = HandClock()
        self.keeping = FOR_EVER

    def see_to_bots(self, room: Room) -> None:
        pass


def prove(positions: int, seed: int = 0) -> Finding:
    """Compare at that many positions of random games, for every seat and a spectator each."""
    return asyncio.run(_prove(positions, seed))


async def _prove(positions: int, seed: int) -> Finding:
    result = Finding(CLAIM)
    looked = compared = advised = games = 0
    while looked < positions and len(result.faults) < 10:
        rng = random.Random(f"twins {seed}")
        room = _room(seed)
        for before, made in _moves(room, rng, seed):
            if looked >= positions:
                break
            if rng.random() < _SAMPLED:
                looked += 1
                compared += await _compare(room, before, made, rng, result)
                if advised < _ADVISED * looked:
                    advised += _compare_advice(room, rng, result)
        games += 1
        seed += 1
    result.figures["positions"] = f"{looked:,} of {games} games"
    result.figures["frames compared"] = f"{compared:,}"
    result.figures["positions with hint and chances"] = f"{advised:,}"
    result.figures["leaks"] = str(len(result.faults))
    if looked == positions:  # otherwise it was broken off because of leaks
        enough = advised >= int(_ADVISED * positions)
        result.require(enough, f"only {advised} positions with hint and chances")
    return result


def _room(seed: int) -> Room:
    setup = setup_for(seed)
    plans = [SeatPlan(HUMAN, f"P{i}", "", fingerprint(f"P{i}").hex()) for i in range(setup.players)]
    charter = make_charter(plans, setup, Options(), "random", b"", 0.0)
    fold = Fold(charter)
    fold.apply(entry(kinds.START, -1, 0.0))
    return Room("twins", fold, cast(Lobby, _Nowhere()))


def _moves(room: Room, rng: random.Random, seed: int) -> Iterator[tuple[list[Any], Entry]]:
    """Plays the room's game at random; gives what each reader had been sent, and the entry."""
    fold = room.fold
    readers = [*room.seats, _spectator(room)]
    while fold.game is not None and fold.game.decision is not None:
        for channel in readers:
            room.welcome(channel)
        before = [(c.seat, c.n, c.public, c.private, c.told) for c in readers]
        decision = fold.game.decision
        if fold.deciders and rng.random() < _UNDONE:
            made = entry(kinds.UNDO, fold.deciders[-1], 0.0, Body(count=1))
        else:
            option = rng.randrange(len(decision.options))
            made = entry(kinds.ANSWER, decision.seat, 0.0, Body(option=option))
        fold.apply(made)
        yield before, made


def _spectator(room: Room) -> Channel:
    """Somebody who watches."""
    grant = Grant(fingerprint("spectator"), None)
    room.fold.watchers[grant.ticket] = ""
    return room.spectators.setdefault(grant.ticket, Channel(grant))


async def _compare(
    room: Room, before: list[Any], made: Entry, rng: random.Random, result: Finding
) -> int:
    """How many frames were compared; those that differ are faults."""
    game = room.fold.game
    assert game is not None
    count = 0
    for state in before:
        seat = state[0]
        true = await _frames(room, game, state, made)
        twin = await _frames(room, _twin(game, seat, rng), state, made)
        count += len(true)
        if true != twin:
            where = f"seed {room.fold.charter.setup.seed}, answer {len(game.answers)}, seat {seat}"
            result.faults.append(f"{where}: {_difference(true, twin)}")
    return count


def _compare_advice(room: Room, rng: random.Random, result: Finding) -> int:
    """1 if hint and chances could be compared; those that differ are faults."""
    game = room.fold.game
    assert game is not None
    if game.decision is None:
        return 0
    seat, seed = game.decision.seat, rng.getrandbits(32)
    dealt = game.observe(seat).determinize(rng)
    watched = game.observe(None).determinize(rng)
    true = [_encoded(advise(game, seed)), str(chances(game))]
    twin = [_encoded(advise(dealt, seed)), str(chances(watched))]
    if true != twin:
        where = f"seed {room.fold.charter.setup.seed}, answer {len(game.answers)}, a hint"
        result.faults.append(f"{where}: {_difference(true, twin)}")
    return 1


def _encoded(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _twin(game: Game, seat: int | None, rng: random.Random) -> Game:
    """A game that went otherwise where this seat could not see it."""
    twin = game.observe(as_seat(seat)).determinize(rng)
    slots = _dealt(game, twin)
    s = twin.rules.s
    s.defn = game.rules.s.defn
    for piles in (s.hands, s.decks):
        piles[:] = [[slots[card] for card in pile] for pile in piles]
    s.base_deck = [slots[card] for card in s.base_deck]
    s.laid = [slots[card] for card in s.laid]
    for place, here in s.places.items():  # what copies share is replaced, never changed
        buried = [slots[card] for card in here.buried]
        s.places[place] = Place(here.base, here.minions, here.actions, buried)
    for name in ("owner", "controller", "zone", "place", "counters", "life", "known"):
        column = getattr(s, name)
        moved = column[:]
        for slot, card in enumerate(slots):
            moved[card] = column[slot]
        setattr(s, name, moved)
    bit = 0 if seat is None else 1 << seat
    twin.log[:] = [_otherwise(event, bit, rng, len(slots)) for event in game.log]
    return twin


def _dealt(game: Game, twin: Game) -> list[CardId]:
    """For each slot the card, by its slot in the true game, that lies there in the twin."""
    where: dict[int, list[CardId]] = {}
    slots = cards_of(len(twin.columns.defn))
    changed = [slot for slot in slots if twin.columns.defn[slot] != game.columns.defn[slot]]
    for slot in changed:
        where.setdefault(game.columns.defn[slot], []).append(slot)
    for slot in changed:
        slots[slot] = where[twin.columns.defn[slot]].pop()
    return slots


def _otherwise(event: Event, bit: int, rng: random.Random, cards: int) -> Event:
    """The event, about other cards if they were not seen."""
    if event.audience in (-1, EVERYONE) or event.audience & bit:
        return event
    other = copy.copy(event)
    hidden = [card for card in cards_of(cards) if card != event.by]  # what it is due to was seen
    other.cards = tuple(rng.choice(hidden) for _ in event.cards)
    if event.card >= 0:
        other.card = rng.choice(hidden)
        other.defn = -1
    return other


async def _frames(room: Room, game: Game, state: Any, made: Entry) -> list[str]:
    """All that a reader in this state is sent after this entry, if this is the game."""
    fold = Fold(room.fold.charter)
    fold.state, fold.v, fold.game = room.fold.state, room.fold.v, game
    other = Room(room.name, fold, room.lobby)
    seat, n, public, private, told = state
    channel = _spectator(other) if seat is None else other.seats[seat]
    channel.welcomed(public, private, told)
    channel.n = n
    wire = _Wire()
    channel.connections.add(wire)
    other._tell([made], fold.state == "over")
    wire.push(frames.encode(other.welcome(channel)))
    if seat is not None and game.decision is not None:
        for card in game.hand(seat):
            why = AskWhy("w", fold.v, known_key(card))
            wire.push(frames.encode(await carry_out(other, channel, why)))
    return wire.sent


def _difference(true: list[str], twin: list[str]) -> str:
    for one, other in zip(true, twin, strict=False):
        if one != other:
            at = next(i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b)
            begin = max(0, at - 60)
            return f"…{one[begin : at + 60]}… is not …{other[begin : at + 60]}…"
    return f"{len(true)} frames, not {len(twin)}"
