"""The strength bench: always the same trials against the rulers, so that figures can be compared.

A bot meets `tuned-1` and `greedy-1` at tables of two, three and four, on deals that the seed alone
decides, each played from every seat. Games are kept by trial, so a long bench goes on another day.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from smashup.lab.arena import ArenaGame, Contest, Rate, play_all
from smashup.lab.arena_report import command, rate_in_words, table
from smashup.lab.keeping import KeptGames
from smashup.lab.stamp import in_words, stamp

HEADING = ["", "against", "games", "won", "seconds/ turn", "failures"]


class Trial(NamedTuple):
    """Whom a bot meets in the bench, at how many seats, on which deals."""

    ruler: str  # takes all other seats
    seats: int = 2
    even: bool = False

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


@dataclass(frozen=True)
class Result:
    """How a bot did in a trial. `won`: the share of all wins; fair is one by the seats."""

    player: str
    trial: Trial
    won: Rate
    seconds_per_turn: float  # of its own turns, whatever it was asked in those of others
    failures: int
    command: str  # plays the games of this trial alone


def bench(
    given: Contest, jobs: int, folder: Path | None
) -> Iterator[tuple[Contest, Iterator[ArenaGame]]]:
    """For every bot given and trial the contest and its games, played as they are asked for.

    Those that are kept in the folder come first and are not played again.
    """
    contests = [trial.contest(player, given) for player in given.players for trial in TRIALS]
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


def result_of(contest: Contest, games: Sequence[ArenaGame]) -> Result:
    """What these games of a trial, at least one, came to for the bot."""
    taken = [(game.outcome, game.sitting.index(0)) for game in games]
    seconds = sum(outcome.seconds[seat] for outcome, seat in taken)
    turns = sum(outcome.turns / contest.seats for outcome, _ in taken)
    return Result(
        player=contest.players[0],
        trial=Trial(contest.players[1], contest.seats, contest.even),
        won=Rate.of(sum(outcome.share(seat) for outcome, seat in taken), len(taken)),
        seconds_per_turn=seconds / max(1, turns),
        failures=sum(f.seat == seat for outcome, seat in taken for f in outcome.failures),
        command=command(contest),
    )


def rows(results: Sequence[Result]) -> list[list[str]]:
    """A heading, then a row for each bot and trial."""
    return [
        HEADING,
        *(
            [
                result.player,
                result.trial.in_words,
                str(result.won.games),
                rate_in_words(result.won),
                f"{result.seconds_per_turn:.2f}",
                str(result.failures),
            ]
            for result in results
        ),
    ]


def to_json(results: Sequence[Result]) -> dict[str, Any]:
    """Everything as plain data."""
    found = [{**asdict(result), "trial": result.trial._asdict()} for result in results]
    return {**stamp(), "results": found}


def markdown(made_by: str, results: Sequence[Result]) -> str:
    """The table, with the command that makes it again."""
    return f"    {made_by}\n\n{table(rows(results))}\n\n{in_words()}\n"
