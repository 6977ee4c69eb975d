"""The environments of PettingZoo and Gymnasium: their own checks, and what they promise."""

import copy
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, render_test, seed_test

from smashup import BadSetup, SmashUpError
from smashup.rl import aec_env

CYCLES = 40  # of the checks, which play on and on


@pytest.mark.parametrize("players", [2, 3, 4])
def test_pettingzoo_finds_its_interface(players: int):
    with warnings.catch_warnings():
        # It warns of every observation that is a dictionary with a mask, but of its own games'.
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        api_test(aec_env(players=players), num_cycles=CYCLES)


@pytest.mark.parametrize("played", [0, 30])
def test_an_environment_can_be_copied_and_played_on(played: int):
    env = aec_env()
    env.reset(seed=3)
    for _ in range(played):
        env.step(int(env.last()[0]["action_mask"].sum()) - 1)
    other = copy.deepcopy(env)
    for _ in range(30):
        ours, theirs = env.last()[0], other.last()[0]
        assert env.agent_selection == other.agent_selection
        assert np.array_equal(ours["observation"], theirs["observation"])
        for one in (env, other):
            one.step(0)


def test_pettingzoo_finds_that_a_seed_deals_the_same_games():
    seed_test(aec_env, num_cycles=CYCLES)


def test_pettingzoo_finds_that_it_can_be_looked_at(capsys: pytest.CaptureFixture[str]):
    render_test(aec_env)
    assert "VP" in capsys.readouterr().out


@pytest.mark.parametrize("players", [2, 3])
def test_a_whole_game_is_worth_nothing_to_all_together(players: int):
    env = aec_env(players=players)
    env.reset(seed=3)
    rng = np.random.default_rng(3)
    worth: dict[str, float] = {}
    for agent in env.agent_iter():
        seen, reward, over, broken_off, _ = env.last()
        if over or broken_off:
            worth[agent] = reward
            env.step(None)
            continue
        assert reward == 0.0
        env.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
    assert sorted(worth) == [f"seat_{seat}" for seat in range(players)]
    assert sum(worth.values()) == pytest.approx(0.0)
    assert max(worth.values()) > 0


def test_an_illegal_action_ends_the_game_for_who_answered_so(caplog: pytest.LogCaptureFixture):
    env = aec_env()
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(env.action_space(agent).n - 1)
    assert "Illegal move" in caplog.text
    assert env.terminations[agent]
    assert env.rewards[agent] == -1


def test_gymnasium_finds_its_interface():
    env = gymnasium.make("smashup/Game-v0", opponent="random", render_mode="ansi")
    check_env(env.unwrapped)


def play(env: gymnasium.Env, seed: int) -> tuple[list[float], dict]:
    """A game answered at random; its rewards and the last info."""
    rng = np.random.default_rng(seed)
    seen, info = env.reset(seed=seed)
    rewards, over, broken_off = [], False, False
    while not (over or broken_off):
        action = rng.choice(np.flatnonzero(seen["action_mask"]))
        seen, reward, over, broken_off, info = env.step(action)
        rewards.append(reward)
    return rewards, info


@pytest.mark.parametrize("opponent", ["random", "greedy"])
def test_a_game_against_a_bot(opponent: str):
    env = gymnasium.make("smashup/Game-v0", opponent=opponent, seat=1)
    rewards, info = play(env, 5)
    again, _ = play(env, 5)
    assert rewards == again
    assert info["seat"] == 1
    assert rewards[-1] in (-1.0, 0.0, 1.0)
    assert not any(rewards[:-1])
    assert (rewards[-1] > 0) == (info["vp"][1] > info["vp"][0])


def test_a_seat_is_drawn_where_none_is_named():
    env = gymnasium.make("smashup/Game-v0", opponent="random", players=3)
    assert {env.reset(seed=seed)[1]["seat"] for seed in range(12)} == {0, 1, 2}


def test_an_illegal_action_loses_against_bots():
    env = gymnasium.make("smashup/Game-v0", opponent="random")
    env.reset(seed=1)
    _, reward, over, _, info = env.step(env.action_space.n - 1)
    assert (reward, over, info["illegal"]) == (-1.0, True, True)


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"opponent": "gready"}, "no level 'gready'"),
        ({"seat": 2}, "no seat 2"),
        ({"players": 7}, "2 to 4 players"),
        ({"edition": "third"}, "no edition 'third'"),
        ({"factions": [["Aliens", "Robots"], ["Ninjas", "Elves"]]}, "no faction 'Elves'"),
    ],
)
def test_what_cannot_be_made_is_refused(asked: dict, told: str):
    with pytest.raises(SmashUpError, match=told):
        gymnasium.make("smashup/Game-v0", **asked)


def test_pettingzoo_is_refused_the_same():
    with pytest.raises(BadSetup, match="2 to 4 players"):
        aec_env(players=1)
    with pytest.raises(SmashUpError, match="human or ansi"):
        aec_env(render_mode="film")
