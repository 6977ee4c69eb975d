"""Keeping the games of an arena in a file, so that a long one can go on another day.

The first line says which contest it is, every further line is a game. Games are numbered, and what
happens in one depends on its number alone, so those that are missing can be played at any time,
and more than were planned at first.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from smashup.lab.arena import ArenaGame, Contest
from smashup.lab.foreign import is_process
from smashup.lab.match import Failure, Outcome
from smashup.model.errors import SmashUpError
from smashup.replay import package_version


class KeptGames:
    """The games of a contest in a file; an empty or missing file begins a new one.

    `SmashUpError` if the file is of another contest, or none at all. The last line of one that was
    broken off may be half a game: it is played again.
    """

    def __init__(self, path: Path, contest: Contest) -> None:
        self._path = path
        heading = json.dumps(_heading(contest), ensure_ascii=False)
        whole = [line for line in _lines(path) if line.endswith("\n")]
        if whole and whole[0].rstrip("\n") != heading:
            raise SmashUpError(
                f"{path} does not keep the games of this contest: it begins with\n{whole[0]}"
                f"and would have to begin with\n{heading}\nGive another file."
            )
        self._total = contest.total
        games = [_read(path, number, line) for number, line in enumerate(whole[1:], start=2)]
        self.games = [game for game in games if game.number <= self._total]
        try:
            path.write_text("".join(whole) or f"{heading}\n", encoding="utf-8")
        except OSError as error:
            raise SmashUpError(f"{path} could not be written: {error.strerror}.") from error

    def missing(self) -> list[int]:
        """The numbers, from 0, of the games of the contest that are not kept yet."""
        kept = {game.number - 1 for game in self.games}
        return [number for number in range(self._total) if number not in kept]

    def kept(self, games: Iterable[ArenaGame]) -> Iterator[ArenaGame]:
        """The same games, each written down as it comes."""
        with self._path.open("a", encoding="utf-8") as file:
            for game in games:
                file.write(json.dumps(asdict(game), ensure_ascii=False) + "\n")
                file.flush()
                yield game


def _heading(contest: Contest) -> dict[str, Any]:
    """All that decides what happens in a game; how many are played does not."""
    heading = asdict(contest)
    del heading["games"]
    if not any(map(is_process, contest.players)):
        del heading["limits"]  # they hold for nobody
    return {"arena": heading, "rules": package_version()}


def _lines(path: Path) -> list[str]:
    if not path.exists():
        return []
    try:
        return path.read_text(encoding="utf-8").splitlines(keepends=True)
    except (OSError, UnicodeDecodeError) as error:
        raise SmashUpError(f"{path} could not be read: {error}.") from error


def _read(path: Path, number: int, line: str) -> ArenaGame:
    try:
        game = json.loads(line)
        facts = game["outcome"]
        failures = tuple(Failure(**failure) for failure in facts.pop("failures"))
        tuples: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in facts.items()
        }
        outcome = Outcome(**tuples, failures=failures)
        return ArenaGame(game["number"], tuple(game["sitting"]), outcome)
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise SmashUpError(f"{path}, line {number}: this is not a game of an arena.") from error
