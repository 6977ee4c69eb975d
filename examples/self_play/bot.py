"""A bot that learned: it tries answers to the end of its turn, and judges what comes of them.

    smashup arena --players examples/self_play/bot.py:Learned,greedy --games 200

The weights are in `judge.npz` beside this file, or where SMASHUP_JUDGE says; `train.py` makes them.
"""

from __future__ import annotations

import os
import random
from functools import cache
from pathlib import Path

from judge import Judge
from smashup import Decision, Observation
from thinking import FULL, Effort, judged, worth_of

FILE = Path(__file__).with_name("judge.npz")
PATIENCE = 60  # answers in one turn; some cards would let one go on for ever
EQUAL = 1e-6  # a difference that is none


class Learned:
    """Takes the answer after which its turn ends best, as it has learned to judge."""

    def __init__(self, seed: int, judge: Judge | None = None, effort: Effort = FULL) -> None:
        self._rng = random.Random(seed)
        self._judge = judge or the_judge()
        self._effort = effort
        self._turn = (0, 0)

    def choose(self, observation: Observation, decision: Decision) -> int:
        """The index of the option."""
        last = len(decision.options) - 1
        turn, answers = self._turn
        now = observation.turn_number
        self._turn = (now, answers + 1 if turn == now else 1)
        if last == 0 or self._turn[1] > PATIENCE:
            return last
        worth = self._worth(observation, decision)
        best = max(worth.values()) - EQUAL
        return max(answer for answer, chance in worth.items() if chance >= best)

    def _worth(self, observation: Observation, decision: Decision) -> dict[int, float]:
        """What the answers are worth, with all that is asked on the way judged."""
        thinking = worth_of(observation, decision, self._rng, self._effort)
        try:
            asked = next(thinking)
            while True:
                (chances,) = judged(self._judge, [asked])
                asked = thinking.send(chances)
        except StopIteration as end:
            worth: dict[int, float] = end.value
            return worth


@cache
def the_judge() -> Judge:
    """The weights, read once."""
    return Judge.load(Path(os.environ.get("SMASHUP_JUDGE", FILE)))
