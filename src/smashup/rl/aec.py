"""Smash Up for PettingZoo: every seat is an agent, one of them is asked at a time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from smashup.encoding.layout import MOST_OPTIONS
from smashup.engine.game import Game
from smashup.model.errors import SmashUpError
from smashup.model.ids import Seat
from smashup.rl.dealing import Deals, broken_off, returns
from smashup.rl.encoder import Encoder
from smashup.rl.spaces import action_space, observation_space, seen

RENDER_MODES = ["human", "ansi"]
ILLEGAL = -1.0  # the reward of who answers illegally, which ends the game


def aec_env(
    players: int = 2,
    factions: Sequence[Sequence[str]] | str = "random",
    edition: str = "oops",
    most_options: int = MOST_OPTIONS,
    render_mode: str | None = None,
) -> AECEnv[str, dict[str, Any], int]:
    """An environment of PettingZoo with the agents `seat_0`, `seat_1`, …

    An observation is a dictionary of `observation`, an encoding, and `action_mask`. Rewards come
    with the end of the game and add up to 0. An illegal action ends the game with -1 for its agent.
    """
    env: AECEnv[str, dict[str, Any], int] = Seats(
        players, factions, edition, most_options, render_mode
    )
    env = wrappers.TerminateIllegalWrapper(env, illegal_reward=ILLEGAL)
    env = wrappers.AssertOutOfBoundsWrapper(env)
    return wrappers.OrderEnforcingWrapper(env)


class Seats(AECEnv[str, dict[str, Any], int]):  # type: ignore[misc]  # PettingZoo has no types
    """The environment itself, without PettingZoo's wrappers (`aec_env` has them)."""

    metadata: dict[str, Any] = {  # noqa: RUF012 (PettingZoo has it so)
        "name": "smashup_v0",
        "render_modes": RENDER_MODES,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        players: int,
        factions: Sequence[Sequence[str]] | str,
        edition: str,
        most_options: int,
        render_mode: str | None,
    ) -> None:
        super().__init__()
        if render_mode not in (None, *RENDER_MODES):
            raise SmashUpError(f"There is no render mode {render_mode!r}: human or ansi.")
        self.deals = Deals.of(players, factions, edition)
        self.encoder = Encoder(players, most_options)
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self.observation_spaces = {
            agent: observation_space(self.encoder) for agent in self.possible_agents
        }
        self.action_spaces = {agent: action_space(self.encoder) for agent in self.possible_agents}
        self._random, _ = seeding.np_random()
        self.game: Game = self.deals.deal(0)

    def observation_space(self, agent: str) -> spaces.Dict:
        """Of every agent the same."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete[Any]:
        """Of every agent the same."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals a new game; after the same seed always the same games."""
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        self.game = self.deals.deal(int(self._random.integers(2**62)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._ask()

    def observe(self, agent: str) -> dict[str, Any]:
        """What the agent may know, at any time."""
        return seen(self.encoder, self.game, Seat(self.possible_agents.index(agent)))

    def step(self, action: int | None) -> None:
        """The answer of the agent that is asked; an illegal one raises `IllegalAnswer`."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        game = self.game
        assert game.decision is not None and action is not None
        game.decide(self.encoder.answer(int(action), len(game.decision.options)))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._ask()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _ask(self) -> None:
        """Whose turn it is to answer; or how it ended."""
        game = self.game
        if game.decision is not None and not broken_off(game):
            self.agent_selection = self.possible_agents[game.decision.seat]
            return
        over = game.over
        self.rewards = dict(zip(self.possible_agents, returns(game), strict=True))
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, not over)

    def render(self) -> str | None:
        """The table as text, with all that is hidden: printed (human) or given (ansi)."""
        if self.render_mode == "ansi":
            return str(self.game)
        if self.render_mode == "human":
            print(self.game)
        return None

    def close(self) -> None:
        """There is nothing to close."""
