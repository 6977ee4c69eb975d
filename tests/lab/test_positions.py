"""The positions that every bot should get right: all there, made sure of, and marked fairly."""

import random
from pathlib import Path

import pytest

from smashup import Game
from smashup.lab.arena import Rate
from smashup.lab.positions import (
    BadPosition,
    Exam,
    Mark,
    Position,
    finding,
    markdown,
    read_positions,
    rows,
    to_json,
    wrong_ones,
)
from smashup.lab.positions.position import FOLDER, position_of
from smashup.lab.positions.rollouts import FEWEST, are_apart, check, compared
from smashup.lab.positions.writing import steps_of, table_of, with_checked

POSITIONS = read_positions()
BY_NAME = {position.name: position for position in POSITIONS}
QUICK = BY_NAME["Shinobi out of the shadows"]
FAILING = f"{Path(__file__).parents[1] / 'players' / 'bots.py'}:OutOfRange"


def test_there_are_sixty_at_tables_of_every_size() -> None:
    assert len(POSITIONS) == len(BY_NAME) == 60
    assert {len(position.scenario.players) for position in POSITIONS} == {2, 3, 4}
    points = [max(hand.vp for hand in one.scenario.players.values()) for one in POSITIONS]
    assert min(points) < 6 < max(points)
    factions = {
        card.faction
        for position in POSITIONS
        for hand in position.scenario.players.values()
        for card in hand.deck
    }
    assert len(factions) == 25


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.name)
def test_each_says_why_and_has_right_and_wrong_answers(position: Position) -> None:
    assert position.why.endswith(".") and len(position.why.split()) > 10
    best, foolish = compared(position)
    assert set(best.values()) <= position.right
    assert foolish and not set(foolish.values()) & position.right


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.name)
def test_long_play_has_told_the_answers_apart(position: Position) -> None:
    best, foolish = compared(position)
    found = position.checked
    assert found.keys() == {*best, *foolish}
    assert min(rate.games for rate in found.values()) >= FEWEST
    assert are_apart([found[step] for step in best], [found[step] for step in foolish])


def test_checking_plays_the_answers_out() -> None:
    found = check(QUICK, most=2)
    (best,), (foolish,) = QUICK.best, QUICK.foolish
    assert found.rates[best].win_rate == 1.0
    assert found.rates[foolish].win_rate == 0.0
    assert not found.apart  # two worlds prove nothing
    assert are_apart([Rate.of(24, 25)], [Rate.of(10, 25)])


def test_bots_are_marked_by_what_they_answer() -> None:
    some = (QUICK, BY_NAME["A howl before the count"])
    marks = list(Exam(("greedy-1", FAILING), some).marks(jobs=2))
    assert [mark.right for mark in marks] == [True, False, False, False]
    heading, greedy, failing = rows(marks)
    assert heading[1:3] == ["right", "of"]
    assert greedy[:3] == ["greedy-1", "1", "2"]
    assert failing[:3] == [FAILING, "0", "2"]
    lines = wrong_ones(marks)
    assert lines[0] == "greedy-1: A howl before the count: play Warbot at The Great Library"
    assert len(lines) == 3
    assert lines[0] in markdown("smashup arena --positions", marks)
    assert len(to_json(marks)["answers"]) == 4


def test_every_copy_of_a_card_is_the_same_answer() -> None:
    twice = BY_NAME["Two bases in one turn"]  # there are two Zapbots in hand
    labels = [twice.label(index) for index in sorted(twice.right)]
    assert labels.count("play Zapbot at The Mothership") == 1
    keeping = BY_NAME["The Great Wyrm stays in hand"]
    assert len(keeping.options_of("choose Hatchling")) == 1


def test_a_table_is_written_as_it_lies() -> None:
    position = BY_NAME["Whose action is disenchanted"]
    start = position.start
    document = {"name": "again", "why": "?", **table_of(start), "steps": []}
    again = position_of({**document, "best": ["end"], "foolish": "others"}).start
    for place, other in zip(start.columns.row, again.columns.row, strict=True):
        assert start.player_powers(place) == again.player_powers(other)
        assert start.breakpoint(place) == again.breakpoint(other)
    assert start.vp == again.vp
    assert [len(hand) for hand in start.columns.hands] == [
        len(hand) for hand in again.columns.hands
    ]


def test_answers_are_written_as_steps() -> None:
    game = Game.new([["Aliens", "Robots"], ["Ninjas", "Zombies"]], seed=7, first=0)
    last = len(game.decision.options) - 1 if game.decision else 0
    assert steps_of(game, [last]) == [{"A": "end"}]


def test_what_a_check_found_takes_the_place_of_what_was_found_before() -> None:
    text = "name: one\nbest: [end]\n---\nname: two\nbest: [end]\nchecked:\n  end: [1.0, 2]\n"
    now = with_checked(text, 2, {"end": Rate.of(3, 4), "pass": Rate.of(0.5, 4)})
    assert now == (
        "name: one\nbest: [end]\n---\nname: two\nbest: [end]\n"
        "checked:\n  end: [3.0, 4]\n  pass: [0.5, 4]\n"
    )


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("best: [end]\nfoolish: others", "why"),
        ("why: Because.\nbest: [play Zapbot]\nfoolish: [end]", "is not one of the answers"),
        ("why: Because.\nbest: [dance]\nfoolish: [end]", "is not a step"),
        ("why: Because.\nbest: [end]\nfoolish: others\nsteps: [{A: end}, {A: end}]", "step 2"),
        ("why: Because.\nbest: [end]\nfoolish: others\nwhat: 1", "is not a field"),
        ("why: [", "is not YAML"),
    ],
)
def test_what_is_no_position_is_refused(tmp_path: Path, line: str, complaint: str) -> None:
    table = "name: a table\nplayers: {A: {hand: [King Rex]}, B: {}}\nbases: [Tortuga]\n"
    (tmp_path / "bad.yaml").write_text(table + line, "utf-8")
    with pytest.raises(BadPosition, match=complaint):
        assert [position.right for position in read_positions(tmp_path)]


def test_two_of_one_name_are_refused(tmp_path: Path) -> None:
    text = (FOLDER / "openings.yaml").read_text("utf-8")
    for name in ("a.yaml", "b.yaml"):
        (tmp_path / name).write_text(text, "utf-8")
    with pytest.raises(BadPosition, match="several positions"):
        read_positions(tmp_path)


def test_moments_of_games_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a table of our own; by whom it is played makes no difference."""
    monkeypatch.setattr(finding, "ASKED", ("random", "greedy-1"))
    monkeypatch.setattr(finding, "FIRST_TRIES", 2)
    monkeypatch.setattr(finding, "FEWEST", 2)
    monkeypatch.setattr(finding, "PLANS", 1)
    start = BY_NAME["Two bases in one turn"].start
    found = finding.look(start, start, random.Random(4))
    assert found is not None
    assert found.answered["play Zapbot at The Grey Opal"] == ["greedy-1"]
    assert found.wins["play Zapbot at The Grey Opal"] == (2.0, 2)
    position = position_of({**found.document, "name": "found"})
    assert all(position.options_of(step) for step in found.wins)


def test_a_mark_is_plain_data() -> None:
    mark = Mark("greedy-1", "a", "end", True, 0.5)
    assert to_json([mark])["answers"] == [
        {"player": "greedy-1", "position": "a", "answer": "end", "right": True, "seconds": 0.5}
    ]
