"""Games to learn judging from: positions as the judge sees them, and what came of them.

Bots play against each other, with a random play now and then, so that what is learned is what
moves cause and not only who is used to win. Positions are noted at the start of every turn and at
some decisions in between. A batch of games is a file: what is there is not played again.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from smashup.engine.game import Game
from smashup.lab.match import LONGEST_GAME
from smashup.lab.parallel import in_parallel, seed_of
from smashup.model.decision import Decision
from smashup.players.judge.net import Row, packed
from smashup.players.judge.numbers import numbers
from smashup.players.planning import QUICK
from smashup.players.search.playout import answer
from smashup.players.standing import PRESENT
from smashup.players.tuned import TunedPlayer

if TYPE_CHECKING:
    from smashup.players.judge.net import Array

BATCH = 50  # games in a file
SUFFIX = ".lessons.npz"
SLIPS = 0.1  # of the plays are made at random
BETWEEN = 0.2  # of the plays within a turn are noted too


@dataclass
class Lessons:
    """Positions of games with so many seats, in their order; `game` tells games apart.

    `between`: the position was noted in the middle of a turn. `shares`: of the win, by seat.
    """

    seats: Array
    bases: Array
    live: Array
    shares: Array
    game: Array
    between: Array


#: Plays one decision, and gives the game after it.
Teacher = Callable[[Game, Decision, random.Random], Game]


def thumb(seed: int, seats: int) -> Teacher:
    """Rules of thumb: quick games, whose plays are not wise."""
    return answer


def planner(seed: int, seats: int) -> Teacher:
    """The planner of `tuned` with the present judge, looking one play ahead on one world."""
    players = [TunedPlayer(seed_of(seed, seat), effort=QUICK) for seat in range(seats)]

    def decide(game: Game, decision: Decision, rng: random.Random) -> Game:
        game.decide(players[decision.seat].choose(game.observe(decision.seat), decision))
        return game

    return decide


#: By name.
TEACHERS: dict[str, Callable[[int, int], Teacher]] = {"thumb": thumb, "planner": planner}


class Course(NamedTuple):
    """Games to be played: by whom, how many sit down by turns, and the seed of the deals."""

    teacher: str
    seats: tuple[int, ...]
    seed: int

    def file(self, folder: Path, number: int) -> Path:
        """Where the batch of games of this number is kept."""
        tables = "".join(map(str, self.seats))
        return folder / f"{self.teacher}-{tables}-{self.seed}-{number:05}{SUFFIX}"


def lessons_in(folder: Path, course: Course, games: int, jobs: int) -> Iterator[Path]:
    """The files of so many games of a course, those that are missing made first."""
    batches = range(-(-games // BATCH))
    missing = [number for number in batches if not course.file(folder, number).exists()]
    yield from (course.file(folder, number) for number in batches if number not in missing)
    yield from in_parallel(partial(_make, folder, course), missing, jobs)


def all_in(folder: Path) -> list[Path]:
    """The files of all courses that are kept in a folder."""
    return sorted(folder.glob(f"*{SUFFIX}"))


def _make(folder: Path, course: Course, number: int) -> Path:
    """Plays the games of a batch and writes them down."""
    import numpy as np

    noted: dict[int, list[tuple[Row, list[float], int, bool]]] = {}
    for game in range(number * BATCH, (number + 1) * BATCH):
        seats = course.seats[game % len(course.seats)]
        shares, rows = _play(TEACHERS[course.teacher], seats, seed_of(course.seed, game))
        noted.setdefault(seats, []).extend((row, shares, game, between) for row, between in rows)
    arrays: dict[str, Any] = {}
    for seats, rows_of in noted.items():
        by_seat, by_base, live = packed([row for row, *_ in rows_of], seats)
        arrays |= {
            f"seats{seats}": by_seat,
            f"bases{seats}": by_base,
            f"live{seats}": live,
            f"shares{seats}": np.array([shares for _, shares, *_ in rows_of], np.float32),
            f"game{seats}": np.array([game for *_, game, _ in rows_of], np.int64),
            f"between{seats}": np.array([between for *_, between in rows_of], np.bool_),
        }
    path = course.file(folder, number)
    unfinished = path.with_suffix(".part")
    with unfinished.open("wb") as file:
        np.savez(file, **arrays)
    return unfinished.replace(path)


def _play(
    make: Callable[[int, int], Teacher], seats: int, seed: int
) -> tuple[list[float], list[tuple[Row, bool]]]:
    """One game: the share of the win of each seat, and its positions. None if it has no end."""
    game = Game.new("random", players=seats, seed=seed)
    rng = random.Random(seed)
    teacher = make(seed, seats)
    rows: list[tuple[Row, bool]] = []
    turn = 0
    while (decision := game.decision) is not None:
        if game.turn_number > LONGEST_GAME:
            return [], []
        if decision.kind == "play":
            new = game.turn_number != turn
            turn = game.turn_number
            if new or rng.random() < BETWEEN:
                rows.append((numbers(game, PRESENT), not new))
            if rng.random() < SLIPS:
                game.decide(rng.randrange(len(decision.options)))
                continue
        game = teacher(game, decision, rng)
    return [(seat in game.winners) / len(game.winners) for seat in range(seats)], rows


def read(paths: Sequence[Path]) -> dict[int, Lessons]:
    """The lessons in these files, by the number of seats."""
    import numpy as np

    parts: dict[int, list[list[Any]]] = {}
    for path in paths:
        with np.load(path) as file:
            for seats in (2, 3, 4):
                if f"game{seats}" in file:
                    found = [file[f"{name}{seats}"] for name in Lessons.__annotations__]
                    parts.setdefault(seats, []).append(found)
    return {seats: _joined(found) for seats, found in parts.items()}


def _joined(parts: list[list[Any]]) -> Lessons:
    import numpy as np

    most = max(live.shape[1] for _, _, live, *_ in parts)
    for part in parts:
        lacking = most - part[2].shape[1]
        part[1] = np.pad(part[1], ((0, 0), (0, lacking), (0, 0)))
        part[2] = np.pad(part[2], ((0, 0), (0, lacking)))
    for number, part in enumerate(parts):  # games of other files are other games
        part[4] = part[4] + number * 1_000_000
    return Lessons(*(np.concatenate(column) for column in zip(*parts, strict=True)))
