"""`smashup check`: what it prints and how it ends, for good, failing and unreadable files."""

from __future__ import annotations

import pytest

from smashup.scenarios import check

TABLE = """
name: Collector sends a weak minion home
players:
  A: {hand: [Collector]}
  B: {}
bases:
  - base: Jungle Oasis
    minions: [Shinobi/B]
steps:
  - A: play Collector at Jungle Oasis
"""


def test_a_scenario_that_holds(checked):
    code, printed = checked(TABLE + "  - A: choose Shinobi\nexpect: {hand: {B: [Shinobi]}}\n")
    assert code == 0
    assert "ok " in printed
    assert "1 passed, 0 failed" in printed


def test_an_expectation_that_does_not_hold_says_what_is_instead(checked):
    code, printed = checked(TABLE + "  - A: no\nexpect: {hand: {B: [Shinobi]}, vp: {A: 0}}\n")
    assert code == 1
    assert "expected hand: B should be shinobi; is nothing" in printed
    assert "A must decide: Play cards, use talents, or end your turn" in printed
    assert "vp" not in printed


def test_a_step_that_is_no_option_says_what_was_pending(checked):
    code, printed = checked(TABLE + "  - A: choose King Rex\n")
    assert code == 1
    assert "step 2 (A: choose King Rex)" in printed
    assert "A must decide (Collector): Return a minion here to its owner's hand" in printed
    assert "Shinobi (B, Jungle Oasis)" in printed


def test_a_step_for_a_seat_with_nothing_pending_fails(checked):
    code, printed = checked(TABLE + "  - B: choose Shinobi\n")
    assert code == 1
    assert "B has nothing pending" in printed


def test_a_target_that_fits_several_options_fails(checked):
    text = TABLE.replace("[Shinobi/B]", "[Shinobi/B, Shinobi/B]")
    code, printed = checked(text + "  - A: choose Shinobi\n")
    assert code == 1
    assert "fits several options" in printed
    assert checked(text + "  - A: choose Shinobi#2\n")[0] == 0


def test_trace_tells_every_event(checked):
    _, printed = checked(TABLE + "  - A: choose Shinobi\n", trace=True)
    assert "A plays Collector at Jungle Oasis." in printed
    assert "B's Shinobi returns from Jungle Oasis to B's hand (Collector)." in printed


@pytest.mark.parametrize(
    ("broken", "told"),
    [
        ("name: [", "is not YAML"),
        ("just words", "document: should be a mapping"),
        (TABLE + "turns: 3\n", "turns: is not a field"),
        (TABLE.replace("{hand: [Collector]}", "{hands: []}"), "players.A.hands: is not a field"),
        (TABLE.replace("[Collector]", "[Colector]"), "Did you mean Collector"),
        (TABLE.replace("Shinobi/B", "Shinobi/C"), "should be written Card/SEAT"),
        (TABLE.replace("Shinobi/B", "Beam Up/B"), "Beam Up should be of type minion"),
        (TABLE + "phase: lunch\n", "phase: 'lunch' is none"),
        (TABLE + "edition: 1999\n", "edition: '1999' is none"),
        (TABLE + "expect: {vps: {A: 1}}\n", "expect.vps: is not a field"),
        (TABLE.replace("  B: {}\n", ""), "2 to 4 players are needed, not 1"),
        (TABLE + "  - C: end\n", "steps[1]: 'C' is not a seat"),
    ],
)
def test_a_file_that_does_not_parse_names_document_and_field(checked, broken, told):
    code, printed = checked(broken)
    assert code == 2
    assert told in printed
    assert "table.yaml" in printed


def test_one_bad_document_does_not_hide_the_others(checked):
    code, printed = checked(f"{TABLE}\n---\nname: broken\nplayers: 3\n")
    assert code == 2
    assert "1 passed, 0 failed, 1 unreadable" in printed
    assert "table.yaml:13 (broken)" in printed


def test_what_is_no_yaml_does_not_hide_what_came_before(checked):
    code, printed = checked(f"{TABLE}\n---\nname: broken: here\n---\n{TABLE}")
    assert code == 2
    assert "1 passed, 0 failed, 1 unreadable" in printed
    assert "table.yaml:13: is not YAML: mapping values are not allowed here" in printed


def test_nothing_is_used_that_no_step_names(checked):
    text = TABLE.replace("[Collector]", "[Invader, Howl]").replace("play Collector", "play Invader")
    text = text.replace("Jungle Oasis", "Castle Blood").replace("Shinobi/B", "King Rex/B")
    code, printed = checked(text + "  - A: play Howl\n")
    assert code == 1
    assert "Place a +1 power counter on Invader? [yes; no]" in printed


def test_a_card_said_twice_does_not_say_where(checked):
    text = TABLE.replace("A: play Collector at Jungle Oasis", "A: play Collector")
    text = text.replace("steps:", "  - base: Tortuga\nsteps:")
    code, printed = checked(text + "  - A: play Collector\n")
    assert code == 1
    assert "[play Collector at Jungle Oasis; play Collector at Tortuga]" in printed


def test_a_missing_file_and_an_empty_folder(tmp_path, capsys):
    assert check([tmp_path / "nowhere.yaml"]) == 2
    assert "cannot be read" in capsys.readouterr().err
    assert check([tmp_path]) == 2
    assert "no scenario file" in capsys.readouterr().err
