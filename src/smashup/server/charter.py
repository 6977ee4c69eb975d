"""What a room was made as: its seats, its setup, its options. None of it ever changes."""

from __future__ import annotations

import random
import secrets
from collections.abc import Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct

from smashup.cards.registry import FACTIONS
from smashup.engine.setup import Setup, make_setup
from smashup.fairness import SEEDS, fair_seed
from smashup.model.errors import BadSetup
from smashup.protocol.room import SeatKind
from smashup.replay import FIRST_BOX, Stamp, package_version
from smashup.server.errors import Refused

HUMAN: Final = "human"
OPEN: Final = "open"
BOT: Final = "bot"


class SeatPlan(Struct, frozen=True):
    """A seat as it was made."""

    kind: SeatKind
    name: str = ""
    strength: str = ""
    ticket: str = ""  # hash of its token in hex, where it had one from the start
    inherited: bool = False  # it is for who had this seat in the game before


class Options(Struct, frozen=True):
    """How the table plays besides the rules."""

    open_hands: bool = False
    timer: float | None = None
    takeover: float | None = None
    reserve: float | None = None
    increment: float = 0.0
    hints: bool = True
    chances: bool = True
    undo: bool = True

    @property
    def has_clock(self) -> bool:
        return self.timer is not None or self.reserve is not None


class SetupPlan(Struct, frozen=True):
    """`Setup` as it is written down."""

    factions: str | list[list[str]]
    players: int
    seed: int
    edition: str
    first: int | None
    pool: list[str]
    same_faction: bool
    ask_everyone: bool = False
    box: Sequence[str] = FIRST_BOX
    draws: int = 0
    bans: int = 0

    @classmethod
    def of(cls, setup: Setup) -> SetupPlan:
        return cls(
            setup.factions if isinstance(setup.factions, str) else [*map(list, setup.factions)],
            setup.players,
            setup.seed,
            setup.edition,
            setup.first,
            list(setup.pool),
            setup.same_faction,
            setup.ask_everyone,
            list(setup.box),
            setup.draws,
            setup.bans,
        )

    def setup(self) -> Setup:
        """Checked again: it may name what this version does not have."""
        return make_setup(
            self.factions,
            self.players,
            self.seed,
            self.edition,
            self.first,
            self.pool,
            self.same_faction,
            self.ask_everyone,
            self.box,
            self.draws,
            self.bans,
        )


class Charter(Struct, frozen=True):
    """All of it. `answers`: those a game begins with that goes on from a replay; `digests`: of the
    position before each, where they are known. `rules`: the version that made it, for people.

    `secret`: what the seed is made of, together with the players' numbers, where strangers may
    join; then the seed of `setup` means nothing. `chosen`: whether the host named the seed.
    """

    seats: list[SeatPlan]
    setup: SetupPlan
    options: Options
    factions: Any  # as they were asked for
    rules: str
    invite: str  # hash of the invite in hex
    created: float
    answers: list[int] = []
    secret: str = ""
    chosen: bool = False
    digests: list[str] = []
    challenge: str = ""  # the replay whose deal it plays again
    packs: list[str] = []  # whose factions can play, so that a missing one can be named
    puzzle: int = 0  # the number of the puzzle whose position it begins at

    @property
    def players(self) -> int:
        return len(self.seats)

    @property
    def must_agree(self) -> bool:
        """Whether the host named the seed of a game that others may join."""
        return self.chosen and any(seat.kind == OPEN for seat in self.seats)

    def dealt(self, numbers: Sequence[int | None]) -> SetupPlan | None:
        """The setup that is played, with a seed made of the secret and everybody's numbers; None
        where there is no secret, and `setup` is what is played."""
        if not self.secret:
            return None
        return SetupPlan.of(again(self, fair_seed(self.secret, numbers)))


def plan_setup(
    factions: str | Sequence[Sequence[str] | None],
    players: int,
    edition: str,
    *,
    seed: int | None = None,
    first: int | None = None,
    pool: Sequence[str] = (),
    same_faction: bool = False,
    ask_everyone: bool = False,
    bans: int = 0,
) -> Setup:
    """The setup asked for, with pairs left open drawn at random; `Refused` if it is bad."""
    if seed is None:
        seed = secrets.randbelow(SEEDS)
    try:
        chosen: str | list[Sequence[str]]
        chosen = factions if isinstance(factions, str) else _filled(factions, pool, seed)
        rest = (pool, same_faction, ask_everyone)
        return make_setup(chosen, players, seed, edition, first, *rest, bans=bans)
    except BadSetup as error:
        raise Refused("bad_setup", str(error), "Change the setup and try again.") from error


def again(
    charter: Charter,
    seed: int | None = None,
    factions: str | Sequence[Sequence[str] | None] | None = None,
) -> Setup:
    """The setup that was asked for, drawn anew; with these factions, if any are given."""
    setup = charter.setup
    return plan_setup(
        charter.factions if factions is None else factions,
        setup.players,
        setup.edition,
        seed=seed,
        first=setup.first,
        pool=setup.pool,
        same_faction=setup.same_faction,
        ask_everyone=setup.ask_everyone,
        bans=setup.bans,
    )


def _filled(
    factions: Sequence[Sequence[str] | None], pool: Sequence[str], seed: int
) -> list[Sequence[str]]:
    taken = {name.lower() for pair in factions if pair is not None for name in pair}
    left = [name for name in pool or FACTIONS if name.lower() not in taken]
    random.Random(seed).shuffle(left)
    if len(left) < 2 * sum(pair is None for pair in factions):
        raise BadSetup("The pool is too small for the seats whose factions are left to chance.")
    return [(left.pop(), left.pop()) if pair is None else pair for pair in factions]


def make_charter(
    seats: list[SeatPlan],
    setup: Setup,
    options: Options,
    factions: Any,
    invite: bytes,
    created: float,
    answers: Sequence[int] = (),
    *,
    chosen: bool = False,
    digests: Sequence[str] = (),
    challenge: str = "",
    puzzle: int = 0,
) -> Charter:
    """A new room's charter.

    Where others may join, the deal is not settled before they do, unless its seed was `chosen`.
    """
    strangers = any(seat.kind == OPEN for seat in seats)
    return Charter(
        seats,
        SetupPlan.of(setup),
        options,
        factions,
        package_version(),
        invite.hex(),
        created,
        list(answers),
        secrets.token_hex(32) if strangers and not chosen else "",
        chosen,
        list(digests),
        challenge,
        list(Stamp.of(setup).packs),
        puzzle,
    )


_decoder = msgspec.json.Decoder(Charter)


def read_charter(head: bytes) -> Charter:
    """A charter as it was written; raises `msgspec.MsgspecError` if it is damaged."""
    return _decoder.decode(head)
