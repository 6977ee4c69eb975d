"""The moves of the lessons, played on the engine: each must be there when its turn comes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from smashup import Game
from smashup.model.decision import Option

SCRIPT = Path(__file__).parents[2] / "web" / "src" / "lib" / "lessons.json"
LESSONS: dict[str, Any] = json.loads(SCRIPT.read_text(encoding="utf-8"))
POINTS = {"first": [3, 0], "scoring": [3, 0], "burying": [0, 0], "duels": [0, 0]}


def names(game: Game, option: Option) -> dict[str, str]:
    """What an option says, as the moves of lessons say it."""
    said = {"verb": option.verb, "word": option.word}
    if option.card >= 0:
        said["card"] = game.name(option.card)
    if option.place >= 0:
        said["at"] = game.base_card(option.place).name
    if option.host >= 0:
        said["on"] = game.name(option.host)
    return said


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_can_be_played_as_it_is_written(name: str) -> None:
    lesson = LESSONS[name]
    game = Game.new(lesson["factions"], seed=lesson["seed"], first=lesson["first"], edition="oops")
    for move in lesson["moves"]:
        decision = game.decision
        assert decision is not None and decision.seat == move["by"]
        wanted = {key: value for key, value in move.items() if key != "by"}
        found = [
            n
            for n, option in enumerate(decision.options)
            if wanted.items() <= names(game, option).items()
        ]
        assert len(found) == 1, f"{move}: {decision}"
        game.decide(found[0])
    assert game.vp == POINTS[name]
