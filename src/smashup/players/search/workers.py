"""Thinking on several processes at once: each grows trees of its own, then they compare notes."""

from __future__ import annotations

import math
import multiprocessing
import random
import signal
from collections import defaultdict
from contextlib import suppress
from dataclasses import replace
from multiprocessing.connection import Connection
from multiprocessing.context import ForkProcess
from typing import NamedTuple

from smashup.engine.observation import Observation
from smashup.model.decision import Decision
from smashup.players.judge import Judge
from smashup.players.search.limits import Limits
from smashup.players.search.memory import NOTHING, Grown, Memory
from smashup.players.search.race import Tally, best_first
from smashup.players.search.thinking import Thinking


class Question(NamedTuple):
    """All that one process needs to know to think."""

    observation: Observation
    decision: Decision
    limits: Limits
    judge: Judge | None
    grown: Grown

    def think(self, seed: int) -> Thinking:
        """Thinks it through."""
        rng = random.Random(seed)
        about = (self.observation, self.decision, rng, self.limits, self.judge, self.grown)
        thinking = Thinking(*about)
        thinking.run()
        return thinking


def think(
    observation: Observation,
    decision: Decision,
    rng: random.Random,
    limits: Limits,
    workers: int = 1,
    judge: Judge | None = None,
    memory: Memory | None = None,
) -> list[Tally]:
    """What came of the answers to a decision, best first.

    Iterations are shared out among the workers; each has all of the seconds and of the memory.
    Where a process cannot have helpers, it does it all alone. memory: of somebody who takes the
    best answer and may be asked again.
    """
    if not _can_fork():
        workers = 1
    if limits.iterations is not None:
        limits = replace(limits, iterations=math.ceil(limits.iterations / workers))
    grown = NOTHING if memory is None else memory.recall(observation)
    question = Question(observation, decision, limits, judge, grown)
    helpers = [_helper(question, rng.getrandbits(64)) for _ in range(workers - 1)]
    mine = question.think(rng.getrandbits(64))
    found = [mine.tallies()]
    for process, here in helpers:
        with here, suppress(EOFError):  # one that died, out of memory perhaps, has no notes
            found.append(here.recv())
        process.join()
    tallies = pooled(found) if helpers else found[0]
    if memory is not None:
        memory.keep(observation, mine.grown_behind(tallies[0].index))
    return tallies


def _helper(question: Question, seed: int) -> tuple[ForkProcess, Connection]:
    """A process that thinks about a question, and where it sends what it has found."""
    context = multiprocessing.get_context("fork")  # the game is there without being sent
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=_help, args=(there, question, seed), daemon=True)
    process.start()
    there.close()
    return process, here


def _can_fork() -> bool:
    """Not on every system, and not in a process that is a helper itself."""
    able = "fork" in multiprocessing.get_all_start_methods()
    return able and not multiprocessing.current_process().daemon


def _help(there: Connection, question: Question, seed: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for who asked
    there.send(question.think(seed).tallies())
    there.close()


def pooled(found: list[list[Tally]]) -> list[Tally]:
    """The notes of all workers as one, each answer weighed by how often it was tried."""
    notes: dict[int, list[Tally]] = defaultdict(list)
    for tallies in found:
        for tally in tallies:
            notes[tally.index].append(tally)
    return best_first([_pooled(tallies) for tallies in notes.values()])


def _pooled(tallies: list[Tally]) -> Tally:
    visits = [max(1, tally.visits) for tally in tallies]
    total = sum(visits)

    def mean(values: list[float]) -> float:
        return sum(n * value for n, value in zip(visits, values, strict=True)) / total

    return Tally(
        tallies[0].index,
        sum(tally.visits for tally in tallies),
        mean([tally.score for tally in tallies]),
        tuple(mean(list(seat)) for seat in zip(*(t.chances for t in tallies), strict=True)),
    )
