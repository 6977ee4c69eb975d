"""What players know of hands, decks and the base deck (TERM-look, TERM-public)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import laid_tables
import pytest

from smashup.engine.seen import FIELDS
from smashup.model.ids import NO_CARD
from smashup.view import plain

CASES = laid_tables.cases("seen.yaml")


@pytest.mark.rules("TERM-look")
@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_everyone_knows_what_they_have_seen_and_no_more(
    case: dict[str, Any], tmp_path: Path
) -> None:
    runner = laid_tables.play_case(tmp_path, case, expected="known")
    for number, seat in enumerate(runner.seats):
        assert plain(runner.game.observe(number))["known"] == case["known"][seat]


@pytest.mark.rules("TERM-public")
@pytest.mark.parametrize("seat", [0, 1, None])
def test_everyone_sees_which_card_in_play_a_power_comes_from(
    seat: int | None, tmp_path: Path
) -> None:
    table = """
players: {A: {}, B: {}}
bases:
  - {base: Tortuga, minions: [{card: Zapbot, by: A, actions: [Upgrade/B]}]}
"""
    (base,) = plain(laid_tables.play(tmp_path, table).game.observe(seat))["bases"]
    (zapbot,) = base["minions"]
    (upgrade,) = zapbot["actions"]
    assert [(part["amount"], part["card"]) for part in zapbot["parts"]] == [
        (2, None),
        (2, upgrade["key"]),
    ]


def test_who_knows_every_card_has_the_whole_position_in_columns(tmp_path: Path) -> None:
    """After plays, a move, and a card that went into the box."""
    table = """
players:
  A: {hand: [Sir Squeezes, Zapbot, Cannon], vp: 3}
  B: {vp: 1}
bases:
  - base: Tortuga
    minions: [{card: Walker, by: A, actions: [Viking Funeral/A]}, Archmage/A, Wyvern/A, Cyclone/A]
  - base: Jungle Oasis
    minions: [{card: Warbot, by: B, counters: 1}, Pirate King/A]
    actions: [Full Moon/B]
    buried: [King Rex/A]
base_discard: [Tar Pits]
"""
    steps = (
        "A: play Sir Squeezes at Jungle Oasis",
        "A: use Wyvern",
        "A: use Cyclone",
        "A: play Cannon",
        "A: choose Walker",
    )
    game = laid_tables.play(tmp_path, table, *steps).game
    whole, seen = game.columns, game.observe(0).columns()
    assert whole.budgets and whole.box and whole.permissions and whole.lasting
    assert whole.played and whole.moved
    for name in set(FIELDS) - {"known", "marks", "rng"}:  # what is hidden from everybody
        assert getattr(seen, name) == getattr(whole, name), name
    for place, here in whole.places.items():
        there = seen.places[place]
        assert (there.base, there.minions) == (here.base, here.minions)
        assert (there.actions, there.buried) == (here.actions, here.buried)


def test_of_a_play_nobody_is_told_where_the_card_lies_that_gave_it(tmp_path: Path) -> None:
    """Favor of Aphrodite lay in the discard pile that was shuffled when the deck was empty."""
    table = """
players: {A: {hand: [Favor of Aphrodite, Mystic Studies], discard: [Howl, Zapbot]}, B: {}}
bases: [{base: Tortuga, minions: [Archmage/A]}]
"""
    steps = ("A: play Favor of Aphrodite", "A: play Mystic Studies")
    given = laid_tables.play(tmp_path, table, *steps[:1]).game.observe(1).columns().permissions
    seen = laid_tables.play(tmp_path, table, *steps).game.observe(1).columns().permissions
    assert any(play.source >= 0 for play in given if play.type == "minion")
    assert all(play.source == NO_CARD for play in seen if play.type == "minion")
    assert len(given) == len(seen) + 1  # the action that Mystic Studies used
