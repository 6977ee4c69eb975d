"""Many games at once: the same wherever they are played, and nothing lost when a process dies."""

import os
import signal

import numpy as np
import pytest

from smashup import BadSetup, Game, SmashUpError
from smashup.lab.parallel import seed_of
from smashup.rl import Encoder, VectorGames, returns

STEPS = 400


def played(processes: int, encode: bool = True) -> list[tuple[bytes, ...]]:
    """All that is told of some games that are answered at random, step by step."""
    rng = np.random.default_rng(1)
    told = []
    with VectorGames(games=5, processes=processes, seed=4, encode=encode) as vector:
        vector.reset()
        for _ in range(STEPS):
            worth = np.where(vector.ended[:, None], vector.returns, 0)
            arrays = (vector.seats, vector.options, vector.rows, vector.ended, worth)
            told.append(tuple(array.tobytes() for array in arrays))
            vector.step((rng.random(5) * vector.options).astype(int))
    return told


def test_it_does_not_matter_where_they_are_played():
    here = played(processes=0)
    assert played(processes=2) == here
    assert [step[:2] for step in played(processes=0, encode=False)] == [step[:2] for step in here]


def test_they_are_the_games_of_the_engine():
    games, encoder = 3, Encoder(2)
    rng = np.random.default_rng(2)
    ended = 0
    with VectorGames(games=games, processes=1, seed=9) as vector:
        vector.reset()
        mine = [Game.new("random", players=2, seed=seed_of(9, number)) for number in range(games)]
        dealt = [1] * games
        for _ in range(STEPS):
            for number, game in enumerate(mine):
                assert vector.seats[number] == game.decision.seat
                assert vector.options[number] == len(game.decision.options)
                row = encoder.encode(game.observe(game.decision.seat))
                assert np.array_equal(vector.rows[number], row)
            assert np.array_equal(vector.mask().sum(axis=1), vector.options)
            actions = (rng.random(games) * vector.options).astype(int)
            vector.step(actions)
            for number, action in enumerate(actions):
                mine[number].decide(int(action))
                assert vector.ended[number] == mine[number].over
                if mine[number].over:
                    assert vector.returns[number].tolist() == returns(mine[number])
                    seed = seed_of(9, number + games * dealt[number])
                    mine[number] = Game.new("random", players=2, seed=seed)
                    dealt[number] += 1
                    ended += 1
        used = vector.cpu_seconds
        vector.wander(50)
        assert 0 < used < vector.cpu_seconds
        used = vector.cpu_seconds
    assert vector.cpu_seconds >= used  # still told once they are closed
    assert ended > 2


def test_the_last_row_is_the_last_answer_however_many_there_are():
    most = 3
    cut = 0
    with VectorGames(games=2, processes=0, seed=3, most_options=most) as vector:
        vector.reset()
        mine = [Game.new("random", players=2, seed=seed_of(3, number)) for number in range(2)]
        for _ in range(40):
            for number, game in enumerate(mine):
                cut += len(game.decision.options) > most
                assert vector.options[number] == min(most, len(game.decision.options))
                row = vector.encoder.encode(game.observe(game.decision.seat))
                assert np.array_equal(vector.rows[number], row)
            vector.step(vector.options - 1)
            for game in mine:
                game.decide(len(game.decision.options) - 1)
    assert cut > 10


def test_games_can_be_led_to_their_middle_and_to_their_end():
    told = []
    for processes in (0, 2):
        with VectorGames(games=4, processes=processes, seed=2) as vector:
            vector.reset()
            begun = vector.rows.copy()
            vector.wander(50)
            turns = vector.encoder.split(vector.rows)["numbers"][:, 0, 1]
            assert (turns > 3).all() and not np.array_equal(vector.rows, begun)
            vector.wander(600)
            assert vector.ended.all()
            assert np.allclose(vector.returns.sum(axis=1), 0)
            told.append((vector.rows.tobytes(), vector.returns.tobytes()))
            with pytest.raises(SmashUpError, match="1 to 20000 answers"):
                vector.wander(0)
    assert told[0] == told[1]


def test_a_process_that_dies_is_told_of():
    vector = VectorGames(games=4, processes=2)
    vector.reset()
    os.kill(vector._workers[1]._process.pid, signal.SIGKILL)
    with pytest.raises(SmashUpError, match=r"has died \(exit code -9\)"):
        vector.step(vector.options - 1)
    with pytest.raises(SmashUpError, match="closed"):
        vector.reset()


def test_a_process_that_fails_says_how(monkeypatch: pytest.MonkeyPatch):
    def deal(self: object, seed: int) -> Game:
        raise RuntimeError("no cards today")

    monkeypatch.setattr("smashup.rl.dealing.Deals.deal", deal)
    vector = VectorGames(games=2, processes=1)
    with pytest.raises(SmashUpError, match="no cards today"):
        vector.reset()


@pytest.mark.parametrize(
    ("actions", "told"),
    [
        ([0], "2 whole numbers"),
        ([0.5, 0.5], "whole numbers"),
        ([0, 99], "Game 1 has no action 99"),
        ([-1, 0], "Game 0 has no action -1"),
    ],
)
def test_what_is_no_answer_changes_nothing(actions: list, told: str):
    with VectorGames(games=2, processes=0) as vector:
        with pytest.raises(SmashUpError, match="reset"):
            vector.step([0, 0])
        vector.reset()
        before = vector.rows.copy()
        with pytest.raises(SmashUpError, match=told):
            vector.step(actions)
        assert np.array_equal(vector.rows, before)


def test_what_cannot_be_played_is_refused():
    with pytest.raises(BadSetup, match="0 games"):
        VectorGames(games=0)
    with pytest.raises(BadSetup, match="4 processes"):
        VectorGames(games=3, processes=4)
    with pytest.raises(BadSetup, match="no edition"):
        VectorGames(edition="third")
