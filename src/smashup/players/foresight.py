"""What players that try options out on determinized games have in common."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TypeAlias

from smashup.engine.game import Game
from smashup.model.decision import Decision
from smashup.model.ids import Seat

#: How good a position is for a seat.
Judge: TypeAlias = Callable[[Game, Seat], float]

MOST_FOLLOW_UPS = 6  # how many questions after an option are followed, and how many answers each


class Patience:
    """Some cards would let a turn go on for ever: after so many own decisions a player ends it."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._turn = 0
        self._taken = 0  # decisions in that turn

    def is_over(self, turn: int) -> bool:
        """Counts one more decision in the turn of this number: whether that is too many."""
        if turn != self._turn:
            self._turn, self._taken = turn, 0
        self._taken += 1
        return self._taken > self._most


def some_options(decision: Decision, most: int, rng: random.Random) -> list[int]:
    """The indexes of all options, or of a random selection with the last if there are too many."""
    count = len(decision.options)
    if count <= most:
        return list(range(count))
    return [*sorted(rng.sample(range(count - 1), most - 1)), count - 1]


def follow(game: Game, seat: Seat, judge: Judge) -> Game:
    """Answers the questions that come up until the next Play Cards decision, or a few of them.

    Gives the game then. It may be another than the one given, which is not to be used any more.
    """
    for _ in range(MOST_FOLLOW_UPS):
        decision = game.decision
        if decision is None or decision.kind == "play":
            break
        if decision.seat == seat:
            game = _answered(game, decision, judge)
        else:
            game.decide(len(decision.options) - 1)  # to decline, where they may
    return game


def _answered(game: Game, decision: Decision, judge: Judge) -> Game:
    """The game after the answer that looks best at once, of equals the last."""
    last = len(decision.options) - 1
    step = last // MOST_FOLLOW_UPS + 1
    trials = game.tried(range(last, -1, -step))
    values = [judge(trial, decision.seat) for trial in trials]
    return trials[values.index(max(values))]
