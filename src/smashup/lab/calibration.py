"""How true chances come: bots play, everybody's chance is stated on the way, and the end tells.

What is stated is what a spectator is told at the table (`win_chances`), by the learned judge and by
the weights alone. A fit finds how much sharper or flatter chances should have been.
"""

from __future__ import annotations

import json
import math
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

from smashup.engine.game import Game
from smashup.lab.fitting import Contest, logistic
from smashup.lab.keeping import KeptLines
from smashup.lab.match import goes_on
from smashup.lab.parallel import in_parallel, seed_of
from smashup.model.decision import Decision
from smashup.players import make_player
from smashup.players.advice import FEW_WORLDS
from smashup.players.judge import (
    NET_FILE,
    Calibration,
    LearnedJudge,
    Net,
    TrueJudge,
    WeighedJudge,
    mean_chances,
)
from smashup.players.judge.calibration import LEAST, progress
from smashup.players.judge.net import numpy_is_there
from smashup.players.standing import WEIGHTS_FILE

BETWEEN = 0.1  # of the questions within a turn are noted too
BANDS = 10
Z95 = 1.96  # standard errors to either side of an interval of 95 %
FEW_GAMES = 200  # for one number of seats: they count as much as that the judge is right as it is
LEARNED = "learned"
WEIGHED = "weights"


class Course(NamedTuple):
    """Games to be played: by whom, each seat drawn from these; how many sit down, by turns."""

    players: tuple[str, ...]
    seats: tuple[int, ...]
    seed: int

    def halves(self, games: Sequence[Told]) -> tuple[list[Told], list[Told]]:
        """These games in two parts, tables of every size in both."""
        parts: tuple[list[Told], list[Told]] = ([], [])
        for told in games:
            parts[told.number // len(self.seats) % 2].append(told)
        return parts


class Moment(NamedTuple):
    """What was stated at one moment, by judge and seat; chances are still as the judge has them."""

    chances: dict[str, list[float]]
    most_vp: int
    begins: bool  # a turn begins here


class Told(NamedTuple):
    """A game that ended: its number, each seat's share of the win, and its moments."""

    number: int
    shares: list[float]
    moments: list[Moment]


@cache
def judges() -> dict[str, TrueJudge]:
    """The judges that state chances here, by name; the one that bots go by comes first."""
    found: dict[str, TrueJudge] = {WEIGHED: WeighedJudge()}
    if numpy_is_there() and NET_FILE.exists():
        found = {LEARNED: LearnedJudge(Net.read(NET_FILE)), **found}
    return found


def play(course: Course, number: int) -> Told:
    """Plays the game of this number, from 0; one without an end has no moments."""
    seed = seed_of(course.seed, number)
    rng = random.Random(seed)
    seats = course.seats[number % len(course.seats)]
    game = Game.new("random", players=seats, seed=seed)
    players = [make_player(rng.choice(course.players), seed_of(seed, k)) for k in range(seats)]

    def answer(decision: Decision) -> int:
        return players[decision.seat].choose(game.observe(decision.seat), decision)

    return _told(number, game, answer, rng)


def play_again(folder: Path) -> Iterator[Told]:
    """The games that `smashup lab play` has kept in a folder, told like those that are played."""
    from smashup.lab.folder import GamesFolder
    from smashup.lab.plans import source_of

    kept = GamesFolder(folder)
    source = source_of(kept.heading)
    rows = kept.table("games").select("number", "answers").collect().sort("number")
    for number, answers in rows.iter_rows():
        game = source.sitting(number).game()
        yield _told(number, game, partial(_next, iter(answers)), random.Random(number))


def _next(answers: Iterator[int], decision: Decision) -> int:
    """Whatever is asked."""
    return next(answers)


def _told(number: int, game: Game, answer: Callable[[Decision], int], rng: random.Random) -> Told:
    """Takes a game to its end by these answers, and notes what is stated on the way."""
    moments: list[Moment] = []
    turn = 0
    while goes_on(game):
        decision = game.decision
        assert decision is not None
        begins = decision.kind == "play" and game.turn_number != turn
        turn = game.turn_number if begins else turn
        if begins or (turn and rng.random() < BETWEEN):
            moments.append(_moment(game, begins, rng))
        game.decide(answer(decision))
    if not game.over:
        return Told(number, [], [])
    shares = [(seat in game.winners) / len(game.winners) for seat in game.seats]
    return Told(number, shares, moments)


def _moment(game: Game, begins: bool, rng: random.Random) -> Moment:
    seen = game.observe(None)
    worlds = [seen.determinize(rng, to_play=False) for _ in range(FEW_WORLDS)]
    said = {name: mean_chances(judge, worlds) for name, judge in judges().items()}
    return Moment(said, max(game.vp), begins)


def play_all(course: Course, games: int, jobs: int, keep: Path | None) -> Iterator[Told]:
    """So many games; those of this course that are kept in the file are not played again."""
    heading = {"course": course._asdict()}
    lines = None if keep is None else KeptLines(keep, heading, _read, list)
    kept = {told.number: told for told in lines.games} if lines is not None else {}
    yield from (kept[number] for number in range(games) if number in kept)
    missing = [number for number in range(games) if number not in kept]
    played = in_parallel(partial(play, course), missing, jobs)
    yield from played if lines is None else lines.kept(played)


def _read(line: list[Any]) -> Told:
    number, shares, moments = line
    return Told(number, shares, [Moment(*moment) for moment in moments])


# -- making them true ------------------------------------------------------------------------------


def fitted(games: Iterable[Told], judge: str) -> Calibration:
    """The calibration that would have made what a judge stated in these games likeliest.

    Few games prove little: the fewer there are, the more the judge is believed as it is.
    """
    contests: dict[int, list[Contest]] = {}
    played: Counter[int] = Counter()
    for told in games:
        played[len(told.shares)] += 1
        for moment in told.moments:
            far = progress(moment.most_vp)
            logs = [math.log(max(LEAST, chance)) for chance in moment.chances[judge]]
            numbers = [[log * (1 - far), log * far] for log in logs]
            contests.setdefault(len(logs), []).append(Contest(numbers, told.shares))
    sharpness: dict[int, tuple[float, float]] = {}
    for seats, some in sorted(contests.items()):
        trust = played[seats] / (played[seats] + FEW_GAMES)
        first, last = (round(1 + trust * (sharp - 1), 4) for sharp in logistic(some, 2))
        sharpness[seats] = (first, last)
    return Calibration(sharpness)


def made_true(games: Iterable[Told], calibrations: dict[str, Calibration]) -> list[Told]:
    """The same games with what is stated where judges are calibrated so."""
    return [
        told._replace(
            moments=[
                moment._replace(
                    chances={
                        judge: calibrations[judge].applied(said, moment.most_vp)
                        for judge, said in moment.chances.items()
                    }
                )
                for moment in told.moments
            ]
        )
        for told in games
    ]


def fitted_crosswise(course: Course, games: Sequence[Told]) -> list[Told]:
    """What is stated in each half of the games by what was found on the other half."""
    one, other = course.halves(games)
    return [*made_true(one, _all_fitted(other)), *made_true(other, _all_fitted(one))]


def _all_fitted(games: Sequence[Told]) -> dict[str, Calibration]:
    return {judge: fitted(games, judge) for judge in judges()}


def write(calibrations: dict[str, Calibration], made_by: str) -> None:
    """Keeps them in the files of the judges, with the command that found them."""
    if LEARNED in calibrations:
        net = Net.read(NET_FILE)
        net.calibration = calibrations[LEARNED]
        net.write(NET_FILE)
        _add(NET_FILE.with_suffix(".json"), {"calibrated_by": made_by})
    sharpness = calibrations[WEIGHED].sharpness
    by_seats = {str(seats): sharp for seats, sharp in sharpness.items()}
    _add(WEIGHTS_FILE, {"sharpness": by_seats, "calibrated_by": made_by})


def _add(path: Path, fields: dict[str, object]) -> None:
    document = json.loads(path.read_text("utf-8")) | fields
    path.write_text(json.dumps(document, indent=1) + "\n", "utf-8")


# -- how true they come ----------------------------------------------------------------------------


class Band(NamedTuple):
    """Chances stated between two limits: how high on average, and how often they came true.

    `error`: half of the 95 % interval of that; moments of one game are counted as one event.
    """

    low: float
    high: float
    times: int
    said: float
    came: float
    error: float


def bands(games: Iterable[Told], judge: str) -> list[Band]:
    """What a judge stated in these games, by its height."""
    sorted_in: list[list[tuple[int, float, float]]] = [[] for _ in range(BANDS)]
    for number, told in enumerate(games):
        for moment in told.moments:
            for chance, share in zip(moment.chances[judge], told.shares, strict=True):
                sorted_in[min(BANDS - 1, int(chance * BANDS))].append((number, chance, share))
    return [_band(k, given) for k, given in enumerate(sorted_in) if given]


def _band(number: int, given: Sequence[tuple[int, float, float]]) -> Band:
    count = len(given)
    came = sum(share for *_, share in given) / count
    off: dict[int, float] = {}
    for game, _, share in given:
        off[game] = off.get(game, 0.0) + share - came
    error = Z95 * math.sqrt(sum(square * square for square in off.values())) / count
    said = sum(chance for _, chance, _ in given) / count
    return Band(number / BANDS, (number + 1) / BANDS, count, said, came, error)


def log_loss(games: Iterable[Told], judge: str) -> float:
    """How badly what was stated fits what came: the mean logarithm missed."""
    missed = count = 0.0
    for told in games:
        for moment in told.moments:
            said = zip(moment.chances[judge], told.shares, strict=True)
            missed -= sum(share * math.log(max(LEAST, chance)) for chance, share in said)
            count += 1
    return missed / max(1.0, count)


def opening(games: Iterable[Told], judge: str) -> tuple[float, float, float]:
    """At the first turn: what is stated for the likeliest seat on average, how often that seat
    won, and the most that was stated for anybody."""
    said: list[float] = []
    came: list[float] = []
    for told in games:
        if told.moments:
            chances = told.moments[0].chances[judge]
            said.append(max(chances))
            came.append(told.shares[chances.index(said[-1])])
    if not said:
        return 0.0, 0.0, 0.0
    return sum(said) / len(said), sum(came) / len(came), max(said)
