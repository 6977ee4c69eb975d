"""The example that learns, as far as it needs no PyTorch, and what the documents say."""

import json
import random
import re
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from smashup import Game, SmashUpError
from smashup.encoding import layout
from smashup.players import make_player, specs
from smashup.rl import TRAITS, Dataset, Layout

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "self_play"
PAGE = (ROOT / "docs" / "environments.md").read_text("utf-8")
LEARNED = f"{EXAMPLE / 'bot.py'}:Learned"


@pytest.fixture
def judging(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The module of the judge, made anew: tests of packs before may have changed the box."""
    monkeypatch.syspath_prepend(str(EXAMPLE))
    for path in EXAMPLE.glob("*.py"):
        monkeypatch.delitem(sys.modules, path.stem, raising=False)
    specs._module_in.cache_clear()
    import judge

    return judge


@pytest.fixture
def weights(judging: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A judge that has learned nothing, where the bot looks for it."""
    file = tmp_path / "judge.npz"
    judging.Judge.beginner(seed=1).save(file)
    monkeypatch.setenv("SMASHUP_JUDGE", str(file))
    return file


def test_the_bot_plays_a_game_and_peeks_nowhere(weights: Path):
    game = Game.new("random", players=2, seed=4)
    mine, other = (make_player(LEARNED, 7) for _ in range(2))
    rival = make_player("random", 1)
    asked = 0
    while (decision := game.decision) is not None:
        if decision.seat == 1:
            game.decide(rival.choose(game.observe(decision.seat), decision))
            continue
        twin = game.observe(decision.seat).determinize(random.Random(asked))
        answer = mine.choose(game.observe(decision.seat), decision)
        assert other.choose(twin.observe(decision.seat), twin.decision) == answer
        asked += 1
        game.decide(answer)
    assert asked > 10


def test_a_judge_is_read_as_it_was_written(judging: ModuleType, weights: Path, tmp_path: Path):
    first, again = judging.Judge.beginner(seed=1), judging.Judge.load(weights)
    assert all(np.array_equal(a, b) for a, b in zip(first, again, strict=True))
    with pytest.raises(SmashUpError, match=r"train\.py makes it"):
        judging.Judge.load(tmp_path / "nothing.npz")
    with np.load(weights) as data:
        arrays = dict(data)
    np.savez(weights, **{**arrays, "encoding": "0-0"})
    with pytest.raises(SmashUpError, match="train anew"):
        judging.Judge.load(weights)


def test_games_are_exported(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys):
    monkeypatch.syspath_prepend(str(EXAMPLE))
    import export

    file = tmp_path / "games.npz"
    line = ["export.py", "--players", "random,random", "--games", "2", "--out", str(file)]
    monkeypatch.setattr(sys, "argv", line)
    export.main()
    data = Dataset.load(file, Layout(2))
    assert f"{len(data.actions):,} decisions of 2 games" in capsys.readouterr().out


@pytest.mark.parametrize("part", Layout(4).parts, ids=lambda part: part.name)
def test_every_field_is_explained(part: layout.Section):
    chapter = PAGE.split(f"`{part.name}`, ", 1)[1].split("\n\n`", 1)[0]
    named = set(re.findall(r"`([a-z_0-9]+)`", chapter))
    fields = {re.sub(r"_[12]$", "_0", field) for field in part.fields}  # power_0 … power_3
    assert fields <= named


def test_the_page_has_the_version_and_the_sizes():
    assert f"Version {layout.VERSION} " in PAGE
    assert f"There are {layout.MOST_OPTIONS} " in PAGE
    assert f"1 to {layout.BUCKETS - 1} " in PAGE
    assert len(TRAITS) == len(set(TRAITS))


def test_the_examples_of_the_page_run(capsys: pytest.CaptureFixture[str]):
    """But for the one of several processes, which tests/rl/test_vector.py has."""
    examples = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert len(examples) == 3
    exec(compile(examples[0].replace("greedy", "random"), "environments", "exec"), {})
    assert re.match(r"-?[01]\.0 \[", capsys.readouterr().out)
    exec(compile(examples[1], "environments", "exec"), {})


def test_the_protocol_of_lines_is_shown_as_it_is():
    page = (ROOT / "docs" / "opponents.md").read_text("utf-8")
    hello = json.loads(re.search(r'`(\{"type": "game".*?\})`', page)[1])
    assert hello.keys() == {"type", "protocol", "seed", "seconds", "megabytes"}
    assert "examples/lines_bot.py](examples/lines_bot.py)" in page
