"""How players are written: levels, budgets, strengths, and bots of one's own."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from bots import HERE, Leaving, NoBot, Peeking, Raising, Stillborn, path_of

from smashup import Decision, Observation, SmashUpError
from smashup.players import LEVELS, check_player, display_name, make_player
from smashup.players.specs import resolve


class Thinker:
    """A level that takes a budget, as `search` does."""

    def __init__(
        self,
        seed: int,
        *,
        iterations: int | None = None,
        seconds: float | None = None,
        workers: int = 1,
    ) -> None:
        self.limits = (iterations, seconds, workers)

    def choose(self, observation: Observation, decision: Decision) -> int:
        return 0


FEW_LEVELS: dict[str, Callable[..., Thinker]] = {
    "thinker": Thinker,
    "dull": lambda seed: Thinker(9),
}
STRENGTHS = {"hard": partial(Thinker, seconds=1.5)}


def limits_of(spec: str) -> tuple[int | None, float | None, int]:
    player = resolve(spec, FEW_LEVELS, STRENGTHS).make(1)
    assert isinstance(player, Thinker)
    return player.limits


@pytest.mark.parametrize(
    ("spec", "limits"),
    [
        ("thinker", (None, None, 1)),
        ("thinker:400", (400, None, 1)),
        ("thinker:2s", (None, 2.0, 1)),
        ("thinker:0.5s", (None, 0.5, 1)),
        ("thinker:2s:4", (None, 2.0, 4)),
        ("thinker:400:2", (400, None, 2)),
        ("hard", (None, 1.5, 1)),
    ],
)
def test_budgets(spec: str, limits: tuple[int | None, float | None, int]) -> None:
    assert limits_of(spec) == limits


@pytest.mark.parametrize(
    "budget",
    ["", "0", "0s", "0.0s", "-1", "-2s", "s", "2m", "nans", "1e3", "2s:0", "2s:", "2s:4:1"],
)
def test_a_budget_that_is_none_is_refused_with_examples(budget: str) -> None:
    with pytest.raises(SmashUpError, match="thinker:2s for two seconds a turn"):
        limits_of(f"thinker:{budget}")


@pytest.mark.parametrize("spec", ["dull:2s", "hard:400"])
def test_a_budget_where_none_is_taken_is_refused(spec: str) -> None:
    with pytest.raises(SmashUpError, match="takes no budget"):
        limits_of(spec)


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_can_be_made(level: str) -> None:
    assert callable(make_player(level, seed=1).choose)
    assert check_player(f" {level.upper()} ") == level


def test_an_unknown_level_names_all_that_can_be_written() -> None:
    with pytest.raises(SmashUpError) as refused:
        resolve("thinkr:2s", FEW_LEVELS, STRENGTHS)
    assert str(refused.value) == (
        "There is no level 'thinkr:2s'. The levels are thinker, dull. Named strengths: hard. "
        "A bot of your own is package.module:MyBot or my_bot.py:MyBot. Did you mean thinker?"
    )


def test_bots_of_ones_own_are_found_in_files_and_modules(monkeypatch: pytest.MonkeyPatch) -> None:
    assert type(make_player(path_of(Raising), seed=1)).__name__ == "Raising"
    monkeypatch.chdir(HERE.parent)
    assert type(make_player("bots.py:Raising", seed=1)).__name__ == "Raising"
    assert type(make_player("bots:Raising", seed=1)) is Raising
    assert isinstance(make_player("bots:factory_by_position", seed=1), Peeking)
    assert check_player("bots:Raising") == "bots:Raising"


def test_a_bot_may_import_its_neighbours(tmp_path: Path) -> None:
    (tmp_path / "neighbour_of_bot.py").write_text("BEST = 0\n")
    (tmp_path / "with_neighbour.py").write_text(
        "from dataclasses import dataclass\n"
        "from neighbour_of_bot import BEST\n\n"
        "@dataclass\nclass First:\n    seed: int\n\n"
        "    def choose(self, observation, decision):\n        return BEST\n"
    )
    spec = f"{tmp_path / 'with_neighbour.py'}:First"
    assert make_player(spec, seed=7) == make_player(spec, seed=7)
    assert make_player(spec, seed=7) != make_player(spec, seed=8)


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("no_such_package.bots:MyBot", "cannot be imported. ModuleNotFoundError"),
        ("no_such_file.py:MyBot", "cannot be imported. FileNotFoundError"),
        (str(HERE), "name the class in it too"),
        (f"{HERE}:Raisin", "There is no 'Raisin' in .* Did you mean Raising"),
        (f"{HERE}:an_instance", "name a class, or a function that makes one"),
        (path_of(NoBot), "has no method choose"),
        (f"{HERE}:path_of", "could not be made with seed 0. AttributeError"),
    ],
)
def test_what_is_no_bot_is_refused(spec: str, words: str) -> None:
    with pytest.raises(SmashUpError, match=words):
        check_player(spec)


@pytest.mark.parametrize("body", ["def broken(:", "1 / 0", "raise SystemExit"])
def test_a_file_that_fails_is_refused_each_time(tmp_path: Path, body: str) -> None:
    (tmp_path / "failing.py").write_text(body)
    for _ in range(2):
        with pytest.raises(SmashUpError, match=r"failing\.py cannot be imported"):
            check_player(f"{tmp_path}/failing.py:MyBot")


def test_a_bot_that_cannot_be_made_says_why() -> None:
    assert make_player(path_of(Stillborn), seed=0)
    with pytest.raises(SmashUpError, match=r"with seed 3\. RuntimeError: not today"):
        make_player(path_of(Stillborn), seed=3)


def test_players_have_names_at_the_table() -> None:
    assert display_name("search:0.5s") == "Search 0.5s"
    assert display_name(path_of(Leaving)) == "Leaving"
