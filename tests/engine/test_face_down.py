"""Who sees buried cards and the cards laid for a duel (BURY-1, BURY-3, DUEL-2, TERM-public)."""

from __future__ import annotations

from pathlib import Path

import laid_tables
import pytest

from smashup.chronicle import Chronicle
from smashup.model.event import CARD_BURIED, CARD_LAID, DISCARDED
from smashup.scenarios.runner import Runner
from smashup.view import plain

TABLE = """
players:
  A: {hand: [Pyramid Engineer, King Rex, Tomb Trap, High Noon, Quick Draw]}
  B: {hand: [Howl, Zapbot]}
bases:
  - base: Tortuga
    minions: [Pyramid Engineer/A, Shinobi/B]
"""


def play(tmp_path: Path, *steps: str) -> Runner:
    return laid_tables.play(tmp_path, TABLE, *steps)


def buried(runner: Runner, seat: int | None) -> list[str | None]:
    seen = plain(runner.game.observe(seat))
    (base,) = seen["bases"]
    return [card["name"] or seen["buried"].get(card["key"]) for card in base["buried"]]


def test_only_who_buried_a_card_from_hand_sees_it(tmp_path):
    runner = play(tmp_path, "A: use Pyramid Engineer", "A: choose King Rex")
    assert buried(runner, 0) == ["King Rex"]
    assert buried(runner, 1) == [None]
    assert buried(runner, None) == [None]


def test_everyone_has_seen_a_card_that_buries_itself(tmp_path):
    runner = play(tmp_path, "A: play Tomb Trap")
    assert buried(runner, 0) == buried(runner, 1) == buried(runner, None) == ["Tomb Trap"]


@pytest.mark.parametrize(
    ("steps", "who"),
    [
        (["A: use Pyramid Engineer", "A: choose King Rex"], [0]),
        (["A: play Tomb Trap"], [0, 1, None]),
    ],
)
def test_who_is_told_which_card_is_buried(tmp_path, steps, who):
    game = play(tmp_path, *steps).game
    (event,) = [event for event in game.log if event.kind == CARD_BURIED]
    assert [reader for reader in (0, 1, None) if Chronicle(game, reader).sees(event)] == who


@pytest.mark.rules("BURY-8")
def test_a_card_buried_at_a_scored_base_is_discarded_by_no_card(tmp_path):
    runner = play(tmp_path, "A: use Pyramid Engineer", "A: choose King Rex")
    game = runner.game
    (place,) = game.rules.s.row
    game.rules.s.set_counters(game.minions(at=place)[0], game.breakpoint(place))
    runner.take("A", "end")
    (event,) = [event for event in game.log if event.kind == DISCARDED]
    assert game.name(event.card) == "King Rex"
    assert (event.by, event.by_seat) == (-1, -1)


def test_everyone_sees_an_uncovered_card(tmp_path):
    runner = play(
        tmp_path,
        "A: use Pyramid Engineer",
        "A: choose King Rex",
        "A: play Pyramid Engineer at Tortuga",
        "A: uncover King Rex",
    )
    (base,) = plain(runner.game.observe(1))["bases"]
    assert "King Rex" in [minion["name"] for minion in base["minions"]]


def test_a_card_laid_for_a_duel_is_face_down_until_both_are_laid(tmp_path):
    runner = play(tmp_path, "A: play High Noon", "A: choose Quick Draw")
    game = runner.game
    (laid,) = game.rules.s.laid
    assert game.decision is not None and game.decision.seat == 1
    assert game.observe(0).sees(laid)
    assert not game.observe(1).sees(laid)
    assert not game.observe(None).sees(laid)
    told = [event for event in game.log if laid in (event.card, *event.cards)]
    assert [event.kind for event in told] == [CARD_LAID]
    assert all(event.audience == 1 for event in told)
    runner.take("B", "choose Zapbot")
    assert game.rules.s.laid == []
    assert game.observe(1).sees(laid)
    assert "Zapbot" in plain(game.observe(0))["known"]["hands"][1]
