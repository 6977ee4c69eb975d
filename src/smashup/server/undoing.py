"""When answers may be taken back freely: nothing hidden was seen by them."""

from __future__ import annotations

from smashup.engine.game import Game
from smashup.model.event import SHUFFLED


def showed_something(game: Game, answers: int) -> bool:
    """Whether one of the last answers, all of one seat, showed what that seat did not know.

    It is found out by giving them again, so that a game in which nobody takes anything back pays
    nothing for it.
    """
    kept = len(game.answers) - answers
    again = game.replayed(kept)
    return any(_shows_something(again, answer) for answer in game.answers[kept:])


def _shows_something(game: Game, answer: int) -> bool:
    """Gives an answer; whether chance came in, or anybody saw what the answerer did not know.

    That others now see a card the answerer held is no reason against an undo: it was theirs to
    show. That another is asked in a window is one, unless everybody always is: it tells that they
    hold something to answer with.
    """
    assert game.decision is not None
    seat = game.decision.seat
    known, rng, told = game.columns.known[:], game.columns.rng, len(game.log)
    game.decide(answer)
    asked = game.decision
    if asked is not None and asked.kind == "window" and asked.seat != seat:
        if not game.rules.ask_everyone:
            return True
    if game.columns.rng != rng or any(event.kind == SHUFFLED for event in game.log[told:]):
        return True
    if len(game.columns.known) != len(known):
        return True  # the decks were dealt
    return any(
        now & ~then and not then >> seat & 1
        for then, now in zip(known, game.columns.known, strict=True)
    )
