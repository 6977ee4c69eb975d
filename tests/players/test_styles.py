"""Bots in a style."""

from __future__ import annotations

import pytest

from smashup.engine.game import Game
from smashup.model.errors import SmashUpError
from smashup.players import STRENGTHS, check_player, make_player
from smashup.players.judge import WeighedJudge
from smashup.players.standing import FEATURES, POWER, features
from smashup.players.strengths import OPPONENTS
from smashup.players.styles import STYLES, Style, StyledJudge
from smashup.server.strengths import at_most

FACTIONS = [("Robots", "Zombies"), ("Aliens", "Dinosaurs")]


def some_game() -> Game:
    game = Game.new(FACTIONS, seed=3, first=0)
    for _ in range(12):
        game.decide(0)
    return game


def test_what_is_liked_is_added_to_what_the_judge_says() -> None:
    game = some_game()
    (plain,) = WeighedJudge().standings([game])
    likes_power = Style("strong", "Strong", "Likes power.", {FEATURES[POWER]: 0.5})
    (styled,) = StyledJudge(likes_power, WeighedJudge()).standings([game])
    power = [vector[POWER] for vector in features(game)]
    assert max(power) > 0
    assert styled == [s + 0.5 * p for s, p in zip(plain, power, strict=True)]


@pytest.mark.parametrize("style", STYLES)
def test_styles_like_what_there_is_to_see(style: str) -> None:
    assert set(STYLES[style].taste) <= set(FEATURES)


def test_who_judges_positions_can_have_a_style() -> None:
    assert check_player(" Hard+Bold") == "hard+bold"
    assert check_player("search:2s+careful") == "search:2s+careful"
    with pytest.raises(SmashUpError, match="greedy has no style: write greedy alone"):
        check_player("greedy+bold")
    with pytest.raises(SmashUpError, match="The styles are bold, careful"):
        check_player("hard+wild")


def test_styles_are_offered_behind_the_strengths() -> None:
    assert list(OPPONENTS)[: len(STRENGTHS)] == list(STRENGTHS)
    assert "master+careful" in OPPONENTS and "normal+bold" not in OPPONENTS
    assert all(check_player(name) == name for name in OPPONENTS)


def test_in_a_crowd_a_style_is_no_strength() -> None:
    assert at_most("hard+bold", "normal") == "normal"
    assert at_most("hard+bold", "master") == "hard+bold"
    assert at_most("greedy", "normal") == "greedy"


@pytest.mark.parametrize("spec", ["tuned+bold", "search:8+careful"])
def test_a_bot_in_a_style_plays(spec: str) -> None:
    game = some_game()
    bot = make_player(spec, seed=1)
    for _ in range(6):
        assert game.decision is not None
        seat = game.decision.seat
        game.decide(bot.choose(game.observe(seat), game.decision))
    assert len(game.answers) == 18
