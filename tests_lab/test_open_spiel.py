"""Smash Up in OpenSpiel: its own checks of games, playthroughs, and worlds that could be the real.

`make test-lab` runs this in an environment of its own.
"""

import random
from pathlib import Path

import pyspiel
import pytest
from absl import flags
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts, sample_some_states
from open_spiel.python.observation import make_observation

import smashup.rl.open_spiel as adapter

GAME = adapter.SHORT_NAME


def some_state(moves: int, seed: int, players: int = 2) -> pyspiel.State:
    """A state after so many random moves, at which somebody is asked."""
    state = pyspiel.load_game(GAME, {"players": players}).new_initial_state()
    rng = random.Random(seed)
    for _ in range(moves):
        state.apply_action(rng.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("players", [2, 3, 4])
def test_openspiel_simulates_it(players: int):
    game = pyspiel.load_game(GAME, {"players": players})
    pyspiel.random_sim_test(game, num_sims=1, serialize=players == 2, verbose=False)


class TestInterface(api_test.EnforceAPIOnPartialTreeBase):
    """OpenSpiel's own tests of the interface, on some states of the game."""

    game_name = GAME
    game = pyspiel.load_game(GAME)

    @classmethod
    def setUpClass(cls) -> None:
        cls.some_states = sample_some_states.sample_some_states(cls.game, max_states=20)
        cls.game_type = cls.game.get_type()


def test_a_playthrough_can_be_played_again(tmp_path: Path):
    flags.FLAGS.mark_as_parsed()  # there is no command line here
    file = tmp_path / "playthrough.txt"
    file.write_text(generate_playthrough.playthrough(GAME, None, seed=7), encoding="utf-8")
    expected, actual = generate_playthrough.replay(str(file))
    assert actual == expected
    assert "IsTerminal() = True" in actual


@pytest.mark.parametrize("moves", [5, 40, 90])
def test_a_world_that_could_be_the_real_one_looks_the_same(moves: int):
    state = some_state(moves, seed=moves)
    draw = random.Random(1).random
    hidden = 0
    for player in range(2):
        other = state.resample_from_infostate(player, draw)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.observation_tensor(player) == state.observation_tensor(player)
        assert other.current_player() == state.current_player()
        assert other.history() == []
        hidden += str(other) != str(state)
    assert hidden


def test_a_resampled_world_can_be_played_to_its_end():
    state = some_state(30, seed=3)
    rng = random.Random(2)
    other = state.resample_from_infostate(state.current_player(), rng.random)
    twin = other.clone()
    while not other.is_terminal():
        action = rng.choice(other.legal_actions())
        other.apply_action(action)
        twin.apply_action(action)
    assert str(twin) == str(other)
    assert sum(other.returns()) == pytest.approx(0.0)


def test_what_was_known_before_tells_information_states_apart():
    """The same answers lead to the same information state, another answer to another."""
    first, again, other = (some_state(4, seed=5) for _ in range(3))
    player = first.current_player()
    first.apply_action(0)
    again.apply_action(0)
    other.apply_action(1)
    assert first.information_state_string(player) == again.information_state_string(player)
    assert first.information_state_string(player) != other.information_state_string(player)


def test_a_search_of_openspiel_plays_it():
    game = pyspiel.load_game(GAME)
    state = some_state(20, seed=8)
    bot = ismcts.ISMCTSBot(
        game=game,
        evaluator=mcts.RandomRolloutEvaluator(n_rollouts=1),
        uct_c=2.0,
        max_simulations=3,
        max_world_samples=ismcts.UNLIMITED_NUM_WORLD_SAMPLES,
    )
    assert bot.step(state) in state.legal_actions()


def test_only_whole_observations_are_given():
    game = pyspiel.load_game(GAME)
    state = some_state(10, seed=1)
    kind = pyspiel.IIGObservationType(
        public_info=True, perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE
    )
    assert make_observation(game, kind).string_from(state, 0) is None
    with pytest.raises(ValueError, match="no parameters"):
        game.make_py_observer(None, {"colour": "red"})


def test_a_game_that_cannot_be_is_refused():
    with pytest.raises(Exception, match="no edition"):
        pyspiel.load_game(GAME, {"edition": "third"})
