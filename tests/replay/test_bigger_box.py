"""A faction that is added to the box, anywhere in it, changes no saved game."""

import subprocess
import sys
from functools import cache

import pytest

from .games import ROOT

#: Puts another faction into the box, with a set of its own and bases, before all others or after
#: them, and plays every old and golden game again.
PROGRAM = """
import sys
sys.path.insert(0, "tests")
from pathlib import Path
from replay.games import golden_script
from smashup.cards.registry import CARDS, FACTIONS, register, take_out_last
from smashup.model.card import Faction
from smashup.replay import follow, load

where = sys.argv[1]
revenants = Faction("Revenants", "revenants")
revenants.minion("Revenant", power=3, copies=20, text="")
for name in ("Ossuary", "Catacomb"):
    revenants.base(name, breakpoint=20, vp=(3, 2, 1), text="")
printed = list(FACTIONS.values())
if where != "nowhere":
    for _ in printed:
        take_out_last()
    assert not CARDS
    for faction in [revenants, *printed] if where == "first" else [*printed, revenants]:
        register(faction)
    assert len(FACTIONS) == len(printed) + 1
for game in golden_script().read()[::4]:
    followed = follow(game)
    assert followed.parting is None, followed.parting
for path in sorted(Path("tests/replay/old").glob("*.json")):
    replay = load(path)
    print(path.stem, replay.setup.factions, follow(replay).agreed)
"""


@cache
def run(where: str) -> str:
    """What the program tells of the old games."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, where],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("where", ["first", "last"])
def test_games_are_played_alike_with_a_faction_more(where):
    told = run(where)
    assert "draft" in told and "Revenants" not in told
    assert told == run("nowhere")
