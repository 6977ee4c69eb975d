"""The ladder: a bot against opponents that are always the same, and a rating that compares.

The rungs have ratings that were measured once and stay (`scale.py`). Each deal is played with the
bot in every seat, and what belongs to one deal is one observation.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import Any

from smashup.lab.arena import ArenaGame, Contest, Rate, play_one
from smashup.lab.arena_report import command, told
from smashup.lab.parallel import in_parallel
from smashup.lab.scale import RATINGS, Measured, Rung, measured
from smashup.lab.stamp import stamp

MOST_FAILURES = 5  # how many are told one by one
#: From the weakest up.
LADDER = tuple(Rung(spec, rating) for spec, rating in RATINGS.items())


@dataclass(frozen=True)
class Climb:
    """A bot about to be rated: so many games against each rung."""

    bot: str
    contest: Contest
    rungs: tuple[Rung, ...] = LADDER

    @classmethod
    def of(cls, bot: str, contest: Contest) -> Climb:
        """With all of the contest but its players; `SmashUpError` if it cannot be."""
        climb = cls(bot, contest)
        for number in range(len(climb.rungs)):
            climb.against(number).check()
        return climb

    def against(self, rung: int) -> Contest:
        """The contest with one of the rungs; all have the same deals."""
        return replace(self.contest, players=(self.bot, self.rungs[rung].spec))

    @property
    def total(self) -> int:
        """How many games that makes."""
        return len(self.rungs) * self.against(0).total

    def play(self, jobs: int) -> Iterator[tuple[int, ArenaGame]]:
        """All games with the number of their rung; all rungs play a deal before the next."""
        return in_parallel(partial(_play_one, self), range(self.total), jobs)


def _play_one(climb: Climb, number: int) -> tuple[int, ArenaGame]:
    seats, rungs = climb.contest.seats, len(climb.rungs)
    deal, rest = divmod(number, seats * rungs)
    rung, turned = divmod(rest, seats)
    return rung, play_one(climb.against(rung), deal * seats + turned)


@dataclass(frozen=True)
class Climbed:
    """How far a bot came."""

    rating: Measured
    rates: dict[str, Rate]
    failures: tuple[str, ...]  # a sentence each
    seconds_per_decision: float
    games: int


def climbed(climb: Climb, games: Sequence[tuple[int, ArenaGame]]) -> Climbed:
    """The rating after these games, some or all, with its 95 % interval."""
    scores: dict[Hashable, dict[int, list[float]]] = {}  # by deal and rung
    for rung, game in games:
        deal = (game.number - 1) // climb.contest.seats
        score = game.outcome.share(_seat_of_the_bot(game))
        scores.setdefault(deal, {}).setdefault(rung, []).append(score)
    decisions = sum(game.outcome.decisions[_seat_of_the_bot(game)] for _, game in games)
    seconds = sum(game.outcome.seconds[_seat_of_the_bot(game)] for _, game in games)
    return Climbed(
        rating=measured(climb.rungs, scores),
        rates={
            rung.spec: Rate.of(sum(won), len(won))
            for number, rung in enumerate(climb.rungs)
            if (won := [s for of in scores.values() for s in of.get(number, ())])
        },
        failures=tuple(
            told(climb.against(rung), climb.bot, game.number, failure)
            for rung, game in games
            for failure in game.outcome.failures
            if failure.seat == _seat_of_the_bot(game)
        ),
        seconds_per_decision=seconds / max(1, decisions),
        games=len(games),
    )


def _seat_of_the_bot(game: ArenaGame) -> int:
    return game.sitting.index(0)


# -- for people and programs -----------------------------------------------------------------------


def lines(climb: Climb, result: Climbed) -> list[str]:
    """The result in sentences, the rating last."""
    told_lines = [
        f"{climb.bot} against {spec} ({rung_rating(climb, spec):.0f}): "
        f"{rate.win_rate:.1%} of {rate.games} games ({100 * rate.low:.1f}–{100 * rate.high:.1f})"
        for spec, rate in result.rates.items()
    ]
    told_lines += result.failures[:MOST_FAILURES]
    if len(result.failures) > MOST_FAILURES:
        more = len(result.failures) - MOST_FAILURES
        told_lines.append(
            "There is one more such failure: see --json."
            if more == 1
            else f"There are {more} more such failures: see --json."
        )
    told_lines.append(f"{result.seconds_per_decision:.4f} seconds for a decision.")
    told_lines.append(f"Rating: {result.rating.in_words}, random is {climb.rungs[0].rating:.0f}.")
    return told_lines


def rung_rating(climb: Climb, spec: str) -> float:
    """The rating of the rung of this name."""
    return next(rung.rating for rung in climb.rungs if rung.spec == spec)


def to_json(climb: Climb, result: Climbed) -> dict[str, Any]:
    """Everything as plain data."""
    return {
        "bot": climb.bot,
        "ladder": [{"spec": rung.spec, "rating": rung.rating} for rung in climb.rungs],
        "seed": climb.contest.seed,
        "edition": climb.contest.edition,
        **stamp(),
        "games_planned": climb.total,
        "commands": [command(climb.against(number)) for number in range(len(climb.rungs))],
        **asdict(result),
        **result.rating._asdict(),
    }
