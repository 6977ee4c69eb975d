"""Ways to get many numbered pieces of work done: on the cores of this machine, or on a cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Protocol, TypeVar

from smashup.lab.parallel import all_cores, in_parallel
from smashup.model.errors import SmashUpError

T = TypeVar("T")

CHUNK = 4  # pieces that a process is given at a time, usually


class Way(Protocol):
    """Does the pieces of these numbers, in any order, so many at a time by one process."""

    def __call__(
        self, work: Callable[[int], T], numbers: Iterable[int], chunk: int = CHUNK
    ) -> Iterator[T]: ...


def here(jobs: int) -> Way:
    """On so many cores of this machine."""
    return partial(_here, jobs)


def _here(
    jobs: int, work: Callable[[int], T], numbers: Iterable[int], chunk: int = CHUNK
) -> Iterator[T]:
    return in_parallel(work, numbers, jobs, chunk)


def way_on(on: str, jobs: int) -> tuple[Way, int]:
    """The way that `--on` names, and how many cores it has; jobs: at most so many here (0: all)."""
    if not on:
        jobs = jobs or all_cores()
        return here(jobs), jobs
    name, _, address = on.partition(":")
    if name != "ray":
        raise SmashUpError(f"Games can be played on `ray` or `ray:ADDRESS`, not on {on!r}.")
    from smashup.lab.cluster import on_ray

    return on_ray(address, jobs)
