"""A bot that learned: it tries every answer on a game that could be the real one, and judges.

    smashup arena --players examples/self_play/bot.py:Learned,greedy --games 200

The weights are in `judge.npz` beside this file, or where SMASHUP_JUDGE says; `train.py` makes them.
"""

from __future__ import annotations

import os
import random
from functools import cache
from pathlib import Path

import numpy as np

from features import ENCODER
from judge import Judge
from smashup import Decision, Game, Observation
from smashup.rl import returns
from smashup.rl.encoder import Row

FILE = Path(__file__).with_name("judge.npz")
MOST_OPTIONS = 24  # of more than these, some are drawn and looked at
PATIENCE = 60  # answers in one turn; some cards would let one go on for ever


class Tried:
    """What comes of the answers to a decision, as its seat would see it."""

    def __init__(self, observation: Observation, decision: Decision, rng: random.Random) -> None:
        count = len(decision.options)
        self.answers = list(range(count))
        if count > MOST_OPTIONS:
            self.answers = [*sorted(rng.sample(self.answers[:-1], MOST_OPTIONS - 1)), count - 1]
        self.rows: Row = np.zeros((len(self.answers), ENCODER.layout.size), np.int16)
        self.known: dict[int, float] = {}  # where a game was over: what it was worth
        world = observation.determinize(rng)
        for number, game in enumerate(world.tried(self.answers)):
            self._look(game, decision, number)

    def _look(self, game: Game, decision: Decision, number: int) -> None:
        if game.over:
            self.known[number] = (1 + returns(game)[decision.seat]) / 2
        ENCODER.encode(game.observe(decision.seat), self.rows[number])

    def chances(self, judge: Judge) -> list[float]:
        """How likely the seat wins after each of the answers."""
        judged = judge.chances(self.rows).tolist()
        return [self.known.get(number, chance) for number, chance in enumerate(judged)]


class Learned:
    """Takes the answer after which the judge likes its position best."""

    def __init__(self, seed: int, judge: Judge | None = None) -> None:
        self._rng = random.Random(seed)
        self._judge = judge or the_judge()
        self._turn = (0, 0)

    def choose(self, observation: Observation, decision: Decision) -> int:
        """The index of the option."""
        if len(decision.options) == 1:
            return 0
        turn, answers = self._turn
        now = observation.turn_number
        self._turn = (now, answers + 1 if turn == now else 1)
        if self._turn[1] > PATIENCE:
            return len(decision.options) - 1  # to end or to decline comes last
        tried = Tried(observation, decision, self._rng)
        chances = tried.chances(self._judge)
        return tried.answers[chances.index(max(chances))]


@cache
def the_judge() -> Judge:
    """The weights, read once."""
    return Judge.load(Path(os.environ.get("SMASHUP_JUDGE", FILE)))
