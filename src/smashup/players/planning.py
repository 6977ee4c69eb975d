"""Planning one's turn: rows of plays, each judged as if the turn ended right after it.

Use it on games that the seat may know all of, as `determinize` makes them. Positions are judged
many at once, which is what a learned judge is quick at.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from smashup.engine.game import Game
from smashup.model.decision import Decision
from smashup.model.ids import Seat
from smashup.players.foresight import MOST_FOLLOW_UPS, some_options
from smashup.players.judge import Judge, log_odds

MOST_OPTIONS = 32  # that are looked at, usually


class Effort(NamedTuple):
    """How much a player thinks about one decision."""

    worlds: int = 2  # how many determinized games are thought on
    plays: int = 3  # how many plays ahead
    beam: int = 3  # how many rows of plays are gone on with
    options: int = MOST_OPTIONS  # of more at one decision, a random selection is looked at


FULL = Effort()
QUICK = Effort(worlds=1, plays=1)


class Row(NamedTuple):
    """Answers of a seat that follow one another: the first of them, and the game after them."""

    first: int  # -1 where none has been given yet
    game: Game

    def longer(self, answers: Sequence[int]) -> list[Row]:
        """The rows with one answer more, which is one of these."""
        firsts = answers if self.first < 0 else [self.first] * len(answers)
        return [Row(*row) for row in zip(firsts, self.game.tried(answers), strict=True)]


class Turn(NamedTuple):
    """A row of plays, and the game after the turn has ended there."""

    value: float  # log odds of the seat
    ended: Row
    open: Row | None  # before it ends, where one more play could be made

    @property
    def first(self) -> int:
        """The answer that it begins with."""
        return self.ended.first


class Planner:
    """Looks for the best ways to go on to the end of a turn, in one world at a time."""

    def __init__(self, rng: random.Random, judge: Judge, effort: Effort = FULL) -> None:
        self._rng = rng
        self._judge = judge
        self._effort = effort

    def plan(self, world: Game, seat: Seat, candidates: Iterable[int]) -> dict[int, float]:
        """For each of these options what the best row of plays found is worth that begins with it.

        Worth is log odds.
        """
        values: dict[int, float] = {}
        for turn in self.turns(world, seat, candidates):
            values[turn.first] = max(turn.value, values.get(turn.first, turn.value))
        return values

    def turns(self, world: Game, seat: Seat, candidates: Iterable[int]) -> list[Turn]:
        """All turns that were looked at, in no order; several may come to the same position.

        A small beam of rows of plays is gone on with, the best if they ended there. Of those that
        came to one position, by whatever start, only one goes on.
        """
        start = Row(-1, world)
        turns = self._ended(start.longer(list(candidates)), seat)
        found = turns
        seen: set[object] = set()
        for _ in range(self._effort.plays - 1):
            best = sorted(turns, key=_worst_last)
            rows = [row for turn in self._beam(best, seen) for row in self._go_on(turn)]
            if not rows:
                break
            turns = self._ended(rows, seat)
            found = found + turns
        return found

    def answer(self, game: Game) -> int:
        """What looks best at once to who is asked, of a few answers; of equals the last."""
        decision = game.decision
        assert decision is not None
        tried = _spread(decision)
        worth = log_odds(self._judge, game.tried(tried), decision.seat)
        return tried[worth.index(max(worth))]

    def _beam(self, best: Sequence[Turn], seen: set[object]) -> list[Turn]:
        """The first few of these that can go on, from positions that none has gone on from yet."""
        beam: list[Turn] = []
        for turn in best:
            if len(beam) == self._effort.beam:
                break
            if turn.open is not None and _is_new(turn.open, seen):
                beam.append(turn)
        return beam

    def _go_on(self, turn: Turn) -> list[Row]:
        """The rows with one play more."""
        assert turn.open is not None and turn.open.game.decision is not None
        *plays, _ = some_options(turn.open.game.decision, self._effort.options, self._rng)
        return turn.open.longer(plays)

    def _ended(self, rows: Sequence[Row], seat: Seat) -> list[Turn]:
        """Follows rows to the next play, and then ends the turn if that is the next question."""
        rows = self.follow(rows, seat)
        ends = [end for row in rows if (d := _open(row, seat)) for end in row.longer([_last(d)])]
        followed = iter(self.follow(ends, seat))
        ended = [next(followed) if _open(row, seat) else row for row in rows]
        values = log_odds(self._judge, [row.game for row in ended], seat)
        return [
            Turn(value, end, row if _open(row, seat) else None)
            for value, end, row in zip(values, ended, rows, strict=True)
        ]

    def follow(self, rows: Sequence[Row], seat: Seat) -> list[Row]:
        """Answers the questions that come up until the next Play Cards decision, or a few of them.

        The seat takes what looks best at once, the others decline where they may.
        """
        rows = list(rows)
        for _ in range(MOST_FOLLOW_UPS):
            asked: list[tuple[int, list[Row]]] = []
            for number, row in enumerate(rows):
                decision = row.game.decision
                if decision is None or decision.kind == "play":
                    continue
                if decision.seat != seat:
                    row.game.decide(_last(decision))
                    asked.append((number, [row]))
                else:
                    asked.append((number, row.longer(_spread(decision))))
            if not asked:
                break
            self._take_best(rows, asked, seat)
        return rows

    def _take_best(self, rows: list[Row], asked: list[tuple[int, list[Row]]], seat: Seat) -> None:
        games = [row.game for _, choices in asked if len(choices) > 1 for row in choices]
        values = iter(log_odds(self._judge, games, seat))
        for number, choices in asked:
            if len(choices) > 1:
                worth = [next(values) for _ in choices]
                rows[number] = choices[worth.index(max(worth))]
            else:
                rows[number] = choices[0]


def _open(row: Row, seat: Seat) -> Decision | None:
    """The Play Cards decision of the seat that a row has come to, if it has."""
    decision = row.game.decision
    return decision if decision and decision.kind == "play" and decision.seat == seat else None


def _last(decision: Decision) -> int:
    """To end or to decline."""
    return len(decision.options) - 1


def _spread(decision: Decision) -> range:
    """A few of the options, the last first: it wins among equals."""
    last = _last(decision)
    return range(last, -1, -(last // MOST_FOLLOW_UPS + 1))


def _worst_last(turn: Turn) -> float:
    return -turn.value


def _is_new(row: Row, seen: set[object]) -> bool:
    """Whether no other row of plays was gone on with from the same position."""
    position = _position(row.game)
    if position in seen:
        return False
    seen.add(position)
    return True


def _position(game: Game) -> tuple[object, ...]:
    """What tells positions within a turn apart.

    In which order cards came and effects began is left out: so plays made in another order are
    found to lead to the same.
    """
    s = game.columns
    return (
        tuple(s.zone),
        tuple(s.place),
        tuple(s.controller),
        tuple(s.counters),
        tuple(s.vp),
        tuple(s.budgets),
        *[tuple(deck) for deck in s.decks],  # cards may be put on top or at the bottom
        frozenset(s.hosts.items()),
        frozenset(s.marks.items()),
        frozenset(s.moved),
        frozenset(s.played),
        frozenset(Counter(s.permissions).items()),  # two alike are more than one
        frozenset(Counter(s.lasting).items()),
    )
