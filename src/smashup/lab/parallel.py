"""Work on all cores: many numbered pieces, the results in their order."""

from __future__ import annotations

import multiprocessing
import os
import random
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.process import BaseProcess
from typing import TypeVar

from smashup import memory
from smashup.model.errors import SmashUpError
from smashup.packs.blaming import blaming

T = TypeVar("T")


def seed_of(*numbers: int) -> int:
    """A seed made of several numbers, the same on every machine."""
    return random.Random("/".join(map(str, numbers))).getrandbits(63)


def all_cores() -> int:
    """How many processes can really run at once."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def in_parallel(
    work: Callable[[int], T], numbers: Sequence[int], jobs: int, chunk: int = 1
) -> Iterator[T]:
    """The results of all pieces in their order, several worked on at a time, a chunk by each.

    With one job all of it is done here. The processes start at once, before the first result is
    asked for, and end when the iterator does, also if it is left early.
    """
    if jobs == 1:
        return _here(work, numbers)
    before = set(multiprocessing.active_children())
    # Not a `multiprocessing.Pool`: its processes may have no processes of their own, as a bot
    # that thinks on several cores does, and it waits for ever for one that has died.
    executor = ProcessPoolExecutor(jobs, initializer=_begin)
    # Not `executor.map`: it cancels what is left once a piece fails or nobody asks any more, and
    # the executor's own thread stumbles over cancelled work whose process has ended.
    chunks = [numbers[start : start + chunk] for start in range(0, len(numbers), chunk)]
    results = [executor.submit(_work_on_all, work, few) for few in chunks]
    workers = set(multiprocessing.active_children()) - before
    return _collect(executor, results, workers)


def _work_on_all(work: Callable[[int], T], numbers: Sequence[int]) -> list[T]:
    return [_work_on(work, number) for number in numbers]


def _work_on(work: Callable[[int], T], number: int) -> T:
    with blaming():  # here: between processes an error loses its lines
        return work(number)


def _collect(
    executor: ProcessPoolExecutor, results: list[Future[list[T]]], workers: set[BaseProcess]
) -> Iterator[T]:
    done = False
    try:
        for result in results:
            yield from result.result()
        done = True
    except BrokenProcessPool as error:
        raise SmashUpError(
            "A process that played games has died: out of memory, or ended by a bot that calls "
            "os._exit or crashes Python itself. Fewer --jobs need less memory."
        ) from error
    finally:
        if not done:
            for worker in workers:
                worker.terminate()
        executor.shutdown()


def _here(work: Callable[[int], T], numbers: Sequence[int]) -> Iterator[T]:
    with memory.settled():
        for number in numbers:
            yield _work_on(work, number)


def _begin() -> None:
    """Ctrl-C reaches every process; the first one decides what comes of it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    memory.settle()
