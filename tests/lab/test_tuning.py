"""Tuning: it finds what was hidden in made-up results, and the command runs with tiny numbers."""

import json
import math
import random
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from smashup.cli import app
from smashup.lab import tuning
from smashup.lab.fitting import Contest, least_squares, log_loss, logistic
from smashup.lab.tuning import Lesson, Moment, bands, fitted, learn, worth_in_points
from smashup.players import RandomPlayer
from smashup.players.standing import FEATURES, PRESENT, Weights, softmax


def test_least_squares_finds_the_factors() -> None:
    rng = random.Random(1)
    rows = []
    for _ in range(500):
        numbers = [rng.gauss(0, 1) for _ in range(3)]
        rows.append((numbers, 2 * numbers[0] - numbers[2] + rng.gauss(0, 0.1)))
    found = least_squares(rows, 3)
    assert found == pytest.approx([2, 0, -1], abs=0.05)


def test_logistic_finds_the_factors_of_three_who_compete() -> None:
    rng = random.Random(2)
    contests = []
    for _ in range(3000):
        seats = [[rng.gauss(0, 1), rng.gauss(0, 1)] for _ in range(3)]
        chances = softmax([1.5 * a - 0.5 * b for a, b in seats])
        winner = rng.choices(range(3), chances)[0]
        contests.append(Contest(seats, [float(seat == winner) for seat in range(3)]))
    found = logistic(contests, 2)
    assert found == pytest.approx([1.5, -0.5], abs=0.15)
    assert log_loss(contests, found) < log_loss(contests, [0.0, 0.0]) == pytest.approx(math.log(3))


def made_up(number: int) -> Lesson:
    """A game in which power brings points in the next rounds, and actions in play cost some."""
    rng = random.Random(number)
    moments = []
    vp = [0.0, 0.0]
    for turn in range(12):
        vectors = [[0.0] * len(FEATURES) for _ in range(2)]
        for seat, vector in enumerate(vectors):
            vector[FEATURES.index("vp")] = vp[seat]
            if turn == 0:
                vector[FEATURES.index("power")] = float(rng.randrange(10))
                vector[FEATURES.index("ongoing")] = float(rng.randrange(10))
        moments.append(Moment(vectors, [round(points) for points in vp]))
        if turn == 0:
            for seat, vector in enumerate(vectors):
                vp[seat] = 20 + 2 * vector[FEATURES.index("power")]
                vp[seat] -= vector[FEATURES.index("ongoing")]
    shares = [float(vp[0] > vp[1]), float(vp[1] >= vp[0])]
    return Lesson((("Aliens", "Robots"), ("Ninjas", "Zombies")), moments, shares)


def test_what_brings_points_is_worth_something_and_what_costs_some_nothing() -> None:
    worth, _ = worth_in_points([made_up(number) for number in range(200)])
    assert worth["power"] == pytest.approx(2, abs=0.2)
    assert worth["ongoing"] == 0


def test_fitted_weights_foretell_better_than_none() -> None:
    nothing = Weights([0.0] * len(FEATURES), {})
    fit = fitted([made_up(number) for number in range(100)], nothing)
    assert fit.loss_before == pytest.approx(math.log(2))
    assert fit.loss_after < fit.loss_before
    assert fit.lessons == 100
    assert sum(band.count for band in fit.bands) == 2 * 11 * 20


def test_bands_tell_how_true_chances_come() -> None:
    sure = Contest([[2.0], [0.0]], [1.0, 0.0])
    low, high = bands([sure, sure], [1.0])
    assert (low.count, low.came) == (2, 0)
    assert (high.count, high.came) == (2, 1)
    assert high.said == pytest.approx(1 / (1 + math.exp(-2)))


def test_a_lesson_is_the_same_for_the_same_seed() -> None:
    lesson = learn(PRESENT, seed=1, number=0)
    assert lesson is not None
    assert lesson == learn(PRESENT, seed=1, number=0)
    assert len(lesson.shares) == 2
    assert sum(lesson.shares) == 1
    assert lesson.moments[0].vp == [0, 0]


def test_the_weights_in_use_come_with_their_figures() -> None:
    path = Path(__file__).parents[2] / "src/smashup/players/weights.json"
    figures = json.loads(path.read_text(encoding="utf-8"))["figures"]
    assert figures["made_by"]
    losses = figures["log_loss_on_games_not_fitted_to"]
    assert losses["after"] < math.log(4)
    assert losses["after"] < losses["before"]


@pytest.mark.usefixtures("hasty")
def test_weights_that_make_no_difference_win_half_of_the_trial() -> None:
    assert sum(tuning.trial_of(6, 1, 1, PRESENT)) == 3  # every deal is played from both seats


def test_new_weights_have_to_foretell_better_and_win_no_less() -> None:
    nothing = Weights([0.0] * len(FEATURES), {})
    fit = fitted([made_up(number) for number in range(50)], nothing)
    assert tuning.is_better(fit, [1.0, 0.0])
    assert not tuning.is_better(fit, [1.0, 0.0, 0.0])
    assert not tuning.is_better(replace(fit, loss_after=fit.loss_before), [1.0, 1.0])


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """All players of the tuning answer at random, which takes no time."""
    monkeypatch.setattr(tuning, "TunedPlayer", lambda seed, *_: RandomPlayer(seed))


def tune(path: Path, *more: str) -> Result:
    words = ["tune", "--games", "20", "--trial", "4", "--jobs", "1", "--out", str(path), *more]
    return CliRunner().invoke(app, words)


@pytest.mark.usefixtures("hasty")
def test_the_command_writes_a_file_that_can_be_read(tmp_path: Path) -> None:
    path = tmp_path / "weights.json"
    result = tune(path, "--force")
    assert result.exit_code == 0, result.output
    assert "log-loss" in result.stdout
    weights = Weights.read(path)
    assert len(weights.values) == len(FEATURES)
    assert min(weights.values) >= 0
    assert json.loads(path.read_text())["figures"]["games_of_self_play"] == 20


@pytest.mark.usefixtures("hasty")
def test_weights_that_are_no_better_are_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tuning, "is_better", lambda *_: False)
    path = tmp_path / "weights.json"
    result = tune(path)
    assert result.exit_code == 0, result.output
    assert "no better" in result.stdout
    assert not path.exists()


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--games", "3"], "At least 5 games"),
        (["--trial", "0"], "At least 2 games"),
        (["--out", "no/such/folder/file.json"], "cannot be written"),
    ],
)
def test_bad_input_is_refused_before_anything_is_played(words: list[str], why: str) -> None:
    result = CliRunner().invoke(app, ["tune", *words])
    assert result.exit_code == 2
    assert why in result.output
