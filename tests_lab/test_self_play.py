"""The example that learns: PyTorch and numpy judge alike, and it does learn."""

import sys
from pathlib import Path

import numpy as np
import torch

EXAMPLE = Path(__file__).parents[1] / "examples" / "self_play"
sys.path.insert(0, str(EXAMPLE))

import train  # noqa: E402
from judge import Judge  # noqa: E402


def lessons(judge: Judge, games: int) -> list[train.Lesson]:
    return [train.play(judge, seed, warmth=0.05) for seed in range(games)]


def test_pytorch_and_numpy_judge_alike():
    judge = Judge.random(seed=1)
    (lesson,) = lessons(judge, 1)
    network = train.Network(judge)
    numbers = torch.from_numpy(lesson.features.numbers)
    names = torch.from_numpy(lesson.features.names).int()
    learned = torch.sigmoid(network(numbers, names)).detach().numpy()
    assert np.allclose(learned, judge.of_features(lesson.features), atol=1e-5)
    assert all(np.allclose(a, b) for a, b in zip(judge, network.judge(), strict=True))


def test_it_learns_from_its_games():
    judge = Judge.random(seed=1)
    learner = train.Learner(judge, seed=1)
    played = lessons(judge, 4)
    assert all(0 <= target <= 1 for lesson in played for target in lesson.targets)
    first = learner.learn(played, steps=20)
    for _ in range(10):
        last = learner.learn([], steps=40)
    assert last < first - 0.02


def test_a_whole_training_writes_a_judge(tmp_path: Path, capsys, monkeypatch):
    monkeypatch.setattr(train, "GAMES", 2)
    monkeypatch.setattr(train, "STEPS", 5)
    file = tmp_path / "judge.npz"
    judge = train.train(minutes=0.001, jobs=1, seed=1, file=file)
    assert "2 games" in capsys.readouterr().out
    assert np.allclose(Judge.load(file).last, judge.last, atol=1e-2)
    assert 0 <= train.against("random", judge, games=2) <= 1
