"""A game that is over leaves nothing behind that only the collector of dead objects could free."""

import gc
import random
from collections import Counter

from smashup import Game

GAMES = 8


def play(players: int, seed: int) -> None:
    game = Game.new("random", players=players, seed=seed)
    rng = random.Random(seed)
    while (decision := game.decision) is not None:
        game.decide(rng.randrange(len(decision.options)))


def test_games_leave_no_circles_behind() -> None:
    """Each event and each table would wait for it."""
    play(2, GAMES)  # what is made once and stays
    gc.collect()
    gc.disable()
    try:
        for seed in range(GAMES):
            play(2 + seed % 3, seed)
        gc.set_debug(gc.DEBUG_SAVEALL)
        gc.collect()
        left = Counter(type(found).__qualname__ for found in gc.garbage)
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()
    assert not left["Event"] and not left["Rules"], left
