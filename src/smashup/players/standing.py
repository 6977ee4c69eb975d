"""How well each seat stands, and each seat's chance to win: what the stronger bots judge by.

A position is boiled down to a few named features for each seat; a seat's standing is their sum,
weighted by `weights.json`, which `smashup tune` makes. Standings are on such a scale that the
chances to win are their softmax: a lead of one is worth odds of e to 1.

Use it on games that the seat may know all of, as `determinize` makes them: it looks into hands.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from operator import mul
from pathlib import Path
from typing import NamedTuple

from smashup.cards.registry import CARDS
from smashup.compiled import PACKAGE
from smashup.engine.game import Game
from smashup.engine.turn import VICTORY
from smashup.model.card import MINION
from smashup.model.ids import PlaceId
from smashup.model.state import DRAFT, MULLIGAN, PLAY, START

WEIGHTS_FILE = PACKAGE / "players" / "weights.json"

#: What is counted for each seat, in the order of the vectors of `features`.
FEATURES = (
    "vp",  # victory points
    "vp_late",  # the same squared over fifteen: the last ones weigh more
    "likely",  # what bases can be expected to award, as places still change hands
    "threat",  # what the base would award that the next player can best bring to score
    "power",  # on the table
    "working",  # minions in play that do something from there, now or later
    "ongoing",  # actions in play under one's control
    "buried",  # cards one has buried
    "hand",  # cards in hand
    "next_minion",  # there is a minion in hand
    "to_play",  # it is this seat's turn, or will be next
    "promise",  # of one's factions, as they have shown in self-play, less as the game goes on
)
COUNT = len(FEATURES)
(
    VP,
    VP_LATE,
    LIKELY,
    THREAT,
    POWER,
    WORKING,
    ONGOING,
    BURIED,
    HAND,
    NEXT_MINION,
    TO_PLAY,
    PROMISE,
) = range(COUNT)

EASY_GAP = 2  # power that a player can surely add to a base in one turn
WIDE_GAP = 9  # power that a player hardly ever adds
LEAST_UNSURE = 1.5  # power by which places may still change at a base that is ready to score
UNSURE = 4.0  # and how much more at one where all is still to come


class Weights(NamedTuple):
    """What the features weigh, in the order of `FEATURES`, and what each faction promises."""

    values: list[float]
    factions: dict[str, float]

    @classmethod
    def read(cls, path: Path) -> Weights:
        """The weights in a file that `smashup tune` has written."""
        data = json.loads(path.read_text(encoding="utf-8"))
        return cls([float(data["weights"][name]) for name in FEATURES], data["factions"])

    def promise(self, factions: Sequence[str], most_vp: int) -> float:
        """How much these factions promise together; the less the nearer anyone is to winning."""
        to_go = 1.0 - min(VICTORY, most_vp) / VICTORY
        return to_go * sum([self.factions.get(name, 0.0) for name in factions])


PRESENT = Weights.read(WEIGHTS_FILE)


class BaseNow:
    """A base in play as it stands: what is asked of it many times, counted once."""

    __slots__ = ("awards", "breakpoint", "place", "powers", "total")

    def __init__(self, game: Game, place: PlaceId) -> None:
        self.place = place
        self.powers = game.player_powers(place)  # by seat
        self.total = sum(self.powers)
        self.breakpoint = game.breakpoint(place)
        self.awards = game.awards(place)  # by seat, for first, second and third place

    def award(self, position: int, seat: int) -> int:
        """What this seat would be given for this place, the first is 0."""
        return self.awards[seat][position] if position < 3 else 0


def bases_now(game: Game) -> list[BaseNow]:
    """All bases in play, left to right."""
    return [BaseNow(game, place) for place in game.columns.row]


def standings(game: Game, weights: Weights = PRESENT) -> list[float]:
    """How well each seat stands, by seat: only differences mean anything."""
    values = weights.values
    return [sum(map(mul, values, vector)) for vector in features(game, weights)]


def chances(game: Game, weights: Weights = PRESENT) -> list[float]:
    """Each seat's chance to win, by seat; they add up to 1. Exact once the game is over."""
    if game.over:
        share = 1 / len(game.winners)
        return [share if seat in game.winners else 0.0 for seat in range(game.players)]
    return softmax(standings(game, weights))


def softmax(values: list[float]) -> list[float]:
    """Shares that add up to 1, in proportion to the exponentials.

    >>> softmax([1.0, 1.0])
    [0.5, 0.5]
    """
    most = max(values)
    shares = [math.exp(value - most) for value in values]
    total = sum(shares)
    return [share / total for share in shares]


def features(
    game: Game, weights: Weights = PRESENT, bases: list[BaseNow] | None = None
) -> list[list[float]]:
    """The features of each seat, by seat. `bases`: as `bases_now` has them, if that was asked."""
    s = game.columns
    vectors = [[0.0] * COUNT for _ in range(s.seats)]
    _add_points(game, vectors, weights)
    if s.phase in (DRAFT, MULLIGAN):
        return vectors
    mover = s.turn if s.phase in (START, PLAY) else game.next_seat()
    vectors[mover][TO_PLAY] = 1.0
    _add_bases(game, bases_now(game) if bases is None else bases, vectors, mover)
    _add_hands(game, vectors)
    return vectors


def _add_points(game: Game, vectors: list[list[float]], weights: Weights) -> None:
    s = game.columns
    most = max(s.vp)
    for seat in range(s.seats):
        vector, vp = vectors[seat], s.vp[seat]
        vector[VP] = float(vp)
        vector[VP_LATE] = vp * vp / VICTORY
        vector[PROMISE] = weights.promise(s.factions[seat], most)


def _add_bases(game: Game, bases: list[BaseNow], vectors: list[list[float]], mover: int) -> None:
    threat: list[float] = []
    worth = 0.0
    for base in bases:
        _add_cards(game, base.place, vectors)
        gap = max(0, base.breakpoint - base.total)
        if base.total:
            _add_prospects(base, base.total / (base.total + gap), vectors)
        if gap < WIDE_GAP:
            awards, gained = _if_scored(base, mover, gap)
            if gained > worth:
                threat, worth = awards, gained
    for seat in range(len(threat)):
        vectors[seat][THREAT] = threat[seat]


def _add_cards(game: Game, place: PlaceId, vectors: list[list[float]]) -> None:
    """The cards that lie at a base, for those who control them."""
    s = game.columns
    here = s.places[place]
    controller, defn = s.controller, s.defn
    for minion in here.minions:
        vector = vectors[controller[minion]]
        if CARDS[defn[minion]].mask:
            vector[WORKING] += 1.0
        for action in s.attached.get(minion, ()):
            vectors[controller[action]][ONGOING] += 1.0
    for action in here.actions:
        vectors[controller[action]][ONGOING] += 1.0
    for card in here.buried:
        vectors[controller[card]][BURIED] += 1.0


def _add_prospects(base: BaseNow, near: float, vectors: list[list[float]]) -> None:
    """What a base promises each player who is there, by how near it is to scoring (0 to 1)."""
    unsure = LEAST_UNSURE + UNSURE * (1.0 - near)
    powers = base.powers
    for seat in range(len(powers)):
        power = powers[seat]
        if not power:
            continue
        ahead = -0.5  # how many will be ahead when it scores, as can be expected
        for theirs in powers:
            if theirs:  # one's own power counts one half, which was taken off above
                ahead += 1.0 / (1.0 + math.exp((power - theirs) / unsure))
        better = int(ahead)
        between = ahead - better
        award = (1.0 - between) * base.award(better, seat)
        award += between * base.award(better + 1, seat)
        vectors[seat][LIKELY] += near * award
        vectors[seat][POWER] += power


def _if_scored(base: BaseNow, mover: int, gap: int) -> tuple[list[float], float]:
    """What everybody would be awarded if the next player added just the power that is missing.

    Also how much that is to their advantage. Both the less the more there is missing.
    """
    after = base.powers[:]
    after[mover] += gap
    likely = min(1.0, (WIDE_GAP - gap) / (WIDE_GAP - EASY_GAP))
    awards: list[float] = []
    best_other = 0.0
    for seat in range(len(after)):
        power = after[seat]
        ahead = 0
        for theirs in after:
            if theirs > power:
                ahead += 1
        award = likely * base.award(ahead, seat) if power else 0.0
        awards.append(award)
        if seat != mover and award > best_other:
            best_other = award
    return awards, awards[mover] - best_other


def _add_hands(game: Game, vectors: list[list[float]]) -> None:
    s = game.columns
    defn = s.defn
    for seat in range(s.seats):
        hand = s.hands[seat]
        vectors[seat][HAND] = float(len(hand))
        for card in hand:
            if CARDS[defn[card]].type == MINION:
                vectors[seat][NEXT_MINION] = 1.0
                break
