"""Planning a turn: which rows of plays are gone on with, and which are one and the same."""

import random
from collections import Counter
from pathlib import Path

from smashup import Game
from smashup.model.state import HAND
from smashup.players.judge import WeighedJudge
from smashup.players.planning import Effort, Planner, Turn
from tests.players.positions import laid_out

ALL_ROWS = 99  # a beam that nothing falls out of

TWO_TARGETS = """
players:
  A: {hand: [Upgrade, King Rex], deck: [Zapbot, Zapbot, Zapbot]}
  B: {hand: [], deck: [Zapbot, Zapbot]}
bases:
  - base: Jungle Oasis
    minions: [Zapbot/A, Warbot/A]
base_deck: [The Mothership, Factory 436-1337]
"""

THREE_PLAYS = """
players:
  A: {hand: [Zapbot, Jammed Signal, Microbot Alpha], deck: [Zapbot, Zapbot, Zapbot]}
  B: {hand: [], deck: [Zapbot, Zapbot]}
bases:
  - base: Jungle Oasis
base_deck: [The Mothership, Factory 436-1337]
"""


def planned(game: Game, plays: int) -> list[Turn]:
    assert game.decision is not None
    planner = Planner(random.Random(1), WeighedJudge(), Effort(1, plays, ALL_ROWS))
    return planner.turns(game, 0, range(len(game.decision.options)))


def all_played(game: Game) -> int:
    """In how many of the turns looked at the whole hand is played."""
    hand = game.columns.hands[0]
    ends = [turn.ended.game.columns.zone for turn in planned(game, plays=3)]
    return sum(all(zone[card] != HAND for card in hand) for zone in ends)


def labelled(game: Game, index: int) -> str:
    assert game.decision is not None
    return game.label(game.decision.options[index])


def test_an_action_on_one_minion_is_not_the_same_as_on_another(tmp_path: Path) -> None:
    game = laid_out(tmp_path, TWO_TARGETS)
    starts = Counter(labelled(game, turn.first) for turn in planned(game, plays=2))
    upgrades = {label: count for label, count in starts.items() if "Upgrade" in label}
    assert len(upgrades) == 2
    assert set(upgrades.values()) == {2}  # the turn may end there, or King Rex follows


def test_plays_in_another_order_are_gone_on_with_once(tmp_path: Path) -> None:
    game = laid_out(tmp_path, THREE_PLAYS)
    # Zapbot and Jammed Signal come to one position; Zapbot, Microbot Alpha to another.
    assert all_played(game) == 2


def test_what_lasts_on_one_minion_is_not_the_same_as_on_another(tmp_path: Path) -> None:
    game = laid_out(tmp_path, THREE_PLAYS.replace("Jammed Signal", "Howl"))
    assert all_played(game) == 3  # Howl strengthens two minions, one of them, or none
