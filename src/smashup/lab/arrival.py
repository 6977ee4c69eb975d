"""ORDER-7: what happens to several cards at once does not depend on who of them came first.

A table is laid out twice, the second time with the cards having arrived in another order, and on
both something is done to all minions at a base. Whatever players answer, the same positions must be
within reach; which of them a question comes about first may differ.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import NamedTuple

from smashup.engine.game import Game
from smashup.engine.laying import forget_order_of_decks
from smashup.engine.rules import Rules
from smashup.lab.position import Facts, position
from smashup.model.card import ACTION
from smashup.model.decision import Ability
from smashup.model.ids import CardId, PlaceId, Seat, cards_of
from smashup.model.state import DISCARD, HAND

MOST_WAYS = 40  # to answer what is asked; a trial with more of them is given up


class Trial(NamedTuple):
    """Something that is done to several minions at once."""

    verb: str  # of `DONE_TO_ALL`
    place: PlaceId
    source: CardId  # the card that does it
    seat: Seat  # the player who carries it out


Verb = Callable[[Rules, list[CardId], PlaceId], Ability[list[CardId]]]

#: What can be done to all minions at a base: (the rules, the minions, their base).
DONE_TO_ALL: dict[str, Verb] = {
    "destroy": lambda g, minions, place: g.destroy(minions),
    "return": lambda g, minions, place: g.return_to_hand(minions),
    "move": lambda g, minions, place: g.move(minions, _next_to(g, place)),
}


def trial_for(game: Game, rng: random.Random) -> Trial | None:
    """A trial on this table, where nothing is under way; None if there is nothing to try."""
    s = game.columns
    places = [place for place in s.row if len(s.places[place].minions) > 1]
    seat = rng.choice(game.seats)
    sources = [
        card
        for card in cards_of(len(s.defn))
        if s.owner[card] == seat
        and s.zone[card] in (HAND, DISCARD)
        and game.card(card).type == ACTION
    ]
    if not places or not sources:
        return None
    return Trial(rng.choice(list(DONE_TO_ALL)), rng.choice(places), rng.choice(sources), seat)


def reached_by(game: Game, trial: Trial) -> set[Facts] | None:
    """The positions within reach; None if there are too many ways or chance has a say."""
    found: set[Facts] = set()
    waiting: list[list[int]] = [[]]  # ways to begin to answer
    for _ in range(MOST_WAYS):
        answers = waiting.pop()
        copy = game.copy()
        options = _carry_out(copy, trial, answers)
        if copy.columns.rng != game.columns.rng:
            return None
        if options:
            waiting += [[*answers, number] for number in range(options)]
        else:
            copy.decision = None
            forget_order_of_decks(copy)  # Tar Pits asks for none among several minions
            found.add(position(copy))
        if not waiting:
            return found
    return None


def _carry_out(game: Game, trial: Trial, answers: list[int]) -> int:
    """Does it, giving these answers; gives how many options the next question has, 0 if none."""
    g = game.rules
    doing = DONE_TO_ALL[trial.verb](g, g.minions(at=trial.place), trial.place)

    def ability() -> Ability[None]:
        yield from doing

    carrying = g.carry_out(ability(), trial.source, trial.seat, played=True)
    try:
        asked = next(carrying)
        for answer in answers:
            g.answer = asked.options[answer]
            asked = next(carrying)
    except StopIteration:
        return 0
    return len(asked.options)


def _next_to(g: Rules, place: PlaceId) -> PlaceId | None:
    """Another base than this one."""
    return next(iter(g.bases(other_than=place)), None)
