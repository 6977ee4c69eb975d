"""A base in play with its numbers, as everybody at the table sees it."""

from __future__ import annotations

from typing import NamedTuple

from smashup.engine.rules import Rules
from smashup.model.ids import NO_CARD, CardId, PlaceId, Seat
from smashup.model.scoring import Scoring


class Award(NamedTuple):
    """Who would take which award, first (0), second or third, and how much each of them."""

    position: int
    seats: list[Seat]
    vp: list[int]


class BaseShown(NamedTuple):
    """A base in play: which, where, its numbers now, and the cards that lie there."""

    place: PlaceId
    card: CardId
    name: str
    breakpoint: int
    powers: list[int]  # by seat
    awards: list[Award]  # if it scored now
    minions: list[CardId]
    actions: list[CardId]  # those on the base itself
    buried: list[CardId]

    @property
    def total(self) -> int:
        """The power of all players there."""
        return sum(self.powers)


def base_shown(rules: Rules, place: PlaceId) -> BaseShown:
    """The base at a place."""
    here = rules.at(place)
    powers = rules.player_powers(place)
    return BaseShown(
        place=place,
        card=here.base,
        name=rules.name(here.base),
        breakpoint=rules.breakpoint(place),
        powers=powers,
        awards=_awards(rules, place, powers),
        minions=here.minions[:],
        actions=here.actions[:],
        buried=here.buried[:],
    )


def _awards(rules: Rules, place: PlaceId, powers: list[int]) -> list[Award]:
    return [
        Award(position, seats, [rules.award(place, position, seat) for seat in seats])
        for position, seats in Scoring(place, NO_CARD, rules.ranked(place, powers)).places()
        if position < 3
    ]
