"""Decisions and answers described so that they are the same in every world that could be."""

from __future__ import annotations

from typing import TypeAlias

from smashup.engine.game import Game
from smashup.model.decision import Decision

#: A decision or an answer: names and places, no hidden slots.
Key: TypeAlias = tuple[object, ...]


def signature(game: Game, decision: Decision) -> Key:
    """Tells decisions apart that come after the same answer in different worlds."""
    source = decision.source
    return (decision.seat, decision.kind, game.columns.defn[source] if source >= 0 else -1)


def keys_of(game: Game, decision: Decision) -> list[Key]:
    """The options of a decision, described alike in every world, no two the same."""
    s = game.columns
    defn, where, places = s.defn, s.place, s.places
    keys: list[Key] = []
    seen: dict[Key, int] = {}
    for verb, card, place, host, seat, word, _ in decision.options:
        key: Key = (
            verb,
            (defn[card], where[card], s.controller[card], s.zone[card]) if card >= 0 else -1,
            defn[places[place].base] if place in places else place,
            (defn[host], where[host], s.controller[host]) if host >= 0 else -1,
            seat,
            word,
        )
        copies = seen.get(key, 0)
        seen[key] = copies + 1
        keys.append((*key, copies) if copies else key)
    return keys
