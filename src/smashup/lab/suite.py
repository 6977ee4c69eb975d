"""The strength bench: always the same trials against the rulers, so that figures can be compared.

A bot meets `tuned-1` and `greedy-1` at tables of two, three and four, on deals that the seed alone
decides, each played from every seat. Games are kept by trial, so a long bench goes on another day.
What comes of it is told trial by trial, and as one rating for each bot, on the scale of the ladder.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from smashup.lab.arena import ArenaGame, Contest, Rate, play_all
from smashup.lab.arena_report import command, rate_in_words, table
from smashup.lab.keeping import KeptGames
from smashup.lab.match import Outcome
from smashup.lab.scale import RATINGS, Measured, Rung, measured
from smashup.lab.stamp import in_words, stamp

HEADING = ["", "against", "games", "won", "rating", "seconds/ turn", "failures"]
SKILLS = ["", "trials", "games", "rating", "above the next"]
LAST = "–"  # above nobody


class Trial(NamedTuple):
    """Whom a bot meets in the bench, at how many seats, on which deals."""

    ruler: str  # takes all other seats
    seats: int = 2
    even: bool = False

    @property
    def rung(self) -> Rung:
        """The same on the scale of the ladder."""
        return Rung(self.ruler, RATINGS[self.ruler], self.seats - 1)

    @property
    def in_words(self) -> str:
        """Whom it is against.

        >>> Trial("greedy-1", seats=3).in_words, Trial("tuned-1", even=True).in_words
        ('2 × greedy-1', 'tuned-1, even')
        """
        others = self.ruler if self.seats == 2 else f"{self.seats - 1} × {self.ruler}"
        return f"{others}, even" if self.even else others

    def contest(self, player: str, given: Contest) -> Contest:
        """What is played, with all that is given but players, seats and factions."""
        rulers = (self.ruler,) * (self.seats - 1)
        return replace(given, players=(player, *rulers), seats=self.seats, even=self.even)


TRIALS = (
    Trial("tuned-1"),
    Trial("greedy-1"),
    Trial("tuned-1", even=True),
    Trial("greedy-1", seats=3),
    Trial("greedy-1", seats=4),
)


class Played(NamedTuple):
    """A bot's contest in a trial, and its games, at least one."""

    contest: Contest
    games: Sequence[ArenaGame]

    @property
    def player(self) -> str:
        """The bot that is measured."""
        return self.contest.players[0]

    @property
    def trial(self) -> Trial:
        """The trial."""
        return Trial(self.contest.players[1], self.contest.seats, self.contest.even)

    @property
    def taken(self) -> list[tuple[int, Outcome, int]]:
        """Of each game its deal, its outcome and the bot's seat."""
        return [
            (self.contest.sitting(game.number - 1)[0], game.outcome, game.sitting.index(0))
            for game in self.games
        ]


@dataclass(frozen=True)
class Result:
    """How a bot did in a trial. `won`: the share of all wins; fair is one by the seats."""

    player: str
    trial: Trial
    won: Rate
    rating: Measured  # by this trial alone
    seconds_per_turn: float  # of its own turns, whatever it was asked in those of others
    failures: int
    command: str  # plays the games of this trial alone


@dataclass(frozen=True)
class Skill:
    """How strong a bot is by all its trials together."""

    player: str
    trials: int
    games: int
    rating: Measured
    above_next: Measured | None  # None for the weakest


def bench(
    given: Contest, jobs: int, folder: Path | None
) -> Iterator[tuple[Contest, Iterator[ArenaGame]]]:
    """For every bot given and trial the contest and its games, played as they are asked for.

    Those that are kept in the folder come first and are not played again.
    """
    players = dict.fromkeys(given.players)  # who is named twice plays once
    contests = [trial.contest(player, given) for player in players for trial in TRIALS]
    for contest in contests:
        contest.check()
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    for contest in contests:
        yield contest, _games(contest, jobs, folder)


def _games(contest: Contest, jobs: int, folder: Path | None) -> Iterator[ArenaGame]:
    if folder is None:
        yield from play_all(contest, jobs)
        return
    kept = KeptGames(folder / file_name(contest), contest)
    yield from kept.games
    yield from kept.kept(play_all(contest, jobs, kept.missing()))


def file_name(contest: Contest) -> str:
    """Where the games of a trial are kept.

    >>> file_name(Trial("tuned-1", even=True).contest("search:2s", Contest((), 10)))
    'search-2s-tuned-1-2-even.jsonl'
    """
    words = [contest.players[0], contest.players[1], str(contest.seats)]
    words += ["even"] if contest.even else []
    return re.sub(r"[^\w.]+", "-", "-".join(words)) + ".jsonl"


def result_of(played: Played) -> Result:
    """What the games of a trial came to for the bot."""
    contest, taken = played.contest, played.taken
    seconds = sum(outcome.seconds[seat] for _, outcome, seat in taken)
    turns = sum(outcome.turns / contest.seats for _, outcome, _ in taken)
    return Result(
        player=played.player,
        trial=played.trial,
        won=Rate.of(sum(outcome.share(seat) for _, outcome, seat in taken), len(taken)),
        rating=_rating([played]),
        seconds_per_turn=seconds / max(1, turns),
        failures=sum(f.seat == seat for _, outcome, seat in taken for f in outcome.failures),
        command=command(contest),
    )


def _rating(trials: Sequence[Played]) -> Measured:
    """What explains best how a bot did in these trials.

    At tables of one size both rulers have the same deals; those of even factions are other deals.
    """
    scores: dict[Hashable, dict[int, list[float]]] = {}
    for number, played in enumerate(trials):
        for deal, outcome, seat in played.taken:
            of = scores.setdefault((played.trial.seats, played.trial.even, deal), {})
            of.setdefault(number, []).append(outcome.share(seat))
    return measured([played.trial.rung for played in trials], scores)


def skills(trials: Sequence[Played]) -> list[Skill]:
    """How strong the bots of these trials are, the strongest first."""
    by_player: dict[str, list[Played]] = {}
    for played in trials:
        by_player.setdefault(played.player, []).append(played)
    ratings = {player: _rating(of) for player, of in by_player.items()}
    order = sorted(ratings, key=lambda player: -ratings[player].rating)
    below = dict(pairwise(order))
    return [
        Skill(
            player=player,
            trials=len(by_player[player]),
            games=sum(len(played.games) for played in by_player[player]),
            rating=ratings[player],
            above_next=ratings[player].above(ratings[below[player]]) if player in below else None,
        )
        for player in order
    ]


# -- for people and programs -----------------------------------------------------------------------


def rows(trials: Sequence[Played]) -> list[list[str]]:
    """A heading, then a row for each bot and trial."""
    return [
        HEADING,
        *(
            [
                result.player,
                result.trial.in_words,
                str(result.won.games),
                rate_in_words(result.won),
                result.rating.in_words,
                f"{result.seconds_per_turn:.2f}",
                str(result.failures),
            ]
            for result in map(result_of, trials)
        ),
    ]


def skill_rows(trials: Sequence[Played]) -> list[list[str]]:
    """A heading, then a row for each bot, the strongest first."""
    return [
        SKILLS,
        *(
            [
                skill.player,
                str(skill.trials),
                str(skill.games),
                skill.rating.in_words,
                LAST if skill.above_next is None else skill.above_next.in_words,
            ]
            for skill in skills(trials)
        ),
    ]


def note() -> str:
    """What the ratings are."""
    rulers = ", ".join(f"{spec} {rating:.0f}" for spec, rating in RATINGS.items())
    return f"Ratings are Elo's, with their 95 % intervals: {rulers}."


def to_json(trials: Sequence[Played]) -> dict[str, Any]:
    """Everything as plain data."""
    return {**stamp(), "scale": RATINGS, "results": _results(trials), "skills": _skills(trials)}


def _results(trials: Sequence[Played]) -> list[dict[str, Any]]:
    return [
        {
            **asdict(result),
            "trial": result.trial._asdict(),
            "rating": result.rating._asdict(),
        }
        for result in map(result_of, trials)
    ]


def _skills(trials: Sequence[Played]) -> list[dict[str, Any]]:
    return [
        {
            **asdict(skill),
            "rating": skill.rating._asdict(),
            "above_next": None if skill.above_next is None else skill.above_next._asdict(),
        }
        for skill in skills(trials)
    ]


def markdown(made_by: str, trials: Sequence[Played]) -> str:
    """The tables, with the command that makes them again."""
    tables = [table(rows(trials)), table(skill_rows(trials))]
    return "\n\n".join([f"    {made_by}", *tables, note(), in_words()]) + "\n"
