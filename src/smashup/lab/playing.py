"""Playing the games of a plan into a folder, here or on a cluster."""

from __future__ import annotations

from collections.abc import Generator
from functools import partial

from smashup.lab.folder import GamesFolder
from smashup.lab.parallel import WorkerDied
from smashup.lab.recording import Source, record
from smashup.lab.ways import Way


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
