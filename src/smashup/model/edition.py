"""The five editions of the rules as data (docs/rules.md, chapter 11)."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any, Literal, TypeAlias

from smashup.model.errors import BadSetup, nearest

#: The ways a card can do something to a minion, which an edition may call "affecting" it.
Harm: TypeAlias = Literal[
    "destroy",
    "move",
    "return",
    "attach",
    "place",
    "shuffle",
    "power",
    "counter",
    "control",
    "cancel",
    "transfer",
]
HARMS_2012: frozenset[Harm] = frozenset({"destroy", "move", "return", "attach"})
HARMS_2016: frozenset[Harm] = HARMS_2012 | {
    "place",
    "shuffle",
    "power",
    "counter",
    "control",
    "cancel",
}
HARMS_2018: frozenset[Harm] = HARMS_2016 | {"transfer"}


@dataclass(frozen=True, slots=True)
class Edition:
    """One way of playing the rules; make a house rule with `dataclasses.replace`.

    >>> edition("core").redraw_compulsory
    True
    """

    name: str
    redraw_compulsory: bool  # SETUP-6: a hand without a minion must be redrawn
    every_base: bool  # SETUP-4: the bases of every set, not only of the chosen factions' sets
    bases_reshuffled: bool  # SCORE-10: an empty base deck is remade from the discarded bases
    draft_pool: int  # SETUP-3: how many factions lie in the pool; 0 for all there are
    draft_pool_minimum: int  # SETUP-3: the least a given pool may hold; 0: two for each player
    looking_remakes: bool  # TURN-7: an empty deck is remade to look at or search it too
    particular_at_once: bool  # PLAY-6: an extra play of one card in hand cannot wait either
    all_power_breaks: bool  # SCORE-1: a base is ready by all power there, not only by minions'
    power_is_presence: bool  # SCORE-4: 1 power is enough to be ranked, without a minion
    in_play_first: bool  # SCORE-3: Specials in play before those from hand
    harms: frozenset[Harm]  # TERM-affect
    on_your_turn_once: bool  # PLAY-7: "on your turn" abilities once a turn

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled in a way that the sources and the compiled engine both can read."""
        return Edition, tuple([getattr(self, field.name) for field in fields(self)])


_CORE = Edition(
    name="core",
    redraw_compulsory=True,
    every_base=True,
    bases_reshuffled=False,
    draft_pool=0,
    draft_pool_minimum=0,
    looking_remakes=False,
    particular_at_once=False,
    all_power_breaks=False,
    power_is_presence=False,
    in_play_first=False,
    harms=HARMS_2012,
    on_your_turn_once=False,
)
_MONSTER_SMASH = replace(_CORE, name="monster_smash", draft_pool=8, draft_pool_minimum=8)
_ITS_YOUR_FAULT = replace(
    _MONSTER_SMASH,
    name="its_your_fault",
    redraw_compulsory=False,
    every_base=False,
    bases_reshuffled=True,
    draft_pool=0,
    looking_remakes=True,
    harms=HARMS_2016,
)
_WHAT_WERE_WE_THINKING = replace(
    _ITS_YOUR_FAULT, name="what_were_we_thinking", draft_pool_minimum=0, in_play_first=True
)
_OOPS = replace(
    _WHAT_WERE_WE_THINKING,
    name="oops",
    particular_at_once=True,
    all_power_breaks=True,
    power_is_presence=True,
    harms=HARMS_2018,
    on_your_turn_once=True,
)

EDITIONS: dict[str, Edition] = {
    e.name: e for e in (_CORE, _MONSTER_SMASH, _ITS_YOUR_FAULT, _WHAT_WERE_WE_THINKING, _OOPS)
}


def edition(name: str | Edition) -> Edition:
    """The edition of that name, or the given one itself; `BadSetup` for an unknown name."""
    if isinstance(name, Edition):
        return name
    if name not in EDITIONS:
        raise BadSetup(f"There is no edition {name!r}. {nearest(name, EDITIONS)}")
    return EDITIONS[name]
