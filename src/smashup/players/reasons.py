"""Why a move is good, in one sentence: what it does on the most likely line of play.

The move is tried on a few worlds that could be the real one and the turn ended after it. What
happens on most of them, and would not happen without the move, is said; the weightiest first.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import NamedTuple

from smashup.engine.game import Game
from smashup.engine.observation import Observation
from smashup.model.decision import Decision
from smashup.model.event import Event
from smashup.model.words import Words, listed
from smashup.players.facts import Fact, Told
from smashup.players.judge import present
from smashup.players.planning import Planner

WORLDS = 5  # on which the move is tried
MOST_REASONS = 2  # in one sentence
LONGEST = 12  # questions that are followed
MOST_OTHERS = 4  # answers that a choice is compared with


class Line(NamedTuple):
    """How a move goes on: what it does at once, what happens as the turn ends, and the table."""

    at_once: list[Event]
    later: list[Event]
    game: Game


class Reasons:
    """Looks for what speaks for a move, as told to the seat that is asked."""

    def __init__(self, observation: Observation, decision: Decision, seed: int = 0) -> None:
        self.observation = observation
        self.decision = decision
        self.seat = decision.seat
        self._rng = random.Random(seed)
        self._planner = Planner(self._rng, present())

    def words(self, index: int) -> Words:
        """One sentence for the answer with this index; shown, it begins with a capital."""
        worlds = [self.observation.determinize(self._rng) for _ in range(WORLDS)]
        facts = _on_most([self._own_facts(world, index) for world in worlds])
        if not facts:
            facts = _on_most([self._set_up(world, index) for world in worlds])
        reasons = [fact.words for fact in facts[:MOST_REASONS]]
        return Words("{reason}.", reason=listed(reasons or [self._nothing_better(index)]))

    def _nothing_better(self, index: int) -> Words:
        verb = self.decision.options[index].verb
        if verb == "end":
            return Words("keeps the other cards for a better moment")
        if verb in ("no", "pass"):
            return Words("keeps things as they are")
        return Words("leaves you best placed for what may come")

    # -- trying ------------------------------------------------------------------------

    def _own_facts(self, world: Game, index: int) -> list[Fact]:
        """What the move does that would not happen whatever were answered."""
        facts = self._facts(world, index)
        others = [other for other in range(len(self.decision.options)) if other != index]
        if self.decision.kind == "play" or not facts or not others:
            return facts  # a play is compared with the end of the turn
        tried = [self._facts(world, other) for other in others[:MOST_OTHERS]]
        anyway = set.intersection(*({fact.words for fact in each} for each in tried))
        return [fact for fact in facts if fact.words not in anyway]

    def _facts(self, world: Game, index: int) -> list[Fact]:
        """What the move does by itself."""
        line = self._line(world, index)
        without: list[Event] = []
        last = len(self.decision.options) - 1
        if self.decision.kind == "play" and index != last:
            without = self._line(world, last).at_once  # the turn ended instead
        told = Told(self.observation, self.seat, world)
        facts = [fact for event in line.at_once for fact in told.at_once(event)]
        facts += told.scored([*line.at_once, *line.later], without)
        return facts + told.table(line.game)

    def _set_up(self, world: Game, index: int) -> list[Fact]:
        """What it makes possible in the same turn."""
        turns = self._planner.turns(world, self.seat, [index])
        best = max(turns, key=lambda turn: turn.value)
        gained = best.ended.game.vp[self.seat] - world.vp[self.seat]
        if gained <= 0 or self.decision.kind != "play":
            return []
        if gained == 1:
            return [Fact(gained, Words("sets up 1 point this turn"))]
        return [Fact(gained, Words("sets up {number} points this turn", number=gained))]

    def _line(self, world: Game, index: int) -> Line:
        game = world.copy(to_be_copied=True)
        at_once = game.decide(index)
        at_once += self._follow(game, world.turn_number)
        later: list[Event] = []
        after = game.copy()
        decision = game.decision
        if decision is not None and decision.kind == "play" and decision.seat == self.seat:
            later = game.decide(len(decision.options) - 1)
            later += self._follow(game, world.turn_number)
        return Line(at_once, later, after)

    def _follow(self, game: Game, turn: int) -> list[Event]:
        """What looks best at once, until the next Play Cards decision or the next turn."""
        events: list[Event] = []
        for _ in range(LONGEST):
            decision = game.decision
            if decision is None or decision.kind == "play" or game.turn_number > turn:
                break
            events += game.decide(self._planner.answer(game))
        return events


def _on_most(worlds: list[list[Fact]]) -> list[Fact]:
    """The facts that hold on more than half of the worlds, the weightiest first."""
    held = Counter(fact.words for facts in worlds for fact in set(facts))
    weights = {fact.words: fact.weight for facts in worlds for fact in facts}
    most = [words for words, times in held.items() if 2 * times > len(worlds)]
    return sorted(
        [Fact(weights[words], words) for words in most],
        key=lambda fact: (-fact.weight, fact.words.text()),
    )
