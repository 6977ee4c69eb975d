"""A fingerprint of a whole position, for saved games and for games played elsewhere.

Its form must last: saved games carry digests, so it is made of plain numbers and words alone,
cards by their names. It depends on no class, on no other faction in the box, on no machine. What a
question says is no part of it: sentences may be put better at any time.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from functools import cache
from typing import TypeAlias

from smashup.cards.registry import CARDS
from smashup.model.decision import Decision
from smashup.model.ids import PlaceId
from smashup.model.state import LOST, Lasting, Permission, Played, State

Facts: TypeAlias = list[object]
_JSON = json.JSONEncoder(separators=(",", ":"))
#: Small numbers as they are written: with these a digest takes 0.74 of the time (compiled, four
#: players), and every answer at a table of the server has one.
_WRITTEN = {number: str(number) for number in range(-1, 512)}


def digest(s: State, decision: Decision | None) -> str:
    """The fingerprint of a position with its pending question, in 32 hexadecimal digits."""
    return hashlib.blake2b(written(s, decision).encode(), digest_size=16).hexdigest()


def written(s: State, decision: Decision | None) -> str:
    """All that the fingerprint is taken of, as JSON without spaces."""
    return _listed(
        [
            _quoted(s.edition.name),
            _listed([_quoted(CARDS[d].name) for d in s.defn]),
            _rows([s.owner, s.controller, s.zone, s.place, s.counters, s.life, s.known]),
            _listed([*_piles(s), _row(s.vp), _items([s.factions, s.pool])]),
            _items(_others(s, decision)),
        ]
    )


def _piles(s: State) -> list[str]:
    return [_rows(s.hands), _rows(s.decks), _rows(s.discards)]


def _others(s: State, decision: Decision | None) -> Facts:
    return [
        [_place(s, place) for place in s.row],
        sorted([host, *cards] for host, cards in s.attached.items() if cards),
        [s.base_deck, s.base_discard, s.box, s.laid],
        [s.turn, s.turn_number, s.phase, s.winners, s.rng],
        [_permission(one) for one in s.permissions],
        [_lasting(one) for one in s.lasting],
        [_played(one) for one in s.played],
        [s.budgets, s.moved],
        # Which bases lost minions was not marked in games saved before rules 6.
        sorted(_mark(*key, count) for key, count in s.marks.items() if key[0] != LOST),
        [] if decision is None else _asked(decision),
    ]


def _items(facts: Facts) -> str:
    """What the facts are in a list of more."""
    return _JSON.encode(facts)[1:-1]


@cache
def _quoted(name: str) -> str:
    return _JSON.encode(name)


def _rows(rows: Sequence[Sequence[int]]) -> str:
    return _listed([_row(row) for row in rows])


def _row(numbers: Sequence[int]) -> str:
    try:
        return _listed([_WRITTEN[number] for number in numbers])
    except KeyError:
        return _JSON.encode(numbers)


def _listed(written: list[str]) -> str:
    return f"[{','.join(written)}]"


def _place(s: State, place: PlaceId) -> Facts:
    there = s.places[place]
    return [place, there.base, there.minions, there.actions, there.buried]


def _permission(p: Permission) -> Facts:
    limits: Facts = [p.place, p.power_at_most, p.name, p.card, int(p.unoccupied)]
    return [p.type, p.source, p.zone, *limits, int(p.rider), p.budget]


def _lasting(e: Lasting) -> Facts:
    until: Facts = [e.turn_of, int(e.at_start), e.since, e.place, int(e.with_source)]
    return [e.kind, e.source, e.target, e.amount, *until]


def _played(p: Played) -> Facts:
    return [p.seat, p.card, p.type, p.place, p.phase, p.life]


def _mark(word: str, about: int, number: int, count: int) -> tuple[str, int | str, int, int]:
    """One that is about all cards of a name has a definition's number, which the box decides."""
    return (word, CARDS[about].name if word == "special" else about, number, count)


def _asked(decision: Decision) -> Facts:
    options = [[o.verb, o.card, o.place, o.host, o.seat] for o in decision.options]
    return [decision.seat, decision.kind, options]
