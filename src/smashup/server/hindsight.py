"""What could have been done better: a turn of a finished game, thought about again.

Each answer is judged by what its player could know when they gave it, as a hint would have been.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from smashup.engine.game import Game
from smashup.model.decision import Decision
from smashup.players.advice import Advice, advise
from smashup.players.search import Limits
from smashup.protocol.calls import Verdict
from smashup.protocol.messages import Advised
from smashup.view.phrases import option_words
from smashup.view.wording import sent

MOST = 4  # answers of a turn that are thought about
LIMITS = Limits(100, 2.0)  # of thinking, for each
IN_A_HURRY = Limits(40, 0.5)
LEAST_LOSS = 0.03  # of the chance to win, that is worth a word


class _Thought(NamedTuple):
    loss: float
    verdict: Verdict


class Hindsight:
    """Looks at the turn that a game stands at the beginning of."""

    def __init__(
        self, game: Game, hurried: bool = False, look_up: Callable[[], None] = lambda: None
    ) -> None:
        """`hurried`: others wait, so that each answer is thought about for less time; `look_up`:
        what is called before each, and may end it all."""
        self._game = game
        self._look_up = look_up
        self._seat = game.turn
        self._limits = IN_A_HURRY if hurried else LIMITS

    def verdict(self, answers: Sequence[int]) -> Verdict:
        """The answer of the player whose turn it is by which most was lost, among these; nothing
        where all were as good as anything that was found."""
        game = self._game
        worst = _Thought(LEAST_LOSS, Verdict(len(game.answers), None, None, None, None))
        left = MOST
        for answer in answers:
            decision = game.decision
            assert decision is not None
            if decision.seat == self._seat and len(decision.options) > 1 and left:
                left -= 1
                self._look_up()
                worst = max(worst, self._thought(decision, answer), key=lambda one: one.loss)
            game.decide(answer)
        return worst.verdict

    def _thought(self, decision: Decision, answer: int) -> _Thought:
        game = self._game
        given = advise(
            game.observe(decision.seat),
            decision,
            iterations=self._limits.iterations,
            seconds=self._limits.seconds,
            alternatives=len(decision.options),
        )
        labels = [sent(words) for words in option_words(game, decision.options)]
        better, alike = given.proposal, game.label(decision.options[answer])
        chance = _chance_of(given, alike)
        verdict = Verdict(
            len(game.answers),
            # That cards may be played on one's turn goes without saying.
            None if decision.kind == "play" else sent(decision.question),
            Advised(answer, labels[answer], round(chance, 3)),
            Advised(better.index, labels[better.index], round(better.chance, 3)),
            sent(given.reason),
        )
        return _Thought(0.0 if better.label == alike else better.chance - chance, verdict)


def _chance_of(given: Advice, label: str) -> float:
    """The chance by the answer with these words; of one that was not tried, that of the worst that
    was, which is more than it has."""
    moves = (given.proposal, *given.alternatives)
    return next((move.chance for move in moves if move.label == label), moves[-1].chance)
