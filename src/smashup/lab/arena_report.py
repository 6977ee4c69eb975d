"""Results of an arena for people and programs: rows of tables, sentences, JSON, Markdown."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from smashup.lab.arena import Contest, Rate, Report
from smashup.lab.foreign import is_process
from smashup.lab.match import Failure
from smashup.lab.ratings import HOW_TO_GET
from smashup.lab.stamp import in_words, stamp

MOST_FAILURES = 5  # how many are told one by one
NOT_MET = "–"
STANDING = ("games", "won", "illegal answers", "raised", "seconds/ decision", "rating")


def to_json(contest: Contest, report: Report) -> dict[str, Any]:
    """Everything as plain data."""
    return {
        "players": contest.names,
        "seats": contest.seats,
        "seed": contest.seed,
        "edition": contest.edition,
        "factions": contest.factions,
        "even": contest.even,
        "command": command(contest),
        **stamp(),
        "games": report.games,
        "games_planned": contest.total,
        "matrix": {
            mine: {theirs: asdict(rate) for theirs, rate in row.items()}
            for mine, row in report.matrix.items()
        },
        "illegal_answers": report.illegal_answers,
        "raised": sum(standing.raised for standing in report.standings.values()),
        "seconds_per_decision": {
            name: standing.seconds_per_decision for name, standing in report.standings.items()
        },
        "ratings": None
        if report.ratings is None
        else {name: asdict(rating) for name, rating in report.ratings.items()},
        "standings": {name: asdict(standing) for name, standing in report.standings.items()},
        "failures": [
            {
                "player": who,
                "game": number,
                "command": command(contest, only=number),
                **asdict(failure),
            }
            for who, number, failure in report.failures
        ],
        "unfinished": report.unfinished,
    }


def command(contest: Contest, only: int | None = None) -> str:
    """The command that plays this contest, or one game of it, again."""
    options = {
        "--players": ",".join(contest.players),
        "--games": str(contest.games),
        "--seats": str(contest.seats),
        "--seed": str(contest.seed),
        "--edition": contest.edition,
    }
    if contest.factions:
        options["--factions"] = "/".join(map(",".join, contest.factions))
    if any(map(is_process, contest.players)):
        options["--seconds"] = f"{contest.limits.seconds:g}"
        options["--megabytes"] = str(contest.limits.megabytes)
    if only is not None:
        options["--only"] = str(only)
    words = [word for pair in options.items() for word in pair]
    return shlex.join(["smashup", "arena", *words, *(["--even"] if contest.even else [])])


# -- tables ----------------------------------------------------------------------------------------


def matrix_rows(report: Report) -> list[list[str]]:
    """A heading, then for each player how it did against each, best first: `63.2% (58.0–68.1)`."""
    names = by_strength(report)
    return [
        ["", *(f"vs {name}" for name in names)],
        *([mine, *(_cell(report.matrix[mine].get(theirs)) for theirs in names)] for mine in names),
    ]


def _cell(rate: Rate | None) -> str:
    return NOT_MET if rate is None else rate_in_words(rate)


def rate_in_words(rate: Rate) -> str:
    """As in `63.2% (58.0–68.1)`."""
    return f"{rate.win_rate:.1%} ({100 * rate.low:.1f}–{100 * rate.high:.1f})"


def standing_rows(report: Report) -> list[list[str]]:
    """A heading, then how each player did over all its games."""
    rows = [["", *STANDING]]
    for name in by_strength(report):
        standing = report.standings[name]
        rating = None if report.ratings is None else report.ratings[name]
        rows.append(
            [
                name,
                str(standing.won.games),
                f"{standing.won.win_rate:.1%}",
                str(standing.illegal_answers),
                str(standing.raised),
                f"{standing.seconds_per_decision:.6f}",
                NOT_MET if rating is None else f"{rating.mu:.1f}±{rating.sigma:.1f}",
            ]
        )
    return rows


def by_strength(report: Report) -> list[str]:
    """The names of those who played, best first."""
    standings = report.standings
    return sorted(standings, key=lambda name: -standings[name].won.win_rate)


# -- sentences -------------------------------------------------------------------------------------


def notes(contest: Contest, report: Report) -> list[str]:
    """What has to be known besides the tables, most of it only if something went wrong."""
    lines = [_about(contest, report)]
    if report.ratings is None:
        lines.append(f"There are no ratings without openskill: {HOW_TO_GET}")
    if report.unfinished:
        games = ", ".join(map(str, report.unfinished[:MOST_FAILURES]))
        lines.append(
            f"{_games(len(report.unfinished))} did not end and count as draws, "
            f"the first of them: {games}."
        )
    for who, number, failure in report.failures[:MOST_FAILURES]:
        lines.append(told(contest, who, number, failure))
    if len(report.failures) > MOST_FAILURES:
        lines.append(
            f"There are {len(report.failures) - MOST_FAILURES} more such failures: see --json."
        )
    return lines


def _about(contest: Contest, report: Report) -> str:
    won = "won" if contest.seats == 2 else "finished above the other"
    return (
        f"{_games(report.games)} at {contest.seats} seats. The matrix tells how often the player "
        f"of the row {won}, with its 95 % interval; illegal answers: {report.illegal_answers}."
    )


def _games(number: int) -> str:
    return "1 game" if number == 1 else f"{number} games"


def told(contest: Contest, who: str, number: int, failure: Failure) -> str:
    """What a bot did wrong in a game, and how to see it again."""
    did = f"it {failure.what}"
    if failure.move:
        did = f"at move {failure.move}, asked {failure.asked!r}, {did}"
    again = command(contest, only=number)
    return f"{who} lost game {number} in seat {failure.seat + 1}: {did}. Again: {again}"


# -- Markdown --------------------------------------------------------------------------------------


def markdown(contest: Contest, report: Report) -> str:
    """All of it as text with tables, and the command that makes it again."""
    parts = [
        f"    {command(contest)}",
        table(matrix_rows(report)),
        table(standing_rows(report)),
        *notes(contest, report),
        in_words(),
    ]
    return "\n\n".join(parts) + "\n"


def table(rows: Sequence[Sequence[str]]) -> str:
    """Rows with a heading as a Markdown table; all but the first column are figures."""
    line = ["---", *["--:"] * (len(rows[0]) - 1)]
    return "\n".join("| " + " | ".join(row) + " |" for row in (rows[0], line, *rows[1:]))
