"""Thinking about one decision: the answers race over worlds that could be the real one.

Each round lays out one world, consistent with what the seat may know, and tries every answer
still in the race on it, so that luck is the same for all. Behind each answer grows a tree in which
the rest of the turn is planned, and what the others may do about it. As the budget is used up,
only the better half of the answers goes on, then the better half of those.
"""

from __future__ import annotations

import math
import random
from typing import NamedTuple

from smashup.engine.game import Game
from smashup.engine.observation import Observation
from smashup.model.decision import Decision
from smashup.model.ids import Seat
from smashup.players.foresight import some_options
from smashup.players.judge import Judge, chance, chances, present
from smashup.players.planning import Planner
from smashup.players.search.limits import Budget, Limits
from smashup.players.search.memory import NOTHING, Grown
from smashup.players.search.playout import answer, play_on
from smashup.players.search.race import (
    IMPRESSION,
    Candidate,
    Tally,
    best_first,
    still_racing,
)
from smashup.players.search.tree import Edge, Node, keys_of, signature
from smashup.players.standing import chances as weighed
from smashup.players.worlds import Worlds

MOST_CANDIDATES = 16  # of more answers only the most promising enter the race
EXPAND = 2  # visits after which an answer's follow-up is planned instead of guessed
EXPAND_OTHERS = 12  # the same where another player decides
MOST_LOOKED_AT = 12  # answers in the tree; of more a random selection is looked at first
DEEPEST = 40  # answers from the root; some turns could go on for ever
FIRST_LOOKS = 2  # worlds on which all answers are looked at before the race
FIRST_LOOK_SHARE = 0.2  # of the budget: a second look is not taken after that
FOLLOW_UPS = 6  # questions that are followed at a first look
HASTE = 1e-4  # by which an answer is worse for each that follows: a win is not put off
LEAST_ROUNDS = 8  # before an answer is out of the race for good
MOST_REMEMBERED = 24  # rounds that all visits before weigh as much as
LOOK_AHEAD = 2  # turns that a playout goes on for at least, this one included


class Path(NamedTuple):
    """One way down the tree, and the game played on from its end."""

    edges: list[Edge]
    nodes: list[Node]
    game: Game

    def add(self, values: list[float]) -> None:
        """Notes what came of it."""
        for edge in self.edges:
            edge.add(values)
        for node in self.nodes:
            node.add(values)


class Thinking:
    """One decision thought about: `run` it, then read `candidates`."""

    def __init__(
        self,
        observation: Observation,
        decision: Decision,
        rng: random.Random,
        limits: Limits,
        judge: Judge | None = None,
        grown: Grown = NOTHING,
    ) -> None:
        """grown: what is known of this decision from thinking about the one before."""
        self.observation = observation
        self.decision = decision
        self.seat = decision.seat
        self.candidates: list[Candidate] = []
        self.budget = Budget(limits)
        self._rng = rng
        self._judge = judge or present()
        self._planner = Planner(rng, self._judge)
        self._worlds = Worlds(observation, rng)
        self._grown = grown
        self._nodes_left = limits.max_nodes

    def tallies(self) -> list[Tally]:
        """What came of the answers, best first."""
        return best_first([candidate.tally() for candidate in self.candidates])

    def grown_behind(self, index: int) -> Grown:
        """What is known of the questions that may follow this answer."""
        return next((c.edge.follow for c in self.candidates if c.index == index), NOTHING)

    # -- the race ----------------------------------------------------------------------

    def run(self) -> None:
        """Thinks until the budget is used up, or there is nothing left to find out."""
        self.candidates = self._enter()
        racing = self.candidates
        halvings = max(1, math.ceil(math.log2(len(racing))))
        look_again = LEAST_ROUNDS
        while len(racing) > 1 and (used := self.budget.used()) < 1:
            places = max(2, math.ceil(len(self.candidates) / 2 ** int(used * halvings)))
            racing = sorted(racing, key=lambda c: (-c.score, -c.index))[:places]
            self._round(racing)
            rounds = len(racing[0].values)
            if rounds >= look_again:
                racing = still_racing(racing)
                look_again += rounds // 2

    def _enter(self) -> list[Candidate]:
        """The answers that are worth thinking about, by a first look at all of them."""
        count = len(self.decision.options)
        looks: list[list[float]] = []
        while len(looks) < FIRST_LOOKS:
            world = self._worlds.deal()
            plan = self._planner.plan(world, self.seat, range(count))
            looks.append([chance(plan[index]) for index in range(count)])
            if self.budget.overdue() > FIRST_LOOK_SHARE:
                break
        values = [sum(look[index] for look in looks) / len(looks) for index in range(count)]
        order = sorted(range(count), key=lambda index: (-values[index], -index))
        kept = order[:MOST_CANDIDATES]
        if count - 1 not in kept:
            kept[-1] = count - 1  # to end or to decline is always thought about
        node = self._grown.get(signature(world, self.decision))
        known = {} if node is None else node.edges
        keys = keys_of(world, self.decision)
        return [self._candidate(index, values[index], known.get(keys[index])) for index in kept]

    def _candidate(self, index: int, impression: float, before: Edge | None) -> Candidate:
        """An answer in the race, with what came of it in the tree of the decision before."""
        edge = Edge(self.observation.players, impression)
        if before is None or not before.visits:
            return Candidate(index, edge)
        edge.follow = before.follow
        rounds = min(before.visits, MOST_REMEMBERED)
        trust = IMPRESSION + rounds
        mean = before.total[self.seat] / before.visits
        edge.impression = (IMPRESSION * impression + rounds * mean) / trust
        return Candidate(index, edge, trust)

    def _round(self, racing: list[Candidate]) -> None:
        """Tries each answer once, all on the same world and with the same luck.

        If time runs out on the way the round does not count: it would not be fair.
        """
        world = self._worlds.deal()
        luck = self._rng.getrandbits(64)
        paths: list[Path] = []
        until = world.turn_number + max(LOOK_AHEAD, world.players)  # all seats have had their turn
        games = world.tried([candidate.index for candidate in racing])
        for candidate, game in zip(racing, games, strict=True):
            if self.budget.overdue() >= 1:
                return
            paths.append(self._try(game, candidate.edge, until, random.Random(luck)))
            self.budget.spent += 1
        judged = chances(self._judge, [path.game for path in paths])  # all at once: that is quick
        for candidate, path, values in zip(racing, paths, judged, strict=True):
            path.add(values)
            candidate.add(values[self.seat] - HASTE * len(path.edges))

    # -- one iteration -----------------------------------------------------------------

    def _try(self, game: Game, edge: Edge, until: int, rng: random.Random) -> Path:
        """Goes down the tree behind an answer just given, and plays on to where it is judged."""
        edges = [edge]
        nodes: list[Node] = []
        while len(edges) < DEEPEST and game.turn_number < until:
            decision = game.decision
            node = self._node(edges[-1], game, decision) if decision is not None else None
            if node is None or decision is None:
                break
            keys = keys_of(game, decision)
            index = node.select(keys, game.players)
            nodes.append(node)
            edges.append(node.edges[keys[index]])
            game.decide(index)
        return Path(edges, nodes, play_on(game, until, rng))

    def _node(self, edge: Edge, game: Game, decision: Decision) -> Node | None:
        """The node after an answer; made when the answer has been tried often enough."""
        asked = signature(game, decision)
        node = edge.follow.get(asked)
        if node is not None:
            return node
        wanted = EXPAND if decision.seat == self.seat else EXPAND_OTHERS
        if edge.visits < wanted or self._nodes_left <= 0:
            return None
        self._nodes_left -= 1
        keys = keys_of(game, decision)
        looked_at = some_options(decision, MOST_LOOKED_AT, self._rng)
        impressions = {
            keys[index]: self._impression(trial, decision.seat)
            for index, trial in zip(looked_at, game.tried(looked_at), strict=True)
        }
        node = edge.follow[asked] = Node(decision.seat, impressions, game.players)
        return node

    # -- first impressions -------------------------------------------------------------

    def _impression(self, game: Game, seat: Seat) -> float:
        """A first look at an answer that was given: the chances if the turn ended after it.

        The game given is spoilt.
        """
        game = self._follow(game)
        decision = game.decision
        if decision is not None and decision.kind == "play" and decision.seat == seat:
            game.decide(len(decision.options) - 1)
            game = self._follow(game)
        return weighed(game)[seat]

    def _follow(self, game: Game) -> Game:
        """Answers questions until the next Play Cards decision, or a few of them."""
        for _ in range(FOLLOW_UPS):
            decision = game.decision
            if decision is None or decision.kind == "play":
                break
            game = answer(game, decision, self._rng)
        return game
