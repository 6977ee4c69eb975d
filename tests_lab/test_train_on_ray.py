"""Training on Ray: what is learned from, and how a trial ends, is the same wherever games ran."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import ray
from typer.testing import CliRunner

from smashup.cli import app
from smashup.lab.cluster import on_ray
from smashup.lab.lessons import Course, lessons_in
from smashup.lab.training import Trial, shares_of
from smashup.lab.ways import Way, here
from smashup.players.judge import NET_FILE, Net

pytestmark = pytest.mark.filterwarnings("default")  # Ray leaves sockets to the collector

BATCHES = 2
GAMES = 50 * BATCHES


@pytest.fixture(autouse=True)
def _ray_ends() -> Iterator[None]:
    yield
    ray.shutdown()


def other_net() -> Net:
    """One that is in no file: machines of a cluster are sent it."""
    net = Net.read(NET_FILE)
    return Net(net.arrays | {"out": -net.arrays["out"]}, net.calibration)


def lessons(folder: Path, way: Way) -> dict[str, str]:
    """What is in the files of a short course, by name."""
    folder.mkdir()
    files = lessons_in(folder, Course("thumb", (2, 3), seed=4), GAMES, way)
    return {file.name: file.read_text("utf-8") for file in files}


def test_lessons_do_not_depend_on_where_they_were_played(tmp_path: Path) -> None:
    way, cores = on_ray(jobs=2)
    assert cores == 2
    on_cluster = lessons(tmp_path / "cluster", way)
    assert len(on_cluster) == BATCHES
    assert on_cluster == lessons(tmp_path / "here", here(1))


def test_a_trial_is_the_same_on_a_cluster(tmp_path: Path) -> None:
    trial = Trial(other_net(), Net.read(NET_FILE), "quick", seed=5)

    def played(name: str, way: Way) -> list[str]:
        folder = tmp_path / name
        folder.mkdir()
        assert len(list(shares_of(folder, trial, 6, way))) == 6
        [kept] = folder.iterdir()
        heading, *games = kept.read_text("utf-8").splitlines()
        return [heading, *sorted(games)]  # on a cluster they come as they end

    way, _ = on_ray(jobs=2)
    assert played("cluster", way) == played("here", here(1))


def test_the_command_trains_on_a_cluster(tmp_path: Path) -> None:
    words = ["train", str(tmp_path / "work"), "--games", "100", "--trial", "2", "--force"]
    words += ["--trial-as-tuned", "2", "--jobs", "2", "--out", str(tmp_path / "net.npz")]
    result = CliRunner().invoke(app, [*words, "--on", "ray"])
    assert result.exit_code == 0, result.output
    assert Net.read(tmp_path / "net.npz").arrays
    assert len(list((tmp_path / "work").glob("*.lessons.json"))) == BATCHES
