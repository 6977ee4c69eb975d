"""Dead objects are looked for more seldom where many games are played, and only there."""

from __future__ import annotations

import gc

import pytest

from smashup.lab.parallel import in_parallel


def young(number: int) -> int:
    """So many new objects are waited for before they are searched."""
    return gc.get_threshold()[0]


@pytest.mark.parametrize("jobs", [1, 2])
def test_young_objects_are_searched_more_seldom_while_games_are_played(jobs: int) -> None:
    usual = gc.get_threshold()
    assert all(during > usual[0] for during in in_parallel(young, range(3), jobs))
    assert gc.get_threshold() == usual
    assert gc.get_freeze_count() == 0


def test_all_is_as_before_where_the_games_are_left_early() -> None:
    usual = gc.get_threshold()
    games = in_parallel(young, range(3), jobs=1)
    assert next(games) > usual[0]
    del games
    assert gc.get_threshold() == usual
