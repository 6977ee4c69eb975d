"""Games of bots as data to learn from: who was asked, what they saw, what they answered."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from smashup.encoding.layout import Layout
from smashup.lab.parallel import in_parallel, seed_of
from smashup.model.errors import SmashUpError
from smashup.players import check_player, make_player
from smashup.rl.dealing import Deals, broken_off, returns
from smashup.rl.encoder import Encoder, Row


class Dataset(NamedTuple):
    """A row for every decision, game after game."""

    rows: Row  # what was seen, encoded
    actions: npt.NDArray[np.int16]  # what was answered
    returns: npt.NDArray[np.float32]  # what the game was worth to who answered
    games: npt.NDArray[np.int32]  # the number of the game
    seats: npt.NDArray[np.int8]  # who answered
    fingerprint: str  # of the encoding

    def save(self, file: Path | str) -> None:
        """Writes it as a compressed file of numpy (`.npz`); one that is there stays until this one
        is whole."""
        file = Path(file)
        writing = file.with_name(f".{file.name}.writing")
        try:
            with writing.open("wb") as out:
                np.savez_compressed(out, **self._asdict())
            writing.replace(file)
        except OSError as error:
            writing.unlink(missing_ok=True)
            raise SmashUpError(f"{file} could not be written: {error.strerror}.") from error

    @classmethod
    def load(cls, file: Path | str, layout: Layout) -> Dataset:
        """Reads a file that `save` has written for this layout; `SmashUpError` if it is none."""
        try:
            with Path(file).open("rb") as source, np.load(source, allow_pickle=False) as data:
                arrays = {name: data[name] for name in cls._fields}
        except OSError as error:
            raise SmashUpError(f"{file} could not be read: {error.strerror or error}.") from error
        except (KeyError, ValueError, EOFError, TypeError, BadZipFile, zlib.error) as error:
            raise SmashUpError(f"{file} is no dataset of games, or only half of one.") from error
        fingerprint = str(arrays.pop("fingerprint"))
        if fingerprint != layout.fingerprint:
            raise SmashUpError(
                f"{file} has the encoding {fingerprint}, and {layout.fingerprint} is needed: "
                "record it anew with the cards and the version that are used now."
            )
        return cls(**arrays, fingerprint=fingerprint)


def record(
    players: Sequence[str],
    games: int,
    seed: int = 1,
    factions: Sequence[Sequence[str]] | str = "random",
    edition: str = "oops",
    jobs: int = 1,
) -> Dataset:
    """Lets these bots play so many games, one at each seat, and gives all their decisions.

    >>> data = record(["random", "random"], games=2)
    >>> len(data.rows) == len(data.actions) == len(data.returns)
    True
    """
    specs = tuple(check_player(spec) for spec in players)
    if games < 1:
        raise SmashUpError(f"At least one game has to be played, not {games}.")
    deals = Deals.of(len(specs), factions, edition)
    played = list(in_parallel(partial(_record_one, deals, specs, seed), range(games), jobs))
    joined = [np.concatenate(columns) for columns in zip(*played, strict=True)]
    rows, actions, worth, seats = joined
    numbers = np.repeat(np.arange(games, dtype=np.int32), [len(game[0]) for game in played])
    fingerprint = Layout(len(specs)).fingerprint
    return Dataset(rows, actions, worth, numbers, seats, fingerprint)


def _record_one(
    deals: Deals, specs: tuple[str, ...], seed: int, number: int
) -> tuple[Row, npt.NDArray[np.int16], npt.NDArray[np.float32], npt.NDArray[np.int8]]:
    game = deals.deal(seed_of(seed, number))
    bots = [make_player(spec, seed_of(seed, number, seat)) for seat, spec in enumerate(specs)]
    encoder = Encoder(deals.players)
    rows, actions, seats = [], [], []
    while (decision := game.decision) is not None and not broken_off(game):
        view = game.observe(decision.seat)
        answer = bots[decision.seat].choose(view, decision)
        if encoder.answer(answer, len(decision.options)) == answer:  # it has a row
            rows.append(encoder.encode(view))
            actions.append(answer)
            seats.append(decision.seat)
        game.decide(answer)
    worth = returns(game)
    return (
        np.stack(rows),
        np.array(actions, np.int16),
        np.array([worth[seat] for seat in seats], np.float32),
        np.array(seats, np.int8),
    )
