"""The example that learns: PyTorch and numpy judge alike, and it does learn."""

import sys
from pathlib import Path

import numpy as np
import pytest
import torch

from smashup import Game, SmashUpError
from smashup.lab.positions.position import read_positions

EXAMPLE = Path(__file__).parents[1] / "examples" / "self_play"
sys.path.insert(0, str(EXAMPLE))

import train  # noqa: E402
from bot import Learned  # noqa: E402
from judge import Judge  # noqa: E402
from thinking import FULL, QUICK, Effort, judged  # noqa: E402


@pytest.fixture(scope="module")
def lesson() -> train.Lesson:
    return train.play(Judge.beginner(seed=1), range(4), warmth=0.05)


def some_judge() -> Judge:
    """One whose every weight matters."""
    rng = np.random.default_rng(1)
    return Judge(*(rng.normal(0, 0.1, a.shape).astype(np.float32) for a in Judge.beginner(1)))


def test_pytorch_and_numpy_judge_alike(lesson: train.Lesson):
    judge = some_judge()
    learner = train.Learner(judge, seed=1)
    whole, bases, names = (torch.from_numpy(part) for part in lesson.features)
    learned = learner.weights.odds(whole, bases, names.long()).detach().numpy()
    assert np.allclose(learned, judge.odds(*lesson.features), atol=1e-4)
    assert all(np.array_equal(a, b) for a, b in zip(judge, learner.judge(), strict=True))


def test_a_beginner_knows_that_points_are_good():
    game = Game.new([["Aliens", "Robots"], ["Ninjas", "Zombies"]], seed=7)
    level, behind = judged(Judge.beginner(1), [([game], 0), ([game], 1)])
    assert level == behind == [0.5]
    game.columns.vp[0] = 5
    ahead, behind = judged(Judge.beginner(1), [([game], 0), ([game], 1)])
    assert ahead[0] > 0.7 and behind[0] < 0.3


def test_what_a_position_is_to_be_worth_is_mixed_of_what_came_and_what_was_thought(monkeypatch):
    monkeypatch.setattr(train, "LAMBDA", 0.75)
    ends = np.array([np.nan, np.nan, 1.0, np.nan, 0.0])  # two games, or one as both seats saw it
    thought = np.array([0.5, 0.5, 0.2, 0.5, 0.4])
    assert np.allclose(train.targets(ends, thought), [0.725, 0.8, 1.0, 0.1, 0.0])


def test_it_learns_from_its_games(lesson: train.Lesson):
    learner = train.Learner(Judge.beginner(seed=1), seed=1)
    known = lesson.ends[~np.isnan(lesson.ends)]
    assert len(known) == 8 and sum(known) == 4  # four games, with two seats each
    first = learner.learn([lesson], steps=20, rate=1e-3)
    last = [learner.learn([], steps=40, rate=1e-3) for _ in range(10)][-1]
    assert last < first - 0.02


def test_the_same_seeds_play_the_same_games(lesson: train.Lesson):
    again = train.play(Judge.beginner(seed=1), range(4), warmth=0.05)
    assert all(np.array_equal(a, b) for a, b in zip(again.features, lesson.features, strict=True))


@pytest.mark.parametrize("effort", [QUICK, FULL])
def test_a_beginner_that_thinks_to_the_end_of_the_turn_takes_a_win(effort: Effort):
    (position,) = (it for it in read_positions() if it.name == "Rampage ends the game")
    bot = Learned(1, Judge.beginner(1), effort)
    view = position.start.observe(position.decision.seat)
    assert bot.choose(view, position.decision) in position.right


def test_a_whole_training_writes_a_judge(tmp_path: Path, capsys, monkeypatch):
    monkeypatch.setattr(train, "GAMES", 2)
    monkeypatch.setattr(train, "STEPS", 5)
    file = tmp_path / "judge.npz"
    judge = train.train(minutes=0.001, jobs=1, seed=1, file=file)
    assert "2 games" in capsys.readouterr().out
    assert np.allclose(Judge.load(file).last, judge.last, atol=1e-2)
    with pytest.raises(SmashUpError, match=r"train\.py makes it"):
        Judge.load(tmp_path / "none.npz")
