"""Games of bots as data."""

from pathlib import Path

import numpy as np
import pytest

from smashup import SmashUpError
from smashup.rl import Dataset, Encoder, Layout, record


def test_every_decision_is_recorded(tmp_path: Path):
    data = record(["greedy", "random"], games=3, seed=2)
    encoder = Encoder(2)
    counts = encoder.mask(data.rows).sum(axis=1)
    assert set(data.games.tolist()) == {0, 1, 2}
    assert (data.actions < counts).all() and (data.actions >= 0).all()
    assert set(data.returns.tolist()) <= {-1.0, 0.0, 1.0}
    for game in range(3):
        worth = {int(s): data.returns[(data.games == game) & (data.seats == s)] for s in (0, 1)}
        assert (worth[0] == -worth[1][0]).all()
    file = tmp_path / "games.npz"
    data.save(file)
    again = Dataset.load(file, Layout(2))
    assert all(np.array_equal(a, b) for a, b in zip(data, again, strict=True))


def test_it_does_not_matter_how_many_work_on_it():
    one, two = (record(["random"] * 2, games=4, seed=3, jobs=jobs) for jobs in (1, 2))
    assert all(np.array_equal(a, b) for a, b in zip(one, two, strict=True))


def test_what_is_no_dataset_is_refused(tmp_path: Path):
    file = tmp_path / "games.npz"
    with pytest.raises(SmashUpError, match="could not be read"):
        Dataset.load(file, Layout(2))
    file.write_bytes(b"half a fi")
    with pytest.raises(SmashUpError, match="no dataset"):
        Dataset.load(file, Layout(2))
    record(["random"] * 3, games=1).save(str(file))
    with pytest.raises(SmashUpError, match="record it anew"):
        Dataset.load(str(file), Layout(2))
    with pytest.raises(SmashUpError, match="could not be written"):
        record(["random"] * 2, games=1).save(tmp_path)
    assert list(tmp_path.iterdir()) == [file]  # nothing half-written is left beside it
    with pytest.raises(SmashUpError, match="At least one game"):
        record(["random"] * 2, games=0)


@pytest.mark.parametrize("damage", ["cut", "changed", "another"])
def test_what_is_damaged_is_refused(tmp_path: Path, damage: str):
    file = tmp_path / "games.npz"
    record(["random"] * 2, games=1).save(file)
    whole = bytearray(file.read_bytes())
    if damage == "cut":
        file.write_bytes(whole[: len(whole) // 2])
    elif damage == "changed":
        whole[len(whole) // 4 : len(whole) // 2] = bytes(len(whole) // 2 - len(whole) // 4)
        file.write_bytes(whole)
    else:
        with file.open("wb") as out:
            np.save(out, np.zeros(3))
    with pytest.raises(SmashUpError, match="no dataset of games"):
        Dataset.load(file, Layout(2))
