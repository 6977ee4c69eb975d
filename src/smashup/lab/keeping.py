"""Keeping games in a file, so that what takes long can go on another day.

The first line says what the games are of and by which rules, which version and which judge they
were played, every further line is a game. Games are numbered, and
what happens in one depends on its number alone, so those that are missing can be played at any
time, and more than were planned at first.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any, Generic, TypeVar

from smashup.lab.arena import ArenaGame, Contest
from smashup.lab.foreign import is_process
from smashup.lab.match import Failure, Outcome
from smashup.lab.stamp import stamp
from smashup.model.errors import SmashUpError

Game = TypeVar("Game")


class KeptLines(Generic[Game]):
    """Games in a file, a line of JSON each, after a heading; an empty or missing file begins one.

    `SmashUpError` if the file has another heading, or none at all. The last line of one that was
    broken off may be half a game: it is cut off.
    """

    def __init__(
        self,
        path: Path,
        heading: dict[str, Any],
        read: Callable[[Any], Game],
        write: Callable[[Game], object],
    ) -> None:
        self._path = path
        self._write = write
        first = json.dumps({**heading, **stamp()}, ensure_ascii=False)
        whole = [line for line in _lines(path) if line.endswith("\n")]
        if whole and whole[0].rstrip("\n") != first:
            differences = "\n".join(_differences(whole[0], first))
            raise SmashUpError(
                f"{path} keeps other games than these:\n{differences}\nGive another file."
            )
        self.games = [self._read(read, n, line) for n, line in enumerate(whole[1:], start=2)]
        try:
            path.write_text("".join(whole) or f"{first}\n", encoding="utf-8")
        except OSError as error:
            raise SmashUpError(f"{path} could not be written: {error.strerror}.") from error

    def _read(self, read: Callable[[Any], Game], number: int, line: str) -> Game:
        try:
            return read(json.loads(line))
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise SmashUpError(f"{self._path}, line {number}: this is no such game.") from error

    def kept(self, games: Iterable[Game]) -> Iterator[Game]:
        """The same games, each written down as it comes."""
        with self._path.open("a", encoding="utf-8") as file:
            for game in games:
                file.write(json.dumps(self._write(game), ensure_ascii=False) + "\n")
                file.flush()
                yield game


class KeptGames:
    """The games of an arena's contest in a file."""

    def __init__(self, path: Path, contest: Contest) -> None:
        self._lines = KeptLines(path, _heading(contest), _game, asdict)
        self._total = contest.total
        self.games = [game for game in self._lines.games if game.number <= self._total]

    def missing(self) -> list[int]:
        """The numbers, from 0, of the games of the contest that are not kept yet."""
        kept = {game.number - 1 for game in self.games}
        return [number for number in range(self._total) if number not in kept]

    def kept(self, games: Iterable[ArenaGame]) -> Iterator[ArenaGame]:
        """The same games, each written down as it comes."""
        return self._lines.kept(games)


def _heading(contest: Contest) -> dict[str, Any]:
    """All that decides what happens in a game; how many are played does not."""
    heading = asdict(contest)
    del heading["games"]
    if not any(map(is_process, contest.players)):
        del heading["limits"]  # they hold for nobody
    return {"arena": heading}


def _differences(there: str, here: str) -> list[str]:
    """What differs between two headings, a line for each name."""
    kept, wanted = _by_name(there), _by_name(here)
    if not kept:
        return ["- its first line does not say what they are of"]
    return [
        f"- {name}: {kept.get(name, 'nothing')} in the file, {wanted.get(name, 'nothing')} now"
        for name in sorted(kept.keys() | wanted.keys())
        if kept.get(name) != wanted.get(name)
    ]


def _by_name(heading: str) -> dict[str, str]:
    """The values of a heading as they are written, also those within another."""
    try:
        whole = json.loads(heading)
    except ValueError:
        return {}
    values: dict[str, Any] = whole if isinstance(whole, dict) else {}
    found: dict[str, str] = {}
    for name, value in values.items():
        inner = value if isinstance(value, dict) else {}
        found |= {f"{name} {key}": json.dumps(one) for key, one in inner.items()}
        found |= {} if inner else {name: json.dumps(value)}
    return found


def _lines(path: Path) -> list[str]:
    if not path.exists():
        return []
    try:
        return path.read_text(encoding="utf-8").splitlines(keepends=True)
    except (OSError, UnicodeDecodeError) as error:
        raise SmashUpError(f"{path} could not be read: {error}.") from error


def _game(line: dict[str, Any]) -> ArenaGame:
    facts = line["outcome"]
    failures = tuple(Failure(**failure) for failure in facts.pop("failures"))
    tuples: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in facts.items()
    }
    outcome = Outcome(**tuples, failures=failures)
    return ArenaGame(line["number"], tuple(line["sitting"]), outcome)
