"""What answers are worth: each is tried on a game that could be the real one, to the turn's end.

An answer is worth what the position is worth if the turn ended after it, bases scored and all. So
all answers are compared at the same moment, and that is the only one the judge has to understand.
"""

from __future__ import annotations

import random
from collections.abc import Generator, Iterable, Sequence
from typing import NamedTuple, TypeAlias, TypeVar

import numpy as np

from features import ENCODER
from judge import Judge
from smashup import Decision, Game, Observation, Seat
from smashup.rl import returns
from smashup.rl.encoder import Row

MOST_QUESTIONS = 6  # that are answered on the way to the end of a turn

_T = TypeVar("_T")
#: Games to be judged for a seat.
Asked: TypeAlias = tuple[Sequence[Game], Seat]
#: Who thinks asks for judgements by `yield`, and is sent the chances of that seat: so the games
#: that many think of at once can be judged together, which is much quicker.
Thinking: TypeAlias = Generator[Asked, list[float], _T]


class Effort(NamedTuple):
    """How much is thought about an answer."""

    worlds: int  # games that could be the real one
    options: int  # of more than these, some are drawn and looked at
    plays: int  # how many plays ahead
    beam: int  # with how many rows of plays it goes on
    tries: int  # how many answers are tried to a question on the way


QUICK = Effort(worlds=1, options=7, plays=1, beam=0, tries=3)
FULL = Effort(worlds=2, options=24, plays=3, beam=3, tries=7)


class Line(NamedTuple):
    """The first of some answers that follow one another, and the game after all of them."""

    first: int
    game: Game


def worth_of(
    observation: Observation, decision: Decision, rng: random.Random, effort: Effort
) -> Thinking[dict[int, float]]:
    """The chance to win after each answer that was looked at, by its number."""
    last = len(decision.options) - 1  # to end or to decline: that is always looked at
    answers = [*_some(range(last), effort.options - 1, rng), last]
    worth = dict.fromkeys(answers, 0.0)
    for _ in range(effort.worlds):
        world = observation.determinize(rng)
        lines = [Line(*line) for line in zip(answers, world.tried(answers), strict=True)]
        found = yield from _best_ends(lines, decision.seat, rng, effort)
        for answer, chance in found.items():
            worth[answer] += chance / effort.worlds
    return worth


def _some(answers: range, most: int, rng: random.Random) -> Sequence[int]:
    """All of them, or so many drawn by lot."""
    return answers if len(answers) <= most else sorted(rng.sample(answers, most))


def _best_ends(
    lines: list[Line], seat: Seat, rng: random.Random, effort: Effort
) -> Thinking[dict[int, float]]:
    """By their first answers, the chance after the best way that is found to end the turn."""
    best: dict[int, float] = {}
    for ahead in range(effort.plays):
        lines = yield from _followed(lines, seat, effort)
        ends = yield from _followed([_ended(line, seat) for line in lines], seat, effort)
        chances = yield [line.game for line in ends], seat
        for line, chance in zip(lines, chances, strict=True):
            best[line.first] = max(chance, best.get(line.first, 0.0))
        if ahead + 1 < effort.plays:
            order = sorted(range(len(lines)), key=lambda number: -chances[number])
            going_on = [lines[number] for number in order if _plays(lines[number].game, seat)]
            lines = [
                more for line in going_on[: effort.beam] for more in _plays_on(line, rng, effort)
            ]
            if not lines:
                break
    return best


def _plays(game: Game, seat: Seat) -> bool:
    """Whether the seat can play a card now, or end its turn."""
    decision = game.decision
    return decision is not None and decision.kind == "play" and decision.seat == seat


def _last(game: Game) -> int:
    """To end or to decline."""
    assert game.decision is not None
    return len(game.decision.options) - 1


def _plays_on(line: Line, rng: random.Random, effort: Effort) -> list[Line]:
    """The line with one play more."""
    plays = _some(range(_last(line.game)), effort.options, rng)
    return [Line(line.first, game) for game in line.game.tried(plays)]


def _ended(line: Line, seat: Seat) -> Line:
    """The line after the seat has ended its turn, if it is asked what to play."""
    if not _plays(line.game, seat):
        return line
    return Line(line.first, line.game.tried([_last(line.game)])[0])


def _followed(lines: Iterable[Line], seat: Seat, effort: Effort) -> Thinking[list[Line]]:
    """Answers the questions that come up until somebody can play, or a few of them.

    The seat takes what looks best at once, the others decline where they may.
    """
    lines = list(lines)
    for _ in range(MOST_QUESTIONS):
        choices: dict[int, list[Game]] = {}
        for number, (_, game) in enumerate(lines):
            decision = game.decision
            if decision is None or decision.kind == "play":
                continue
            last = _last(game)
            if decision.seat != seat or last == 0:
                game.decide(last)
                choices[number] = [game]
            else:
                step = last // effort.tries + 1
                choices[number] = game.tried(range(last, -1, -step))
        if not choices:
            break
        yield from _take_best(lines, choices, seat)
    return lines


def _take_best(lines: list[Line], choices: dict[int, list[Game]], seat: Seat) -> Thinking[None]:
    """Puts the best of the games that each line could go on with into its place."""
    open_ones = [game for games in choices.values() if len(games) > 1 for game in games]
    chances = iter((yield open_ones, seat) if open_ones else [])
    for number, games in choices.items():
        worth = [next(chances) for _ in games] if len(games) > 1 else [0.0]
        lines[number] = Line(lines[number].first, games[worth.index(max(worth))])


def judged(judge: Judge, asked: Sequence[Asked]) -> list[list[float]]:
    """The chances that all these thoughts ask for, judged together."""
    pairs = [(game, seat) for games, seat in asked for game in games]
    rows: Row = np.zeros((len(pairs), ENCODER.layout.size), np.int16)
    for row, (game, seat) in zip(rows, pairs, strict=True):
        ENCODER.encode(game.observe(seat), row)
    chances = judge.chances(rows).tolist()
    for number, (game, seat) in enumerate(pairs):
        if game.over:
            chances[number] = (1 + returns(game)[seat]) / 2
    each = iter(chances)
    return [[next(each) for _ in games] for games, _ in asked]
