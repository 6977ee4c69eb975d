"""The games of one process of `VectorGames`: played here, told of in lists.

It is apart from arrays because it is compiled with the engine (`make fast`).
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from smashup.encoding.reading import Reader
from smashup.engine.game import Game


class Share:
    """So many of all games; those that end are followed by new ones.

    deal: gives the next game in one of these places. returns: what a game was worth to each seat.
    most_answers: a game that takes more is broken off. reader, rows: what who is asked may know is
    written into these pieces of memory, one for each game.

    seats, options: memory in which stands, by game, who was asked last and how many answers there
    are. `over` and `worth` tell which games have ended since, and what each of them was worth.
    """

    def __init__(
        self,
        rngs: list[Random],
        deal: Callable[[int], Game],
        returns: Callable[[Game], list[float]],
        most_answers: int,
        reader: Reader | None,
        rows: list[memoryview],
        seats: memoryview,
        options: memoryview,
    ) -> None:
        self._rngs = rngs
        self._deal, self._returns, self._most_answers = deal, returns, most_answers
        self._reader, self._rows = reader, rows
        self._last_row = -1 if reader is None else reader.layout.most_options - 1
        self._games: list[Game] = []
        self._count = len(rngs)
        self._seats, self._options = seats, options
        self._most = [0] * self._count  # of the actions, by game
        self.over: list[int] = []
        self.worth: list[list[float]] = []

    def begin(self) -> None:
        """Deals all games."""
        self._forget()
        self._games = [self._deal(which) for which in range(self._count)]
        for which in range(self._count):
            self._ask(which)

    def illegal(self, actions: list[int]) -> int:
        """The first game that has no such action; -1 where all have."""
        for which in range(self._count):
            if not 0 <= actions[which] < self._most[which]:
                return which
        return -1

    def step(self, actions: list[int]) -> None:
        """Answers in all games; the actions must be legal."""
        self._forget()
        for which in range(self._count):
            game, answer = self._games[which], actions[which]
            if answer == self._last_row:
                assert game.decision is not None
                answer = len(game.decision.options) - 1  # the last row is the last answer
            self._games[which] = self._answered(which, game, answer)
            self._ask(which)  # at once, as long as the game is at hand

    def wander(self, answers: list[int]) -> None:
        """Answers so many times at random in each game; one game after the other, which is faster
        than all of them in turn."""
        self._forget()
        for which in range(self._count):
            game, draw = self._games[which], self._rngs[which].random
            for _ in range(answers[which]):
                assert game.decision is not None
                game = self._answered(which, game, int(draw() * len(game.decision.options)))
            self._games[which] = game
            self._ask(which)

    def _forget(self) -> None:
        self.over = []
        self.worth = []

    def _answered(self, which: int, game: Game, answer: int) -> Game:
        """The game that is played on after this answer: the same, or the next in its place."""
        game.decide(answer)
        if game.decision is not None and len(game.answers) < self._most_answers:
            return game
        self.over.append(which)
        self.worth.append(self._returns(game))
        return self._deal(which)

    def _ask(self, which: int) -> None:
        """Notes who is asked in a game and how many answers there are, and what they see."""
        game = self._games[which]
        decision = game.decision
        assert decision is not None
        options = len(decision.options)
        if self._reader is not None:
            options = min(options, self._last_row + 1)
            self._reader.write(game.observe(decision.seat), self._rows[which])
        self._most[which] = options
        self._seats[which] = decision.seat
        self._options[which] = options
