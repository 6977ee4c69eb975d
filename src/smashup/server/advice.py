"""Advice and chances to win, computed in a worker process."""

from __future__ import annotations

import random
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from smashup.engine.game import Game
from smashup.server.strengths import STAND_IN, make_bot
from smashup.view.phrases import option_labels

WORLDS = 8  # on which a chance to win is estimated
HAS_ADVICE = find_spec("smashup.players.advice") is not None
HAS_STANDING = find_spec("smashup.players.standing") is not None


def advise(game: Game, names: list[str], seed: int) -> dict[str, Any]:
    """What a good player would do in the place of the seat that is asked."""
    decision = game.decision
    assert decision is not None
    observation = game.observe(decision.seat)
    labels = option_labels(game, decision.options, names, decision.seat)
    if not HAS_ADVICE:
        option = make_bot(STAND_IN, seed).choose(observation, decision)
        moves, sentence, likely = [(option, None)], f"I would {labels[option]}.", None
    else:
        advice = import_module("smashup.players.advice").advise(
            observation, decision, seed=seed, names=names
        )
        found = (advice.proposal, *advice.alternatives)
        moves = [(move.index, round(move.chance, 3)) for move in found]
        sentence, likely = advice.sentence, advice.chances
    return {
        "option": moves[0][0],
        "sentence": sentence,
        "options": [{"option": i, "label": labels[i], "chance": chance} for i, chance in moves],
        "chances": None if likely is None else [round(chance, 3) for chance in likely],
    }


def chances(game: Game) -> list[float] | None:
    """Everybody's chance to win from what a spectator may know alone; None if nobody can tell.

    The hidden cards are dealt anew, by the same dice for every game, so that nothing of how they
    really lie can show in the figures.
    """
    if game.over:
        return [1 / len(game.winners) if s in game.winners else 0.0 for s in range(game.s.seats)]
    if not HAS_STANDING:
        return None
    estimate = import_module("smashup.players.standing").chances
    observation = game.observe(None)
    rng = random.Random(0)
    worlds = [estimate(observation.determinize(rng)) for _ in range(WORLDS)]
    return [round(sum(column) / WORLDS, 3) for column in zip(*worlds, strict=True)]
