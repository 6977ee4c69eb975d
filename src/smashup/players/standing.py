"""How well each seat stands, and each seat's chance to win: what the stronger bots judge by.

A position is boiled down to a few named features for each seat; a seat's standing is their sum,
weighted by `weights.json`, which `smashup tune` makes. Standings are on such a scale that the
chances to win are their softmax: a lead of one is worth odds of e to 1.

Use it on games that the seat may know all of, as `determinize` makes them: it looks into hands.
"""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

from smashup.cards.registry import CARDS
from smashup.engine.game import Game
from smashup.engine.turn import VICTORY
from smashup.model.card import MINION
from smashup.model.state import DRAFT, MULLIGAN, PLAY, START

WEIGHTS_FILE = Path(__file__).with_name("weights.json")

#: What is counted for each seat, in the order of the vectors of `features`.
FEATURES = (
    "vp",  # victory points
    "vp_late",  # the same squared over fifteen: the last ones weigh more
    "vp_won",  # enough of them to win if the turn ended now, and alone in front
    "prospect",  # what bases would award as they stand, the more the nearer the breakpoint
    "imminent",  # the same, counting only bases that are all but ready
    "lead",  # power by which a place that is worth something is safe
    "chase",  # power missing to a better place
    "threat",  # what the base would award that the next player can best bring to score
    "power",  # on the table
    "loose_power",  # of it, at bases that are far from scoring
    "minions",  # in play
    "working",  # minions in play that do something from there, now or later
    "ongoing",  # actions in play under one's control
    "buried",  # cards one has buried
    "hand",  # cards in hand
    "hand_power",  # power of the two strongest minions in hand
    "hand_minions",  # whether there is a minion in hand at all
    "deck",  # cards in the deck: an empty one brings back what was discarded
    "to_play",  # it is this seat's turn, or will be next
)
COUNT = len(FEATURES)
(
    VP,
    VP_LATE,
    VP_WON,
    PROSPECT,
    IMMINENT,
    LEAD,
    CHASE,
    THREAT,
    POWER,
    LOOSE_POWER,
    MINIONS,
    WORKING,
    ONGOING,
    BURIED,
    HAND,
    HAND_POWER,
    HAND_MINIONS,
    DECK,
    TO_PLAY,
) = range(COUNT)

SAFE_LEAD = 5  # a lead by more than this is no safer
FAR_BEHIND = 6  # who misses more than this misses it all the same
EASY_GAP = 2  # power that a player can surely add to a base in one turn
WIDE_GAP = 9  # power that a player hardly ever adds


def read_weights(path: Path = WEIGHTS_FILE) -> list[float]:
    """The weights in the order of `FEATURES`."""
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return [float(data["weights"][name]) for name in FEATURES]


WEIGHTS = read_weights()


def standings(game: Game, weights: list[float] = WEIGHTS) -> list[float]:
    """How well each seat stands, by seat: only differences mean anything."""
    return [sum(map(float.__mul__, weights, vector)) for vector in features(game)]


def chances(game: Game, weights: list[float] = WEIGHTS) -> list[float]:
    """Each seat's chance to win, by seat; they add up to 1. Exact once the game is over."""
    if game.over:
        share = 1 / len(game.winners)
        return [share if seat in game.winners else 0.0 for seat in range(game.s.seats)]
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


def features(game: Game) -> list[list[float]]:
    """The features of each seat, by seat."""
    s = game.s
    vectors = [[0.0] * COUNT for _ in range(s.seats)]
    _add_points(game, vectors)
    if s.phase in (DRAFT, MULLIGAN):
        return vectors
    mover = s.turn if s.phase in (START, PLAY) else (s.turn + 1) % s.seats
    vectors[mover][TO_PLAY] = 1.0
    _add_bases(game, vectors, mover)
    _add_hands(game, vectors)
    return vectors


def _add_points(game: Game, vectors: list[list[float]]) -> None:
    most = max(game.s.vp)
    alone = game.s.vp.count(most) == 1
    for vector, vp in zip(vectors, game.s.vp, strict=True):
        vector[VP] = float(vp)
        vector[VP_LATE] = vp * vp / VICTORY
        vector[VP_WON] = float(alone and vp == most >= VICTORY)


def _add_bases(game: Game, vectors: list[list[float]], mover: int) -> None:
    s = game.s
    threat: list[float] = []
    worth = 0.0
    for place in s.row:
        powers = game.player_powers(place)
        missing = game.breakpoint(place) - sum(powers)
        _add_cards(game, place, vectors)
        gap = max(0, missing)
        near = 1.0 - gap / max(1, gap + sum(powers))
        _add_prospects(game, place, powers, near, vectors)
        if gap < WIDE_GAP:
            awards, gained = _if_scored(game, place, powers, mover, gap)
            if gained > worth:
                threat, worth = awards, gained
    for vector, award in zip(vectors, threat, strict=False):
        vector[THREAT] = award


def _add_cards(game: Game, place: int, vectors: list[list[float]]) -> None:
    """The cards that lie at a base, for those who control them."""
    s = game.s
    here = s.places[place]
    controller, defn = s.controller, s.defn
    for minion in here.minions:
        vector = vectors[controller[minion]]
        vector[MINIONS] += 1.0
        if CARDS[defn[minion]].mask:
            vector[WORKING] += 1.0
        for action in s.attached.get(minion, ()):
            vectors[controller[action]][ONGOING] += 1.0
    for action in here.actions:
        vectors[controller[action]][ONGOING] += 1.0
    for card in here.buried:
        vectors[controller[card]][BURIED] += 1.0


def _add_prospects(
    game: Game, place: int, powers: list[int], near: float, vectors: list[list[float]]
) -> None:
    """What a base promises each player who is there, by how near it is to scoring (0 to 1)."""
    likely = near * near
    soon = likely * likely * likely
    vp = game.base_card(place).vp
    for seat, power in enumerate(powers):
        if not power:
            continue
        above = [p for p in powers if p > power]
        award = _award(game, place, len(above), seat)
        below = max(
            (p for other, p in enumerate(powers) if other != seat and p <= power), default=0
        )
        vector = vectors[seat]
        vector[PROSPECT] += likely * award
        vector[IMMINENT] += soon * award
        vector[LEAD] += (
            likely * min(SAFE_LEAD, power - below) * (vp[len(above)] if len(above) < 3 else 0) / 4
        )
        if above:
            vector[CHASE] += likely * min(FAR_BEHIND, min(above) - power)
        vector[POWER] += power
        vector[LOOSE_POWER] += power * (1.0 - near)


def _award(game: Game, place: int, position: int, seat: int) -> int:
    return game.awards(place, position, seat) if position < 3 else 0


def _if_scored(
    game: Game, place: int, powers: list[int], mover: int, gap: int
) -> tuple[list[float], float]:
    """What everybody would be awarded if the next player added just the power that is missing.

    Also how much that is to their advantage. Both the less the more there is missing.
    """
    after = powers[:]
    after[mover] += gap
    likely = min(1.0, (WIDE_GAP - gap) / (WIDE_GAP - EASY_GAP))
    awards = [
        likely * _award(game, place, sum(p > power for p in after), seat) if power else 0.0
        for seat, power in enumerate(after)
    ]
    best_other = max(award for seat, award in enumerate(awards) if seat != mover)
    return awards, awards[mover] - best_other


def _add_hands(game: Game, vectors: list[list[float]]) -> None:
    s = game.s
    for seat, hand in enumerate(s.hands):
        vector = vectors[seat]
        cards = [CARDS[s.defn[card]] for card in hand]
        powers = sorted((card.power for card in cards if card.type == MINION), reverse=True)
        vector[HAND] = float(len(hand))
        vector[HAND_POWER] = float(sum(powers[:2]))
        vector[HAND_MINIONS] = float(bool(powers))
        vector[DECK] = float(len(s.decks[seat]))
