"""How much of all cores is used: work given to several processes, against as many left alone."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator
from functools import partial
from multiprocessing.connection import Connection
from time import perf_counter
from typing import NamedTuple, TypeAlias

from smashup import memory
from smashup.lab import arena, simulate, tuning
from smashup.lab.invariants import play_checked, setup_for
from smashup.lab.parallel import in_parallel, seed_of
from smashup.players.standing import PRESENT

ROUNDS = 3  # turn about, so that what else runs on the machine falls on both
RANDOM = ("random", "random")
MANY = 1_000_000  # more games than will be played

Work: TypeAlias = Callable[[int], object]


class Share(NamedTuple):
    """What one kind of work reaches of what processes left alone do."""

    work: str
    share: float


def _fuzz(number: int) -> object:
    return play_checked(setup_for(number), thorough=False)


#: Each as its command does it: one piece, and how many a process is given at a time.
WORKS: dict[str, tuple[Work, int]] = {
    "simulate": (partial(simulate.play_one, simulate.Plan(RANDOM, MANY)), 20),
    "arena": (partial(arena.play_one, arena.Contest(("random", "greedy"), MANY)), 1),
    "tune": (partial(tuning.learn, PRESENT, seed_of(1)), 1),
    "fuzz": (_fuzz, 4),
}


def side_by_side(jobs: int, seconds: float) -> Iterator[Share]:
    """Measures each kind of work; all of it takes about so long."""
    for name, (work, chunk) in WORKS.items():
        started = perf_counter()
        for number in range(3):
            work(number)
        each = (perf_counter() - started) / 3
        pieces = jobs * max(chunk, round(seconds / len(WORKS) / ROUNDS / 2 / each))
        together = alone = 0.0
        for _ in range(ROUNDS):
            together += _together(work, pieces, jobs, chunk)
            alone += _alone(work, pieces, jobs)
        yield Share(name, together / alone)


def _together(work: Work, pieces: int, jobs: int, chunk: int) -> float:
    """Pieces a second, the start of the processes included."""
    started = perf_counter()
    done = sum(1 for _ in in_parallel(work, range(pieces), jobs, chunk))
    return done / (perf_counter() - started)


def _alone(work: Work, pieces: int, jobs: int) -> float:
    """Pieces a second of processes that know nothing of each other, all of them together."""
    ends = []
    for number in range(jobs):
        here, there = multiprocessing.Pipe(duplex=False)
        mine = range(number, pieces, jobs)
        multiprocessing.Process(target=_work_alone, args=(work, mine, there)).start()
        ends.append(here)
    return evened_out(pieces, [float(here.recv()) for here in ends])


def evened_out(pieces: int, times: list[float]) -> float:
    """Pieces a second if all these processes had had equally hard ones.

    Every other game of `tune` has more than two players, and one of two processes gets all of
    them: the speeds of both added up would count the easy games for too much.

    >>> evened_out(6, [1.0, 3.0])  # three easy pieces and three hard ones
    3.0
    """
    return pieces / (sum(times) / len(times))


def _work_alone(work: Work, numbers: range, tell: Connection) -> None:
    memory.settle()
    started = perf_counter()
    for number in numbers:
        work(number)
    tell.send(perf_counter() - started)
