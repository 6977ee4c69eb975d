"""When an answer may be taken back freely: nothing hidden was seen, and nobody acted since."""

from __future__ import annotations

from typing import NamedTuple

from smashup.engine.game import Game
from smashup.model.event import SHUFFLED


class Before(NamedTuple):
    """What was known just before an answer."""

    seat: int
    known: list[int]
    rng: int
    events: int


def look(game: Game, seat: int) -> Before:
    """Remembers what everybody knows before a seat answers."""
    return Before(seat, game.s.known[:], game.s.rng, len(game.log))


def something_was_seen(before: Before, game: Game) -> bool:
    """Whether the answer showed anybody what the answerer did not know before, or used chance.

    That others now see a card the answerer held is no reason: it was theirs to show. That
    another is asked out of turn is one: it tells that they hold something to answer with.
    """
    s = game.s
    if s.rng != before.rng:
        return True
    if any(event.kind == SHUFFLED for event in game.log[before.events :]):
        return True
    if game.decision is not None and game.decision.kind == "window":
        if game.decision.seat != before.seat:
            return True
    if s.known == before.known:
        return False
    bit = 1 << before.seat
    if len(s.known) != len(before.known):
        return True  # the decks were dealt
    return any(
        now & ~then and not then & bit for then, now in zip(before.known, s.known, strict=True)
    )
