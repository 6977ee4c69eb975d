"""How fast the engine is: one core, random players, all factions there are (bench/README.md).

Copying and determinizing are measured at every decision of whole games, those in the middle of
an ability included. The search is measured at mid-game decisions between two greedy players.
"""

from __future__ import annotations

import random
import resource
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

from smashup import memory
from smashup.engine.game import Game
from smashup.model.ids import Seat
from smashup.players import GreedyPlayer
from smashup.players.search import Limits, Thinking

WARM_UP_GAMES = 50
MID_GAME = 10  # the turn from which a game of two is in full swing
OPEN_DECISION = 5  # so many options are worth a search
ITERATIONS = 100  # of the search at one decision
STATM = Path("/proc/self/statm")


def bench(seconds: float) -> dict[str, float]:
    """All figures; about that many seconds are spent, and a few more on the search."""
    with memory.settled():  # as all commands that play many games
        return _measured(seconds)


def _measured(seconds: float) -> dict[str, float]:
    figures: dict[str, float] = {}
    _play(2, 0.0, WARM_UP_GAMES)
    before = rss_mb()
    played = 0
    for players, suffix in ((2, ""), (4, "_4p")):
        games, decisions, spent = _play(players, seconds / 4)
        played += games
        figures[f"games_per_second{suffix}"] = games / spent
        figures[f"decisions_per_second{suffix}"] = decisions / spent
        figures[f"new_us{suffix}"] = _making(players, seconds / 48)
        figures[f"copy_us{suffix}"] = _cost(players, seconds / 12, _copy)
        figures[f"determinize_us{suffix}"] = _cost(players, seconds / 12, _determinize)
        figures[f"copy_and_decide_us{suffix}"] = _cost(players, seconds / 12, _copy_and_decide)
    figures["games"] = played
    figures["rss_growth_mb"] = rss_mb() - before
    figures["peak_rss_mb"] = peak_rss_mb()
    figures["search_iterations_per_second"] = _search_speed(seconds / 6)
    return figures


def _play(players: int, seconds: float, least: int = 1) -> tuple[int, int, float]:
    """Plays whole games for that long; gives how many, their decisions, and the time taken."""
    games = decisions = 0
    started = perf_counter()
    while games < least or perf_counter() - started < seconds:
        game = Game.new("random", players=players, seed=games)
        rng = random.Random(games)
        while (decision := game.decision) is not None:
            game.decide(int(rng.random() * len(decision.options)))
        games += 1
        decisions += len(game.answers)
    return games, decisions, perf_counter() - started


def _making(players: int, seconds: float) -> float:
    """The mean time, in microseconds, that it takes to make a game."""
    games = 0
    started = perf_counter()
    while games == 0 or perf_counter() - started < seconds:
        Game.new("random", players=players, seed=games)
        games += 1
    return 1e6 * (perf_counter() - started) / games


def _copy(game: Game, seat: Seat, rng: random.Random) -> Game:
    return game.copy()


def _copy_and_decide(game: Game, seat: Seat, rng: random.Random) -> Game:
    """A copy wakes when it is first decided on: what a search pays for each of them."""
    copy = game.copy()
    assert copy.decision is not None
    copy.decide(int(rng.random() * len(copy.decision.options)))
    return copy


def _determinize(game: Game, seat: Seat, rng: random.Random) -> Game:
    return game.observe(seat).determinize(rng)


def _cost(players: int, seconds: float, act: Callable[[Game, Seat, random.Random], Game]) -> float:
    """The mean time, in microseconds, that something takes, over all decisions of whole games."""
    rng = random.Random(players)
    spent = 0.0
    times = games = 0
    started = perf_counter()
    while games == 0 or perf_counter() - started < seconds:
        game = Game.new("random", players=players, seed=games)
        while (decision := game.decision) is not None:
            before = perf_counter()
            act(game, decision.seat, rng)
            spent += perf_counter() - before
            times += 1
            game.decide(int(rng.random() * len(decision.options)))
        games += 1
    return 1e6 * spent / times


def _search_speed(seconds: float) -> float:
    """Iterations a second, over the first Play Cards decision worth it in the middle of games."""
    iterations = games = 0
    spent = 0.0
    while games == 0 or spent < seconds:
        game = mid_game(games)
        games += 1
        decision = game.decision
        if decision is None:
            continue  # it was over before
        before = perf_counter()
        thinking = Thinking(
            game.observe(decision.seat), decision, random.Random(games), Limits(ITERATIONS)
        )
        thinking.run()
        spent += perf_counter() - before
        iterations += thinking.budget.spent
    return iterations / spent if spent else 0.0


def mid_game(seed: int) -> Game:
    """A game of two greedy players at a Play Cards decision with several options, or over."""
    game = Game.new("random", players=2, seed=seed)
    players = [GreedyPlayer(seat) for seat in range(2)]
    while (decision := game.decision) is not None:
        started = game.turn_number >= MID_GAME and decision.kind == "play"
        if started and len(decision.options) >= OPEN_DECISION:
            break
        game.decide(players[decision.seat].choose(game.observe(decision.seat), decision))
    return game


def rss_mb() -> float:
    """The memory held now; where the system does not tell, the most held so far."""
    if not STATM.exists():
        return peak_rss_mb()
    return int(STATM.read_text().split()[1]) * resource.getpagesize() / 2**20


def peak_rss_mb() -> float:
    """The most memory held so far."""
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 2**20
