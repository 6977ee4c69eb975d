"""Bots and the positions: how many each gets right, and which not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from time import perf_counter
from typing import Any, NamedTuple

from smashup.lab.arena_report import table
from smashup.lab.foreign import USUAL, Limits, check_entrant, make_entrant
from smashup.lab.parallel import in_parallel, seed_of
from smashup.lab.positions.position import Position
from smashup.lab.stamp import in_words, stamp
from smashup.model.errors import SmashUpError
from smashup.players import answer_of

HEADING = ["", "right", "of", "seconds/ answer"]


@dataclass(frozen=True)
class Mark:
    """What a bot answered to one position, and whether that is right."""

    player: str
    position: str
    answer: str
    right: bool
    seconds: float


@dataclass(frozen=True)
class Exam:
    """Bots to be asked about positions."""

    players: tuple[str, ...]
    positions: tuple[Position, ...]
    seed: int = 1
    limits: Limits = USUAL

    @property
    def total(self) -> int:
        """How many answers that makes."""
        return len(self.players) * len(self.positions)

    def marks(self, jobs: int = 1) -> Iterator[Mark]:
        """All answers, bot by bot; `SmashUpError` first if a bot is none."""
        for player in self.players:
            check_entrant(player)
        questions = [
            Question(player, position, seed_of(self.seed, number), self.limits)
            for player in self.players
            for number, position in enumerate(self.positions)
        ]
        return in_parallel(_mark, questions, jobs)


class Question(NamedTuple):
    """A bot, and what it is asked."""

    player: str
    position: Position
    seed: int
    limits: Limits


def _mark(asked: Question) -> Mark:
    """One answer, of a bot made for it; who fails or answers illegally is not right."""
    position = asked.position
    started = perf_counter()
    try:
        player = make_entrant(asked.player, asked.seed, asked.limits)
        seen = position.start.observe(position.decision.seat)
        index = answer_of(player, seen, position.decision)
        answer, right = position.label(index), index in position.right
    except SmashUpError as error:
        answer, right = str(error), False
    return Mark(asked.player, position.name, answer, right, perf_counter() - started)


def rows(marks: Sequence[Mark]) -> list[list[str]]:
    """A heading, then a row for each bot."""
    found = [HEADING]
    for player in dict.fromkeys(one.player for one in marks):
        own = [one for one in marks if one.player == player]
        seconds = sum(one.seconds for one in own) / len(own)
        right = sum(one.right for one in own)
        found.append([player, str(right), str(len(own)), f"{seconds:.2f}"])
    return found


def wrong_ones(marks: Sequence[Mark]) -> list[str]:
    """A line for each answer that is not right."""
    return [f"{one.player}: {one.position}: {one.answer}" for one in marks if not one.right]


def to_json(marks: Sequence[Mark]) -> dict[str, Any]:
    """Everything as plain data."""
    return {**stamp(), "answers": [asdict(one) for one in marks]}


def markdown(made_by: str, marks: Sequence[Mark]) -> str:
    """The table and what was wrong, with the command that makes it again."""
    wrong = "".join(f"- {line}\n" for line in wrong_ones(marks))
    return f"    {made_by}\n\n{table(rows(marks))}\n\n{wrong}\n{in_words()}\n"
