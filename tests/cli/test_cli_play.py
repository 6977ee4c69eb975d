"""Games played through the terminal by typing."""

import json
import random
import re
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.console import Console
from typer.testing import Result

from smashup.cards import FACTIONS
from smashup.players import BOTS
from smashup.replay import RULES_NUMBER, Stamp, load, save, verify
from smashup.terminal.screen import Screen, holds, pick, words_of
from smashup.terminal.seats import check_seats, seat_names

AGAINST_RANDOM = ("play", "--seats", "human,random", "--factions", "Aliens,Robots/Ninjas,Zombies")
TWO_PEOPLE = ("play", "--seats", "human,human", "--factions", "Aliens,Robots/Ninjas,Zombies")


def numbers(seed: int, count: int = 20_000) -> list[str]:
    """Somebody who types numbers without looking."""
    rng = random.Random(seed)
    return [str(rng.randrange(7)) for _ in range(count)]


def fits(result: Result, columns: int) -> bool:
    """Whether no line is wider than the terminal, but for prompts, which the typist follows."""
    lines = [line for line in result.output.splitlines() if " > " not in line]
    return all(cell_len(line.rstrip()) <= columns for line in lines)


@pytest.mark.parametrize("columns", [80, 120])
@pytest.mark.parametrize("seed", [1, 2])
def test_a_whole_game_by_numbers(run, columns, seed):
    result = run(*AGAINST_RANDOM, "--seed", str(seed), typed=numbers(seed), columns=columns)
    assert result.exit_code == 0
    assert "Victory points: You" in result.output
    assert fits(result, columns)


@pytest.mark.parametrize("columns", [80, 120])
def test_four_seats_with_a_draft_fit_the_screen(run, columns):
    args = ("play", "--seats", "human,random,random,random", "--draft", "--seed", "4")
    result = run(*args, typed=numbers(4), columns=columns)
    assert result.exit_code == 0
    assert "Choose your second faction" in result.output
    assert "Victory points: You" in result.output
    assert fits(result, columns)


def test_bases_lie_side_by_side_where_there_is_room(run):
    side_by_side = [
        any(
            line.count("╭") == 3
            for line in run(*AGAINST_RANDOM, "--seed", "5", columns=c).output.splitlines()
        )
        for c in (80, 120)
    ]
    assert side_by_side == [False, True]


def test_the_questions_have_defaults_and_take_parts_of_names(run):
    typed = ["5", "", "", "", "choose", "ali", "rob", "1", "zomb", "quit"]
    result = run("play", "--seed", "1", typed=typed)
    assert "Smash Up is for 2 to 4 players." in result.output
    assert "Aliens + Robots" in result.output
    assert "Dinosaurs + Zombies" in result.output
    assert "Your game is kept" in result.output


def test_a_card_is_played_by_parts_of_its_name(run):
    result = run(*AGAINST_RANDOM, "--seed", "5", typed=["scout jungle", "quit"])
    assert "You play Scout at Jungle Oasis." in result.output


def test_unclear_answers_are_narrowed_and_wrong_ones_explained(run):
    typed = ["scout", "oasis", "0", "o", "99", "xyzzy", "quit"]
    result = run(*AGAINST_RANDOM, "--seed", "5", typed=["2", "0", *typed])
    assert "'o' could be" in result.output
    assert "There is no option 99." in result.output
    assert "Nothing here is called 'xyzzy'" in result.output


def test_the_help_page_names_every_bot(run):
    told = run("play", "--help", columns=200).output
    assert f"a bot ({', '.join(BOTS)})" in told


def test_help_why_card_and_log(run):
    typed = ["?", "card crop", "card zombies", "card", "why", "why collector", "log", "quit"]
    result = run(*AGAINST_RANDOM, "--seed", "5", typed=["scout oasis", *typed])
    assert "15 victory points" in result.output
    assert "Crop Circles  action · Aliens, Core Set" in result.output
    assert "Grave Digger (minion 4)" in result.output
    assert "Which card?" in result.output
    assert "Collector cannot be played now: You have no minion play left. (TURN-3)" in result.output
    assert (
        result.output.count("You play Scout at Jungle Oasis.") == 2
    )  # as it happens, and in the log


def test_undo_takes_the_last_answer_back(run):
    result = run(
        *AGAINST_RANDOM, "--seed", "5", typed=["scout oasis", "undo", "undo", "save s.json"]
    )
    assert "Taken back." in result.output
    assert "There is nothing to take back." in result.output
    assert load(Path("s.json")).answers == ()


def test_undo_across_the_bots_turn(run):
    result = run(
        *AGAINST_RANDOM, "--seed", "5", typed=["scout oasis", "end", "undo", "save s.json"]
    )
    assert result.exit_code == 0
    assert len(load(Path("s.json")).answers) == 1


def test_a_game_that_was_left_is_resumed(run):
    run(*AGAINST_RANDOM, "--seed", "5", typed=["scout oasis"])  # then the input ends
    result = run("play", "--resume", typed=["log", "save s.json"])
    assert "You play Scout at Jungle Oasis." in result.output
    assert load(Path("s.json")).seats == ("human", "random")
    assert verify(load(Path("s.json"))).answers


def test_a_saved_file_is_resumed_and_not_replaced_unasked(run):
    run(*AGAINST_RANDOM, "--seed", "5", typed=["save s.json", "scout oasis", "save", "end"])
    assert len(load(Path("s.json")).answers) == 1
    result = run("play", "--resume", "s.json", typed=["collector", "end", "save s.json", "n"])
    assert "Not saved." in result.output
    assert len(load(Path("s.json")).answers) == 1


def parts_at_the_end(path: Path) -> None:
    """Lets the file say that its last move led elsewhere, by rules that are newer."""
    replay = load(path)
    digests = (*replay.digests[:-1], "0" * 8)
    save(replace(replay, digests=digests, stamp=Stamp(999, "9.9.9")), path)


def test_a_game_that_parts_goes_on_from_there_and_stays_whole_in_a_file(run):
    run(*AGAINST_RANDOM, "--seed", "5", typed=["scout oasis"])
    parts_at_the_end(Path("home/resume.json"))
    moves = len(load(Path("home/resume.json")).answers)
    result = run("play", "--resume", typed=["end"], columns=300)
    assert f"Move {moves} of {moves} leads to another position" in result.output
    assert "rules 999 of version 9.9.9, which are newer" in result.output
    assert "parted-5.json" in result.output
    assert len(load(Path("home/parted-5.json")).answers) == moves
    assert load(Path("home/resume.json")).stamp.rules == RULES_NUMBER


def test_a_file_that_parts_is_left_as_it_is(run):
    run(*AGAINST_RANDOM, "--seed", "5", typed=["scout oasis", "save s.json"])
    parts_at_the_end(Path("s.json"))
    before = Path("s.json").read_text()
    result = run("play", "--resume", "s.json", typed=["end"], columns=300)
    assert "The whole of it stays in s.json." in result.output
    assert Path("s.json").read_text() == before


def test_an_unproven_game_is_resumed_with_a_word_about_it(run):
    run(*AGAINST_RANDOM, "--seed", "5", typed=["scout oasis", "save s.json"])
    save(replace(load(Path("s.json")), digests=()), Path("s.json"))
    assert "Unproven:" in run("play", "--resume", "s.json").output


def test_a_finished_game_can_be_saved_and_is_not_resumed(run):
    result = run(*AGAINST_RANDOM, "--seed", "1", typed=numbers(1))
    saved = [path for path in Path().iterdir() if path.is_file()]
    assert "Save the replay?" in result.output
    assert [verify(load(path)).over for path in saved] == [True]
    assert run("play", "--resume").exit_code == 2


def test_people_at_one_keyboard_never_see_each_others_hands(run):
    result = run(*TWO_PEOPLE, "--seed", "5", typed=["", "end", "", "", "log", "table", "end"])
    before, hers, *_ = result.output.split("when only you are looking.")[1:]
    names = {
        seat: {c.name for f in pair for c in FACTIONS[f].cards}
        for seat, pair in enumerate([("Aliens", "Robots"), ("Ninjas", "Zombies")])
    }
    shown = [
        {name for name in names[seat] if name in text} for seat, text in [(0, before), (1, hers)]
    ]
    assert all(shown), "each sees the own hand"
    assert not any(name in before for name in names[1])
    assert not any(name in hers for name in names[0])
    assert "Player 1 draws 2 cards." in hers


def test_bots_alone_play_while_one_watches(run):
    result = run("play", "--seats", "random,random", "--seed", "3")
    assert result.exit_code == 0
    assert "Victory points: Random 1" in result.output
    assert "Random 1 draws 2 cards." in result.output


def test_the_end_of_input_and_leaving_before_a_game_are_polite(run):
    assert "No game was started." in run("play").output
    left = run(*AGAINST_RANDOM, "--seed", "5")
    assert left.exit_code == 0
    assert "smashup play --resume" in left.output


def test_a_home_that_cannot_be_written_stops_no_game(run, tmp_path):
    (tmp_path / "home").write_text("a file where the folder should be")
    result = run(*AGAINST_RANDOM, "--seed", "5", typed=["scout oasis", "quit"])
    assert result.exit_code == 0
    assert result.output.count("This game is not kept for later.") == 1


def test_the_screen_is_cleared_with_all_that_scrolled_off_it():
    file = StringIO()
    Screen(Console(file=file, force_terminal=True)).clear()
    assert "\x1b[3J" in file.getvalue()


def test_matching_names():
    names = ["Zombie Lord", "They're Coming to Get You", "Zapbot"]
    assert pick("z", names) == [0, 2]
    assert pick("zombie lord", names) == [0]
    assert pick("theyre", names) == [1]
    assert pick("3", names) == [2]
    assert pick("4", names) == pick("", names) == []
    assert holds("play Zapbot at Tortuga", words_of("zap tort"))


def test_seats_have_names():
    assert check_seats(["human", "random"]) == ("human", "random")
    assert seat_names(["human", "random", "random"]) == ["Player 1", "Random 2", "Random 3"]


def test_the_autosave_is_a_whole_file(run, tmp_path):
    run(*AGAINST_RANDOM, "--seed", "5", typed=["scout oasis"])
    kept = list((tmp_path / "home").iterdir())
    assert [path.name for path in kept] == ["resume.json"]
    assert json.loads(kept[0].read_text())["kind"] == "smashup game"


def test_hint_proposes_a_move_and_tells_the_chances(run, monkeypatch):
    monkeypatch.setattr("smashup.terminal.hint.ITERATIONS", 20)
    monkeypatch.setattr("smashup.terminal.hint.SECONDS", None)
    result = run(*AGAINST_RANDOM, "--seed", "5", typed=["hint", "save s.json"])
    (chances,) = re.findall(
        r"Chances to win after that: you (\d+) %, Random (\d+) %\.", result.output
    )
    assert sum(map(int, chances)) == 100
    assert "Hint: play " in result.output
    assert "Or: play " in result.output
    assert load(Path("s.json")).answers == ()
    assert fits(result, 80)
