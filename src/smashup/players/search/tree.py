"""The tree of a search: what was seen to come of each answer, over many possible worlds."""

from __future__ import annotations

import math
from typing import TypeAlias

from smashup.engine.game import Game
from smashup.model.decision import Decision

#: An answer described so that it is the same in every world: names and places, no hidden slots.
Key: TypeAlias = tuple[object, ...]

EXPLORE = 0.04  # how much an answer seldom tried is tried for that alone; a chance to win
TRUST = 4.0  # so many visits weigh as much as the first impression


class Edge:
    """An answer: how often it could be given, how often it was, and what came of it."""

    __slots__ = ("available", "follow", "impression", "total", "visits")

    def __init__(self, seats: int, impression: float) -> None:
        self.impression = impression  # in the tree: by how much it looked worse than the best
        self.available = 0
        self.visits = 0
        self.total = [0.0] * seats  # of the chances to win, by seat
        self.follow: dict[Key, Node] = {}

    def add(self, values: list[float]) -> None:
        self.visits += 1
        self.total = [a + b for a, b in zip(self.total, values, strict=True)]


class Node:
    """A decision, with the answers to it that were met so far."""

    __slots__ = ("edges", "ordinary", "seat", "total", "visits")

    def __init__(self, seat: int, impressions: dict[Key, float], seats: int) -> None:
        best = max(impressions.values())
        self.seat = seat
        self.edges = {key: Edge(seats, value - best) for key, value in impressions.items()}
        self.ordinary = sum(impressions.values()) / len(impressions) - best
        self.visits = 0
        self.total = 0.0  # for the seat that decides

    def add(self, values: list[float]) -> None:
        self.visits += 1
        self.total += values[self.seat]

    def select(self, keys: list[Key], seats: int) -> int:
        """Which of the answers that can be given in this world to try next.

        One that was never tried is expected to do as well as the best, less by how much it looked
        worse; one that was not even looked at, like an ordinary one.
        """
        seat = self.seat
        expected = self.total / self.visits if self.visits else 0.0
        best, most = 0, -math.inf
        for index, key in enumerate(keys):
            edge = self.edges.get(key)
            if edge is None:
                edge = self.edges[key] = Edge(seats, self.ordinary)
            edge.available += 1
            visits = edge.visits
            promised = TRUST * (expected + edge.impression)
            value = (edge.total[seat] + promised) / (visits + TRUST)
            value += EXPLORE * math.sqrt(math.log(1 + edge.available) / (1 + visits))
            if value > most:
                best, most = index, value
        return best


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
