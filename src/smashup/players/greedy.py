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
from smashup.players.evaluation import evaluate

WORLDS = 1  # how many determinized games each option is tried on
MOST_OPTIONS = 32  # of more than this many, a random selection is looked at
MOST_FOLLOW_UPS = 6  # how many questions after the option are followed, and how many answers each
EXTRA_MINION = 3.0  # an extra play gained and usable, worth less than the play itself will be
EXTRA_ACTION = 1.5
NOISE = 1e-6  # a difference that is none
PATIENCE = 60  # own decisions in one turn; some cards would let a turn go on for ever


class GreedyPlayer:
    """Tries every option on a few games that could be the real one, and takes the best."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)
        self._turn = 0
        self._taken = 0  # decisions in that turn

    def choose(self, observation: Observation, decision: Decision) -> int:
        """The index of the option with the best outcome on average."""
        worlds = [observation.determinize(self._rng) for _ in range(WORLDS)]
        if self._tired(worlds[0].s.turn_number):
            return len(decision.options) - 1  # to end or to decline comes last
        candidates = self._candidates(decision)
        values = {
            index: sum(self._value(world, decision.seat, index) for world in worlds)
            for index in candidates
        }
        best = max(values.values()) - NOISE
        # The last of equals: to end or to decline comes last, and wins where nothing is gained.
        return max(index for index, value in values.items() if value >= best)

    def _tired(self, turn: int) -> bool:
        """Whether this turn has gone on for too long."""
        if turn != self._turn:
            self._turn, self._taken = turn, 0
        self._taken += 1
        return self._taken > PATIENCE

    def _candidates(self, decision: Decision) -> list[int]:
        count = len(decision.options)
        if count <= MOST_OPTIONS:
            return list(range(count))
        some = self._rng.sample(range(count - 1), MOST_OPTIONS - 1)
        return [*sorted(some), count - 1]

    def _value(self, world: Game, seat: int, index: int) -> float:
        assert world.decision is not None
        asked = world.decision.kind
        game = world.copy()
        game.decide(index)
        _follow(game, seat)
        decision = game.decision
        if decision is None or decision.kind != "play" or decision.seat != seat:
            return evaluate(game, seat)
        gained = _extra_plays(game, seat) - _extra_plays(world, seat)
        game.decide(len(decision.options) - 1)
        _follow(game, seat)
        return evaluate(game, seat) + (max(0.0, gained) if asked == "play" else 0.0)


def _follow(game: Game, seat: int) -> None:
    """Answers the questions that come up until the next Play Cards decision, or a few of them."""
    for _ in range(MOST_FOLLOW_UPS):
        decision = game.decision
        if decision is None or decision.kind == "play":
            return
        game.decide(_quick_answer(game, decision, seat))


def _quick_answer(game: Game, decision: Decision, seat: int) -> int:
    """Our own: what looks best at once. The others': to decline, where they may."""
    last = len(decision.options) - 1
    if decision.seat != seat:
        return last
    step = last // MOST_FOLLOW_UPS + 1
    return max(range(last, -1, -step), key=lambda index: _value_at_once(game, seat, index))


def _value_at_once(game: Game, seat: int, index: int) -> float:
    trial = game.copy()
    trial.decide(index)
    return evaluate(trial, seat)


def _extra_plays(game: Game, seat: int) -> float:
    """What the plays are worth that the seat still has, as far as it has cards for them."""
    if game.s.turn != seat:
        return 0.0
    plays = [permission.type for permission in game.s.permissions]
    hand = [game.card(card).type for card in game.hand(seat)]
    minions = min(plays.count(MINION), hand.count(MINION))
    actions = min(plays.count(ACTION), hand.count(ACTION))
    return EXTRA_MINION * minions + EXTRA_ACTION * actions
