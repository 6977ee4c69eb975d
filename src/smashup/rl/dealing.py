"""Which games an environment deals, when they end, and what they are worth to each seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from smashup.engine.game import Game
from smashup.engine.setup import make_setup
from smashup.lab.match import goes_on


@dataclass(frozen=True)
class Deals:
    """The kind of games that are dealt; `BadSetup` where there can be none.

    factions: two for each seat, "random" or "draft", as in `Game.new`.
    """

    players: int = 2
    factions: tuple[tuple[str, ...], ...] | str = "random"
    edition: str = "oops"

    @classmethod
    def of(cls, players: int, factions: Sequence[Sequence[str]] | str, edition: str) -> Deals:
        """The same, with factions as callers give them, checked."""
        make_setup(factions, players, edition_name=edition)
        given = factions if isinstance(factions, str) else tuple(map(tuple, factions))
        return cls(players, given, edition)

    def deal(self, seed: int) -> Game:
        """A new game; the same seed deals the same one."""
        return Game.new(self.factions, players=self.players, seed=seed, edition=self.edition)


def broken_off(game: Game) -> bool:
    """Whether a game is not over but has gone on for too long: it counts as a draw."""
    return not game.over and not goes_on(game)


def returns(game: Game) -> list[float]:
    """What a game was worth to each seat: together 0, and 1 for who won it alone.

    Who shares a win has a share of it; who lost has as much less than 0 as there are others.

    >>> game = Game.new("random", players=2, seed=1)
    >>> returns(game)  # not over: nothing yet
    [0.0, 0.0]
    """
    winners, others = len(game.winners), game.players - 1
    if not winners:
        return [0.0] * game.players
    won = (game.players / winners - 1) / others
    return [won if seat in game.winners else -1 / others for seat in game.seats]
