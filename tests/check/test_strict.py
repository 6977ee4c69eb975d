"""`smashup check --strict`: one step for one question, and nothing passed over."""

from __future__ import annotations

import pytest

#: Two Walls ask B one after the other.
WALLS = """
name: Bring Down the Walls, twice
players: {A: {deck: [Howl, Howl]}, B: {hand: [Invader, Scout]}}
bases:
  - base: Jungle Oasis
    actions: [Bring Down the Walls/B, Bring Down the Walls/B]
    minions: [King Rex/A, Zombie Lord/A]
base_deck: [Tar Pits]
expect: {turn: B}
"""

#: The minion that is uncovered has to be played where it lay.
BURIED = """
name: Mummy is uncovered
players: {A: {deck: [Howl, Howl]}, B: {}}
bases: [{base: Tortuga, buried: [Mummy/A]}, {base: Tar Pits}]
phase: start
expect: {bases: {Tortuga: {minions: [Mummy/A]}}}
"""

#: Two abilities of other players wait, and the current player puts them in order.
PIPER = """
name: Pay the Piper and a Leprechaun
players: {A: {hand: [King Rex, Howl, Walker]}, B: {}}
bases:
  - base: Tortuga
    minions: [Hatchling/B, {card: Leprechaun, by: B, counters: 2}]
    actions: [Pay the Piper/B]
expect: {power: {King Rex: 6}}
"""

PICKS = """
name: Cannon
players: {A: {hand: [Cannon]}, B: {}}
bases: [{base: Tortuga, minions: [Walker/B, Zapbot/B, Gremlin/B, King Rex/B]}]
expect: {can: {A: [end]}}
"""

EACH_BASE = """
name: Survival of the Fittest at two bases
players: {A: {hand: [Survival of the Fittest]}, B: {}}
bases:
  - {base: Tortuga, minions: [Zapbot/A, Walker/B, King Rex/B]}
  - {base: Jungle Oasis, minions: [Zapbot/A, Walker/B, King Rex/B]}
expect: {can: {A: [end]}}
"""


@pytest.mark.parametrize(
    ("table", "taken"),
    [
        (WALLS, ["A: end", "B: pass", "B: pass"]),
        (BURIED, ["A: uncover Mummy"]),
        (BURIED, ["A: uncover Mummy", "A: play Mummy at Tortuga"]),
        (
            PIPER,
            [
                "A: play King Rex at Tortuga",
                "A: order [Pay the Piper]",
                "A: choose Howl",
                "A: order [Leprechaun, Hatchling]",
            ],
        ),
        (
            PIPER,
            [
                "A: play King Rex",
                "A: order [Leprechaun, Hatchling, Pay the Piper]",
                "A: choose Howl",
            ],
        ),
        (PICKS, ["A: play Cannon", "A: {choose: [Walker, Zapbot]}"]),
        (PICKS, ["A: play Cannon", "A: {choose: [Walker]}"]),
        (PICKS, ["A: play Cannon", "A: choose Walker", "A: pass"]),
        (PICKS, ["A: play Cannon", "A: {choose: []}"]),
        (EACH_BASE, ["A: play Survival of the Fittest", "A: choose Walker", "A: choose Zapbot"]),
    ],
)
def test_a_step_for_each_question_passes(checked, table, taken):
    code, printed = checked(table, *taken, strict=True)
    assert code == 0, printed


@pytest.mark.parametrize(
    ("table", "taken", "told"),
    [
        (WALLS, ["A: end", "B: pass"], "expected turn: it should be B, is A"),
        (WALLS, ["A: end", "B: pass", "A: end"], "B must decide (Bring Down the Walls)"),
        (
            BURIED,
            ["A: uncover Mummy", "A: play Mummy at Tar Pits"],
            "answered without asking: play Mummy at Tortuga",
        ),
        (BURIED, ["A: uncover Mummy", "B: play Mummy at Tortuga"], "B has nothing pending"),
        (BURIED, ["A: uncover Mummy", "A: use Mummy"], "the step is not among the options"),
        (BURIED, ["A: uncover Mummy", "A: play Mummy"], "the step is not among the options"),
        (BURIED, ["A: uncover Mummy", "A: pass"], "the step is not among the options"),
        (
            PIPER,
            ["A: play King Rex", "A: order [Pay the Piper, Leprechaun, Hatchling]"],
            "A must decide (Pay the Piper)",
        ),
        (PIPER, ["A: play King Rex", "A: choose Howl"], "Several cards act at once"),
        (PIPER, ["A: play King Rex", "A: pass"], "the step is not among the options"),
        (
            PICKS,
            ["A: play Cannon", "A: choose Walker", "A: end"],
            "A must decide (Cannon): Destroy",
        ),
        (PICKS, ["A: play Cannon", "A: {choose: [Walker, King Rex]}"], "[Zapbot (B, Tortuga)"),
        (
            EACH_BASE,
            ["A: play Survival of the Fittest", "A: {choose: [Walker, Zapbot]}"],
            "A must decide (Survival of the Fittest)",
        ),
        (PICKS, ["A: use Cannon at Tortuga"], "'at Tortuga' is not understood at its end"),
        (PICKS, ["A: {choose: []}"], "the step is not among the options"),
    ],
)
def test_anything_else_fails_and_says_what_is_pending(checked, table, taken, told):
    code, printed = checked(table, *taken, strict=True)
    assert code == 1
    assert told in printed


@pytest.mark.parametrize(
    ("table", "taken"),
    [
        (WALLS, ["A: end", "B: pass"]),
        (BURIED, ["A: uncover Mummy", "A: choose Tortuga"]),
        (
            PIPER,
            [
                "A: play King Rex",
                "A: order [Pay the Piper, Leprechaun, Hatchling]",
                "A: choose Howl",
            ],
        ),
        (PICKS, ["B: pass", "A: play Cannon", "A: {choose: []}"]),
    ],
)
def test_what_is_read_generously_fails_strictly(checked, table, taken):
    assert checked(table, *taken)[0] == 0
    assert checked(table, *taken, strict=True)[0] == 1


def test_what_can_be_answered_is_read_word_by_word(checked):
    table = PICKS.replace("[end]", "[choose Walker, 'choose [Walker, Zapbot]', pass]")
    assert checked(table, "A: play Cannon", strict=True)[0] == 0
    table = table.replace("pass]", "use Cannon]")
    code, printed = checked(table, "A: play Cannon", strict=True)
    assert code == 1
    assert "A cannot use Cannon; A must decide (Cannon)" in printed
