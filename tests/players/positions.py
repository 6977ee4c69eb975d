"""Positions that the tests of thinking players start from."""

import random
from pathlib import Path

from smashup import Game
from smashup.scenarios import Scenario, read_file
from smashup.scenarios.laying import lay_out


def laid_out(folder: Path, table: str) -> Game:
    """The table of a scenario, given as YAML, at its first decision."""
    path = folder / "table.yaml"
    path.write_text(f"name: a table\n{table}\nsteps: []\nexpect: {{}}\n", encoding="utf-8")
    (scenario,) = read_file(path)
    assert isinstance(scenario, Scenario), scenario
    game = lay_out(scenario)
    game.start()
    return game


def played_on(game: Game, answers: int, seed: int) -> Game:
    """The game after so many random answers."""
    rng = random.Random(seed)
    for _ in range(answers):
        if game.decision is None:
            break
        game.decide(rng.randrange(len(game.decision.options)))
    return game


#: A can take first place at the Jungle Oasis (breakpoint 12) and with it the game.
ABOUT_TO_WIN = """
players:
  A: {hand: [King Rex, Howl], deck: [Zapbot, Zapbot, Zapbot], vp: 13}
  B: {hand: [Zapbot], deck: [Zapbot, Zapbot], vp: 9}
bases:
  - base: Jungle Oasis
    minions: [Zapbot/A, Warbot/B]
  - base: Tar Pits
  - base: Tortuga
base_deck: [The Mothership, Factory 436-1337]
"""
