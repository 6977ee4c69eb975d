"""Advice and chances to win, computed in a worker process."""

from __future__ import annotations

import random
from typing import Any

from smashup.engine.game import Game
from smashup.players import advice, standing
from smashup.protocol.messages import Advised
from smashup.view.phrases import option_words
from smashup.view.wording import sent

WORLDS = 8  # on which a chance to win is estimated


def advise(game: Game, seed: int) -> dict[str, Any]:
    """What a good player would do in the place of the seat that is asked: the fields of a hint."""
    decision = game.decision
    assert decision is not None
    observation = game.observe(decision.seat)
    labels = option_words(game, decision.options)
    given = advice.advise(observation, decision, seed=seed)
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
    """Everybody's chance to win from what a spectator may know alone.

    The hidden cards are dealt anew, by the same dice for every game, so that nothing of how they
    really lie can show in the figures.
    """
    if game.over:
        return standing.chances(game)
    observation = game.observe(None)
    rng = random.Random(0)
    dealt = [observation.determinize(rng, to_play=False) for _ in range(WORLDS)]
    worlds = [standing.chances(world) for world in dealt]
    return [round(sum(column) / WORLDS, 3) for column in zip(*worlds, strict=True)]
