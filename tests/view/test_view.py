"""What a door shows: complete enough to play by, and nothing that the seat cannot know."""

from __future__ import annotations

import json
import random

import pytest

from smashup import Game
from smashup.view import Storyteller, plain, private, public


def some_games(count: int = 6) -> list[Game]:
    """Games of two to four players, each somewhere in the middle."""
    games = []
    for seed in range(count):
        game = Game.new("random", players=2 + seed % 3, seed=seed)
        rng = random.Random(seed)
        for _ in range(150):
            if game.decision is not None:
                game.decide(int(rng.random() * len(game.decision.options)))
        games.append(game)
    return games


@pytest.mark.parametrize("game", some_games())
def test_everything_an_option_points_at_is_somewhere_in_the_view(game: Game) -> None:
    rng = random.Random(1)
    for _ in range(60):
        if game.decision is None:
            break
        seat = game.decision.seat
        seen = plain(game.observe(seat))
        shown = json.dumps({key: seen[key] for key in seen if key != "decision"})
        for option in seen["decision"]["options"]:
            for field in ("place", "host"):
                if option[field] is not None:
                    assert f'"{option[field]}"' in shown
            # What is offered from a deck or another hand is at least called by its name.
            assert option["card"] is None or option["name"] or f'"{option["card"]}"' in shown
        game.decide(int(rng.random() * len(game.decision.options)))


@pytest.mark.parametrize("game", some_games())
def test_two_games_that_differ_only_in_hidden_cards_are_told_alike(game: Game) -> None:
    for seat in (*range(game.players), None):
        observation = game.observe(seat)
        other = observation.determinize(random.Random(3)).observe(seat)
        assert public(other) == public(observation)
        assert private(other) == private(observation)


def test_a_story_told_in_parts_is_the_story_told_at_once() -> None:
    game = Game.new("random", players=3, seed=4)
    rng = random.Random(4)
    in_parts = Storyteller(game.observe(1))
    told = in_parts.events()
    while game.decision is not None:
        since = len(game.log)
        game.decide(int(rng.random() * len(game.decision.options)))
        told += in_parts.events(since)
    assert [event.text for event in told] == [
        event.text for event in Storyteller(game.observe(1)).events()
    ]
    assert [event.e for event in told] == list(range(len(game.log)))


def test_cards_that_a_reader_did_not_see_are_left_out() -> None:
    game = Game.new("random", players=2, seed=4, first=0)
    while game.turn_number < 2:
        assert game.decision is not None
        game.decide(len(game.decision.options) - 1)
    drawn = [e for e in Storyteller(game.observe(1)).events() if e.kind == "drawn"]
    theirs = [e for e in drawn if e.seat == 0]
    assert theirs and all(e.card is None and e.cards == [] for e in theirs)
    own = [e for e in Storyteller(game.observe(0)).events() if e.kind == "drawn"]
    assert all(len(e.cards) == e.amount for e in own if e.seat == 0)
