"""Games to learn judging from: how they were played, and their positions as the judge sees them.

Bots play against each other, with a random play now and then, so that what is learned is what
moves cause and not only who is used to win. A batch of games is a file: what is there is not played
again. Kept are the answers alone, a hundred bytes a game; to read a game is to play it again, which
takes a millisecond, and what is seen of its positions can be changed at any time.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from smashup.engine.game import Game
from smashup.engine.rules_number import RULES_NUMBER
from smashup.lab.match import LONGEST_GAME
from smashup.lab.parallel import in_parallel, seed_of
from smashup.lab.ways import Way
from smashup.model.decision import Decision
from smashup.model.errors import SmashUpError
from smashup.model.state import DRAFT, MULLIGAN
from smashup.players.judge import Judge, LearnedJudge, Net, TrueJudge, present
from smashup.players.judge.net import Row, packed
from smashup.players.judge.numbers import numbers
from smashup.players.planning import QUICK
from smashup.players.search.playout import answer
from smashup.players.standing import PRESENT
from smashup.players.tuned import TunedPlayer

if TYPE_CHECKING:
    from smashup.players.judge.net import Array

BATCH = 50  # games in a file
GAMES_OF_A_FILE = 1_000_000  # by which those of several files are told apart
SUFFIX = ".lessons.json"
SLIPS = 0.1  # of the plays are made at random
BETWEEN = 0.2  # of the questions within a turn are noted too
#: The planner as a teacher sees some of its options: as good, quicker, and more is tried.
TEACHING = QUICK._replace(options=8)


@dataclass
class Lessons:
    """Positions of games with so many seats, in their order; `game` tells games apart.

    `between`: the position was noted in the middle of a turn. `shares`: of the win, by seat.
    `slipped`: a play was made at random before the next position.
    """

    seats: Array
    bases: Array
    live: Array
    shares: Array
    game: Array
    between: Array
    slipped: Array

    def __len__(self) -> int:
        return len(self.game)


#: Plays one decision, and gives the game after it.
Teacher = Callable[[Game, Decision, random.Random], Game]


def thumb(seed: int, seats: int, judge: Judge) -> Teacher:
    """Rules of thumb: quick games, whose plays are not wise."""
    return answer


def planner(seed: int, seats: int, judge: Judge) -> Teacher:
    """The planner of `tuned`, looking one play ahead on one world."""
    players = [TunedPlayer(seed_of(seed, seat), judge, TEACHING) for seat in range(seats)]

    def decide(game: Game, decision: Decision, rng: random.Random) -> Game:
        game.decide(players[decision.seat].choose(game.observe(decision.seat), decision))
        return game

    return decide


#: By name.
TEACHERS: dict[str, Callable[[int, int, Judge], Teacher]] = {"thumb": thumb, "planner": planner}


def judge_of(net: Net | None) -> TrueJudge:
    """The judge with this net, or the one that the bots have now."""
    return present() if net is None else LearnedJudge(net)


class Course(NamedTuple):
    """Games to be played: by whom, how many sit down by turns, the seed of the deals, and the net
    that the planner goes by, if not by the present one."""

    teacher: str
    seats: tuple[int, ...]
    seed: int
    net: Net | None = None  # and not its file, which another machine does not have

    def file(self, folder: Path, number: int) -> Path:
        """Where the batch of games of this number is kept."""
        tables = "".join(map(str, self.seats))
        teacher = self.teacher
        if self.net:
            teacher += f"-{self.net.fingerprint[:12]}"
        return folder / f"{teacher}-{tables}-{self.seed}-{number:05}{SUFFIX}"


class Played(NamedTuple):
    """A game as it is kept: how many sat down, the seed of the deal, all answers, and which of them
    were given at random."""

    seats: int
    seed: int
    answers: list[int]
    slips: list[int]


def lessons_in(folder: Path, course: Course, games: int, way: Way) -> Iterator[Path]:
    """The files of so many games of a course; those that are missing are made."""
    files = [course.file(folder, number) for number in range(-(-games // BATCH))]
    missing = [number for number, file in enumerate(files) if not file.exists()]
    yield from (file for number, file in enumerate(files) if number not in missing)
    for number, batch in way(partial(_batch, course), missing, chunk=1):
        yield _written(files[number], batch)


def all_in(folder: Path) -> list[Path]:
    """The files of all courses that are kept in a folder."""
    return sorted(folder.glob(f"*{SUFFIX}"))


def _batch(course: Course, number: int) -> tuple[int, list[Played]]:
    """The number of a batch and its games, played now; those without an end are left out."""
    played = [
        _play(course, course.seats[game % len(course.seats)], seed_of(course.seed, game))
        for game in range(number * BATCH, (number + 1) * BATCH)
    ]
    return number, [game for game in played if game is not None]


def _written(path: Path, batch: list[Played]) -> Path:
    """The file of a batch, written whole or not at all."""
    unfinished = path.with_suffix(".part")
    kept = {"rules": RULES_NUMBER, "games": batch}
    unfinished.write_text(json.dumps(kept, separators=(",", ":")), "utf-8")
    return unfinished.replace(path)


def _play(course: Course, seats: int, seed: int) -> Played | None:
    game = Game.new("random", players=seats, seed=seed)
    rng = random.Random(seed)
    teacher = TEACHERS[course.teacher](seed, seats, judge_of(course.net))
    slips: list[int] = []
    while (decision := game.decision) is not None:
        if game.turn_number > LONGEST_GAME:
            return None
        if decision.kind == "play" and rng.random() < SLIPS:
            slips.append(len(game.answers))
            game.decide(rng.randrange(len(decision.options)))
        else:
            game = teacher(game, decision, rng)
    return Played(seats, seed, game.answers, slips)


# -- as the judge sees them ------------------------------------------------------------------------


class Noted(NamedTuple):
    """A position of a game, and what `Lessons` says of it."""

    row: Row
    between: bool
    slipped: bool


def read(paths: Sequence[Path], jobs: int = 1) -> dict[int, Lessons]:
    """The lessons in these files, by the number of seats.

    `SmashUpError` if games there were played by other rules.
    """
    parts: dict[int, list[Lessons]] = {}
    for found in in_parallel(_seen, paths, jobs):
        for seats, lessons in found.items():
            parts.setdefault(seats, []).append(lessons)
    return {seats: _joined(found) for seats, found in sorted(parts.items())}


def _seen(path: Path) -> dict[int, Lessons]:
    """The positions of the games in a file."""
    import numpy as np

    noted: dict[int, list[tuple[Noted, list[float], int]]] = {}
    for number, played in enumerate(_games(path)):
        game, positions = _replayed(path, played)
        shares = [(seat in game.winners) / len(game.winners) for seat in game.seats]
        noted.setdefault(played.seats, []).extend((one, shares, number) for one in positions)
    found: dict[int, Lessons] = {}
    for seats, rows in noted.items():
        found[seats] = Lessons(
            *packed([one.row for one, *_ in rows], seats),
            shares=np.array([shares for _, shares, _ in rows], np.float32),
            game=np.array([number for *_, number in rows], np.int64),
            between=np.array([one.between for one, *_ in rows], np.bool_),
            slipped=np.array([one.slipped for one, *_ in rows], np.bool_),
        )
    return found


def _games(path: Path) -> list[Played]:
    kept: dict[str, Any] = json.loads(path.read_text("utf-8"))
    if kept["rules"] != RULES_NUMBER:
        raise SmashUpError(
            f"{path} keeps games by rules {kept['rules']}; these are rules {RULES_NUMBER}. "
            "Begin another folder."
        )
    return [Played(*game) for game in kept["games"]]


def _replayed(path: Path, played: Played) -> tuple[Game, list[Noted]]:
    """The game at its end, and its positions: at the start of every turn, and some in between."""
    game = Game.new("random", players=played.seats, seed=played.seed)
    rng = random.Random(played.seed)
    slips = frozenset(played.slips)
    noted: list[Noted] = []
    turn = 0
    for number, given in enumerate(played.answers):
        decision = game.decision
        if decision is None or given >= len(decision.options):
            break
        if game.columns.phase not in (DRAFT, MULLIGAN):
            begins = decision.kind == "play" and game.turn_number != turn
            if begins or rng.random() < BETWEEN:
                turn = game.turn_number if begins else turn
                noted.append(Noted(numbers(game, PRESENT), not begins, False))
        if number in slips and noted:
            noted[-1] = noted[-1]._replace(slipped=True)
        game.decide(given)
    if not game.over:
        raise SmashUpError(f"{path} keeps games that go otherwise by now. Begin another folder.")
    return game, noted


def _joined(parts: Sequence[Lessons]) -> Lessons:
    """Lessons of several files as one; games of other files are other games."""
    import numpy as np

    most = max(part.live.shape[1] for part in parts)
    games = [part.game + number * GAMES_OF_A_FILE for number, part in enumerate(parts)]
    return Lessons(
        np.concatenate([part.seats for part in parts]),
        np.concatenate([_padded(part.bases, most) for part in parts]),
        np.concatenate([_padded(part.live, most) for part in parts]),
        np.concatenate([part.shares for part in parts]),
        np.concatenate(games),
        np.concatenate([part.between for part in parts]),
        np.concatenate([part.slipped for part in parts]),
    )


def _padded(array: Array, count: int) -> Array:
    """With so many columns, of zeros where there were fewer."""
    import numpy as np

    lacking = [(0, 0)] * array.ndim
    lacking[1] = (0, count - array.shape[1])
    return np.pad(array, lacking)
