"""Work on all cores: many numbered pieces, the results in their order."""

from __future__ import annotations

import multiprocessing
import os
import random
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing.process import BaseProcess
from typing import TypeVar

from smashup import memory
from smashup.model.errors import SmashUpError
from smashup.packs.blaming import blaming

Piece = TypeVar("Piece")
T = TypeVar("T")

PATIENCE = 0.5  # seconds after which a process looks whether the first one still lives
AHEAD = 8  # chunks for each process that are handed out before the first of them is back


class WorkerDied(SmashUpError):
    """A process that worked on pieces is gone; the pieces themselves may be quite in order."""


def seed_of(*numbers: int) -> int:
    """A seed made of several numbers, the same on every machine."""
    return random.Random("/".join(map(str, numbers))).getrandbits(63)


def all_cores() -> int:
    """How many processes can really run at once."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def in_parallel(
    work: Callable[[Piece], T], pieces: Iterable[Piece], jobs: int, chunk: int = 1
) -> Iterator[T]:
    """The results of all pieces in their order, several worked on at a time, a chunk by each.

    With one job all of it is done here. The processes start at once, before the first result is
    asked for, and end when the iterator does, also if it is left early. However many pieces there
    are, only some are under way, and no result is kept.
    """
    if jobs == 1:
        return _here(work, pieces)
    before = set(multiprocessing.active_children())
    # Not a `multiprocessing.Pool`: its processes may have no processes of their own, as a bot
    # that thinks on several cores does, and it waits for ever for one that has died.
    executor = ProcessPoolExecutor(jobs, initializer=_begin)
    # Not `executor.map`: it cancels what is left once a piece fails or nobody asks any more, and
    # the executor's own thread stumbles over cancelled work whose process has ended.
    work_to_come = (executor.submit(work_on_all, work, few) for few in chunks(pieces, chunk))
    under_way = deque(islice(work_to_come, AHEAD * jobs))
    workers = set(multiprocessing.active_children()) - before
    return _collect(executor, under_way, work_to_come, workers)


def chunks(pieces: Iterable[Piece], size: int) -> Iterator[list[Piece]]:
    """The pieces, some at a time.

    >>> list(chunks(range(5), 2))
    [[0, 1], [2, 3], [4]]
    """
    left = iter(pieces)
    while few := list(islice(left, size)):
        yield few


def work_on_all(work: Callable[[Piece], T], pieces: Sequence[Piece]) -> list[T]:
    """The results of these pieces, worked on here."""
    return [_work_on(work, piece) for piece in pieces]


def _work_on(work: Callable[[Piece], T], piece: Piece) -> T:
    with blaming():  # here: between processes an error loses its lines
        return work(piece)


def _collect(
    executor: ProcessPoolExecutor,
    under_way: deque[Future[list[T]]],
    work_to_come: Iterator[Future[list[T]]],
    workers: set[BaseProcess],
) -> Iterator[T]:
    done = False
    try:
        while under_way:
            results = under_way.popleft().result()
            under_way.extend(islice(work_to_come, 1))
            yield from results
        done = True
    except BrokenProcessPool as error:
        raise WorkerDied(
            "A process that played games has died: out of memory, or ended by a bot that calls "
            "os._exit or crashes Python itself. Fewer --jobs need less memory."
        ) from error
    finally:
        if not done:
            for worker in workers:
                worker.terminate()
        executor.shutdown()


def _here(work: Callable[[Piece], T], pieces: Iterable[Piece]) -> Iterator[T]:
    with memory.settled():
        for piece in pieces:
            yield _work_on(work, piece)


def _begin() -> None:
    """Ctrl-C reaches every process; the first one decides what comes of it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_first, daemon=True).start()
    memory.settle()


def _end_with_the_first() -> None:
    """Ends this process when the one that started it has been killed: nobody takes what it brings
    any more, and it would hold for ever what that one held, such as the lock of a folder."""
    first = multiprocessing.parent_process()
    while first is not None and first.is_alive():
        time.sleep(PATIENCE)
    os._exit(1)
