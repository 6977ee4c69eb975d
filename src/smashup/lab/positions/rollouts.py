"""Checking answers by playing on: what comes of each of them, on many worlds.

A world is a game that could be the real one, dealt to fit all that the asked seat knows. Every
answer is given on the same worlds, with the same seeds, and the game is played to its end by
`tuned`: the asked seat as it always plays for what is left of the turn, all else one play ahead.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple
from zlib import crc32

from smashup.engine.game import Game
from smashup.lab.arena import Rate
from smashup.lab.match import goes_on
from smashup.lab.parallel import seed_of
from smashup.lab.positions.position import Position
from smashup.model.ids import Seat
from smashup.players.planning import FULL, QUICK
from smashup.players.tuned import TunedPlayer

FEWEST = 20  # worlds on which an answer is tried


class Rollouts:
    """What comes of the answers to a position, on as many worlds as are asked for."""

    def __init__(self, position: Position, seed: int = 0) -> None:
        self._position = position
        self._seed = seed_of(seed, crc32(position.name.encode()))
        self._shares: dict[int, list[float]] = {}

    def more(self, indexes: Iterable[int], worlds: int) -> None:
        """Plays on after these answers, until each was tried on so many worlds."""
        for index in indexes:
            shares = self._shares.setdefault(index, [])
            shares.extend(self.share(index, world) for world in range(len(shares), worlds))

    def rate(self, index: int) -> Rate:
        """How often the asked seat won after an answer that was tried."""
        shares = self._shares[index]
        return Rate.of(sum(shares), len(shares))

    def share(self, index: int, world: int) -> float:
        """What part of the win the asked seat has after this answer, in the world of a number."""
        seat = self._position.decision.seat
        seed = seed_of(self._seed, world)
        game = self._position.start.observe(seat).determinize(random.Random(seed))
        game.decide(index)
        return played_on(game, seat, seed)


def played_on(game: Game, asked: Seat, seed: int) -> float:
    """Plays a game to its end: what part of the win a seat has; a fair part if there is no end.

    What is left of this turn that seat plays as `tuned` does, all else goes one play ahead.
    """
    turn = game.turn_number
    now = TunedPlayer(seed, effort=FULL)
    later = [TunedPlayer(seed_of(seed, seat), effort=QUICK) for seat in game.seats]
    while goes_on(game):
        assert game.decision is not None
        seat = game.decision.seat
        player = now if seat == asked and game.turn_number == turn else later[seat]
        game.decide(player.choose(game.observe(seat), game.decision))
    winners = game.winners or game.seats
    return (asked in winners) / len(winners)


def are_apart(best: Sequence[Rate], others: Sequence[Rate]) -> bool:
    """Whether every interval of the best lies above that of every other."""
    return min(rate.low for rate in best) > max(rate.high for rate in others)


def compared(position: Position) -> tuple[dict[str, int], dict[str, int]]:
    """The answers that are to be compared, by their steps: the best, and the foolish."""
    best = {step: min(position.options_of(step)) for step in position.best}
    if position.foolish:
        return best, {step: min(position.options_of(step)) for step in position.foolish}
    return best, dict(_others(position))


def _others(position: Position) -> Iterator[tuple[str, int]]:
    """All answers that are not right, each once, by their labels."""
    seen = {position.label(index) for index in position.right}
    for index in range(len(position.decision.options)):
        label = position.label(index)
        if label not in seen:
            seen.add(label)
            yield label, index


class Check(NamedTuple):
    """How a position was checked: what came of the answers, and whether that tells them apart."""

    rates: dict[str, Rate]
    apart: bool


def check(position: Position, most: int) -> Check:
    """Plays on after the best and the foolish answers, on as many worlds as it takes.

    At most so many for each answer; fewer where the intervals lie apart before.
    """
    best, foolish = compared(position)
    rollouts = Rollouts(position)
    worlds = min(FEWEST, most)
    while True:
        rollouts.more([*best.values(), *foolish.values()], worlds)
        rates = {step: rollouts.rate(index) for step, index in {**best, **foolish}.items()}
        apart = are_apart([rates[step] for step in best], [rates[step] for step in foolish])
        if apart or worlds >= most:
            return Check(rates, apart)
        worlds = min(2 * worlds, most)
