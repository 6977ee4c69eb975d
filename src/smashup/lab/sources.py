"""Work done by the sources of the engine, in a process beside a compiled one.

What a compiled engine cannot be asked, its sources can: whether a card dropped a verb, and whether
both play the same game. They are the same sources, or the compiled engine would not be used.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import cache
from multiprocessing.util import Finalize
from typing import TypeVar

from smashup.compiled import ENGINE, PACKAGE, VARIABLE
from smashup.model.errors import SmashUpError
from smashup.packs import loaded
from smashup.packs.loading import FOLDERS

A = TypeVar("A")
T = TypeVar("T")


def by_the_sources(work: Callable[[A], T], argument: A) -> T:
    """What a function that can be imported gives where the engine is not compiled."""
    others = [pack.folder for pack in loaded() if PACKAGE not in pack.folder.parents]
    return _process(os.pathsep.join(map(str, others))).submit(work, argument).result()


@cache
def _process(packs: str) -> ProcessPoolExecutor:
    """The process with these packs, started when it is first needed; it ends with this one."""
    process = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"))
    with _environment({VARIABLE: "pure", FOLDERS: packs}):
        kind = process.submit(_engine_kind).result()
    if kind != "pure":
        raise SmashUpError(f"The process beside this one runs the {kind} engine.")
    # A process of a pool waits at its end for those it started, before they would be let go.
    Finalize(None, process.shutdown, exitpriority=100)  # before its queues are closed
    return process


def _engine_kind() -> str:
    return ENGINE.kind


@contextmanager
def _environment(variables: dict[str, str]) -> Iterator[None]:
    """Meanwhile processes are started with these."""
    before = dict(os.environ)
    os.environ.update(variables)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)
