"""Learns to judge positions by playing against itself; needs PyTorch.

    python examples/self_play/train.py --minutes 10 --jobs 2

Round by round, games are played with the judge of the moment (`bot.py`), with a little chance in
them; then the judge learns from the positions at the ends of turns of the last games, each told how
its game went on: a mix of the end of the game and of what was thought turns later, TD(lambda). What
is counted is processor time, so that ten minutes on two cores are twenty in all, whatever else a
machine does.
"""

from __future__ import annotations

import argparse
import math
import os
import random
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter, process_time
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import torch

from bot import FILE
from features import ENCODER, Array, Features, features
from judge import Judge
from smashup import Game, memory
from smashup.lab.match import goes_on
from smashup.rl import returns
from smashup.rl.encoder import Row
from thinking import QUICK, Thinking, judged, worth_of

GAMES = 48  # that a process plays at once
KEPT = 200_000  # positions that are learned from
BATCH = 512
STEPS = 300  # of learning in a round
LAMBDA = 0.8  # how much the end counts against what was thought on the way
WARMTH = (0.02, 0.004)  # how much worse an answer may be and still be tried: at first, at last
RATE = (2e-3, 2e-4)  # how far it goes in a step of learning: at first, at last
DECAY = 1e-2  # how fast it forgets what nothing speaks for
ANYTHING = 0.04  # how often any answer is given


class Lesson(NamedTuple):
    """Positions at ends of turns: game by game, each as one seat saw it and then as the other."""

    features: Features
    ends: Array  # what the game was worth, with the last position a seat saw; else not a number
    seconds: float  # of the processor


#: For each seat of a game the ends of turns as it saw them, and what the game was worth to it.
History: TypeAlias = list[tuple[list[Row], float]]


def play(judge: Judge, seeds: range, warmth: float) -> Lesson:
    """Games of the judge against itself, all at once so that their thoughts are judged together."""
    started = process_time()
    games = [_game(seed, warmth) for seed in seeds]
    waiting = [(game, next(game)) for game in games]
    seen: History = []
    while waiting:
        answers = judged(judge, [asked for _, asked in waiting])
        going_on = []
        for (game, _), chances in zip(waiting, answers, strict=True):
            try:
                going_on.append((game, game.send(chances)))
            except StopIteration as end:
                seen += end.value
        waiting = going_on
    ends = [end for rows, worth in seen for end in [math.nan] * (len(rows) - 1) + [worth]]
    positions = features(np.stack([row for rows, _ in seen for row in rows]))
    return Lesson(positions, np.array(ends, np.float32), process_time() - started)


def _game(seed: int, warmth: float) -> Thinking[History]:
    rng = random.Random(seed)
    game = Game.new("random", players=2, seed=seed)
    rows: list[list[Row]] = [[], []]
    turn = 0
    while (decision := game.decision) is not None and goes_on(game):
        if game.turn_number != turn:
            turn = game.turn_number
            for seat in game.seats:
                rows[seat].append(ENCODER.encode(game.observe(seat)))
        answer = rng.randrange(len(decision.options))
        if len(decision.options) > 1 and rng.random() > ANYTHING:
            view = game.observe(decision.seat)
            worth = yield from worth_of(view, decision, rng, QUICK)
            best = max(worth.values())
            weights = [math.exp((chance - best) / warmth) for chance in worth.values()]
            (answer,) = rng.choices(list(worth), weights)
        game.decide(answer)
    return [(rows[seat], (1 + returns(game)[seat]) / 2) for seat in game.seats]


def targets(ends: Array, thought: Array) -> Array:
    """What positions are to be worth: from the end back, what came next and was thought of it."""
    found: list[float] = []
    later = 0.0
    for end, chance in zip(ends[::-1].tolist(), thought[::-1].tolist(), strict=True):
        found.append(later if math.isnan(end) else end)
        later = LAMBDA * found[-1] + (1 - LAMBDA) * chance
    return np.array(found[::-1], np.float32)


class Learner:
    """The judge as PyTorch teaches it, and the positions it learns from."""

    def __init__(self, judge: Judge, seed: int) -> None:
        torch.manual_seed(seed)
        torch.set_num_threads(1)  # with so small a network several only wait for each other
        self.weights: Any = Judge(*(torch.tensor(array, requires_grad=True) for array in judge))
        self._optimizer = torch.optim.AdamW(self.weights, lr=RATE[0], weight_decay=DECAY)
        self._lessons: list[Lesson] = []

    def judge(self) -> Judge:
        """As it is now, to play with."""
        return Judge(*(weight.detach().numpy().copy() for weight in self.weights))

    def learn(self, lessons: list[Lesson], steps: int, rate: float) -> float:
        """Takes some steps on the latest positions; gives the mean loss."""
        self._lessons += lessons
        while sum(len(lesson.ends) for lesson in self._lessons) > KEPT:
            self._lessons.pop(0)
        for group in self._optimizer.param_groups:
            group["lr"] = rate
        whole, bases, names, wanted = self._exercises()
        lost = 0.0
        for _ in range(steps):
            some = torch.randint(len(wanted), (BATCH,))
            odds = self.weights.odds(whole[some], bases[some], names[some])
            loss = torch.nn.functional.binary_cross_entropy_with_logits(odds, wanted[some])
            self._optimizer.zero_grad()
            loss.backward()
            self._optimizer.step()
            lost += loss.item() / steps
        return lost

    def _exercises(self) -> list[Any]:
        """The features of all positions, and what they are to be worth, as is thought now."""
        judge = self.judge()
        wanted = [
            targets(lesson.ends, judge.chances_of(lesson.features)) for lesson in self._lessons
        ]
        parts = zip(*(lesson.features for lesson in self._lessons), strict=True)
        whole, bases, names = (torch.from_numpy(np.concatenate(part)) for part in parts)
        return [whole, bases, names.long(), torch.from_numpy(np.concatenate(wanted))]


def train(minutes: float, jobs: int, seed: int, file: Path) -> Judge:
    """Plays and learns for so many minutes on so many cores, and writes the judge."""
    os.environ["OPENBLAS_NUM_THREADS"] = "1"  # for numpy in the processes that play, likewise
    learner = Learner(Judge.beginner(seed), seed)
    budget, spent, games = 60 * minutes * jobs, 0.0, 0
    clock, started = perf_counter(), process_time()
    with ProcessPoolExecutor(jobs, get_context("spawn"), memory.settle) as executor:
        while (done := (spent + process_time() - started) / budget) < 1:
            starts = [10**6 * seed + games + GAMES * job for job in range(jobs)]
            seeds = [range(start, start + GAMES) for start in starts]
            warmth = repeat(_between(WARMTH, done))
            lessons = list(executor.map(play, repeat(learner.judge()), seeds, warmth))
            games += GAMES * jobs
            spent += sum(lesson.seconds for lesson in lessons)
            lost = learner.learn(lessons, STEPS, _between(RATE, done))
            learner.judge().save(file)
            used, passed = spent + process_time() - started, perf_counter() - clock
            turns = sum(len(lesson.ends) for lesson in lessons) / (2 * GAMES * jobs)
            print(
                f"{games:6} games, {used / 60 / jobs:5.2f} minutes ({passed / 60:.2f} by the"
                f" clock), {turns:.1f} turns, loss {lost:.4f}",
                flush=True,
            )
    return learner.judge()


def _between(ends: tuple[float, float], done: float) -> float:
    """From the first to the last, by equal factors, as far as it is done."""
    first, last = ends
    return first * math.pow(last / first, done)


def main() -> None:
    """Trains as the command line says."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=10.0, help="of processor time, each core")
    parser.add_argument("--jobs", type=int, default=2, help="how many processes play")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=FILE, help="where the judge is written")
    options = parser.parse_args()
    train(options.minutes, options.jobs, options.seed, options.out)
    print(f"The judge is in {options.out}; how strong it is:")
    print("  smashup arena --players examples/self_play/bot.py:Learned,greedy --games 200")


if __name__ == "__main__":
    main()
