"""Thinking about one decision: the answers race over worlds that could be the real one.

Each round lays out one world, consistent with what the seat may know, and tries every answer
still in the race on it, so that luck is the same for all. Behind each answer grows a tree in which
the rest of the turn is planned, and what the others may do about it.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, field
from time import perf_counter

from smashup.engine.game import Game
from smashup.engine.observation import Observation
from smashup.model.decision import Decision
from smashup.players.search.playout import answer, branch, play_on
from smashup.players.search.tree import Edge, Node, keys_of, signature
from smashup.players.standing import chances

MOST_NODES = 20_000
MOST_CANDIDATES = 16  # of more answers only the most promising enter the race
EXPAND = 4  # visits after which an answer's follow-up is planned instead of guessed
EXPAND_OTHERS = 12  # the same where another player decides
FIRST_LOOKS = 2  # worlds on which all answers are looked at before the race
FOLLOW_UPS = 6  # questions that are followed at a first look
LOOK_AHEAD = 2  # turns that a playout goes on for, this one included
LEAST_ROUNDS = 8  # before an answer is out of the race for good
CERTAIN = 2.6  # standard errors behind the leader that put an answer out of the race
ALIKE = 1e-9


@dataclass
class Budget:
    """How long to think: so many iterations, or so many seconds. A playout is one iteration."""

    iterations: int | None = None
    seconds: float | None = None
    spent: int = 0
    started: float = field(default_factory=perf_counter)

    def used(self) -> float:
        """The part that is used up; 1 or more: all of it."""
        part = 0.0
        if self.iterations is not None:
            part = self.spent / self.iterations
        if self.seconds is not None:
            part = max(part, (perf_counter() - self.started) / self.seconds)
        return part


class Candidate:
    """One answer in the race."""

    __slots__ = ("edge", "index", "values")

    def __init__(self, index: int, edge: Edge) -> None:
        self.index = index
        self.edge = edge
        self.values: list[float] = []  # of the seat that thinks, round by round

    @property
    def mean(self) -> float:
        return sum(self.values) / len(self.values) if self.values else -1.0


class Thinking:
    """One decision thought about; `run` it, then read `ranking`."""

    def __init__(
        self,
        observation: Observation,
        decision: Decision,
        rng: random.Random,
        max_nodes: int = MOST_NODES,
    ) -> None:
        self.observation = observation
        self.decision = decision
        self.rng = rng
        self.seat = decision.seat
        self.nodes_left = max_nodes
        self.candidates: list[Candidate] = []
        self.rounds = 0

    # -- the race ----------------------------------------------------------------------

    def run(self, budget: Budget) -> None:
        """Thinks until the budget is used up, or there is nothing left to find out."""
        self.candidates = self._enter()
        racing = list(self.candidates)
        halvings = max(1, math.ceil(math.log2(len(racing))))
        look_again = LEAST_ROUNDS
        while len(racing) > 1 and (used := budget.used()) < 1:
            places = max(2, math.ceil(len(self.candidates) / 2 ** int(used * halvings)))
            if places < len(racing):
                racing = sorted(racing, key=lambda c: (-c.mean, -c.index))[:places]
            self._round(racing, budget)
            if self.rounds >= look_again:
                racing = _still_racing(racing)
                look_again += self.rounds // 2

    def ranking(self) -> list[Candidate]:
        """The answers tried longest first, the best of them first."""
        return sorted(self.candidates, key=lambda c: (-len(c.values), -c.mean, -c.index))

    def _round(self, racing: list[Candidate], budget: Budget) -> None:
        """Tries each answer once, all on the same world and with the same luck."""
        world = self.observation.determinize(self.rng)
        luck = self.rng.getrandbits(64)
        for candidate in racing:
            values = self._try(branch(world), candidate, random.Random(luck))
            candidate.values.append(values[self.seat])
            budget.spent += 1
        self.rounds += 1

    def _enter(self) -> list[Candidate]:
        """The answers that are worth thinking about, by a first look at all of them."""
        count = len(self.decision.options)
        sums = [0.0] * count
        for _ in range(FIRST_LOOKS):
            world = self.observation.determinize(self.rng)
            for index, value in enumerate(self._impressions(world)):
                sums[index] += value / FIRST_LOOKS
        order = sorted(range(count), key=lambda index: (-sums[index], -index))
        kept = order[:MOST_CANDIDATES]
        if count - 1 not in kept:
            kept[-1] = count - 1  # to end or to decline is always thought about
        seats = self.observation.seats
        return [Candidate(index, Edge(seats, sums[index])) for index in kept]

    # -- one iteration -----------------------------------------------------------------

    def _try(self, game: Game, candidate: Candidate, rng: random.Random) -> list[float]:
        """Gives the answer, goes down the tree behind it, plays on, and tells all what came."""
        until = game.s.turn_number + LOOK_AHEAD
        game.decide(candidate.index)
        edge = candidate.edge
        path = [edge]
        nodes: list[Node] = []
        while (decision := game.decision) is not None and game.s.turn_number < until:
            node = self._node(edge, game, decision)
            if node is None:
                break
            nodes.append(node)
            keys = keys_of(game, decision)
            index = node.select(keys, game.s.seats)
            edge = node.edges[keys[index]]
            path.append(edge)
            game.decide(index)
            if len(path) > 40:
                break
        game = play_on(game, until, rng)
        values = chances(game)
        for edge in path:
            edge.add(values)
        for node in nodes:
            node.visits += 1
            node.total += values[node.seat]
        return values

    def _node(self, edge: Edge, game: Game, decision: Decision) -> Node | None:
        """The node after an answer; made when the answer has been tried often enough."""
        key = signature(decision, game)
        node = edge.follow.get(key)
        if node is not None:
            return node
        wanted = EXPAND if decision.seat == self.seat else EXPAND_OTHERS
        if edge.visits < wanted or self.nodes_left <= 0:
            return None
        self.nodes_left -= 1
        node = edge.follow[key] = Node(decision.seat)
        impressions = self._impressions(game)
        middle = sum(impressions) / len(impressions)
        for key, value in zip(keys_of(game, decision), impressions, strict=True):
            node.edges[key] = Edge(game.s.seats, value - middle)
        return node

    def _impressions(self, game: Game) -> list[float]:
        """A first look at every answer: how the seat that decides would stand right after it."""
        decision = game.decision
        assert decision is not None
        return [self._impression(game, index) for index in range(len(decision.options))]

    def _impression(self, world: Game, index: int) -> float:
        assert world.decision is not None
        seat = world.decision.seat
        game = branch(world)
        game.decide(index)
        game = self._follow(game)
        decision = game.decision
        if decision is not None and decision.kind == "play" and decision.seat == seat:
            game.decide(len(decision.options) - 1)
            game = self._follow(game)
        return chances(game)[seat]

    def _follow(self, game: Game) -> Game:
        """Answers questions until the next Play Cards decision, or a few of them."""
        for _ in range(FOLLOW_UPS):
            decision = game.decision
            if decision is None or decision.kind == "play":
                break
            game = answer(game, decision, self.rng)
        return game


def _still_racing(racing: list[Candidate]) -> list[Candidate]:
    """Those not certainly behind the leader; the leader alone if all are alike."""
    leader = max(racing, key=lambda c: (c.mean, c.index))
    return [c for c in racing if c is leader or not _is_beaten(leader, c)]


def _is_beaten(leader: Candidate, other: Candidate) -> bool:
    """Whether the leader did better on the same worlds by more than luck, or just as well."""
    gaps = [a - b for a, b in zip(leader.values, other.values, strict=True)]
    rounds = len(gaps)
    mean = sum(gaps) / rounds
    variance = sum((gap - mean) ** 2 for gap in gaps) / (rounds - 1)
    return mean > CERTAIN * math.sqrt(variance / rounds) or variance + abs(mean) < ALIKE
