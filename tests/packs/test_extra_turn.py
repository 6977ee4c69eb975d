"""An extra turn: no printed card gives one, a hook of the engine does."""

from __future__ import annotations

import random
from itertools import pairwise
from pathlib import Path

import pytest

from smashup import Game
from smashup.model.event import TURN_STARTED
from smashup.packs import Pack
from smashup.players.standing import FEATURES, features
from smashup.scenarios import Scenario, read_file
from smashup.scenarios.laying import lay_out

TO_PLAY = FEATURES.index("to_play")
TABLE = """
name: Borrowed Hour lies at a base
players: {A: {deck: [Cogling, Cogling]}, B: {deck: [Cogling, Cogling]}, C: {deck: [Cogling]}}
turn: TURN
phase: draw
bases: [{base: Tar Pits, actions: [Borrowed Hour/B]}]
"""


def game_at(tmp_path: Path, turn: str) -> Game:
    path = tmp_path / "table.yaml"
    path.write_text(TABLE.replace("TURN", turn))
    (scenario,) = read_file(path)
    assert isinstance(scenario, Scenario)
    return lay_out(scenario)


@pytest.mark.parametrize(("turn", "next_seat"), [("A", 1), ("B", 1), ("C", 0)])
def test_the_engine_says_who_is_next_and_bots_ask_it(
    example: list[Pack], tmp_path: Path, turn: str, next_seat: int
):
    game = game_at(tmp_path, turn)
    assert game.next_seat() == next_seat
    judged = [vector[TO_PLAY] for vector in features(game)]
    assert [seat for seat, mine in enumerate(judged) if mine] == [next_seat]


def turns(game: Game) -> list[int]:
    """Whose turns there were, one after the other."""
    return [event.seat for event in game.log if event.kind == TURN_STARTED]


def test_whole_games_with_extra_turns_are_copied_and_replayed(example: list[Pack]):
    extra = 0
    for seed in range(12):
        game = Game.new([["Clockmakers", "Beekeepers"], ["Ninjas", "Zombies"]], seed=seed)
        rng = random.Random(seed)
        while game.decision is not None:
            twin = game.copy() if len(game.answers) % 11 == 0 else None
            answer = rng.randrange(len(game.decision.options))
            game.decide(answer)
            if twin is not None:
                twin.decide(answer)
                assert twin.digest() == game.digest()
        assert game.replayed().digest() == game.digest()
        seats = turns(game)
        extra += sum(a == b for a, b in pairwise(seats))
    assert extra > 0
