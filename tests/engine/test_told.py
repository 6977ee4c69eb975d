"""What is told of abilities, and what is left when they are done."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import laid_tables
import pytest

from smashup import Game, Option
from smashup.chronicle import Chronicle
from smashup.model.event import (
    ABILITY_USED,
    EXTRA_PLAY,
    MINION_DESTROYED,
    MINION_MOVED,
    MINION_PLAYED,
    PHASE,
)

GAMES = 100
MOST_ANSWERS = 300
IN_WORDS = laid_tables.cases("told.yaml")


def steps(seed: int) -> Iterator[tuple[Game, Option, int]]:
    """A game of random answers: after each, what it was, and how long the log was before."""
    game = Game.new("random", players=2 + seed % 3, seed=seed)
    rng = random.Random(seed)
    while game.decision is not None and len(game.answers) < MOST_ANSWERS:
        given = rng.choice(game.decision.options)
        told = len(game.log)
        game.decide(given)
        yield game, given, told


def can_be_declined(game: Game) -> bool:
    """Whether the ability that asks now lets its player leave it; an extra play may wait."""
    assert game.decision is not None
    verbs = {option.verb for option in game.decision.options}
    return not verbs.isdisjoint(("pass", "no")) and "play" not in verbs


@pytest.mark.parametrize("seed", range(GAMES))
def test_nothing_is_told_as_used_that_its_player_can_still_decline(seed: int) -> None:
    """Unless they have just said that they use it."""
    for game, given, told in steps(seed):
        if game.decision is None or given.verb in ("use", "yes") or len(game.log) == told:
            continue
        last = game.log[-1]
        if last.kind == ABILITY_USED and last.card == game.decision.source:
            assert not can_be_declined(game), f"{game.name(last.card)}: {game.decision.prompt}"


@pytest.mark.parametrize("seed", range(10))
def test_nothing_waits_any_more_when_a_player_may_play_cards(seed: int) -> None:
    for game, _, _ in steps(seed):
        if game.decision is not None and game.decision.kind == "play":
            assert (game.rules.frame, game.rules.waiting, game.rules.reacting) == (None, [], [])


@pytest.mark.parametrize("seed", range(5))
def test_an_extra_play_is_told_with_the_card_that_gives_it(seed: int) -> None:
    *_, (game, _, _) = steps(seed)
    given_by = [event.by for event in game.log if event.kind == EXTRA_PLAY]
    assert given_by
    assert min(given_by) >= 0


@pytest.mark.parametrize("seed", range(5))
def test_the_power_of_a_minion_is_told_when_it_leaves_play_and_not_before(seed: int) -> None:
    *_, (game, _, _) = steps(seed)
    left = [event.power for event in game.log if event.kind == MINION_DESTROYED]
    stayed = [event.power for event in game.log if event.kind in (MINION_PLAYED, MINION_MOVED)]
    assert max(left) > 0
    assert set(stayed) == {0}


@pytest.mark.parametrize("case", IN_WORDS, ids=[case["name"] for case in IN_WORDS])
def test_each_thing_is_told_with_what_it_is_about_and_what_did_it(
    case: dict[str, Any], tmp_path: Path
) -> None:
    game = laid_tables.play_case(tmp_path, case, expected="told").game
    told = [sentence for event, sentence in Chronicle(game, 0).tell() if event.kind != PHASE]
    assert told == case["told"]


@pytest.mark.parametrize("case", [case for case in IN_WORDS if "power for several" in case["name"]])
def test_what_several_minions_get_at_one_moment_is_one_line(
    case: dict[str, Any], tmp_path: Path
) -> None:
    game = laid_tables.play_case(tmp_path, case, expected="told").game
    lines = [sentence for _, sentence in Chronicle(game, 0).highlights()]
    assert lines == [case["told"][0], case["told"][-2]]
