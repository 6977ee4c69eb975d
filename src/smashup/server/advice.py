"""Advice and chances to win, computed in a worker process."""

from __future__ import annotations

from typing import Any

from smashup.engine.game import Game
from smashup.server.strengths import STAND_IN, make_bot
from smashup.view.phrases import option_labels


def advise(game: Game, names: list[str], seed: int) -> dict[str, Any]:
    """What a good player would do in the place of the seat that is asked."""
    decision = game.decision
    assert decision is not None
    option = make_bot(STAND_IN, seed).choose(game.observe(decision.seat), decision)
    labels = option_labels(game, decision.options, names, decision.seat)
    return {
        "option": option,
        "sentence": f"I would {labels[option]}.",
        "options": [{"option": option, "label": labels[option], "chance": None}],
        "chances": [],
    }


def chances(game: Game) -> list[float]:
    """Everybody's chance to win in a game of which all cards are known."""
    if game.over:
        return [(seat in game.winners and 1 / len(game.winners)) or 0.0 for seat in game.seats()]
    return [1 / game.s.seats] * game.s.seats
