"""Random games that are checked all the way, each within a time limit.

A game that goes on without asking anything would otherwise never end.
"""

from __future__ import annotations

import random
import signal
from collections.abc import Sequence
from types import FrameType

from smashup.cards.registry import FACTIONS
from smashup.engine.setup import Setup, make_setup
from smashup.lab.invariants import BrokenInvariant, CheckedGame, is_thorough, play_checked
from smashup.model.edition import EDITIONS

MOST_SECONDS = 60  # for one game


def play_in_time(setup: Setup, thorough: bool) -> CheckedGame:
    """Plays and checks a random game; one that takes too long is a failure.

    Where the system has no alarm (Windows), there is no limit.
    """
    if not hasattr(signal, "SIGALRM"):
        return play_checked(setup, thorough)
    signal.signal(signal.SIGALRM, _give_up)
    signal.alarm(MOST_SECONDS)
    try:
        return play_checked(setup, thorough)
    finally:
        signal.alarm(0)


def _give_up(number: int, frame: FrameType | None) -> None:
    raise BrokenInvariant(f"the game takes more than {MOST_SECONDS} seconds")


def play_with(factions: Sequence[str], seed: int) -> CheckedGame:
    """The random game of this seed in which one of these factions plays, and others of the box."""
    return play_in_time(setup_with(factions, seed), is_thorough(seed))


def setup_with(factions: Sequence[str], seed: int) -> Setup:
    """Its setup: each of the factions in turn, all numbers of players, all editions."""
    rng = random.Random(seed)
    players = 2 + seed % 3
    one = factions[seed % len(factions)]
    names = [one, *rng.sample([name for name in FACTIONS if name != one], 2 * players - 1)]
    rng.shuffle(names)
    return make_setup(
        list(zip(names[::2], names[1::2], strict=True)),
        seed=seed,
        edition_name=list(EDITIONS)[seed % len(EDITIONS)],
    )
