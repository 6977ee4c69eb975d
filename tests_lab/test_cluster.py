"""Games on Ray, started here with several processes, one of which is killed."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
import ray
from typer.testing import CliRunner

from smashup import SmashUpError
from smashup.cli import app
from smashup.lab import Games
from smashup.lab.cluster import on_ray
from smashup.lab.folder import GamesFolder
from smashup.lab.plans import LabPlan
from smashup.lab.playing import play
from smashup.lab.recording import TABLES, Rows, record
from smashup.lab.ways import here

pytestmark = pytest.mark.filterwarnings("default")  # Ray leaves sockets to the collector

PLAN = LabPlan.of({"players": ["random"], "games": 40, "seed": 6})


@pytest.fixture(autouse=True)
def _ray_ends() -> Iterator[None]:
    yield
    ray.shutdown()


def everything(folder: GamesFolder) -> dict[str, list[str]]:
    return {name: sorted(map(repr, folder.table(name).collect().rows())) for name in TABLES}


@pytest.fixture(scope="module")
def here_alone(tmp_path_factory: pytest.TempPathFactory) -> GamesFolder:
    """The games as one process plays them."""
    folder = GamesFolder(tmp_path_factory.mktemp("lab") / "games", PLAN)
    list(play(folder, PLAN, here(1)))
    return folder


def test_results_do_not_depend_on_where_they_ran(here_alone: GamesFolder, tmp_path: Path) -> None:
    plan = tmp_path / "plan.yaml"
    plan.write_text("{players: [random], games: 40, seed: 6}", "utf-8")
    words = ["lab", "play", str(plan), "--out", str(tmp_path / "games"), "--on", "ray"]
    result = CliRunner().invoke(app, [*words, "--jobs", "2"])
    assert (result.exit_code, result.output.splitlines()[0]) == (
        0,
        f"40 games played; 40 are in {tmp_path / 'games'}, the plan has 40.",
    )
    assert everything(GamesFolder(tmp_path / "games")) == everything(here_alone)


class KillsOnce:
    """Plays games; the process that comes to game 9 first is killed by it."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __call__(self, number: int) -> Rows:
        if number == 9 and not self.mark.exists():
            self.mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return record(PLAN, number)


def test_a_worker_that_dies_costs_its_games_only(here_alone: GamesFolder, tmp_path: Path) -> None:
    way, cores = on_ray(jobs=3)
    assert cores == 3
    folder = GamesFolder(tmp_path / "games", PLAN)
    killing = KillsOnce(tmp_path / "killed")
    numbers = list(folder.keep(way(killing, folder.missing(PLAN.total))))
    assert killing.mark.exists()
    assert sorted(numbers) == list(range(40))
    assert everything(folder) == everything(here_alone)
    assert Games(folder.path).fingerprint() == Games(here_alone.path).fingerprint()


def dies(number: int) -> Rows:
    """Plays nothing: its process is gone each time."""
    os.kill(os.getpid(), signal.SIGKILL)
    return record(PLAN, number)


def test_games_that_kill_every_worker_are_given_up(tmp_path: Path) -> None:
    way, _ = on_ray(jobs=1)
    with pytest.raises(SmashUpError, match="was lost 5 times"):
        list(way(dies, [0]))


def fails(number: int) -> Rows:
    raise SmashUpError(f"game {number} cannot be played")


def test_what_is_wrong_with_a_game_is_said(tmp_path: Path) -> None:
    way, _ = on_ray(jobs=1)
    with pytest.raises(SmashUpError, match="game 3 cannot be played"):
        list(way(fails, [3]))


def test_a_ray_that_does_not_come_up_gets_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_slow(**options: object) -> None:
        raise Exception("The current node timed out during startup.")

    monkeypatch.setattr(ray, "init", too_slow)
    with pytest.raises(SmashUpError, match="Ray cannot be reached: The current node timed out"):
        on_ray(jobs=1)


def test_a_cluster_that_is_not_there_gets_a_sentence() -> None:
    with pytest.raises(SmashUpError, match="cannot be reached"):
        on_ray("127.0.0.1:1")
