"""The kinds of effects that last (`smashup.model.state.Lasting`), and what each is about."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from smashup.model.edition import Harm

POWER_BONUS: Final = "power"  # of the minion `target`; with `place`, only while it is there
POWER_AT: Final = "power at"  # of the minions of seat `target` at `place`
BREAKPOINT_BONUS: Final = "breakpoint"  # of the base at place `target`
STARTING_BREAKPOINT_SET: Final = "starting breakpoint"
# whether that of `source` holds, of all that set one
STARTING_BREAKPOINT_CHOSEN: Final = "starting breakpoint chosen"
NO_ACTIONS: Final = "no actions"  # seat `target`, from its next turn on
NO_ABILITIES: Final = "no abilities"  # of the minion `target`
# by the action `target`; `amount`: also what the base does all the time
BASE_IGNORED: Final = "base ignored"
REMEMBERED: Final = "remembered"  # the number `amount` that the card `target` keeps in mind
GUARDED: Final = "guarded"  # the minion `target` against the harms of `amount` (HARM_BITS)
WATCHED: Final = "watched"  # the minion `target` by the card `source`, for seat `amount`
SPARED: Final = "spared"  # the minion `target` from the continuous ability of `source`

LastingKind: TypeAlias = Literal[
    "power",
    "power at",
    "breakpoint",
    "starting breakpoint",
    "starting breakpoint chosen",
    "no actions",
    "no abilities",
    "base ignored",
    "remembered",
    "guarded",
    "watched",
    "spared",
]
POWER_KINDS: frozenset[LastingKind] = frozenset({POWER_BONUS, POWER_AT})
BREAKPOINT_KINDS: frozenset[LastingKind] = frozenset(
    {BREAKPOINT_BONUS, STARTING_BREAKPOINT_SET, STARTING_BREAKPOINT_CHOSEN}
)
HARM_BITS: dict[Harm, int] = {"destroy": 1, "move": 2, "return": 4}
