"""Worlds that fit: games that could be the real one, the likelier where they explain what the
others did and did not play.

Who ends a turn without playing a minion seldom has one; who plays a weak one seldom has a stronger.
How seldom was counted in games between bots (`scripts/fitting_worlds.py`): a hand in which another
player holds back what players seldom hold back is given up that often, and dealt anew.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

from smashup.cards.registry import CARDS
from smashup.engine.game import Game
from smashup.engine.observation import HeldBack, Observation
from smashup.model.card import MINION
from smashup.model.ids import CardId

#: What a player may have held back.
SIGNS = (
    "a minion, and played none",
    "an action, and played none",
    "a minion stronger than any played",
)
#: How much less likely a hand is for each of them, as logarithm. Bots hold a minion back still less
#: often (4.8): people now and then have a reason.
RELUCTANCE: Sequence[float] = (3.0, 0.35, 1.5)


class Worlds:
    """Deals worlds for one observation."""

    def __init__(self, observation: Observation, rng: random.Random) -> None:
        self._observation = observation
        self._rng = rng
        held_back = observation.held_back()
        self._doubts = [DoubtedHand(held) for held in held_back if held.cards]

    def deal(self) -> Game:
        """One more world."""
        return self._observation.determinize(self._rng, doubts=self._doubts)


class DoubtedHand:
    """How well the cards that a player held back explain what they did with them."""

    def __init__(self, held: HeldBack, reluctance: Sequence[float] = RELUCTANCE) -> None:
        self._held = held
        self._factors = [math.exp(-weight) for weight in reluctance]

    @property
    def cards(self) -> list[CardId]:
        """Those that were held back."""
        return self._held.cards

    def likelihood(self, defn: list[int]) -> float:
        """How likely a player would have held these back; 1: nothing speaks against it."""
        likely = 1.0
        for factor, sign in zip(self._factors, signs(defn, self._held), strict=True):
            if sign:
                likely *= factor
        return likely


def signs(defn: Sequence[int], held: HeldBack) -> list[bool]:
    """What a player would have held back if these cards were there, in the order of `SIGNS`."""
    minions, actions, strongest = _in_hand(defn, held.cards)
    played_minions, played_actions, shown = _in_hand(defn, held.played)
    return [
        not played_minions and minions > 0,
        not played_actions and actions > 0,
        played_minions > 0 and strongest > shown,
    ]


def _in_hand(defn: Sequence[int], cards: Sequence[CardId]) -> tuple[int, int, int]:
    """How many of these are minions, how many actions for one's own turn, and the most power."""
    minions = actions = strongest = 0
    for card in cards:
        printed = CARDS[defn[card]]
        if printed.type == MINION:
            minions += 1
            strongest = max(strongest, printed.power)
        elif not printed.special_only:
            actions += 1
    return minions, actions, strongest
