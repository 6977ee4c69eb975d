"""`smashup check --spell-out`: files rewritten so that they pass strictly, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from smashup.scenarios import check, spell_out_files
from smashup.scenarios.rewriting import Rewriting
from smashup.scenarios.spelling import CannotSpell, Spelled

STRICT = """\
# Nothing here is to change.
name: Collector sends a weak minion home
players: {A: {hand: [Collector]}, B: {}}
bases: [{base: Jungle Oasis, minions:   [Shinobi/B]}]   # spaces too
steps:
  - {A: "play Collector at Jungle Oasis"}
  - A: choose Shinobi
expect: {hand: {B: [Shinobi]}}
"""

ON_LINES = """\
name: "Bring Down the Walls: one pass for both" # a remark
players: {A: {deck: [Howl, Howl]}, B: {hand: [Invader, Scout]}}
bases:
  - base: Jungle Oasis
    minions: [King Rex/A, Zombie Lord/A]
    actions: [Bring Down the Walls/B, Bring Down the Walls/B]
base_deck: [Tortuga]
steps:
  # B could answer
  - A: end   # the base scores
  - B: pass  # both
expect: {turn: B}
"""

IN_BRACKETS = """\
name: Twister pulls a minion
players: {A: {hand: [Twister]}, B: {}}
bases: [{base: Tortuga}, {base: Tar Pits, minions: [Invader/B]}]
steps: [{A: play Twister},
        {A: choose Tortuga}, {A: choose Invader}]
expect: {bases: {Tortuga: {minions: [Twister/A, Invader/B]}}}
"""


@pytest.fixture
def spelled(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> Callable[[str], tuple[int, str, str]]:
    """Spells a file of this text out; gives the exit code, what was printed, and the new text."""

    def run(text: str) -> tuple[int, str, str]:
        path = tmp_path / "table.yaml"
        path.write_bytes(text.encode("utf-8"))
        code = spell_out_files([path])
        printed = capsys.readouterr()
        new = path.read_bytes().decode("utf-8")
        if code == 0:
            assert check([path], strict=True) == 0
            assert spell_out_files([path]) == 0
            assert path.read_bytes().decode("utf-8") == new, "spelled out twice"
            capsys.readouterr()
        return code, printed.out + printed.err, new

    return run


def test_a_file_that_passes_strictly_stays_byte_for_byte(spelled):
    text = STRICT.replace("\n", "\r\n")
    code, printed, new = spelled(text)
    assert code == 0
    assert new == text
    assert "0 spelled out, 1 left alone, 0 refused" in printed


def test_steps_are_added_on_lines_and_comments_stay(spelled):
    code, printed, new = spelled(f"{STRICT}---\n{ON_LINES}")
    assert code == 0
    assert new == f"{STRICT}---\n{ON_LINES}".replace("# both\n", "# both\n  - B: pass\n")
    assert "spelled out" in printed
    assert "table.yaml:10 Bring Down the Walls: one pass for both" in printed
    assert "1 spelled out, 1 left alone, 0 refused" in printed


def test_two_steps_become_one_in_brackets(spelled):
    code, _, new = spelled(IN_BRACKETS)
    assert code == 0
    assert "steps: [{A: play Twister at Tortuga}, {A: choose Invader}]\n" in new
    before, _, after = IN_BRACKETS.partition("steps: ")
    assert new.startswith(before)
    assert new.endswith(after.partition("\n")[2].partition("\n")[2])


def test_what_was_said_behind_a_step_that_goes_is_kept(spelled):
    text = ON_LINES.replace(
        "  - B: pass  # both\n", "  - B: pass\n  - B: pass\n  - A: no  # spare\n"
    )
    code, _, new = spelled(text)
    assert code == 0
    assert new == text.replace("  - A: no  # spare\n", "  # spare\n")


def test_lines_end_as_they_did(spelled):
    code, _, new = spelled(ON_LINES.replace("\n", "\r\n"))
    assert code == 0
    assert new.count("\n") == new.count("\r\n") == ON_LINES.count("\n") + 1


def test_a_last_line_without_an_end_gets_one(spelled):
    head, _, steps = ON_LINES.replace("expect: {turn: B}\n", "").partition("steps:\n")
    code, _, new = spelled(f"{head}expect: {{turn: B}}\nsteps:\n{steps.rstrip()}")
    assert code == 0
    assert new.endswith("  - B: pass  # both\n  - B: pass\n")


def test_orders_and_names_are_written_as_yaml_reads_them(spelled):
    text = """\
name: two Pipers
players: {A: {hand: [King Rex, Howl, Walker]}, B: {}, C: {}}
bases: [{base: Tortuga, actions: [Pay the Piper/B, Pay the Piper/C]}]
steps: [{A: play King Rex}, {A: choose Howl}]
expect: {discard: {A: [Howl, Walker]}}
"""
    code, _, new = spelled(text)
    assert code == 0
    assert "{A: {order: [Pay the Piper/B, Pay the Piper/C]}}, {A: choose Howl}" in new
    code, _, new = spelled(
        text.replace(
            "[{A: play King Rex}, {A: choose Howl}]", "\n- A: play King Rex\n- A: choose Howl"
        )
    )
    assert code == 0
    assert "\n- A: order [Pay the Piper/B, Pay the Piper/C]\n- A: choose Howl\n" in new


def test_picks_of_one_question_stay_in_one_step(spelled):
    text = """\
name: Cull the Weak
players: {A: {hand: [Cull the Weak, Igor, Scout, Gnome]}, B: {}}
bases: [{base: Tortuga, minions: [Zapbot/A, Walker/A]}]
steps:
  - A: play Cull the Weak
  - A: {choose: [Zapbot, Igor]}
expect: {counters: {Zapbot: 1}, can: {A: [end]}}
"""
    code, _, new = spelled(text)
    assert code == 0
    assert "  - A: choose Zapbot\n  - A: {choose: [Igor]}\n" in new


def test_what_does_not_pass_is_refused_and_the_rest_is_rewritten(spelled):
    wrong = STRICT.replace("choose Shinobi", "choose King Rex")
    code, printed, new = spelled(f"{wrong}---\n{ON_LINES}")
    assert code == 1
    assert "refused" in printed
    assert "table.yaml:2 Collector sends a weak minion home" in printed
    assert "it does not pass: step 2 (A: choose King Rex)" in printed
    assert new.startswith(wrong)
    assert "- B: pass  # both\n  - B: pass\n" in new


def test_what_strict_steps_cannot_say_is_refused(spelled):
    text = IN_BRACKETS.replace(
        "play Twister}", "play Twister}, {expect: {can: {A: [choose Tortuga]}}}"
    )
    code, printed, new = spelled(text)
    assert code == 1
    assert "spelled out it does not pass strictly: step 1: expected can" in printed
    assert new == text


def test_steps_can_be_added_only_where_there_is_a_list():
    added = [Spelled(before=[("A", "pass"), ("B", "choose top, or bottom")])]
    rewriting = Rewriting("name: none yet\nsteps: []  # none\n")
    rewriting.spell_out(1, added)
    assert rewriting.result() == (
        'name: none yet\nsteps: [{A: pass}, {B: "choose top, or bottom"}]  # none\n'
    )
    with pytest.raises(CannotSpell, match="no list of steps"):
        Rewriting("name: no steps at all\n").spell_out(1, added)


def test_a_file_that_cannot_be_read_is_left_alone(spelled):
    text = f"{ON_LINES}---\nname: [\n"
    code, printed, new = spelled(text)
    assert code == 2
    assert "table.yaml:15: is not YAML" in printed
    assert new == text


def test_an_empty_folder(tmp_path, capsys):
    assert spell_out_files([tmp_path]) == 2
    assert "no scenario file" in capsys.readouterr().err
