"""Puzzles: positions of games that bots played, in which whoever is to move can win this very turn.

Each is a saved game cut off where its turn begins, and a row of answers that wins from there
whatever lies hidden; `scripts/puzzles.py` finds them. The other players decline wherever they may.
"""

from __future__ import annotations

import datetime
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal, TypeAlias

from smashup.engine.game import Game
from smashup.model.decision import Decision
from smashup.model.errors import SmashUpError
from smashup.model.ids import Seat
from smashup.replay import Replay, Stamp, Witness, as_data, at_move, from_data, short_digest

FILE = Path(__file__).with_name("puzzles.json")
FIRST_DAY = datetime.date(2026, 11, 16)  # that of puzzle 1

EASY = 0.01  # a puzzle is easy where at least this share of all turns wins,
HARD = 0.0015  # and hard where fewer than this do

Difficulty: TypeAlias = Literal["easy", "middling", "hard"]


class BadPuzzle(SmashUpError):
    """A puzzle is not what it was when it was found: rules or cards have changed."""


@dataclass(frozen=True)
class Puzzle:
    """A position and how to win from it.

    `start`: the digest of the position, by which it is known again. `seat`: who is to move;
    `turn`: the number of the turn; `vp`: everybody's points. `solution`: the answers of who is to
    move, by index, to the end of the turn. `plays`: how many of them play or use a card. `share`:
    of turns played at random that win.
    """

    replay: Replay
    start: str
    seat: Seat
    turn: int
    vp: tuple[int, ...]
    solution: tuple[int, ...]
    plays: int
    share: float

    @classmethod
    def at(cls, game: Game, solution: tuple[int, ...], plays: int, share: float) -> Puzzle:
        """The puzzle that begins where a game stands."""
        assert game.setup is not None
        replay = Replay(game.setup, tuple(game.answers), stamp=Stamp.of(game.setup))
        position = (short_digest(game), game.turn, game.turn_number, tuple(game.vp))
        return cls(replay, *position, solution, plays, share)

    @property
    def difficulty(self) -> Difficulty:
        if self.share >= EASY:
            return "easy"
        return "hard" if self.share < HARD else "middling"

    def position(self) -> Game:
        """The game at the beginning of the turn."""
        game = at_move(self.replay)
        if short_digest(game) != self.start:
            raise BadPuzzle("A puzzle leads to another position: its rules or cards have changed.")
        return game


def puzzles() -> tuple[Puzzle, ...]:
    """All puzzles; the first is number 1."""
    return _read()


@cache
def _read() -> tuple[Puzzle, ...]:
    return tuple(_from_data(one) for one in json.loads(FILE.read_text(encoding="utf-8")))


def add(found: Puzzle) -> bool:
    """Adds one to those there are; whether it was not among them yet."""
    _read.cache_clear()
    known = puzzles()
    if any(found.start == one.start for one in known):
        return False
    write([*known, found])
    return True


def write(found: Sequence[Puzzle]) -> None:
    """Puts these in the place of all that there are."""
    lines = [json.dumps(_data(one), separators=(",", ":")) for one in found]
    FILE.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")
    _read.cache_clear()


def of_the_day(day: datetime.date, count: int) -> int:
    """The number of a day's puzzle, of so many: one after the other, then from the first again.

    >>> of_the_day(FIRST_DAY, 30), of_the_day(FIRST_DAY + datetime.timedelta(days=31), 30)
    (1, 2)
    """
    return (day - FIRST_DAY).days % count + 1


def declined(decision: Decision) -> int:
    """What the other players answer: to decline comes last; what they must choose, likewise."""
    return len(decision.options) - 1


def let_others_decline(game: Game, seat: Seat) -> bool:
    """Answers for the others until the seat is asked or the game is over; whether one of them had
    to choose something."""
    forced = False
    while game.decision is not None and game.decision.seat != seat:
        forced = forced or not game.decision.optional
        game.decide(declined(game.decision))
    return forced


def turn_goes_on(game: Game, turn: int) -> bool:
    """Whether the turn of this number is not over yet."""
    return not game.over and game.turn_number == turn


@cache
def digests(number: int) -> tuple[str, ...]:
    """Those of all positions up to where a puzzle begins, once that is proved to be its start."""
    return Witness().digests(puzzles()[number - 1].position())


def _data(puzzle: Puzzle) -> dict[str, Any]:
    return {
        "game": as_data(puzzle.replay),
        "start": puzzle.start,
        "seat": puzzle.seat,
        "turn": puzzle.turn,
        "vp": puzzle.vp,
        "solution": puzzle.solution,
        "plays": puzzle.plays,
        "share": puzzle.share,
    }


def _from_data(data: dict[str, Any]) -> Puzzle:
    return Puzzle(
        from_data(data["game"]),
        data["start"],
        Seat(data["seat"]),
        data["turn"],
        tuple(data["vp"]),
        tuple(data["solution"]),
        data["plays"],
        data["share"],
    )
