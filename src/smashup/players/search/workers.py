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

from smashup.engine.observation import Observation
from smashup.model.decision import Decision
from smashup.players.judge import Judge
from smashup.players.search.limits import Limits
from smashup.players.search.race import Tally, best_first
from smashup.players.search.thinking import Thinking


def think(
    observation: Observation,
    decision: Decision,
    rng: random.Random,
    limits: Limits,
    workers: int = 1,
    judge: Judge | None = None,
) -> list[Tally]:
    """What came of the answers to a decision, best first.

    Iterations are shared out among the workers; each has all of the seconds and of the memory.
    Where a process cannot have helpers, it does it all alone.
    """
    if workers <= 1 or not _can_fork():
        return _alone(observation, decision, rng.getrandbits(64), limits, judge)
    if limits.iterations is not None:
        limits = replace(limits, iterations=math.ceil(limits.iterations / workers))
    context = multiprocessing.get_context("fork")  # the game is there without being sent
    helpers = []
    for _ in range(workers - 1):
        here, there = context.Pipe(duplex=False)
        args = (there, observation, decision, rng.getrandbits(64), limits, judge)
        process = context.Process(target=_help, args=args, daemon=True)
        process.start()
        there.close()
        helpers.append((process, here))
    found = [_alone(observation, decision, rng.getrandbits(64), limits, judge)]
    for process, here in helpers:
        with here, suppress(EOFError):  # one that died, out of memory perhaps, has no notes
            found.append(here.recv())
        process.join()
    return pooled(found)


def _can_fork() -> bool:
    """Not on every system, and not in a process that is a helper itself."""
    able = "fork" in multiprocessing.get_all_start_methods()
    return able and not multiprocessing.current_process().daemon


def _alone(
    observation: Observation, decision: Decision, seed: int, limits: Limits, judge: Judge | None
) -> list[Tally]:
    thinking = Thinking(observation, decision, random.Random(seed), limits, judge)
    thinking.run()
    return thinking.tallies()


def _help(
    there: Connection,
    observation: Observation,
    decision: Decision,
    seed: int,
    limits: Limits,
    judge: Judge | None,
) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for who asked
    there.send(_alone(observation, decision, seed, limits, judge))
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
