"""How true chances come: counted right, made true by a fit, and kept where judges look."""

import json
import random
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from smashup import Game
from smashup.cli import app
from smashup.lab import calibration
from smashup.lab.calibration import (
    LEARNED,
    WEIGHED,
    Course,
    Moment,
    Told,
    bands,
    fitted,
    log_loss,
    made_true,
    opening,
    play,
    play_again,
    play_all,
)
from smashup.model.errors import SmashUpError
from smashup.players.advice import win_chances
from smashup.players.judge import Calibration, Net, WeighedJudge, true_chances

pytest.importorskip("numpy")

COURSE = Course(("random",), (2, 3), seed=5)


def made_up(sharpness: float, games: int = 3000) -> list[Told]:
    """Games of a judge whose chances come true once they are so much sharper."""
    true = Calibration({2: (sharpness, sharpness)})
    rng = random.Random(1)
    told = []
    for number in range(games):
        said = rng.uniform(0.1, 0.9)
        chances = [said, 1 - said]
        moment = Moment({WEIGHED: chances}, rng.randrange(15), begins=True)
        told.append(Told(number, true.applied(chances, 0), [moment]))
    return told


def test_a_game_is_told_turn_by_turn() -> None:
    told = play(COURSE, 1)
    assert len(told.shares) == 3 and sum(told.shares) == pytest.approx(1)
    assert told.moments[0].begins and told.moments[0].most_vp == 0
    assert not all(moment.begins for moment in told.moments)
    assert told.moments[0].chances.keys() == {LEARNED, WEIGHED}
    for moment in told.moments:
        assert all(sum(said) == pytest.approx(1) for said in moment.chances.values())
    assert play(COURSE, 1) == told


def test_what_is_kept_is_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = tmp_path / "told.jsonl"
    first = list(play_all(COURSE, 2, 1, kept))
    kept.write_text(kept.read_text("utf-8") + "[2, [1.0, 0.", "utf-8")  # broken off
    monkeypatch.setattr(calibration, "play", lambda course, number: Told(number, [], []))
    assert list(play_all(COURSE, 3, 1, kept)) == [*first, Told(2, [], [])]
    assert len(kept.read_text("utf-8").splitlines()) == 1 + 3
    with pytest.raises(SmashUpError, match="keeps other games than these"):
        list(play_all(COURSE._replace(seed=6), 3, 1, kept))


def test_games_that_the_laboratory_has_kept_are_told_too(tmp_path: Path) -> None:
    pytest.importorskip("polars")
    from smashup.lab.folder import GamesFolder
    from smashup.lab.games import Games
    from smashup.lab.plans import LabPlan
    from smashup.lab.playing import play as play_plan
    from smashup.lab.ways import here

    plan = LabPlan.of({"players": ["random"], "games": 2})
    folder = GamesFolder(tmp_path / "games", plan)
    assert list(play_plan(folder, plan, here(1)))
    told = list(play_again(folder.path))
    won = Games(folder.path).frame()["won"].to_list()
    assert [share for one in told for share in one.shares] == won
    assert all(one.moments[0].begins for one in told)


@pytest.mark.parametrize("sharpness", [0.5, 1.0, 1.7])
def test_a_fit_finds_how_sure_one_may_be(sharpness: float) -> None:
    games = made_up(sharpness)
    found = fitted(games, WEIGHED)
    assert found.sharpness[2] == pytest.approx((sharpness, sharpness), abs=0.1)
    assert fitted(games[:20], WEIGHED).sharpness[2] == pytest.approx((1, 1), abs=0.1)
    truer = made_true(games, {WEIGHED: found})
    assert log_loss(truer, WEIGHED) <= log_loss(games, WEIGHED) + 1e-6


def test_chances_are_counted_by_their_height() -> None:
    moments = [Moment({WEIGHED: [0.72, 0.28]}, 3, True), Moment({WEIGHED: [0.78, 0.22]}, 4, False)]
    games = [Told(0, [1.0, 0.0], moments), Told(1, [0.0, 1.0], moments[:1])]
    low, high = bands(games, WEIGHED)
    assert (high.low, high.high, high.times) == (0.7, 0.8, 3)
    assert high.said == pytest.approx(0.74)
    assert high.came == pytest.approx(2 / 3)
    assert high.error == pytest.approx(1.96 * 2**0.5 * (2 / 3) / 3)  # two games, not three
    assert low.came == pytest.approx(1 / 3)
    said, came, most = opening(games, WEIGHED)
    assert (said, came, most) == pytest.approx((0.72, 0.5, 0.72))


def test_both_halves_have_tables_of_every_size() -> None:
    games = [Told(number, [], []) for number in range(8)]
    learned_from, others = COURSE.halves(games)
    assert [told.number for told in learned_from] == [0, 1, 4, 5]
    assert [told.number for told in others] == [2, 3, 6, 7]


def test_a_fit_is_measured_on_games_that_it_has_not_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calibration, "judges", lambda: {WEIGHED: WeighedJudge()})
    blunt, sharp = made_up(0.5), made_up(1.5)
    course = Course(("random",), (2,), seed=1)
    halves = [(blunt if told.number % 2 else sharp)[told.number] for told in blunt]
    told = {one.number: one for one in calibration.fitted_crosswise(course, halves)}
    said = halves[0].moments[0].chances[WEIGHED]
    stated = told[0].moments[0].chances[WEIGHED]  # a sharp one, by what the blunt ones say
    assert stated == pytest.approx(Calibration({2: (0.5, 0.5)}).applied(said, 0), abs=0.05)


def test_a_fit_is_written_where_the_judges_read_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("NET_FILE", "WEIGHTS_FILE"):
        file = getattr(calibration, name)
        shutil.copy(file, tmp_path)
        monkeypatch.setattr(calibration, name, tmp_path / file.name)
    shutil.copy(Path(calibration.__file__).parents[1] / "players/judge/net.json", tmp_path)
    found = Calibration({2: (0.5, 1.25)})
    calibration.write({LEARNED: found, WEIGHED: found}, "a command")
    net = Net.read(calibration.NET_FILE)
    assert net.calibration.sharpness == {2: (0.5, 1.25)}
    assert json.loads((tmp_path / "net.json").read_text("utf-8"))["calibrated_by"] == "a command"
    weights = json.loads(calibration.WEIGHTS_FILE.read_text("utf-8"))
    assert weights["sharpness"] == {"2": [0.5, 1.25]}
    monkeypatch.setattr("smashup.players.judge.judging.WEIGHTS_FILE", calibration.WEIGHTS_FILE)
    assert WeighedJudge().calibration == found


def test_chances_are_exact_at_the_end_and_never_before() -> None:
    game = Game.new("random", players=3, seed=3)
    rng = random.Random(3)
    while game.decision is not None:
        assert 0 < max(win_chances(game.observe(None), worlds=1)) < 1
        game.decide(rng.randrange(len(game.decision.options)))
    said = true_chances(WeighedJudge(), [game])
    assert said == [(seat in game.winners) / len(game.winners) for seat in game.seats]


def test_nobody_is_far_ahead_before_anything_was_played() -> None:
    for seed in range(20):
        game = Game.new("random", players=2, seed=seed)
        assert max(win_chances(game.observe(None))) < 0.85


def test_the_command_tells_how_true_they_came(tmp_path: Path) -> None:
    few = ["calibrate", "--players", "random", "--games", "2", "--seats", "2", "--jobs", "1"]
    few += ["--keep", str(tmp_path / "told.jsonl")]
    shown = CliRunner().invoke(app, few)
    assert shown.exit_code == 0, shown.output
    assert "2 seats: 2 games, log loss" in shown.stdout
    facts = json.loads(CliRunner().invoke(app, [*few, "--json"]).stdout)
    assert facts[WEIGHED]["2"]["games"] == 2
    assert sum(band["times"] for band in facts[LEARNED]["2"]["bands"]) > 40
    wrong = CliRunner().invoke(app, [*few, "--seats", "2,7"])
    assert wrong.exit_code == 2 and "numbers from 2 to 4" in wrong.output
