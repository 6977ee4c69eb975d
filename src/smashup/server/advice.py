"""Advice and chances to win, computed in a worker process."""

from __future__ import annotations

from typing import Any

from smashup.engine.game import Game
from smashup.players import advice
from smashup.protocol.messages import Advised
from smashup.view.phrases import option_words
from smashup.view.wording import sent

IN_A_HURRY = 100  # iterations of thinking, where many wait


def advise(game: Game, seed: int, hurried: bool = False) -> dict[str, Any]:
    """What a good player would do in the place of the seat that is asked: the fields of a hint."""
    decision = game.decision
    assert decision is not None
    observation = game.observe(decision.seat)
    labels = option_words(game, decision.options)
    iterations = IN_A_HURRY if hurried else None
    given = advice.advise(observation, decision, seed=seed, iterations=iterations)
    return {
        "option": given.proposal.index,
        "sentence": sent(given.reason),
        "options": [
            Advised(move.index, sent(labels[move.index]), round(move.chance, 3))
            for move in (given.proposal, *given.alternatives)
        ],
        "chances": [round(chance, 3) for chance in given.chances],
    }


def chances(game: Game) -> list[float]:
    """Everybody's chance to win from what a spectator may know alone."""
    likely = advice.win_chances(game.observe(None), worlds=advice.FEW_WORLDS)
    return [round(chance, 3) for chance in likely]
