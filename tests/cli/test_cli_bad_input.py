"""What a person can do wrong: a clear message, exit code 2, and never a traceback."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from smashup import Game
from smashup.replay import Replay, save


@pytest.fixture(autouse=True)
def files(tmp_path: Path) -> None:
    """A good save, and every bad kind of it."""
    game = Game.new("random", players=2, seed=1)
    game.decide(0)
    good = Replay.of(game)
    save(good, tmp_path / "good.json")
    save(replace(good, answers=(0, 99), digests=()), tmp_path / "illegal.json")
    save(replace(good, digests=(good.digests[0], "0" * 8)), tmp_path / "different.json")
    save(replace(good, seats=("human", "wizard")), tmp_path / "strange-seats.json")
    body = json.loads((tmp_path / "good.json").read_text())
    (tmp_path / "tampered.json").write_text(json.dumps({**body, "answers": [1]}))
    (tmp_path / "unreadable.json").write_text("this is no JSON")


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("cart", "no command 'cart'. Did you mean cards"),
        ("cards --faction Alien", "no faction 'Alien'. Did you mean Aliens?"),
        ("play --factions Alien,Robots/Ninjas,Zombies", "Did you mean Aliens?"),
        ("play --factions Aliens,Aliens/Ninjas,Zombies", "Aliens is given twice"),
        ("play --factions Aliens,Robots/Ninjas,Robots", "Robots is given to two players"),
        ("play --factions Aliens/Ninjas,Robots", "Each player needs two factions, not 1: Aliens."),
        ("play --factions Aliens,Robots/Ninjas,Zombies --draft", "not both"),
        ("play --factions Aliens,Robots/Ninjas,Zombies --seats human,random,random", "2 seats"),
        ("play --seats human,random,random,random,random", "2 to 4 players, not 5"),
        ("play --seats human", "2 to 4 players, not 1"),
        ("play --seats human,gredy", "no level 'gredy'. The levels are random, greedy"),
        ("play --draft --edition opps", "no edition 'opps'. Did you mean oops?"),
        ("play --seed minus", "--seed"),
        ("play --seed=-1", "--seed"),
        ("play --resume", "There is no game to resume."),
        ("play --resume good.json --draft", "takes no other options"),
        ("play --resume none.json", "none.json cannot be read: no such file"),
        ("play --resume unreadable.json", "it is not JSON"),
        ("play --resume tampered.json", "was changed or damaged"),
        (
            "play --resume strange-seats.json",
            "There is no level 'wizard'",
        ),
        ("replay", "FILE"),
        ("replay none.json", "no such file"),
        ("replay unreadable.json", "it is not JSON"),
        ("replay tampered.json", "was changed or damaged"),
        ("replay illegal.json", "There is no option 99"),
        ("replay illegal.json --at 2", "Move 2 of 2 is illegal"),
        ("replay different.json", "another position"),
        ("replay good.json --at 5", "There is no move 5"),
        ("replay good.json --at -1", "There is no move -1"),
        ("replay good.json --seat 3", "There is no seat 3"),
        ("check", "PATH"),
        ("play --seats human,my_bot.py", "name the class in it too"),
        ("play --seats human,my_bot.py:MyBot", "my_bot.py cannot be imported. FileNotFoundError"),
        ("simulate --players greedy,gredy", "Did you mean greedy?"),
        ("simulate --players greedy:2s,random", "greedy takes no budget"),
        ("arena --players greedy,gredy", "Did you mean greedy?"),
        ("arena --players greedy", "name it twice"),
        ("arena --seats 5", "2 to 4 seats, not 5"),
        ("arena --games 0", "At least one game"),
        ("arena --factions Aliens,Robots", "for 1 seats"),
        ("arena --edition opps", "Did you mean oops?"),
        ("arena --games 2 --only 3", "no game 3: they are 1 to 2"),
        ("arena --write nowhere/page.md", "folder that exists"),
        ("arena --suite --seats 3", "as the bench has them"),
        ("arena --even --factions Aliens,Robots/Ninjas,Zombies", "either given or drawn"),
    ],
)
def test_bad_input(run, command, message):
    result = run(*command.split(), columns=200)
    assert result.exit_code == 2
    assert message in result.stderr
    assert "Traceback" not in result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)


def test_stepping_goes_as_far_as_the_moves_are_legal(run):
    result = run("replay", "illegal.json", "--step", typed=["", "", "q"], columns=300)
    assert result.exit_code == 0
    assert result.output.count("move 1 of 2") == 2
    assert "Move 2 of 2 is illegal" in result.output


@pytest.mark.parametrize("command", ["play", "replay", "cards", "check", "simulate", "arena"])
def test_every_command_has_help_with_examples(run, command):
    result = run(command, "--help")
    assert result.exit_code == 0
    assert "Examples" in result.output
    assert f"smashup {command}" in result.output


def test_the_help_names_every_command(run):
    output = run("--help").output
    assert all(command in output for command in ("play", "replay", "cards", "check"))


def test_the_version(run):
    assert run("--version").output.startswith("smashup 0.")
