"""Smash Up for OpenSpiel: importing this module registers the game `python_smashup`.

Chance moves first, several times: its answers together are the seed from which all luck of the game
comes. Then an action is the number of an option, as in the other environments. An information state
is what a seat may know now, after a fingerprint of all that it knew and answered before.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from hashlib import blake2b
from typing import Any

import numpy as np
import pyspiel

from smashup.encoding.layout import MOST_OPTIONS
from smashup.engine.game import Game
from smashup.lab.match import MOST_ANSWERS
from smashup.model.ids import MOST_PLAYERS, Seat
from smashup.rl.dealing import Deals, broken_off, returns
from smashup.rl.encoder import Encoder
from smashup.view import plain

SHORT_NAME = "python_smashup"
CHANCE_MOVES = 4
OUTCOMES = 256  # of each
FINGERPRINT = 16  # bytes

GAME_TYPE = pyspiel.GameType(
    short_name=SHORT_NAME,
    long_name="Smash Up",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=MOST_PLAYERS,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"players": 2, "edition": "oops"},
)


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """The rules as OpenSpiel asks for them; parameters are `players` and `edition`."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = params or {}
        players = int(given.get("players", 2))
        self.deals = Deals.of(players, "random", str(given.get("edition", "oops")))
        self.encoder = Encoder(players)
        info = pyspiel.GameInfo(
            num_distinct_actions=MOST_OPTIONS,
            max_chance_outcomes=OUTCOMES,
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=MOST_ANSWERS,
        )
        super().__init__(GAME_TYPE, info, given)

    def new_initial_state(self) -> SpielState:
        """Before anything is dealt."""
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """All of them come first."""
        return CHANCE_MOVES

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        """What looks at states for a player."""
        if params:
            raise ValueError(f"There are no parameters of observations; given: {params}")
        return SpielObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A game at some moment."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.encoder = game.encoder
        self.deals = game.deals
        self.drawn: list[int] = []  # what chance has answered
        self.table: Game | None = None  # once that is all
        self.past = [bytes(FINGERPRINT)] * game.num_players()  # of what was known and answered

    # -- who moves -----------------------------------------------------------------------------

    def current_player(self) -> int:
        """The seat that is asked."""
        if self.table is None:
            return int(pyspiel.PlayerId.CHANCE)
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        assert self.table.decision is not None
        return int(self.table.decision.seat)

    def is_terminal(self) -> bool:
        """Whether it is over, or has gone on for too long."""
        return self.table is not None and (self.table.over or broken_off(self.table))

    def returns(self) -> list[float]:
        """What the game was worth to each seat."""
        if self.table is None:
            return [0.0] * self.deals.players
        return returns(self.table)

    # -- moves ---------------------------------------------------------------------------------

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """All are equally likely."""
        return [(outcome, 1 / OUTCOMES) for outcome in range(OUTCOMES)]

    def _legal_actions(self, player: int) -> list[int]:
        assert self.table is not None and self.table.decision is not None
        rows = min(len(self.table.decision.options), self.encoder.layout.most_options)
        return list(range(rows))

    def _apply_action(self, action: int) -> None:
        if self.table is None:
            self.drawn.append(action)
            if len(self.drawn) == CHANCE_MOVES:
                self.table = self.deals.deal(int.from_bytes(bytes(self.drawn), "big"))
            return
        decision = self.table.decision
        assert decision is not None
        self.past[decision.seat] = self._fingerprint(decision.seat, action)
        self.table.decide(self.encoder.answer(action, len(decision.options)))

    def _fingerprint(self, seat: Seat, action: int) -> bytes:
        """Of all that a seat knew and answered, this answer included."""
        assert self.table is not None
        now = self.encoder.encode(self.table.observe(seat)).tobytes()
        said = self.past[seat] + now + action.to_bytes(2, "big")
        return blake2b(said, digest_size=FINGERPRINT).digest()

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"Draw {action}"
        decision = None if self.table is None else self.table.decision
        if self.table is None or decision is None or decision.seat != player:
            return f"Option {action}"
        index = self.encoder.answer(action, len(decision.options))
        if index >= len(decision.options):
            return f"Option {action}"
        return f"{action}: {self.table.label(decision.options[index])}"

    # -- what can be known ---------------------------------------------------------------------

    def seen_by(self, player: int) -> str:
        """What a seat may know, as JSON."""
        if self.table is None:
            return f"{player}: nothing is dealt yet"
        return f"{player}: {json.dumps(plain(self.table.observe(Seat(player))))}"

    def recalled_by(self, player: int) -> str:
        """The same, after the fingerprint of all that was before."""
        return f"{self.past[player].hex()} {self.seen_by(player)}"

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """Another state that looks the same to this player, at this moment and in all it may
        know and has not lost sight of. It has no history, and cannot be serialized."""
        other: SpielState = self.get_game().new_initial_state()
        if self.table is None:
            return other
        rng = random.Random(repr([sampler() for _ in range(2)]))
        other.drawn = [0] * CHANCE_MOVES
        other.table = self.table.observe(Seat(player)).determinize(rng)
        other.past = self.past[:]
        return other

    def __str__(self) -> str:
        """The table with all that is hidden."""
        if self.table is None:
            return f"drawn: {self.drawn}"
        return str(self.table)


class SpielObserver:
    """Looks at states for a player: the encoding as numbers, and all that may be known in JSON."""

    def __init__(self, game: SpielGame, kind: Any) -> None:
        self._encoder = game.encoder
        self._recalls = bool(kind.perfect_recall)
        single = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._whole = bool(kind.public_info) and single
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if self._whole and not self._recalls:
            self.tensor = np.zeros(game.encoder.layout.size, np.float32)
            self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Fills the numbers."""
        if self.tensor is None:
            return
        if state.table is None:
            self.tensor.fill(0)
        else:
            self.tensor[:] = self._encoder.encode(state.table.observe(Seat(player)))

    def string_from(self, state: SpielState, player: int) -> str | None:
        """In words; None where only a part of what a seat knows is asked for."""
        if not self._whole:
            return None
        return state.recalled_by(player) if self._recalls else state.seen_by(player)


if SHORT_NAME not in pyspiel.registered_names():
    pyspiel.register_game(GAME_TYPE, SpielGame)
