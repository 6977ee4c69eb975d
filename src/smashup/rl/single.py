"""Smash Up for Gymnasium: one seat is the agent's, bots have the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np

from smashup.encoding.layout import MOST_OPTIONS
from smashup.engine.game import Game
from smashup.model.errors import SmashUpError
from smashup.model.ids import Seat
from smashup.players import Player, check_player, make_player
from smashup.rl.dealing import Deals, broken_off, returns
from smashup.rl.encoder import Encoder
from smashup.rl.spaces import action_space, observation_space, seen

ID = "smashup/Game-v0"
LOST = -1.0


class SingleGame(gymnasium.Env[dict[str, Any], np.int64]):
    """A game against bots; `gymnasium.make("smashup/Game-v0", opponent="greedy")` makes one.

    opponent: whoever can be named in `smashup arena`, all other seats are theirs.
    seat: which one is the agent's; None draws it anew for each game.
    The reward comes with the end: what the game was worth (`smashup.rl.returns`). An illegal action
    loses the game; `info["illegal"]` says so.
    """

    metadata = {"render_modes": ["human", "ansi"], "render_fps": 1}  # noqa: RUF012 (Gymnasium has it so)

    def __init__(
        self,
        opponent: str = "greedy",
        players: int = 2,
        seat: int | None = None,
        factions: Sequence[Sequence[str]] | str = "random",
        edition: str = "oops",
        most_options: int = MOST_OPTIONS,
        render_mode: str | None = None,
    ) -> None:
        if seat is not None and not 0 <= seat < players:
            raise SmashUpError(f"There is no seat {seat}: the seats are 0 to {players - 1}.")
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise SmashUpError(f"There is no render mode {render_mode!r}: human or ansi.")
        self.deals = Deals.of(players, factions, edition)
        self.opponent = check_player(opponent)
        self.encoder = Encoder(players, most_options)
        self.observation_space = observation_space(self.encoder)
        self.action_space = action_space(self.encoder)
        self.render_mode = render_mode
        self._fixed_seat = seat
        self.seat = Seat(seat or 0)
        self.game: Game = self.deals.deal(0)
        self._bots: list[Player] = []

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deals a new game and plays it to the agent's first decision."""
        super().reset(seed=seed)
        numbers = self.np_random.integers(2**62, size=1 + self.deals.players)
        drawn = int(self.np_random.integers(self.deals.players))
        self.seat = Seat(drawn if self._fixed_seat is None else self._fixed_seat)
        self.game = self.deals.deal(int(numbers[0]))
        self._bots = [make_player(self.opponent, int(number)) for number in numbers[1:]]
        self._to_the_agent()
        return self._seen(), self._info()

    def step(
        self, action: np.int64 | int
    ) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """The agent's answer, and those of the others until it is asked again or all is over."""
        game = self.game
        if game.decision is None or game.decision.seat != self.seat:
            raise SmashUpError("The game is over: reset() deals a new one.")
        options = len(game.decision.options)
        if not 0 <= action < min(options, self.encoder.layout.most_options):
            return self._seen(), LOST, True, False, {**self._info(), "illegal": True}
        game.decide(self.encoder.answer(int(action), options))
        self._to_the_agent()
        if self.render_mode == "human":
            self.render()
        reward = returns(game)[self.seat]
        return self._seen(), reward, game.over, broken_off(game), self._info()

    def _to_the_agent(self) -> None:
        game = self.game
        while (decision := game.decision) is not None and decision.seat != self.seat:
            if broken_off(game):
                return
            bot = self._bots[decision.seat]
            game.decide(bot.choose(game.observe(decision.seat), decision))

    def _seen(self) -> dict[str, Any]:
        return seen(self.encoder, self.game, self.seat)

    def _info(self) -> dict[str, Any]:
        return {"seat": int(self.seat), "vp": self.game.vp, "turn_number": self.game.turn_number}

    def render(self) -> Any:
        """The table as text, with all that is hidden: printed (human) or given (ansi)."""
        if self.render_mode == "ansi":
            return str(self.game)
        if self.render_mode == "human":
            print(self.game)
        return None


def register() -> None:
    """Tells Gymnasium of it, once."""
    if ID not in gymnasium.registry:
        gymnasium.register(ID, entry_point=f"{__name__}:{SingleGame.__name__}")
