"""The record of one base being scored."""

from __future__ import annotations

from smashup.model.ids import NO_CARD, CardId, PlaceId, Seat


class Scoring:
    """Who stood where when a base was awarded, and which base comes next.

    >>> Scoring(0, 5, {0: 10, 1: 10, 2: 5}).places()
    [(0, [0, 1]), (2, [2])]
    """

    __slots__ = ("base", "place", "powers", "replacement")

    def __init__(self, place: PlaceId, base: CardId, powers: dict[Seat, int]) -> None:
        self.place = place
        self.base = base
        self.powers = powers  # of the ranked players only, in seat order
        self.replacement = NO_CARD  # a base card that an ability chose to come next

    def __reduce__(self) -> tuple[object, ...]:
        return told, (self.place, self.base, self.powers, self.replacement)

    def __repr__(self) -> str:
        return f"<Scoring of base {self.base}: {self.powers}>"

    def places(self) -> list[tuple[int, list[Seat]]]:
        """The ranking as (index of the award, seats): ties share the best place (SCORE-5)."""
        ranked: list[tuple[int, list[Seat]]] = []
        seats = sorted(self.powers, key=lambda seat: -self.powers[seat])
        for position, seat in enumerate(seats):
            if ranked and self.powers[ranked[-1][1][0]] == self.powers[seat]:
                ranked[-1][1].append(seat)
            else:
                ranked.append((position, [seat]))
        return ranked

    def at(self, position: int) -> list[Seat]:
        """The seats that took first (0), second (1) or third (2) place."""
        return next((seats for place, seats in self.places() if place == position), [])

    @property
    def winners(self) -> list[Seat]:
        return self.at(0)

    @property
    def runners_up(self) -> list[Seat]:
        return self.at(1)


def told(place: PlaceId, base: CardId, powers: dict[Seat, int], replacement: CardId) -> Scoring:
    """The record of a base that was scored, without what was still to come then."""
    scoring = Scoring(place, base, powers)
    scoring.replacement = replacement
    return scoring
