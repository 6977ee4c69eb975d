"""`smashup arena`, and bots of one's own in every command that takes one."""

import json
import sys
from pathlib import Path

import pytest

from smashup.lab.suite import Trial
from smashup.players import LEVELS, STRENGTHS
from smashup.replay import load

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "my_bot.py"
MY_BOT = f"{EXAMPLE}:Brawler"
RAISING = f"{Path(__file__).parents[1] / 'players' / 'bots.py'}:Raising"
FEW = ("arena", "--players", "random,random", "--games", "4", "--jobs", "1")


def test_it_shows_the_matrix_and_the_standings(run):
    shown = run(*FEW)
    assert shown.exit_code == 0
    assert "vs random#2" in shown.stdout
    assert "50.0%" in shown.stdout
    assert "illegal answers: 0" in shown.stdout
    assert "games a second on 1 core" in shown.stdout
    assert shown.stderr == ""  # no progress bar where nobody looks


def test_as_json(run):
    facts = json.loads(run(*FEW, "--json").stdout)
    cell = facts["matrix"]["random"]["random#2"]
    assert (cell["win_rate"], cell["games"]) == (0.5, 4)
    assert cell["low"] < 0.5 < cell["high"]
    assert facts["illegal_answers"] == 0
    assert set(facts["seconds_per_decision"]) == set(facts["ratings"]) == {"random", "random#2"}
    assert facts["ratings"]["random"].keys() == {"mu", "sigma", "ordinal"}
    assert facts["command"].startswith("smashup arena --players random,random --games 4")


@pytest.mark.parametrize("seats", [3, 4])
def test_more_seats(run, seats):
    facts = json.loads(run(*FEW, "--seats", str(seats), "--json").stdout)
    assert facts["games"] == facts["games_planned"]
    assert facts["matrix"]["random"]["random#2"]["win_rate"] == pytest.approx(0.5)
    assert len(facts["ratings"]) == 2


def test_it_writes_a_page(run, tmp_path):
    assert run(*FEW, "--write", "arena.md").exit_code == 0
    page = (tmp_path / "arena.md").read_text("utf-8")
    assert "    smashup arena --players random,random --games 4" in page
    assert "|  | vs random | vs random#2 |" in page


def test_the_bench_meets_the_rulers(run, tmp_path, monkeypatch):
    monkeypatch.setattr("smashup.lab.suite.TRIALS", (Trial("greedy-1"), Trial("greedy-1", 3)))
    args = ("arena", "--suite", "--players", "random", "--games", "2", "--jobs", "1")
    shown = run(*args, "--keep", "bench", "--write", "arena.md", columns=120)
    assert shown.exit_code == 0
    assert "2 × greedy-1" in shown.stdout
    assert "| random | 2 × greedy-1 | 3 |" in (tmp_path / "arena.md").read_text("utf-8")
    facts = json.loads(run(*args, "--keep", "bench", "--json").stdout)
    assert [result["won"]["games"] for result in facts["results"]] == [2, 3]
    assert facts["results"][1]["trial"] == {"ruler": "greedy-1", "seats": 3, "even": False}
    (skill,) = facts["skills"]
    assert (skill["player"], skill["trials"], skill["games"]) == ("random", 2, 5)
    assert skill["rating"]["low"] < skill["rating"]["rating"] < skill["rating"]["high"]
    assert "Ratings are Elo's" in shown.stdout
    assert len(list((tmp_path / "bench").iterdir())) == 2


def test_a_bench_that_is_stopped_gives_what_was_played(run, monkeypatch):
    monkeypatch.setattr("smashup.lab.suite.TRIALS", (Trial("greedy-1"), Trial("greedy-1", 3)))
    monkeypatch.setattr("smashup.commands.arena.watched", lambda games, total: [next(games)])
    args = ("arena", "--suite", "--players", "random", "--games", "2", "--jobs", "1")
    facts = json.loads(run(*args, "--json").stdout)
    (result,) = facts["results"]
    assert [skill["games"] for skill in facts["skills"]] == [1]
    assert (result["trial"]["seats"], result["won"]["games"]) == (2, 1)


def test_games_that_were_kept_are_not_played_again(run, tmp_path):
    first = json.loads(run(*FEW, "--keep", "games.jsonl", "--json").stdout)
    lines = (tmp_path / "games.jsonl").read_text("utf-8").splitlines()
    assert len(lines) == 5  # which contest, and four games
    again = json.loads(run(*FEW, "--keep", "games.jsonl", "--json").stdout)
    assert again["games"] == 4
    assert again["seconds_per_decision"] == first["seconds_per_decision"]
    assert (tmp_path / "games.jsonl").read_text("utf-8").splitlines() == lines


def test_a_failure_is_told_and_the_command_it_names_shows_it(run):
    args = ("arena", "--players", f"{RAISING},random", "--games", "2", "--jobs", "1")
    failure = json.loads(run(*args, "--json").stdout)["failures"][0]
    assert failure["player"] == RAISING
    again = run(*failure["command"].split()[1:], columns=200)
    assert again.exit_code == 0
    shown = f"Seat {failure['seat'] + 1}, move {failure['move']}: raised ValueError"
    assert shown in again.stdout  # from 1 for people, from 0 for programs
    assert "Traceback" in again.stdout


# -- a bot of one's own ----------------------------------------------------------------------------


def test_the_page_of_opponents_shows_the_example_and_names_every_bot():
    example = EXAMPLE.read_text("utf-8")
    page = (EXAMPLE.parents[1] / "opponents.md").read_text("utf-8")
    assert f"```python\n{example}```" in page
    assert sum(bool(line.strip()) for line in example.splitlines()) <= 20
    assert all(f"`{name}`" in page for name in (*LEVELS, *STRENGTHS))


def test_the_example_plays_in_simulate_and_arena(run, monkeypatch):
    args = ("--players", f"{MY_BOT},random", "--games", "6", "--jobs", "1", "--json")
    simulated = json.loads(run("simulate", *args).stdout)
    fought = json.loads(run("arena", *args).stdout)
    assert simulated["unfinished"] == 0
    assert simulated["records"][0]["wins"] >= 4
    assert fought["matrix"][MY_BOT]["random"]["win_rate"] > 0.5
    assert fought["illegal_answers"] == 0
    assert fought["failures"] == fought["unfinished"] == []


def test_the_example_sits_at_a_table_with_people(run):
    shown = run("play", "--seats", f"human,{MY_BOT}", "--seed", "5", typed=["save s.json"])
    assert shown.exit_code == 0
    assert "Brawler" in shown.output
    assert load(Path("s.json")).seats == ("human", MY_BOT)
    assert "Brawler" in run("play", "--resume", "s.json").output
    assert "Brawler" in run("replay", "s.json", "--at", "0").output


def test_the_questions_take_a_bot_of_ones_own_too(run):
    typed = ["2", "", "own", "my_bot.py", MY_BOT, "random", "quit"]
    shown = run("play", "--seed", "5", typed=typed, columns=200)
    assert "name the class in it too" in shown.output
    assert "Brawler  0 VP" in shown.output


def test_a_bot_that_fails_among_people_is_replaced_and_they_are_told(run):
    ends = ["end", "0"] * 30
    args = ("play", "--seats", f"human,{RAISING}", "--seed", "3")
    shown = run(*args, typed=[*ends, "save s.json"], columns=200)
    assert shown.exit_code == 0
    line = "Raising raised ValueError: I have lost count; from now on greedy plays for it."
    assert shown.output.count(line) == 1
    assert load(Path("s.json")).seats == ("human", "greedy")


def test_everybody_at_the_keyboard_is_told(run):
    args = ("play", "--seats", f"human,{RAISING},human", "--seed", "3")
    shown = run(*args, typed=["", "end", "0"] * 40, columns=200)
    assert shown.output.count("from now on greedy plays for it.") == 2


def test_who_will_not_wait_for_a_bot_can_leave_and_the_game_is_kept(run):
    slow = RAISING.replace("Raising", "Interrupted")
    shown = run("play", "--seats", f"human,{slow}", "--seed", "3", typed=["end", "0"] * 3)
    assert shown.exit_code == 0
    assert "Your game is kept" in shown.output


def test_in_a_simulation_a_bot_that_fails_is_an_error(run):
    refused = run("simulate", "--players", f"{RAISING},random", "--games", "2", "--jobs", "1")
    assert refused.exit_code == 2
    assert "raised ValueError: I have lost count (game 1)" in refused.stderr


# -- the ladder ------------------------------------------------------------------------------------

LINES_BOT = f"run:{sys.executable} {EXAMPLE.parent / 'lines_bot.py'}"


def test_a_bot_is_rated_against_the_ladder(run):
    args = ("arena", "--ladder", LINES_BOT, "--games", "2", "--jobs", "1")
    shown = run(*args)
    assert shown.exit_code == 0
    assert "against greedy-1 (636)" in shown.stdout
    assert shown.stdout.splitlines()[-1].startswith("Rating: ")
    facts = json.loads(run(*args, "--json").stdout)
    assert facts["low"] < facts["rating"] < facts["high"]
    assert facts["failures"] == []


def test_what_the_ladder_cannot_do_is_refused(run):
    assert "two seats" in run("arena", "--ladder", "random", "--seats", "3").stderr
    assert "no program 'nobody'" in run("arena", "--ladder", "run:nobody").stderr


def test_a_process_fights_in_the_arena_too(run):
    args = ("arena", "--players", f"{LINES_BOT},random", "--games", "2", "--jobs", "1", "--json")
    facts = json.loads(run(*args).stdout)
    assert facts["failures"] == []
    assert "--seconds 10 --megabytes 4096" in facts["command"]
