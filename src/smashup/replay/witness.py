"""Short digests of every position of a game, by which a saved game is known again."""

from __future__ import annotations

from smashup.engine.game import Game
from smashup.replay.errors import NotWritten

DIGITS = 8  # of a digest: enough that no two positions agree by accident


def short_digest(game: Game) -> str:
    """The beginning of the position's digest."""
    return game.digest()[:DIGITS]


class Witness:
    """Plays a game along and notes each position; what was noted once is not played again.

    >>> game = Game.new([["Aliens", "Robots"], ["Ninjas", "Zombies"]], seed=7)
    >>> witness = Witness()
    >>> events = game.decide(0)
    >>> witness.digests(game) == (short_digest(game.replayed(0)), short_digest(game))
    True
    """

    def __init__(self) -> None:
        self._game: Game | None = None
        self._digests: list[str] = []

    def digests(self, game: Game) -> tuple[str, ...]:
        """The digests of the start and after each answer; `NotWritten` for a game that does not
        follow from its setup and its answers."""
        along = self._game
        if (
            along is None
            or along.setup != game.setup
            or along.answers != game.answers[: len(along.answers)]
        ):
            along = self._game = _begun(game)
            self._digests = [short_digest(along)]
        for answer in game.answers[len(along.answers) :]:
            along.decide(answer)
            self._digests.append(short_digest(along))
        if self._digests[-1] != short_digest(game):
            raise NotWritten("This game does not follow from its setup and its answers.")
        return tuple(self._digests)


def _begun(game: Game) -> Game:
    if game.setup is None:
        raise NotWritten("A table laid out by hand has no setup, so it cannot be saved.")
    return Game.from_setup(game.setup)
