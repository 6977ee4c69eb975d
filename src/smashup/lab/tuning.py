"""Tuning the weights of `players/standing.py` by self-play.

Quick players who judge by the present weights play against each other. At the start of every turn
the features of all seats are noted. Then, in three steps:

1. What is each thing on the table or in hand worth? Least squares say by how many victory points
   who has more of it gains on the others over the next rounds, all else being equal, the factions
   too. (Points come many times in a game, the win only once: it would tell far less.)
2. What are victory points, in hand and as foreseen in step 1, worth as chances to win? A logistic
   regression says, and is checked on a fifth of the games that it was not fitted to.
3. Does it play better? Players with the new weights meet players with the old ones, who both plan
   their turns as `tuned` does; each deal is played twice, with the seats swapped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from operator import mul
from typing import Any

from smashup.cards.registry import FACTIONS
from smashup.engine.game import Game
from smashup.lab.fitting import Contest, expected, least_squares, log_loss, logistic
from smashup.lab.match import LONGEST_GAME
from smashup.lab.parallel import in_parallel, seed_of
from smashup.lab.simulate import wilson
from smashup.players import Player
from smashup.players.judge import WeighedJudge
from smashup.players.planning import QUICK
from smashup.players.standing import FEATURES, PRESENT, Weights, features
from smashup.players.tuned import TunedPlayer

SEATS = (2, 3, 2, 4)  # how many play, by turns
ROUNDS = 3  # how far the victory points to come are counted
HELD_OUT = 5  # one game of so many is not fitted to
BANDS = 5  # into which chances are sorted to see how true they come
POINTS = ("vp", "vp_late")  # what is no forecast of points, but they themselves
PROMISE = FEATURES[-1]  # of factions, which step 1 finds too
ASSETS = tuple(name for name in FEATURES if name not in (*POINTS, PROMISE))


@dataclass(frozen=True)
class Moment:
    """The start of a turn: the features and victory points by seat."""

    features: list[list[float]]
    vp: list[int]


@dataclass(frozen=True)
class Lesson:
    """A game of self-play that came to an end, as a row of moments; the last is the end."""

    factions: tuple[tuple[str, ...], ...]
    moments: list[Moment]
    shares: list[float]  # of the win, by seat


@dataclass(frozen=True)
class Band:
    """Of the chances given between two limits: how many, their mean, how often it came so."""

    low: float
    high: float
    count: int
    said: float
    came: float


@dataclass(frozen=True)
class Fit:
    """New weights, and how well they foretell the winner of games that they were not fitted to."""

    weights: Weights
    worth: dict[str, float]  # in victory points, step 1
    lessons: int
    moments: int
    loss_before: float
    loss_after: float
    bands: list[Band]


def play(game: Game, players: Sequence[Player]) -> Iterator[Game]:
    """Plays a game to its end, or until it has gone on for too long; stops at every turn."""
    turn = 0
    while (decision := game.decision) is not None and game.turn_number <= LONGEST_GAME:
        if decision.kind == "play" and game.turn_number != turn:
            turn = game.turn_number
            yield game
        game.decide(players[decision.seat].choose(game.observe(decision.seat), decision))
    yield game


def learn(weights: Weights, seed: int, number: int) -> Lesson | None:
    """The game of self-play of this number; None if it came to no end."""
    count = SEATS[number % len(SEATS)]
    game = Game.new("random", players=count, seed=seed_of(seed, number))
    judge = WeighedJudge(weights)
    players = [TunedPlayer(seed_of(seed, number, seat), judge, QUICK) for seat in range(count)]
    moments = [Moment(features(now, weights), now.vp[:]) for now in play(game, players)]
    if not game.over:
        return None
    shares = [(seat in game.winners) / len(game.winners) for seat in range(count)]
    return Lesson(game.factions, moments, shares)


def contend(new: Weights, old: Weights, seed: int, number: int) -> float:
    """A game of two, new weights against old: the share of the win of the new ones.

    Each deal is played from both seats.
    """
    deal, mine = divmod(number, 2)
    game = Game.new("random", players=2, seed=seed_of(seed, deal))
    judges = [WeighedJudge(new if seat == mine else old) for seat in range(2)]
    players = [TunedPlayer(seed_of(seed, deal, seat), judges[seat]) for seat in range(2)]
    for _ in play(game, players):
        pass
    return (mine in game.winners) / len(game.winners) if game.over else 0.5


def lessons_of(
    games: int, seed: int, jobs: int, weights: Weights = PRESENT
) -> Iterator[Lesson | None]:
    """Games of self-play, several at a time; the same on any number of cores."""
    return in_parallel(partial(learn, weights, seed), range(games), jobs)


def trial_of(
    games: int, seed: int, jobs: int, new: Weights, old: Weights = PRESENT
) -> Iterator[float]:
    """Shares of the wins of the new weights, on other deals than those of the lessons."""
    return in_parallel(partial(contend, new, old, seed_of(seed, games)), range(games), jobs)


def fitted(lessons: Sequence[Lesson], before: Weights = PRESENT) -> Fit:
    """The weights that these games teach, with the figures that speak for them."""
    held_out = list(lessons[::HELD_OUT])
    learned = [lesson for number, lesson in enumerate(lessons) if number % HELD_OUT]
    # What points are worth is asked of other games than what things are worth in points: the same
    # games would believe too much in what they have just taught.
    points = _chances_of_points(learned[1::2], *worth_in_points(learned[::2]))
    worth, promise = worth_in_points(learned)
    weights = _weights(worth, promise, points)
    after = _contests(held_out, weights)
    return Fit(
        weights=weights,
        worth=worth,
        lessons=len(lessons),
        moments=sum(len(lesson.moments) for lesson in lessons),
        loss_before=log_loss(_contests(held_out, before), before.values),
        loss_after=log_loss(after, weights.values),
        bands=bands(after, weights.values),
    )


# -- what things are worth in victory points -------------------------------------------------------


def worth_in_points(lessons: Sequence[Lesson]) -> tuple[dict[str, float], dict[str, float]]:
    """By how many points each asset, and each faction, lets a seat gain on the others soon.

    An asset that would count against its holder counts nothing, and the others are fitted anew.
    """
    counted = list(ASSETS)
    names = list(FACTIONS)
    while True:
        columns = [FEATURES.index(name) for name in (*counted, *POINTS)]
        rows = (row for lesson in lessons for row in _gains(lesson, columns, names))
        found = least_squares(rows, len(columns) + len(names))
        worth = dict(zip(counted, found, strict=False))
        harmful = [name for name, value in worth.items() if value < 0]
        if not harmful:
            promise = dict(zip(names, found[len(columns) :], strict=True))
            return {name: worth.get(name, 0.0) for name in ASSETS}, promise
        counted = [name for name in counted if name not in harmful]


def _gains(
    lesson: Lesson, columns: Sequence[int], factions: Sequence[str]
) -> Iterator[tuple[list[float], float]]:
    """For each turn and seat what it has more than the others, and what it gains on them."""
    seats = len(lesson.shares)
    ahead = ROUNDS * seats
    held = [[float(name in mine) for name in factions] for mine in lesson.factions]
    for number, now in enumerate(lesson.moments[:-1]):
        then = lesson.moments[min(number + ahead, len(lesson.moments) - 1)]
        numbers = [
            [*(vector[k] for k in columns), *mine]
            for vector, mine in zip(now.features, held, strict=True)
        ]
        gained = [float(b - a) for a, b in zip(now.vp, then.vp, strict=True)]
        for seat in range(seats):
            yield _more([*numbers], seat), _more([[points] for points in gained], seat)[0]


def _more(numbers: list[list[float]], seat: int) -> list[float]:
    """By how much a seat's numbers exceed the mean of the others'."""
    mine = numbers.pop(seat)
    others = [sum(column) / len(numbers) for column in zip(*numbers, strict=True)]
    return [a - b for a, b in zip(mine, others, strict=True)]


# -- what points are worth as chances --------------------------------------------------------------


def _foreseen(worth: dict[str, float], promise: dict[str, float]) -> Weights:
    """Weights by which a standing is victory points, in hand and foreseen."""
    return Weights([{"vp": 1.0, **worth}.get(name, 0.0) for name in FEATURES], promise)


def _chances_of_points(
    lessons: Sequence[Lesson], worth: dict[str, float], promise: dict[str, float]
) -> list[float]:
    """What points, the last points and the promise of factions are worth as chances to win.

    Points foreseen count like points in hand. Left free they would count for more, because who
    has much on the table often just has the better cards: true as a forecast, but to put even
    more on the table does not make the cards better.
    """
    foreseen = _foreseen(worth, promise)
    late = FEATURES.index("vp_late")
    contests = [
        Contest(
            [[sum(map(mul, foreseen.values, seat)), seat[late], seat[-1]] for seat in seats],
            shares,
        )
        for seats, shares in _contests(lessons, foreseen)
    ]
    return [max(0.0, factor) for factor in logistic(contests, 3)]


def _weights(worth: dict[str, float], promise: dict[str, float], points: list[float]) -> Weights:
    """Weights on such a scale that the chances to win are the softmax of the standings."""
    foreseen = _foreseen(worth, promise)
    each, last_points, factions = points
    scale = {name: each * value for name, value in zip(FEATURES, foreseen.values, strict=True)}
    scale |= {"vp_late": last_points, PROMISE: factions}
    return Weights([scale[name] for name in FEATURES], promise)


def _contests(lessons: Sequence[Lesson], weights: Weights) -> list[Contest]:
    """All moments but the ends, with the factions as strong as these weights say."""
    return [
        Contest(
            [
                [*vector[:-1], weights.promise(names, max(now.vp))]
                for vector, names in zip(now.features, lesson.factions, strict=True)
            ],
            lesson.shares,
        )
        for lesson in lessons
        for now in lesson.moments[:-1]
    ]


def bands(contests: Sequence[Contest], factors: Sequence[float]) -> list[Band]:
    """How true the chances come: sorted into bands of equal width."""
    sorted_in: list[list[tuple[float, float]]] = [[] for _ in range(BANDS)]
    for contest in contests:
        for chance, share in zip(expected(contest.seats, factors), contest.shares, strict=True):
            sorted_in[min(BANDS - 1, int(chance * BANDS))].append((chance, share))
    return [
        Band(
            low=number / BANDS,
            high=(number + 1) / BANDS,
            count=len(given),
            said=sum(chance for chance, _ in given) / len(given),
            came=sum(share for _, share in given) / len(given),
        )
        for number, given in enumerate(sorted_in)
        if given
    ]


# -- the file --------------------------------------------------------------------------------------


def is_better(fit: Fit, trial: Sequence[float]) -> bool:
    """Whether the new weights foretell better and win no less than the old (shares of wins)."""
    return fit.loss_after < fit.loss_before and 2 * sum(trial) >= len(trial)


def document(fit: Fit, trial: Sequence[float], date: str, command: str) -> dict[str, Any]:
    """The weights and the figures that justify them, as they are written to the file."""
    return {
        "weights": _rounded(dict(zip(FEATURES, fit.weights.values, strict=True))),
        "factions": _rounded(fit.weights.factions),
        "figures": {
            "made_by": command,
            "date": date,
            "games_of_self_play": fit.lessons,
            "positions": fit.moments,
            "worth_in_victory_points": _rounded(fit.worth),
            "log_loss_on_games_not_fitted_to": _rounded(
                {"before": fit.loss_before, "after": fit.loss_after}
            ),
            "chances_said_and_come_true": [_rounded(asdict(band)) for band in fit.bands],
            "new_against_old": {"games": len(trial), **_rate(trial)},
        },
    }


def _rounded(numbers: dict[str, float]) -> dict[str, float]:
    return {name: round(number, 4) for name, number in numbers.items()}


def _rate(shares: Sequence[float]) -> dict[str, float]:
    low, high = wilson(sum(shares), len(shares))
    return _rounded({"win_rate": sum(shares) / len(shares), "low": low, "high": high})
