"""The view as structures: every game fits them, and keys are built in one place."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from smashup import Game
from smashup.model.decision import Decision, DecisionKind
from smashup.model.words import Player, Words
from smashup.protocol import things
from smashup.protocol.view import GameEvent, PrivateView, PublicView
from smashup.view import Storyteller, plain, private, public

FEWEST_GAMES, MOST_GAMES = 8, 80  # the more, the surer that the rare kinds come up
SOURCES = Path(__file__).resolve().parents[2] / "src" / "smashup"


def fits(type: type, shown: object) -> bool:
    """Whether what is sent can be read as what it should be, and is the same then."""
    return bool(msgspec.json.decode(msgspec.json.encode(shown), type=type) == shown)


def test_every_kind_of_decision_fits_the_structures() -> None:
    kinds: set[str] = set()
    wanted = set(get_args(DecisionKind))
    for seed in range(MOST_GAMES):
        if seed >= FEWEST_GAMES and kinds == wanted:
            break
        game = Game.new("random", players=2 + seed % 3, seed=seed)
        rng = random.Random(seed)
        for _ in range(300):
            if game.decision is None:
                break
            if game.decision.kind not in kinds or rng.random() < 0.02:
                kinds.add(game.decision.kind)
                for seat in (*range(game.players), None):
                    assert fits(PublicView, public(game.observe(seat)))
                    assert fits(PrivateView, private(game.observe(seat)))
            game.decide(int(rng.random() * len(game.decision.options)))
        assert fits(list[GameEvent], Storyteller(game.observe(0)).events())
    assert kinds == wanted


def test_a_prompt_travels_as_its_sentence_with_its_values() -> None:
    game = Game.new("random", players=2, seed=1, first=0)
    while game.decision is not None and game.decision.kind != "play":
        game.decide(0)
    assert game.decision is not None
    options = game.decision.options
    sentence = "Play {card} with up to {most} others of {player}?"
    question = Words(sentence, card="Ninja Master", most=2, player=Player(1))
    game.decision = Decision(0, "choose", -1, question, options)
    shown = private(game.observe(0)).decision
    assert shown is not None
    values: dict[str, Any] = {"card": "Ninja Master", "most": 2}
    assert shown.prompt == things.Words(sentence, values, {"player": 1})
    assert game.decision.prompt == "Play Ninja Master with up to 2 others of player 2?"


def test_a_prompt_that_names_nothing_has_no_values() -> None:
    game = Game.new("random", players=2, seed=1)
    assert game.decision is not None
    shown = private(game.observe(game.decision.seat)).decision
    assert shown is not None
    assert shown.prompt == things.Words(game.decision.prompt)
    assert "values" not in msgspec.to_builtins(shown.prompt)


@pytest.mark.parametrize("seat", [0, 1, None])
def test_plain_data_is_both_sections_without_what_is_left_out(seat: int | None) -> None:
    game = Game.new("random", players=2, seed=3)
    observation = game.observe(seat)
    both = msgspec.to_builtins(public(observation)) | msgspec.to_builtins(private(observation))
    assert plain(observation) == both
    assert all(isinstance(base, dict) for base in both["bases"])


def test_open_hands_are_shown_whole_and_only_where_they_are_asked_for() -> None:
    game = Game.new("random", players=2, seed=3)
    closed = private(game.observe(None)).known.hands
    opened = private(game.observe(None), open_hands=True).known.hands
    assert closed == [[], []]
    assert opened == [[game.name(card) for card in game.hand(seat)] for seat in (0, 1)]


def test_keys_are_built_in_one_module_only() -> None:
    building = re.compile(r"""f["'][cbp]\{""")
    found = [
        path.relative_to(SOURCES).as_posix()
        for path in sorted(SOURCES.rglob("*.py"))
        if building.search(path.read_text("utf-8"))
    ]
    assert found == ["view/keys.py"]
