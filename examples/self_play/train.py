"""Learns to judge positions by playing against itself; needs PyTorch.

    python examples/self_play/train.py --minutes 10 --jobs 2

Round by round, games are played with the judge of the moment (`bot.py`), with a little chance in
them; then the judge learns from the positions of the last games, each told how its game went on:
a mix of the end of the game and of what was thought a little later. What is counted is processor
time, so that ten minutes on two cores are twenty in all, whatever else a machine does.
"""

from __future__ import annotations

import argparse
import math
import random
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from time import process_time
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from torch import nn

from bot import FILE, Learned, Tried
from features import VOCABULARY, Features, features
from judge import NARROW, WIDE, Judge
from smashup import Game, memory
from smashup.lab.match import goes_on
from smashup.rl import returns

GAMES = 40  # in a round
KEPT = 120_000  # positions that are learned from
BATCH = 512
STEPS = 250  # of learning in a round
LAMBDA = 0.95  # how much the end counts against what was thought on the way
WARMTH = (0.06, 0.015)  # how much worse an answer may be and still be tried: at first, at last
RATE = (1e-3, 1e-4)  # how far it goes in a step of learning: at first, at last
ANYTHING = 0.02  # how often any answer is given


class Lesson(NamedTuple):
    """The positions of a game, and how it went on from there."""

    features: Features
    targets: npt.NDArray[np.float32]
    seconds: float


def play(judge: Judge, seed: int, warmth: float) -> Lesson:
    """A game of the judge against itself."""
    started = process_time()
    rng = random.Random(seed)
    game = Game.new("random", players=2, seed=seed)
    rows: list[list[npt.NDArray[np.int16]]] = [[], []]
    thought: list[list[float]] = [[], []]
    while (decision := game.decision) is not None and goes_on(game):
        seat = decision.seat
        if len(decision.options) == 1 or rng.random() < ANYTHING:
            game.decide(rng.randrange(len(decision.options)))
            continue
        tried = Tried(game.observe(seat), decision, rng)
        chances = tried.chances(judge)
        best = max(chances)
        weights = [math.exp((chance - best) / warmth) for chance in chances]
        (number,) = rng.choices(range(len(chances)), weights)
        rows[seat].append(tried.rows[number])
        thought[seat].append(chances[number])
        game.decide(tried.answers[number])
    worth = returns(game)
    targets = [_targets(thought[seat], (1 + worth[seat]) / 2) for seat in (0, 1)]
    seen = features(np.stack(rows[0] + rows[1]))
    return Lesson(seen, np.concatenate(targets).astype(np.float32), process_time() - started)


def _targets(thought: list[float], end: float) -> npt.NDArray[np.float64]:
    """From the end back: what was thought next, and what came of that."""
    targets = np.empty(len(thought))
    later = end
    for number in range(len(thought) - 1, -1, -1):
        targets[number] = later
        later = LAMBDA * later + (1 - LAMBDA) * thought[number]
    return targets


class Network(nn.Module):  # type: ignore[misc]  # only where PyTorch is not installed
    """The judge as PyTorch learns it."""

    def __init__(self, judge: Judge) -> None:
        super().__init__()
        self.names = nn.EmbeddingBag(VOCABULARY, WIDE, mode="sum", padding_idx=0)
        self.numbers = nn.Linear(judge.numbers.shape[0], WIDE)
        self.second = nn.Linear(WIDE, NARROW)
        self.last = nn.Linear(NARROW, 1)
        with torch.no_grad():
            self.names.weight.copy_(torch.from_numpy(judge.names))
            for layer, weight, bias in (
                (self.numbers, judge.numbers, judge.first),
                (self.second, judge.second, judge.second_bias),
                (self.last, judge.last, judge.last_bias),
            ):
                layer.weight.copy_(torch.from_numpy(weight.T))
                layer.bias.copy_(torch.from_numpy(bias))

    def forward(self, numbers: torch.Tensor, names: torch.Tensor) -> torch.Tensor:
        """The odds, as a logarithm."""
        hidden = torch.relu(self.numbers(numbers) + self.names(names))
        return self.last(torch.relu(self.second(hidden)))[:, 0]

    def judge(self) -> Judge:
        """The same as plain arrays."""
        layers = (self.numbers, self.second, self.last)
        arrays = [array for layer in layers for array in (layer.weight.T, layer.bias)]
        return Judge(*(tensor.detach().numpy().copy() for tensor in (self.names.weight, *arrays)))


class Learner:
    """The network and the positions it learns from."""

    def __init__(self, judge: Judge, seed: int) -> None:
        torch.manual_seed(seed)
        self.network = Network(judge)
        self._optimizer = torch.optim.Adam(self.network.parameters(), lr=RATE[0])
        self._lessons: list[Lesson] = []

    def learn(self, lessons: list[Lesson], steps: int = STEPS, rate: float = RATE[0]) -> float:
        """Takes some steps on the latest positions; gives the mean loss."""
        for group in self._optimizer.param_groups:
            group["lr"] = rate
        self._lessons += lessons
        while sum(len(lesson.targets) for lesson in self._lessons) > KEPT:
            self._lessons.pop(0)
        kept = self._lessons
        numbers = torch.from_numpy(np.concatenate([lesson.features.numbers for lesson in kept]))
        names = torch.from_numpy(np.concatenate([lesson.features.names for lesson in kept]))
        targets = torch.from_numpy(np.concatenate([lesson.targets for lesson in kept]))
        loss_of = nn.BCEWithLogitsLoss()
        lost = 0.0
        for _ in range(steps):
            some = torch.randint(len(targets), (BATCH,))
            loss = loss_of(self.network(numbers[some], names[some].int()), targets[some])
            self._optimizer.zero_grad()
            loss.backward()
            self._optimizer.step()
            lost += loss.item() / steps
        return lost


def train(minutes: float, jobs: int, seed: int, file: Path) -> Judge:
    """Plays and learns for so many minutes on so many cores, and writes the judge."""
    torch.set_num_threads(1)
    judge = Judge.random(seed)
    learner = Learner(judge, seed)
    budget, spent, rounds = 60 * minutes * jobs, 0.0, 0
    started = process_time()
    with ProcessPoolExecutor(jobs, initializer=memory.settle) as executor:
        while spent + process_time() - started < budget:
            done = (spent + process_time() - started) / budget
            warmth, rate = _between(WARMTH, done), _between(RATE, done)
            seeds = range(seed + rounds * GAMES, seed + (rounds + 1) * GAMES)
            games = [executor.submit(play, judge, number, warmth) for number in seeds]
            lessons = [game.result() for game in games]
            spent += sum(lesson.seconds for lesson in lessons)
            lost = learner.learn(lessons, rate=rate)
            judge = learner.network.judge()
            rounds += 1
            judge.save(file)
            minutes_now = (spent + process_time() - started) / 60 / jobs
            print(
                f"{rounds * GAMES:6} games, {minutes_now:5.1f} minutes, loss {lost:.3f}",
                flush=True,
            )
    return judge


def _between(ends: tuple[float, float], done: float) -> float:
    """From the first to the last, by equal factors, as far as it is done."""
    first, last = ends
    return first * math.pow(last / first, done)


def against(spec: str, judge: Judge, games: int) -> float:
    """How much of so many games the judge wins against a bot, seats in turn."""
    from smashup.players import make_player

    won = 0.0
    for number in range(games):
        seat = number % 2
        game = Game.new("random", players=2, seed=10**6 + number // 2)
        players = [make_player(spec, number), make_player(spec, number)]
        players[seat] = Learned(number, judge)
        while (decision := game.decision) is not None and goes_on(game):
            view = game.observe(decision.seat)
            game.decide(players[decision.seat].choose(view, decision))
        won += (1 + returns(game)[seat]) / 2
    return won / games


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
    judge = train(options.minutes, options.jobs, options.seed, options.out)
    print(f"It won {against('random', judge, 20):.0%} of 20 games against random.")
    print(f"The judge is in {options.out}; how strong it is:")
    print("  smashup arena --players examples/self_play/bot.py:Learned,greedy --games 200")


if __name__ == "__main__":
    main()
