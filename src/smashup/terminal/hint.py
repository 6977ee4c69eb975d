"""`hint`: what a strong player would answer, why, and how everybody's chances to win are."""

from __future__ import annotations

from collections.abc import Sequence

from smashup.engine.game import Game
from smashup.players.advice import Advice, Move, advise
from smashup.view.phrases import option_labels

ITERATIONS = 400
SECONDS: float | None = 2.0  # at most, on a slow machine


def hint(game: Game, names: Sequence[str]) -> list[str]:
    """The lines that answer `hint`, for the player who is asked now."""
    decision = game.decision
    assert decision is not None
    advice = advise(
        game.observe(decision.seat),
        decision,
        seed=len(game.answers),
        iterations=ITERATIONS,
        seconds=SECONDS,
        names=names,
    )
    labels = option_labels(game, decision.options, names, decision.seat)

    def words(move: Move) -> str:
        return f"{labels[move.index]} ({_percent(move.chance)})"

    return [
        f"Hint: {words(advice.proposal)}",
        advice.sentence,
        *(f"Or: {words(move)}" for move in advice.alternatives),
        _chances(advice, names),
    ]


def _chances(advice: Advice, names: Sequence[str]) -> str:
    each = [
        f"{'you' if seat == advice.seat else names[seat]} {_percent(chance)}"
        for seat, chance in enumerate(advice.chances)
    ]
    return f"Chances to win after that: {', '.join(each)}."


def _percent(chance: float) -> str:
    return f"{100 * chance:.0f} %"
