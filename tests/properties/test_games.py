"""Random games over all numbers of players and editions, checked at every decision."""

import os
import subprocess
import sys

import pytest

from smashup.lab.invariants import play_checked, setup_for
from smashup.lab.simulate import Plan, play_all, summarize

CHUNKS = 6
GAMES_PER_CHUNK = 18

PLAY_AND_PRINT_DIGESTS = """
import random
from smashup import Game
from smashup.players import make_player
for seed in range(6):
    game = Game.new("random", players=2 + seed % 3, seed=seed)
    rng = random.Random(seed)
    while not game.over:
        game.decide(rng.randrange(len(game.decision.options)))
    print(game.digest())
game = Game.new("draft", players=2, seed=6)
players = [make_player("greedy", 1), make_player("random", 2)]
for _ in range(40):
    seat = game.decision.seat
    game.decide(players[seat].choose(game.observe(seat), game.decision))
print(game.digest())
"""


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_games_keep_every_invariant(chunk: int) -> None:
    for seed in range(chunk * GAMES_PER_CHUNK, (chunk + 1) * GAMES_PER_CHUNK):
        game = play_checked(setup_for(seed), thorough=True)
        assert not game.failure, (
            f"scripts/fuzz.py --games 1 --seed {seed} --thorough\n{game.failure}"
        )


def test_games_do_not_depend_on_the_hash_seed() -> None:
    assert _digests("1") == _digests("2")


def _digests(hash_seed: str) -> list[str]:
    run = subprocess.run(
        [sys.executable, "-c", PLAY_AND_PRINT_DIGESTS],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
    )
    digests = run.stdout.split()
    assert len(digests) == 7
    return digests


def test_greedy_beats_random() -> None:
    plan = Plan(("greedy", "random"), games=20)
    summary = summarize(plan, list(play_all(plan, jobs=1)))
    assert summary.unfinished == 0
    assert summary.records[0].wins >= 16
