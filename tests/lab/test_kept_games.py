"""Games kept as data: none lost, none doubled, the same wherever and however often begun."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

import polars as pl
import pytest
from polars.testing import assert_frame_equal
from typer.testing import CliRunner

from smashup import SmashUpError
from smashup.cli import app
from smashup.lab import Games
from smashup.lab.folder import HEADING, GamesFolder
from smashup.lab.plans import KeptSimulation, LabPlan
from smashup.lab.playing import play
from smashup.lab.rates import Tally
from smashup.lab.recording import SCHEMA, TABLES, record
from smashup.lab.simulate import Plan, play_all
from smashup.lab.ways import Way, here

PLAN = LabPlan.of({"players": ["random"], "seats": [2, 3], "games": 10, "seed": 4})


def kept(path: Path, plan: LabPlan = PLAN, way: Way | None = None) -> GamesFolder:
    """The folder with all games of the plan."""
    folder = GamesFolder(path, plan)
    list(play(folder, plan, way or here(1)))
    return folder


def everything(folder: GamesFolder) -> dict[str, list[tuple[object, ...]]]:
    """All rows of all tables, in an order that does not depend on the parts."""
    return {name: sorted(map(repr, folder.table(name).collect().rows())) for name in TABLES}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> GamesFolder:
    """All games, played in one go."""
    return kept(tmp_path_factory.mktemp("lab") / "games")


def test_every_game_of_the_plan_is_there_once(whole: GamesFolder) -> None:
    assert list(whole.numbers()) == list(range(PLAN.total))
    frame = Games(whole.path).frame()
    assert frame.height == 26  # in two rounds two games of two and three of three
    shares = frame.group_by("number").agg(pl.col("won").sum())["won"].to_list()
    assert shares == pytest.approx([1.0] * PLAN.total)


def test_processes_do_not_matter(whole: GamesFolder, tmp_path: Path) -> None:
    assert everything(kept(tmp_path / "two", way=here(2))) == everything(whole)


def test_what_was_broken_off_goes_on(whole: GamesFolder, tmp_path: Path) -> None:
    folder = GamesFolder(tmp_path / "games", PLAN)
    with closing(play(folder, PLAN, here(1))) as games:
        assert [next(games) for _ in range(3)] == [0, 1, 2]
    assert list(folder.numbers()) == [0, 1, 2]
    again = kept(tmp_path / "games")
    assert len(again.parts) == 2
    assert everything(again) == everything(whole)
    assert Games(again.path).fingerprint() == Games(whole.path).fingerprint()


def test_more_games_are_added(whole: GamesFolder, tmp_path: Path) -> None:
    short = LabPlan.of({"players": ["random"], "seats": [2, 3], "games": 5, "seed": 4})
    kept(tmp_path / "games", short)
    assert everything(kept(tmp_path / "games")) == everything(whole)


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_killed_command_loses_no_part(
    tmp_path: Path, jobs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Parts are written after every game here; the command is killed in mid-game. Its processes
    end with it: they would hold the lock of the folder."""
    monkeypatch.setattr("smashup.lab.folder.LOCK_SECONDS", 60.0)
    plan = tmp_path / "plan.yaml"
    plan.write_text("{players: [random], games: 400, seed: 4}", "utf-8")
    out = tmp_path / "games"
    code = (
        "import sys; from smashup.lab import folder; folder.PART_GAMES = 1\n"
        "from smashup.cli import main; main()"
    )
    command = [sys.executable, "-c", code, "lab", "play", str(plan), "--out", str(out)]
    killed = subprocess.Popen([*command, "--jobs", str(jobs)])
    while len(list(out.glob("part-*"))) < 3 and killed.poll() is None:
        time.sleep(0.01)
    os.kill(killed.pid, signal.SIGKILL)
    killed.wait()
    (out / ".writing-left").mkdir()  # as one that was killed while writing leaves behind
    wanted = LabPlan.of({"players": ["random"], "games": 400, "seed": 4})
    folder = GamesFolder(out, wanted)
    before = list(folder.numbers())
    assert 3 <= len(before) < 400
    with folder.alone(), closing(play(folder, wanted, here(1))) as games:
        first = [next(games) for _ in range(5)]
    assert first == list(range(len(before), len(before) + 5))
    assert list(folder.numbers()) == [*before, *first]
    assert not list(out.glob(".writing-*"))


def test_a_process_that_dies_costs_its_games_only(whole: GamesFolder, tmp_path: Path) -> None:
    """The first time the way is gone it has lost a worker after three games."""
    from smashup.lab.parallel import WorkerDied

    times = 0

    def way(work, numbers: Iterable[int]):  # type: ignore[no-untyped-def]
        nonlocal times
        times += 1
        for count, number in enumerate(numbers):
            if times == 1 and count == 3:
                raise WorkerDied("gone")
            yield work(number)

    assert everything(kept(tmp_path / "games", way=way)) == everything(whole)
    assert times == 2


def test_two_commands_do_not_play_into_one_folder(
    whole: GamesFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("smashup.lab.folder.LOCK_SECONDS", 0.0)
    with (
        whole.alone(),
        pytest.raises(SmashUpError, match="Another command"),
        GamesFolder(whole.path).alone(),
    ):
        raise AssertionError("both were let in")


def test_every_game_can_be_played_again(whole: GamesFolder) -> None:
    games = Games(whole.path)
    for number in whole.numbers():
        game, players = games.replay(number)
        rows = games.frame().filter(pl.col("number") == number).sort("seat")
        assert game.vp == rows["vp"].to_list()
        assert list(players) == rows["player"].to_list()
    with pytest.raises(SmashUpError, match="has no game 999"):
        games.replay(999)


def test_rows_tell_what_happened(whole: GamesFolder) -> None:
    """Against the game itself, played again: points of every turn, cards drawn and played."""
    game, _ = Games(whole.path).replay(2)
    drawn = sum(len(event.cards) for event in game.log if event.kind == "drawn")
    played = [event for event in game.log if event.kind in ("minion played", "action played")]
    awards = [event for event in game.log if event.kind == "base scored"]
    turns = [event.seat for event in game.log if event.kind == "turn started"]
    rows = record(PLAN, 2)
    what = rows["cards"]["what"]
    assert what.count("opening") == 5 * game.players
    assert what.count("drawn") == drawn
    assert what.count("played") == len(played)
    assert rows["bases"]["vp"] == [event.amount for event in awards]
    assert rows["turns"]["seat"] == turns
    assert rows["turns"]["vp"][0] == [0] * game.players
    assert all(sum(chance) == pytest.approx(1) for chance in rows["turns"]["chance"])
    assert sum(rows["seats"]["decisions"]) == len(game.answers) == rows["games"]["decisions"][0]


def test_who_decided_a_base(whole: GamesFolder) -> None:
    """Whoever decided was first, and there was somebody to be ahead of, or no power to spare."""
    events = Games(whole.path).events()
    decided = events.filter(pl.col("decided"))
    assert decided.height > 0
    assert set(decided["what"]) == {"scored"}
    assert decided["power"].min() >= 1  # type: ignore[operator]


def test_a_game_that_was_broken_off_has_no_length(tmp_path: Path) -> None:
    path = kept(tmp_path / "games", LabPlan.of({"players": ["random"], "games": 6})).path
    [file] = path.glob("part-*/games.parquet")
    rows = pl.read_parquet(file)
    mean = rows.filter(pl.col("number") > 0)["turns"].mean()
    first = pl.col("number") == 0
    rows.with_columns(
        pl.when(first).then(pl.lit(500, pl.Int16)).otherwise("turns").alias("turns"),
        finished=~first,
    ).write_parquet(file)
    [length] = Games(path).lengths().to_dicts()
    assert (length["games"], length["unfinished"]) == (5, 1)
    assert length["turns"] == pytest.approx(mean)
    assert length["long"] < 500


def test_one_deal_alone_does_not_tell_how_sure_a_length_is(tmp_path: Path) -> None:
    folder = kept(tmp_path / "games", LabPlan.of({"players": ["random"], "games": 2}))
    assert Games(folder.path).lengths()["half_width"].to_list() == [None]


def test_it_does_not_matter_how_games_are_divided_into_parts(
    whole: GamesFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("smashup.lab.folder.PART_GAMES", 1)
    parts = kept(tmp_path / "games")
    assert (len(parts.parts), len(whole.parts)) == (10, 1)
    assert (parts.ranges(), parts.count()) == ([range(10)], 10)
    one, many = Games(whole.path).where(seats=2), Games(parts.path).where(seats=2)
    for what in ("cards", "bases", "factions", "seats", "lengths"):
        order = getattr(one, what)().columns[:2]
        assert_frame_equal(getattr(one, what)().sort(order), getattr(many, what)().sort(order))


def test_cards_are_counted_part_by_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many games there are, the rows of one part are looked at, and of a tally no more is
    kept than what the cards of the box make."""
    monkeypatch.setattr("smashup.lab.folder.PART_GAMES", 2)
    parts = kept(tmp_path / "games")
    seen = []

    def add(self: Tally, rows: pl.DataFrame, below: int | None = None) -> None:
        seen.append(rows["number"].n_unique())
        counted(self, rows, below)
        still_open = self._open
        assert still_open is not None and still_open["cluster"].n_unique() <= 1

    counted = Tally.add
    monkeypatch.setattr(Tally, "add", add)
    Games(parts.path).cards()
    assert max(seen) == 2


def test_the_numbers_of_games_are_kept_as_ranges(whole: GamesFolder, tmp_path: Path) -> None:
    folder = GamesFolder(tmp_path / "games", PLAN)
    for numbers in ([0, 1, 2], [5, 4], [9], [8, 3]):
        for number in numbers:
            folder.write(record(PLAN, number))
    assert folder.ranges() == [range(6), range(8, 10)]
    assert list(folder.missing(12)) == [6, 7, 10, 11]
    assert list(folder.missing(7)) == [6]
    assert list(folder.missing(3)) == []


def test_a_folder_without_games_has_no_cards(tmp_path: Path) -> None:
    games = Games(GamesFolder(tmp_path / "games", PLAN).path)
    assert games.cards().is_empty() and games.bases().is_empty()


# -- bad input -------------------------------------------------------------------------------------


def test_a_folder_of_another_plan_is_left_alone(whole: GamesFolder) -> None:
    other = LabPlan.of({"players": ["random"], "games": 10, "seed": 5})
    before = (whole.path / HEADING).read_bytes()
    with pytest.raises(SmashUpError, match="another plan: plan"):
        GamesFolder(whole.path, other)
    assert (whole.path / HEADING).read_bytes() == before


def test_a_folder_of_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear", "utf-8")
    with pytest.raises(SmashUpError, match="not empty"):
        GamesFolder(tmp_path, PLAN)
    with pytest.raises(SmashUpError, match="holds no games"):
        Games(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


def test_another_schema_gets_a_sentence(tmp_path: Path) -> None:
    path = kept(tmp_path / "games", LabPlan.of({"players": ["random"], "games": 2})).path
    heading = json.loads((path / HEADING).read_text("utf-8"))
    (path / HEADING).write_text(json.dumps({**heading, "schema": SCHEMA + 1}), "utf-8")
    with pytest.raises(SmashUpError, match=f"schema {SCHEMA + 1}"):
        Games(path)
    (path / HEADING).write_text('{"sche', "utf-8")
    with pytest.raises(SmashUpError, match="cannot be read"):
        Games(path)


def test_a_heading_that_says_too_little_gets_a_sentence(tmp_path: Path) -> None:
    folder = GamesFolder(tmp_path / "games", PLAN)
    for heading in ({"schema": SCHEMA}, {**folder.heading, "plan": None}):
        (folder.path / HEADING).write_text(json.dumps(heading), "utf-8")
        with pytest.raises(SmashUpError, match="by which rules, version and plan"):
            Games(folder.path)


def test_games_by_other_rules_are_not_added_up(whole: GamesFolder, tmp_path: Path) -> None:
    other = GamesFolder(tmp_path / "games", PLAN)
    (other.path / HEADING).write_text(json.dumps({**other.heading, "rules": 3}), "utf-8")
    with pytest.raises(SmashUpError, match=r"not played by the same rules: .* by rules 3, "):
        Games(whole.path, other.path)


def test_a_plan_of_more_games_than_can_be_counted_is_begun(tmp_path: Path) -> None:
    folder = GamesFolder(tmp_path / "games", PLAN)
    missing = folder.missing(10**15)
    assert [next(missing) for _ in range(3)] == [0, 1, 2]


def test_a_half_written_file_gets_a_sentence(tmp_path: Path) -> None:
    path = kept(tmp_path / "games", LabPlan.of({"players": ["random"], "games": 2})).path
    [file] = path.glob("part-*/games.parquet")
    file.write_bytes(file.read_bytes()[:100])
    with pytest.raises(SmashUpError, match="half-written or damaged"):
        Games(path).frame()


def test_other_columns_get_a_sentence(tmp_path: Path) -> None:
    path = kept(tmp_path / "games", LabPlan.of({"players": ["random"], "games": 2})).path
    [file] = path.glob("part-*/seats.parquet")
    pl.read_parquet(file).drop("vp").write_parquet(file)
    with pytest.raises(SmashUpError, match="other columns"):
        Games(path).frame()


def test_a_game_of_other_answers_is_not_passed_off_as_kept(tmp_path: Path) -> None:
    path = kept(tmp_path / "games", LabPlan.of({"players": ["random"], "games": 2})).path
    [file] = path.glob("part-*/games.parquet")
    rows = pl.read_parquet(file)
    rows.with_columns(digest=pl.lit("00000000")).write_parquet(file)
    with pytest.raises(SmashUpError, match="another end"):
        Games(path).replay(0)


def test_a_folder_named_twice_gets_a_sentence(whole: GamesFolder) -> None:
    with pytest.raises(SmashUpError, match="twice"):
        Games(whole.path, whole.path)


# -- commands --------------------------------------------------------------------------------------


def run(*words: object) -> tuple[int, str]:
    result = CliRunner().invoke(app, [str(word) for word in words])
    return result.exit_code, result.output


def test_the_command_plays_goes_on_and_replays(tmp_path: Path) -> None:
    plan, out = tmp_path / "plan.yaml", tmp_path / "games"
    plan.write_text("{players: [random], games: 4}", "utf-8")
    code, said = run("lab", "play", plan, "--out", out, "--jobs", 1)
    assert (code, "4 games played; 4 are in" in said) == (0, True)
    assert "for each second that a core worked." in said
    code, said = run("lab", "play", plan, "--out", out, "--jobs", 1)
    assert (code, "0 games played; 4 are in" in said) == (0, True)
    code, said = run("lab", "replay", out, 3, "--save", tmp_path / "game.json")
    assert code == 0
    assert "won" in said
    assert run("replay", tmp_path / "game.json")[0] == 0
    assert run("lab", "replay", out, 4) == (2, f"smashup: {out} has no game 4.\n")
    code, said = run("lab", "play", plan, "--out", out, "--on", "moon")
    assert (code, "not on 'moon'" in said) == (2, True)


def test_simulate_keeps_the_games_it_would_play_anyway(tmp_path: Path) -> None:
    out = tmp_path / "games"
    options = ("--players", "random,random", "--seed", 3, "--jobs", 1, "--json")
    code, without = run("simulate", *options, "--games", 6)
    assert code == 0
    assert run("simulate", *options, "--games", 2, "--keep", out)[0] == 0
    code, said = run("simulate", *options, "--games", 6, "--keep", out)
    assert code == 0
    assert json.loads(said)["records"] == json.loads(without)["records"]
    assert list(GamesFolder(out).numbers()) == list(range(6))
    assert Games(out).replay(5)[0].over


def test_kept_games_of_a_simulation_are_summed_up_as_played(tmp_path: Path) -> None:
    from smashup.lab.games import simulated_games

    factions = (("Aliens", "Robots"), ("Ninjas", "Zombies"), ("Pirates", "Wizards"))
    plan = Plan(("random", "greedy", "random"), 3, factions=factions)
    source = KeptSimulation(plan)
    folder = GamesFolder(tmp_path / "games", source)
    list(play(folder, source, here(1)))
    assert simulated_games(folder, source) == list(play_all(plan, 1))
    assert Games(folder.path).replay(1)[1] == ("greedy", "random", "random")
