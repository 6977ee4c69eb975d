"""Every puzzle is what it says: a win that needs no luck. And how they are found."""

from __future__ import annotations

import datetime

import pytest

from smashup.engine.game import Game
from smashup.engine.turn import VICTORY
from smashup.lab import puzzles as finding
from smashup.lab.puzzles import puzzle_at, said, wins_anywhere
from smashup.puzzles import FIRST_DAY, Puzzle, of_the_day, puzzles

EVERY = list(enumerate(puzzles(), start=1))


def test_there_are_many_and_no_two_alike() -> None:
    starts = {puzzle.start for puzzle in puzzles()}
    assert len(starts) == len(puzzles()) >= 30
    assert {puzzle.difficulty for puzzle in puzzles()} == {"easy", "middling", "hard"}


@pytest.mark.parametrize(("number", "puzzle"), EVERY, ids=[str(number) for number, _ in EVERY])
def test_a_puzzle_can_be_solved_without_luck(
    number: int, puzzle: Puzzle, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(finding, "WORLDS", 2)
    game = puzzle.position()
    assert (game.turn, game.turn_number, tuple(game.vp)) == (puzzle.seat, puzzle.turn, puzzle.vp)
    assert max(puzzle.vp) < VICTORY
    plays = [option for option in said(game, puzzle.solution) if option.verb in finding.PLAYS]
    assert len(plays) == puzzle.plays >= finding.FEWEST_PLAYS
    assert wins_anywhere(game, puzzle.solution)


def test_what_does_not_win_is_no_solution() -> None:
    game = puzzles()[0].position()
    assert game.decision is not None
    assert not wins_anywhere(game, [len(game.decision.options) - 1])


def test_a_puzzle_is_found_where_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("SOLVERS", ("greedy",)), ("TRIED", 600), ("COUNTED", 200)):
        monkeypatch.setattr(finding, name, value)
    known = puzzles()[0]
    game = known.position()
    found = puzzle_at(game)
    assert found is not None
    assert (found.start, found.plays) == (known.start, known.plays)
    assert wins_anywhere(game, found.solution)


def test_the_beginning_of_a_game_is_no_puzzle() -> None:
    assert puzzle_at(Game.new([["Aliens", "Robots"], ["Ninjas", "Zombies"]], seed=7)) is None


def test_each_day_has_the_next_puzzle() -> None:
    days = [FIRST_DAY + datetime.timedelta(days=number) for number in range(5)]
    assert [of_the_day(day, 3) for day in days] == [1, 2, 3, 1, 2]
