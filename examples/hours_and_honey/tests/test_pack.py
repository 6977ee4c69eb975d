"""The pack is as it should be: its facts, its code, its colours, its scenarios, some games."""

from pathlib import Path

from smashup.lab.fuzzing import play_with
from smashup.lab.proving import prove
from smashup.packs import for_now

ROOT = Path(__file__).parents[1]
GAMES = 10  # `smashup pack check` plays more


def test_everything_is_proved():
    with for_now(ROOT) as packs:
        for pack in packs:
            for told, faults in prove(pack):
                assert faults == [], told


def test_random_games_keep_every_rule():
    with for_now(ROOT) as packs:
        names = [faction.name for pack in packs for faction in pack.factions]
        for seed in range(GAMES):
            assert play_with(names, seed).failure == ""
