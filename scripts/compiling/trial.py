"""What the engine is counted at: games of two to four, copies that are decided on, encodings and
searches.

    PYTHONPATH=… SMASHUP_ENGINE=compiled python scripts/compiling/trial.py

The same each time, so that the same engine is made of the same sources.
"""

from __future__ import annotations

import random

from smashup.encoding.layout import Layout
from smashup.encoding.reading import Reader
from smashup.engine.game import Game
from smashup.lab.bench import ITERATIONS, mid_game
from smashup.players.search import Limits, Thinking

GAMES = {2: 60, 3: 20, 4: 30}  # of so many players
COPIED = 10  # decisions from one copy, and one encoding, to the next
SEARCHES = 5


def main() -> None:
    """Plays them all."""
    for players, games in GAMES.items():
        for seed in range(games):
            _play(players, seed)
    for seed in range(SEARCHES):
        _search(seed)


def _play(players: int, seed: int) -> None:
    game = Game.new("random", players=players, seed=seed)
    rng = random.Random(seed)
    layout = Layout(players)
    reader, memory = Reader(layout), memoryview(bytearray(2 * layout.size))
    while (decision := game.decision) is not None:
        answer = int(rng.random() * len(decision.options))
        if len(game.answers) % COPIED == 0:
            game.copy().decide(answer)
            game.observe(decision.seat).determinize(rng)
            reader.write(game.observe(decision.seat), memory)
        game.decide(answer)


def _search(seed: int) -> None:
    game = mid_game(seed)
    if (decision := game.decision) is not None:
        seen = game.observe(decision.seat)
        Thinking(seen, decision, random.Random(seed), Limits(ITERATIONS)).run()


if __name__ == "__main__":
    main()
