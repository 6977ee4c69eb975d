"""Playing the games of a plan into a folder: here, on all cores, or on a cluster."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from functools import partial
from typing import TypeAlias

from smashup.lab.folder import GamesFolder
from smashup.lab.parallel import WorkerDied, in_parallel
from smashup.lab.recording import Rows, Source, record

CHUNK = 4  # games that a process is given at a time

#: Plays the games of these numbers, in any order.
Way: TypeAlias = Callable[[Callable[[int], Rows], Iterable[int]], Iterator[Rows]]


def here(jobs: int) -> Way:
    """On so many cores of this machine."""
    return partial(_here, jobs)


def _here(jobs: int, work: Callable[[int], Rows], numbers: Iterable[int]) -> Iterator[Rows]:
    return in_parallel(work, numbers, jobs, CHUNK)


def play(folder: GamesFolder, source: Source, way: Way) -> Generator[int, None, None]:
    """Plays all games of the source that the folder does not have, and keeps them there.

    Gives the number of each. Where a process dies, its games are played again; if that brings no
    game more, it is given up.
    """
    before = -1
    while True:
        kept = folder.count()
        try:
            yield from folder.keep(way(partial(record, source), folder.missing(source.total)))
            return
        except WorkerDied:
            if kept == before:
                raise
            before = kept
