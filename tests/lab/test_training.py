"""Training the judge: it learns what is there to learn, goes on where it was, and must win."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from smashup import SmashUpError
from smashup.cli import app
from smashup.engine.game import Game
from smashup.lab import lessons, training
from smashup.lab.learning import Student, softmax
from smashup.lab.lessons import Course, Lessons, all_in, lessons_in, read
from smashup.lab.training import Trial, net_file, shares_of
from smashup.lab.ways import here
from smashup.players.judge import NET_FILE, Net, present
from smashup.players.judge.calibration import UNTRIED
from smashup.players.judge.net import heads_of, packed, sides_of
from smashup.players.judge.numbers import BASE_NUMBERS, SEAT_NUMBERS, SIDE_NUMBERS, numbers
from smashup.players.standing import PRESENT

np = pytest.importorskip("numpy")

PRESENT_NET = Net.read(NET_FILE)


def made_up(positions: int = 2000) -> Lessons:
    """Who has more of the last number of seats wins; the weights know nothing of it."""
    rng = np.random.default_rng(1)
    seats = np.zeros((positions, 2, SEAT_NUMBERS), np.float32)
    seats[..., -1] = rng.random((positions, 2))
    bases = rng.random((positions, 3, BASE_NUMBERS + 2 * SIDE_NUMBERS)).astype(np.float32)
    first = (seats[:, 0, -1] > seats[:, 1, -1]).astype(np.float32)
    return Lessons(
        seats=seats,
        bases=bases,
        live=np.ones((positions, 3), np.float32),
        shares=np.stack([first, 1 - first], axis=1),
        game=np.arange(positions),
        between=np.zeros(positions, np.bool_),
        slipped=np.zeros(positions, np.bool_),
    )


def test_a_student_learns_what_was_hidden() -> None:
    student = Student({2: made_up()}, seed=1)
    losses = [progress.loss for progress in student.learn(30, 0)]
    assert losses[-1] < 0.5 * losses[0]


def test_gradients_are_how_the_loss_changes() -> None:
    some = made_up(50)
    student = Student({2: some}, seed=1)
    rows = np.arange(50)

    def loss() -> float:
        said = softmax(student.net().forward(some.seats, some.bases, some.live))
        return float(-(some.shares * np.log(said)).sum(axis=1).mean())

    found = student.gradients(some, rows, some.shares)
    for name in ("out", "head2", "head1_bias", "base2"):
        numbers = student.numbers[name]
        k = np.unravel_index(np.abs(found[name]).argmax(), numbers.shape)
        before = numbers[k]
        around = []
        for step in (0.01, -0.01):
            numbers[k] = before + step
            around.append(loss())
        numbers[k] = before
        assert found[name][k] == pytest.approx((around[0] - around[1]) / 0.02, rel=0.1, abs=1e-3)


def test_a_slip_says_nothing_of_the_positions_before_it() -> None:
    some = made_up(4)
    some.game[:] = 1
    some.slipped[1] = True
    student = Student({2: some}, seed=1)
    likely = softmax(student.net().forward(some.seats, some.bases, some.live))
    [mixed] = student.targets().values()
    assert mixed[3] == pytest.approx(some.shares[3])
    assert mixed[2] == pytest.approx(0.2 * likely[3] + 0.8 * mixed[3], abs=1e-6)
    assert mixed[1] == pytest.approx(likely[1])
    assert mixed[0] == pytest.approx(likely[1], abs=1e-6)


def test_a_net_says_what_its_student_has_learned() -> None:
    """Inputs are scaled while learning; the net gets them as they are."""
    some = made_up(30)
    assert sides_of(some.bases, 2).shape == (30, 2, 3, BASE_NUMBERS + 2 * SIDE_NUMBERS)
    assert heads_of(some.seats)[:, :, -1].max() == 0
    student = Student({2: some}, seed=1)
    at_first = softmax(student.net().forward(some.seats, some.bases, some.live))
    assert at_first == pytest.approx(np.full((30, 2), 0.5), abs=0.2)


def test_lessons_that_are_there_are_not_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lessons, "BATCH", 2)
    course = Course("thumb", (2, 3), seed=1)
    first = list(lessons_in(tmp_path, course, 2, here(1)))
    assert first == all_in(tmp_path) == [tmp_path / "thumb-23-1-00000.lessons.json"]
    monkeypatch.setattr(lessons, "_batch", lambda *_: pytest.fail("played again"))
    again = list(lessons_in(tmp_path, course, 2, here(1)))
    assert again == first
    found = read(first)
    assert set(found) == {2, 3}
    assert found[3].shares.sum(axis=1) == pytest.approx(1.0)
    assert len(found[2]) > 10
    assert 0 < found[2].slipped.sum() < len(found[2])


def test_lessons_are_the_positions_of_the_games_that_were_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Padded and joined, they are what the judge sees of each position by itself."""
    monkeypatch.setattr(lessons, "BATCH", 2)
    monkeypatch.setattr(lessons, "BETWEEN", 0.0)
    [path, _] = files = list(lessons_in(tmp_path, Course("thumb", (2,), seed=1), 4, here(1)))
    found = read(files)[2]
    [first, *_] = json.loads(path.read_text("utf-8"))["games"]
    game = Game.new("random", players=2, seed=first[1])
    rows, turn = [], 0
    for given in first[2]:
        if game.decision is not None and game.decision.kind == "play" and game.turn_number > turn:
            turn = game.turn_number
            rows.append(numbers(game, PRESENT))
        game.decide(given)
    assert game.over
    expected = packed(rows, 2)
    assert (found.game[: len(rows)] == 0).all() and found.game[len(rows)] == 1
    assert found.seats[: len(rows)] == pytest.approx(expected[0])
    net = Net.read(NET_FILE)
    seen = net.forward(found.seats, found.bases, found.live)
    assert seen[: len(rows)] == pytest.approx(net.forward(*expected), abs=1e-4)


def test_lessons_by_other_rules_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lessons, "BATCH", 1)
    [path] = lessons_in(tmp_path, Course("thumb", (2,), seed=1), 1, here(1))
    kept = json.loads(path.read_text("utf-8"))
    path.write_text(json.dumps({**kept, "rules": 1}), "utf-8")
    with pytest.raises(SmashUpError, match="by rules 1; these are rules"):
        read([path])
    kept["games"][0][2].pop()
    path.write_text(json.dumps(kept), "utf-8")
    with pytest.raises(SmashUpError, match="go otherwise by now"):
        read([path])


def test_lessons_of_another_net_are_another_course(tmp_path: Path) -> None:
    course = Course("planner", (2,), seed=1)
    other = course._replace(net=PRESENT_NET)
    name = f"planner-{PRESENT_NET.fingerprint[:12]}-2-1-00003.lessons.json"
    assert course.file(tmp_path, 3).name == "planner-2-1-00003.lessons.json"
    assert other.file(tmp_path, 3).name == name


def test_a_trial_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trial = Trial(PRESENT_NET, None, "quick", seed=1)
    kept = net_file(tmp_path, PRESENT_NET).with_suffix(".quick-present.jsonl")
    monkeypatch.setattr(training, "contend", lambda trial, number: (number, 0.5))
    assert list(shares_of(tmp_path, trial, 2, here(1))) == [0.5, 0.5]
    monkeypatch.setattr(training, "contend", lambda trial, number: (number, 0.0))
    assert list(shares_of(tmp_path, trial, 3, here(1))) == [0.5, 0.5, 0.0]
    assert len(kept.read_text("utf-8").splitlines()) == 1 + 3
    kept.write_text(kept.read_text("utf-8").replace(present().fingerprint, "another"), "utf-8")
    with pytest.raises(SmashUpError, match='judge: "another" in the file'):
        list(shares_of(tmp_path, trial, 3, here(1)))


def test_trials_against_other_nets_are_kept_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By what the nets are, not by how their files are named."""
    monkeypatch.setattr(training, "contend", lambda trial, number: (number, 0.5))
    trial = Trial(PRESENT_NET, PRESENT_NET, "tuned", seed=1)
    assert list(shares_of(tmp_path, trial, 2, here(1))) == [0.5, 0.5]
    [kept] = tmp_path.iterdir()
    name = PRESENT_NET.fingerprint[:12]
    assert kept.name == f"{name}.net.tuned-{name}.jsonl"


def test_a_judge_against_itself_wins_half_of_each_deal() -> None:
    trial = Trial(PRESENT_NET, PRESENT_NET, "quick", seed=1)
    (_, once), (_, other_way_round) = (training.contend(trial, number) for number in (0, 1))
    assert once + other_way_round == 1.0


def test_only_more_wins_than_luck_explains_are_better() -> None:
    even = [0.0, 1.0]
    assert training.is_better([1.0] * 65 + [0.0] * 35, even)
    assert not training.is_better([1.0] * 65 + [0.0] * 35, [*even, 0.0])
    assert not training.is_better([1.0] * 52 + [0.0] * 48, even)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short lessons, and a trial that the new judge wins."""
    monkeypatch.setattr(lessons, "BATCH", 4)
    monkeypatch.setattr("smashup.commands.train.LEAST_GAMES", 4)
    monkeypatch.setattr(training, "contend", lambda trial, number: (number, 1.0))


def words(folder: Path, out: Path) -> list[str]:
    """The command, as short as it can be."""
    trials = ["--trial", "10", "--trial-as-tuned", "2"]
    return [
        "train",
        str(folder / "work"),
        "--games",
        "4",
        *trials,
        "--jobs",
        "1",
        "--out",
        str(out),
    ]


@pytest.mark.usefixtures("quick")
def test_the_command_makes_a_net_with_its_figures(tmp_path: Path) -> None:
    out = tmp_path / "net.npz"
    result = CliRunner().invoke(app, words(tmp_path, out))
    assert result.exit_code == 0, result.output
    assert Net.read(out).arrays
    assert Net.read(out).calibration == present().calibration != UNTRIED  # a start
    assert result.output.rstrip().endswith("smashup calibrate --fit")
    figures = json.loads(out.with_suffix(".json").read_text("utf-8"))
    assert figures["new_against_old"]["quick"]["win_rate"] == 1.0
    assert figures["new_against_old"]["tuned"]["games"] == 2
    assert figures["positions"] > 50
    assert "calibrated_by" not in figures  # nobody has done that yet


@pytest.mark.usefixtures("quick")
def test_a_net_that_is_no_better_is_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(training, "contend", lambda trial, number: (number, 0.5))
    out = tmp_path / "net.npz"
    result = CliRunner().invoke(app, words(tmp_path, out))
    assert "Not written" in result.output
    assert not out.exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--teacher", "thum"], "Did you mean"),
        (["--games", "3"], "At least 100 games"),
        (["--seats", "2,5"], "numbers from 2 to 4"),
        (["--net", "pyproject.toml"], "no net of version"),
        (["--against", "nowhere.npz"], "no net of version"),
        (["--on", "mars"], "`ray` or `ray:ADDRESS`, not on 'mars'"),
        (["--out", "/nowhere/net.npz"], "cannot be written"),
    ],
)
def test_what_cannot_work_is_said_at_once(tmp_path: Path, words: list[str], said: str) -> None:
    result = CliRunner().invoke(app, ["train", str(tmp_path), *words])
    assert result.exit_code == 2
    assert said in result.output


def test_the_figures_of_the_package_speak_for_its_net() -> None:
    figures = json.loads(NET_FILE.with_suffix(".json").read_text("utf-8"))["new_against_old"]
    assert figures["quick"]["low"] > 0.5
