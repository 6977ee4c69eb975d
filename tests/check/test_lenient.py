"""What `smashup check` forgives: files that pass over who is next, or name it besides."""

from __future__ import annotations

import pytest

#: Two players may play an extra minion after one destruction, and it is a third one's turn.
BLOOD = """
name: Blood in the Water of two players
players: {A: {hand: [Torn Apart]}, B: {hand: [Shinobi]}, C: {hand: [Invader]}}
bases:
  - base: Tortuga
    minions: [Zapbot/C]
    actions: [Blood in the Water/C, Blood in the Water/B]
  - base: Jungle Oasis
expect: {pending: A, vp: {C: 1}, bases: {Tortuga: {minions: [Shinobi/B, Invader/C]}}}
"""

#: Abilities of two cards and two players wait before a base scores.
PACK = """
name: Loup-Garou of one player, Pack Alpha of another
players: {A: {deck: [Howl, Howl]}, B: {}, C: {}}
bases:
  - {base: Tar Pits, minions: [King Rex/A, Loup-Garou/B, Pack Alpha/C]}
  - {base: Tortuga}
base_deck: [The Homeworld]
expect: {turn: B, vp: {A: 4}}
"""

#: The same with one's own ability besides.
MATES = """
name: First Mates of two players
players: {A: {deck: [Howl, Howl]}, B: {}}
bases:
  - {base: Jungle Oasis, minions: [King Rex/A, First Mate/A, First Mate/B, Invader/B]}
  - {base: Tortuga}
base_deck: [The Homeworld]
expect: {turn: B, bases: {Tortuga: {minions: [First Mate/A, First Mate/B]}}}
"""


@pytest.mark.parametrize(
    ("table", "taken"),
    [
        (BLOOD, ["A: play Torn Apart", "B: play Shinobi at Tortuga", "C: play Invader"]),
        (
            BLOOD,
            ["A: play Torn Apart", "expect: {pending: B}", "B: play Shinobi", "C: play Invader"],
        ),
        (PACK, ["A: end", "B: use Loup-Garou", "C: use Pack Alpha"]),
        (PACK, ["A: end", "B: yes", "C: yes"]),
        (MATES, ["A: end", "A: use First Mate/A", "B: use First Mate/B"]),
        (MATES, ["A: end", "A: use First Mate/A", "B: yes"]),
    ],
)
def test_who_is_next_may_be_passed_over(checked, table, taken):
    code, printed = checked(table, *taken)
    assert code == 0, printed


def test_a_pass_of_a_player_who_is_not_asked_is_to_spare(checked):
    taken = ["A: end", "C: pass", "A: use First Mate/A", "B: use First Mate/B"]
    table = MATES.replace("B: {}}", "B: {}, C: {}}")
    assert checked(table, *taken)[0] == 0
    assert checked(table, *taken, strict=True)[0] == 1


def test_a_destination_may_be_named_once_for_each_counter(checked):
    table = """
name: A Kind of Magic
players: {A: {hand: [A Kind of Magic]}, B: {}}
bases: [{base: Tortuga, minions: [{card: Soldier, by: A, counters: 2}, Worker/A]}]
expect: {can: {A: [end]}}
"""
    taken = ["A: play A Kind of Magic", "A: {choose: [Soldier, Soldier, Worker, Worker]}"]
    code, printed = checked(table, *taken)
    assert code == 0, printed


def test_a_pick_named_twice_is_no_pick_of_two(checked):
    table = """
name: Cannon
players: {A: {hand: [Cannon]}, B: {}}
bases: [{base: Tortuga, minions: [Walker/B, Zapbot/B]}]
"""
    code, printed = checked(table, "A: play Cannon", "A: {choose: [Walker, Walker]}")
    assert code == 1
    assert "step 2 (A: choose [Walker, Walker])" in printed


#: What waits for a destruction could go either way, and it makes a difference.
PYRE = """
name: Viking Funeral at Tar Pits
players: {A: {deck: [Zapbot]}, B: {hand: [Seeing Stars]}}
bases: [{base: Tar Pits, minions: [{card: Zapbot, by: A, actions: [Viking Funeral/A]}]}]
turn: B
"""


def test_an_expectation_may_pass_over_an_order(checked):
    code, printed = checked(PYRE, "B: play Seeing Stars", "expect: {vp: {A: 1}}", "B: end")
    assert code == 0, printed


def test_an_order_that_an_expectation_has_taken_otherwise_is_not_passed_over(checked):
    order = "B: order [Viking Funeral, Tar Pits]"
    assert checked(PYRE, "B: play Seeing Stars", "expect: {vp: {A: 0}}", order)[0] == 0
    code, printed = checked(PYRE, "B: play Seeing Stars", "expect: {vp: {A: 1}}", order)
    assert code == 1
    assert "what was expected before has come true in another order" in printed
