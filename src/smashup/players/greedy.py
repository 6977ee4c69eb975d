"""A player who looks one own decision ahead and takes what leaves the best position.

It thinks only on determinized games, made from what its seat may know. An option in one's own
Play Cards phase is judged by what the position would be if the turn ended right after it, bases
scored and all: so a card is played exactly if that is better than ending the phase without it.
"""

from __future__ import annotations

import random

from smashup.engine.game import Game
from smashup.engine.observation import Observation
from smashup.model.card import ACTION, MINION
from smashup.model.decision import Decision
from smashup.model.ids import Seat
from smashup.players.evaluation import evaluate
from smashup.players.foresight import Patience, follow, some_options

WORLDS = 1  # how many determinized games each option is tried on
MOST_OPTIONS = 32  # of more than this many, a random selection is looked at
EXTRA_MINION = 3.0  # an extra play gained and usable, worth less than the play itself will be
EXTRA_ACTION = 1.5
NOISE = 1e-6  # a difference that is none
PATIENCE = 60  # own decisions in one turn; some cards would let a turn go on for ever


class GreedyPlayer:
    """Tries every option on a game that could be the real one, and takes the best.

    most_options: of more than so many it looks at a random selection, to end always among them.
    """

    def __init__(self, seed: int, most_options: int = MOST_OPTIONS) -> None:
        self._rng = random.Random(seed)
        self._most_options = most_options
        self._patience = Patience(PATIENCE)

    def choose(self, observation: Observation, decision: Decision) -> int:
        """The index of the option with the best standing on average."""
        worlds = [observation.determinize(self._rng) for _ in range(WORLDS)]
        if self._patience.is_over(worlds[0].turn_number):
            return len(decision.options) - 1  # to end or to decline comes last
        looked_at = some_options(decision, self._most_options, self._rng)
        values = [0.0] * len(looked_at)
        for world in worlds:
            for number, game in enumerate(world.tried(looked_at)):
                values[number] += self._value(world, decision, game)
        best = max(values) - NOISE
        # The last of equals: to end or to decline comes last, and wins where nothing is gained.
        return max([index for index, value in zip(looked_at, values, strict=True) if value >= best])

    def _value(self, world: Game, asked: Decision, game: Game) -> float:
        """What a position is worth that an answer leads to in a world."""
        seat = asked.seat
        game = follow(game, seat, evaluate)
        decision = game.decision
        if decision is None or decision.kind != "play" or decision.seat != seat:
            return evaluate(game, seat)
        gained = _extra_plays(game, seat) - _extra_plays(world, seat)
        game.decide(len(decision.options) - 1)
        game = follow(game, seat, evaluate)
        return evaluate(game, seat) + (max(0.0, gained) if asked.kind == "play" else 0.0)


def _extra_plays(game: Game, seat: Seat) -> float:
    """What the plays are worth that the seat still has, as far as it has cards for them."""
    if game.turn != seat:
        return 0.0
    plays = [permission.type for permission in game.columns.permissions]
    hand = [game.card(card).type for card in game.hand(seat)]
    minions = min(plays.count(MINION), hand.count(MINION))
    actions = min(plays.count(ACTION), hand.count(ACTION))
    return EXTRA_MINION * minions + EXTRA_ACTION * actions
