"""What `simulate` and `arena` have in common: lists typed by hand, and watching games go by."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

from smashup.model.errors import SmashUpError

T = TypeVar("T")


def words(text: str) -> tuple[str, ...]:
    """A list with commas.

    >>> words("greedy, random")
    ('greedy', 'random')
    """
    return tuple(word.strip() for word in text.split(","))


def faction_pairs(text: str | None) -> tuple[tuple[str, ...], ...]:
    """Two factions for each seat or player; none for random ones.

    >>> faction_pairs("Aliens,Robots/Ninjas,Zombies")
    (('Aliens', 'Robots'), ('Ninjas', 'Zombies'))
    """
    if text is None or text == "random":
        return ()
    return tuple(words(pair) for pair in text.split("/"))


def tracked(games: Iterator[T], total: int) -> Iterator[T]:
    """The same games as they come, with a progress bar on a terminal."""
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        yield from bar.track(games, total, description="Playing")


def watched(games: Iterator[T], total: int) -> list[T]:
    """All the games, with a progress bar on a terminal; after Ctrl-C those played so far."""
    from rich.console import Console

    console = Console(stderr=True)
    played: list[T] = []
    try:
        for game in tracked(games, total):
            played.append(game)
    except KeyboardInterrupt:
        if not played:
            raise SmashUpError("Stopped before the first game was over.") from None
        console.print(f"Stopped: these are the results of {len(played)} of {total} games.")
    return played


def speed_in_words(speed: float, jobs: int) -> str:
    """How fast it went.

    >>> speed_in_words(12.34, jobs=2)
    '12.3 games a second on 2 cores.'
    """
    cores = "1 core" if jobs == 1 else f"{jobs} cores"
    return f"{speed:.1f} games a second on {cores}."


def check_writable(path: Path) -> None:
    """Says before the games are played that a file could not be written after them."""
    if path.is_dir() or not path.parent.is_dir():
        raise SmashUpError(f"{path} cannot be written: give a file in a folder that exists.")


def write_text(path: Path, text: str) -> None:
    """Writes the file; `SmashUpError` if that is impossible."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise SmashUpError(f"{path} could not be written: {error.strerror}.") from error
