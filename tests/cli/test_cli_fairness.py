"""Checking the deal of a game among strangers."""

import pytest

from smashup.fairness import commitment, fair_seed

from .conftest import Run

SECRET = "9f3c"
GIVEN = ["5", "11", "-"]
SEED = fair_seed(SECRET, [5, 11, None])


def test_hash_and_seed_are_made_again(run: Run) -> None:
    result = run("fairness", SECRET, *GIVEN)
    assert result.exit_code == 0
    told = result.output.split()
    assert commitment(SECRET) in told
    assert str(SEED) in told


def test_what_was_told_is_compared(run: Run) -> None:
    told = ["--commitment", commitment(SECRET).upper(), "--seed", str(SEED)]
    result = run("fairness", SECRET, *GIVEN, *told)
    assert result.exit_code == 0
    assert result.output.count("as it should be") == 2


@pytest.mark.parametrize("told", [["--seed", str(SEED + 1)], ["--commitment", "0"]])
def test_what_does_not_fit_is_said(run: Run, told: list[str]) -> None:
    result = run("fairness", SECRET, *GIVEN, *told)
    assert result.exit_code == 1
    assert f"but {told[1]} was told" in result.output


def test_a_number_that_is_none_is_explained(run: Run) -> None:
    result = run("fairness", SECRET, "five")
    assert result.exit_code == 2
    assert "'five' is no number" in result.output


def test_each_number_changes_the_seed() -> None:
    seeds = {
        fair_seed(secret, numbers)
        for secret in ("a", "b")
        for numbers in ([1, 2], [2, 1], [12, None], [1, None], [None, 12])
    }
    assert len(seeds) == 10
