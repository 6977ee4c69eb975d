"""What is said with a question: how many may be picked, and from what."""

from __future__ import annotations

from pathlib import Path

import laid_tables
import pytest

from smashup import Game, Observation
from smashup.model.event import BEFORE_SCORING
from smashup.view.phrases import option_labels

TABLE = """
players:
  A: {hand: [A Kind of Magic, Under Pressure], deck: [Howl, Howl]}
  B: {}
bases:
  - base: Jungle Oasis
    minions: [{card: Zapbot, by: A, counters: 2}, {card: Walker, by: A, counters: 3}, Warbot/A]
  - base: Tortuga
base_deck: [The Mothership]
"""


@pytest.mark.parametrize(
    ("steps", "most"),
    [
        (["A: play A Kind of Magic"], 5),
        (["A: play A Kind of Magic", "A: choose Zapbot"], 5),
        (["A: end", "A: play Under Pressure"], 3),  # all from one of them
        (["A: end", "A: play Under Pressure", "A: choose Zapbot"], 2),
    ],
)
def test_as_many_counters_can_be_picked_as_there_are(
    steps: list[str], most: int, tmp_path: Path
) -> None:
    decision = laid_tables.play(tmp_path, TABLE, *steps).game.decision
    assert decision is not None
    assert (decision.least, decision.most) == (0, most)


def test_a_special_from_hand_is_asked_for_with_its_moment(tmp_path: Path) -> None:
    decision = laid_tables.play(tmp_path, TABLE, "A: end").game.decision
    assert decision is not None and decision.event is not None
    assert (decision.kind, decision.event.kind) == ("window", BEFORE_SCORING)


def test_who_has_picked_something_else_stands_elsewhere(tmp_path: Path) -> None:
    def seen(pick: str) -> Observation:
        steps = ("A: play A Kind of Magic", f"A: choose {pick}")
        return laid_tables.play(tmp_path, TABLE, *steps).game.observe(0)

    assert seen("Zapbot") == seen("Zapbot")
    assert seen("Zapbot") != seen("Walker")


@pytest.mark.rules("PREC-2")
def test_a_card_that_forbids_is_named_also_if_it_is_the_first_of_all(tmp_path: Path) -> None:
    table = """
players: {A: {hand: [Block the Path], deck: [Howl, Howl]}, B: {hand: [Zapbot]}}
bases: [{base: Tortuga}]
"""
    steps = ("A: play Block the Path", "A: choose Robots", "A: end")
    game = laid_tables.play(tmp_path, table, *steps).game
    (zapbot,) = game.hand(1)
    assert [(reason.rule, reason.card) for reason in game.why_not(1, zapbot)] == [("PREC-2", 0)]


@pytest.mark.rules("PREC-2")
def test_what_forbids_actions_is_named_too(tmp_path: Path) -> None:
    table = """
players: {A: {hand: [Pay the Piper, Mark of Sleep], deck: [Howl, Howl]}, B: {hand: [Howl]}}
bases: [{base: Tortuga}]
"""
    steps = ("A: play Mark of Sleep", "A: choose B", "A: end")
    game = laid_tables.play(tmp_path, table, *steps).game
    (howl,) = game.hand(1)
    (reason,) = game.why_not(1, howl)
    assert (reason.rule, game.name(reason.card)) == ("PREC-2", "Mark of Sleep")


def test_a_shuffled_base_deck_is_told_with_its_size(tmp_path: Path) -> None:
    table = """
players: {A: {hand: [Terraforming], deck: [Howl, Howl]}, B: {}}
bases: [{base: Tortuga}]
base_deck: [The Mothership, Jungle Oasis, Rhodes Plaza Mall]
"""
    steps = ("A: play Terraforming", "A: choose The Mothership")
    game = laid_tables.play(tmp_path, table, *steps).game
    shuffles = [event.amount for event in game.log if event.kind == "shuffled"]
    assert shuffles == [3]


PLAYS = """
players: {A: {hand: [Zapbot, Terraforming, Walker, King Rex], deck: [Howl]}, B: {}}
bases: [{base: Tortuga}]
base_deck: [The Mothership]
"""


@pytest.mark.rules("PLAY-6")
def test_which_play_is_used_names_the_card_it_is_used_for(tmp_path: Path) -> None:
    steps = (
        "A: play Zapbot at Tortuga",
        "A: play Terraforming",
        "A: play Walker at The Mothership",
    )
    decision = laid_tables.play(tmp_path, PLAYS, *steps).game.decision
    assert decision is not None
    assert "Walker" in str(decision.prompt)


@pytest.mark.rules("PLAY-6")
def test_a_play_that_allows_weak_minions_only_is_named_by_its_giver(tmp_path: Path) -> None:
    game = laid_tables.play(tmp_path, PLAYS, "A: play Zapbot at Tortuga").game
    [king] = [card for card in game.hand(0) if game.name(card) == "King Rex"]
    words = [str(obstacle.words) for obstacle in game.why_not(0, king)]
    assert words == ["Zapbot allows power 2 or less only."]


def said(game: Game) -> list[str]:
    """All that can be answered now, as the first player reads it."""
    assert game.decision is not None
    return option_labels(game, game.decision.options, ["Ann", "Bo"], viewer=0)


def test_every_way_to_play_a_card_says_which_play_it_uses_up(tmp_path: Path) -> None:
    table = """
players: {A: {hand: [Chronomage, Summon]}, B: {}}
bases: [{base: Tortuga}]
"""
    game = laid_tables.play(tmp_path, table, "A: play Chronomage").game
    plays = [label for label in said(game) if label.startswith("play ")]
    assert plays == [
        "play Summon as the extra action of Chronomage",
        "play Summon as your action",
    ]


def test_a_card_that_is_used_is_said_with_its_place_only_beside_another_of_its_name(
    tmp_path: Path,
) -> None:
    here, other = "{base: Tortuga, minions: [Great White/A]}", "{base: Crypt}"
    there = "{base: Tar Pits, minions: [Great White/A]}"
    for bases, uses in ((f"[{here}, {other}]", SHARKS[:1]), (f"[{here}, {there}]", SHARKS[1:])):
        game = laid_tables.play(tmp_path, f"players: {{A: {{}}, B: {{}}}}\nbases: {bases}").game
        assert [label for label in said(game) if label.startswith("use ")] == uses


SHARKS = ["use Great White", "use Great White (you, Tortuga)", "use Great White (you, Tar Pits)"]
