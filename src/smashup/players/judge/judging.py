"""Judging positions, many at once: how well each seat stands, and what that is worth.

Standings are on such a scale that the chances to win are their softmax. Use it on games that the
seat may know all of, as `determinize` makes them.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Sequence
from functools import cache, cached_property
from typing import Protocol

from smashup.engine.game import Game
from smashup.model.ids import Seat
from smashup.model.state import DRAFT, MULLIGAN
from smashup.players.judge.calibration import Calibration
from smashup.players.judge.net import NET_FILE, Net, numpy_is_there
from smashup.players.judge.numbers import numbers
from smashup.players.standing import PRESENT, WEIGHTS_FILE, Weights, softmax, standings

WON = 30.0  # a game that is over and won, as log odds; one that is lost is worth as much less


class Judge(Protocol):
    """Who says how well each seat stands."""

    def standings(self, games: Sequence[Game]) -> list[list[float]]:
        """For each of these games, none of them over, a standing by seat."""


class TrueJudge(Judge, Protocol):
    """One of whom it is known how true the chances come that follow from its standings."""

    @property
    def calibration(self) -> Calibration:
        """What makes them come true."""

    @property
    def fingerprint(self) -> str:
        """Tells it from a judge that judges otherwise."""


class WeighedJudge:
    """Judges by a dozen numbers a seat and their weights; needs nothing but Python."""

    def __init__(self, weights: Weights = PRESENT) -> None:
        self._weights = weights

    @cached_property
    def calibration(self) -> Calibration:
        """As found for the weights of the package."""
        sharpness = json.loads(WEIGHTS_FILE.read_text("utf-8")).get("sharpness", {})
        return Calibration({int(seats): (a, b) for seats, (a, b) in sharpness.items()})

    @property
    def fingerprint(self) -> str:
        """Tells these weights from any others."""
        return hashlib.sha256(repr(self._weights).encode()).hexdigest()

    def standings(self, games: Sequence[Game]) -> list[list[float]]:
        return [standings(game, self._weights) for game in games]


class LearnedJudge:
    """The same, with what a small net has learned to see besides; needs numpy."""

    def __init__(self, net: Net, weights: Weights = PRESENT) -> None:
        self._net = net
        self._weights = weights
        self._plain = WeighedJudge(weights)

    @property
    def calibration(self) -> Calibration:
        """As found for the net."""
        return self._net.calibration

    @property
    def fingerprint(self) -> str:
        """Tells this net, and the weights it was learned with, from any others."""
        return self._net.fingerprint

    def standings(self, games: Sequence[Game]) -> list[list[float]]:
        if not games:
            return []
        if games[0].columns.phase in (DRAFT, MULLIGAN):  # there is nothing to see yet
            return self._plain.standings(games)
        rows = [numbers(game, self._weights) for game in games]
        return self._net.standings(rows, games[0].players)


@cache
def present() -> TrueJudge:
    """The judge that the bots go by: the learned one, or without numpy the weighed one."""
    if numpy_is_there() and NET_FILE.exists():
        return LearnedJudge(Net.read(NET_FILE))
    return WeighedJudge()


def log_odds(judge: Judge, games: Sequence[Game], seat: Seat) -> list[float]:
    """For each game the logarithm of the odds that this seat wins."""
    going_on = [game for game in games if not game.over]
    standing = iter(judge.standings(going_on))
    return [
        (WON if seat in game.winners else -WON) if game.over else _ahead(next(standing), seat)
        for game in games
    ]


def chances(judge: Judge, games: Sequence[Game]) -> list[list[float]]:
    """For each game the chance of each seat to win, by seat; exact where the game is over."""
    going_on = [game for game in games if not game.over]
    standing = iter(judge.standings(going_on))
    return [_shares(game) if game.over else softmax(next(standing)) for game in games]


def mean_chances(judge: Judge, worlds: Sequence[Game]) -> list[float]:
    """Each seat's chance over several worlds that could be the real one, as the judge has it."""
    return [sum(seat) / len(worlds) for seat in zip(*chances(judge, worlds), strict=True)]


def true_chances(judge: TrueJudge, worlds: Sequence[Game]) -> list[float]:
    """The same as such chances have come true; exact where the game is over."""
    found = mean_chances(judge, worlds)
    if worlds[0].over:
        return found
    return judge.calibration.applied(found, max(worlds[0].columns.vp))


def _shares(game: Game) -> list[float]:
    share = 1 / len(game.winners)
    return [share if seat in game.winners else 0.0 for seat in game.seats]


def _ahead(standing: list[float], seat: Seat) -> float:
    """A standing against those of all others together."""
    mine = standing[seat]
    most = max(other for k, other in enumerate(standing) if k != seat)
    rest = sum(math.exp(other - most) for k, other in enumerate(standing) if k != seat)
    return mine - most - math.log(rest)


def chance(odds: float) -> float:
    """The chance to win that log odds stand for.

    >>> chance(0.0)
    0.5
    """
    return 1.0 / (1.0 + math.exp(-odds))
