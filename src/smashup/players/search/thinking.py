"""Thinking about one decision: whole turns race over worlds that could be the real one.

A first look plans the rest of the turn on a few worlds and enters the best turns in the race. Each
round then lays out one world, consistent with what the seat may know, plays every turn still in
the race on it, lets the other players plan their whole turns after it by the same judge, and asks
the judge how the seat stands when it is its turn again. As the budget is used up, only the better
half of the turns goes on, then the better half of those.
"""

from __future__ import annotations

import math
import random

from smashup.engine.game import Game
from smashup.engine.observation import Observation
from smashup.model.decision import Decision
from smashup.model.state import DRAFT
from smashup.players.judge import Judge, chance, chances, present
from smashup.players.planning import Effort, Planner, Row, Turn
from smashup.players.search.keys import Key, keys_of, signature
from smashup.players.search.limits import Budget, Limits
from smashup.players.search.race import Candidate, Tally, best_first, still_racing

MOST_CANDIDATES = 16  # turns that enter the race
LEAST_CANDIDATES = 3
A_CANDIDATE = 4  # iterations for which one more enters it
FIRST_LOOKS = 2  # worlds on which turns are looked for
FIRST_LOOK_SHARE = 0.2  # of the budget: a second look is not taken after that
LEAST_ROUNDS = 6  # before a turn is out of the race for good
AT_ONCE = 0.2  # how much the position right after the turn counts; the rest, the one after replies
LONGEST = 40  # questions that are answered on the way to the seat's next turn
#: How far and wide one's own turn is planned, with little and with much time.
OWN = Effort(plays=6, beam=4)
OWN_IN_HASTE = Effort(plays=4, beam=1)
HASTE_SECONDS, HASTE_ITERATIONS = 0.3, 24  # less is little
THEIRS = Effort(plays=4, beam=1)  # and the turns of the others


class Thinking:
    """One decision thought about: `run` it, then read `tallies` and `plan`."""

    def __init__(
        self,
        observation: Observation,
        decision: Decision,
        rng: random.Random,
        limits: Limits,
        judge: Judge | None = None,
    ) -> None:
        self.observation = observation
        self.decision = decision
        self.seat = decision.seat
        self.candidates: list[Candidate] = []
        self.budget = Budget(limits)
        self._rng = rng
        self._luck = random.Random(rng.getrandbits(64))  # the same for all turns in a round
        self._judge = judge or present()
        self._places = _places(limits)
        self._own = Planner(self._luck, self._judge, OWN_IN_HASTE if _in_haste(limits) else OWN)
        self._theirs = Planner(self._luck, self._judge, THEIRS)

    def tallies(self) -> list[Tally]:
        """What came of the answers, best first: of the turns that begin with one, the best."""
        ranked = best_first([candidate.tally() for candidate in self.candidates])
        found: dict[int, Tally] = {}
        for tally in ranked:
            found.setdefault(tally.index, tally)
        return list(found.values())

    def plan(self, index: int) -> Turn | None:
        """The best turn found that begins with this answer, if one was thought about."""
        begun = [candidate for candidate in self.candidates if candidate.index == index]
        if not begun:
            return None
        best = max(begun, key=lambda candidate: (len(candidate.values), candidate.score))
        return best.turn

    # -- the race ----------------------------------------------------------------------

    def run(self) -> None:
        """Thinks until the budget is used up, or there is nothing left to find out."""
        self.candidates = self._enter()
        if self.observation.columns().phase == DRAFT:
            return
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
                look_again += max(2, rounds // 2)

    def _enter(self) -> list[Candidate]:
        """The turns that are worth thinking about: for each answer the best, then the best."""
        looks: list[dict[tuple[Key, ...], Turn]] = []
        while len(looks) < FIRST_LOOKS:
            world = self.observation.determinize(self._rng)
            turns = self._own.turns(world, self.seat, range(len(self.decision.options)))
            looks.append({steps_of(turn): turn for turn in reversed(turns)})
            if self.budget.overdue() > FIRST_LOOK_SHARE:
                break
        seats = self.observation.players
        found: dict[tuple[Key, ...], Candidate] = {}
        for look in looks:
            for steps, turn in look.items():
                values = [chance(other[steps].value) for other in looks if steps in other]
                impression = sum(values) / len(values)
                found.setdefault(steps, Candidate(turn, steps, impression, seats))
        return self._worthwhile(list(found.values()))

    def _round(self, racing: list[Candidate]) -> None:
        """Plays each turn once, all on the same world.

        If time runs out on the way the round does not count: it would not be fair.
        """
        world = self.observation.determinize(self._rng)
        luck = self._rng.getrandbits(64)
        results: list[tuple[float, list[float]]] = []
        for candidate in racing:
            if self.budget.overdue() >= 1:
                return
            self._luck.seed(luck)
            results.append(self._try(world, candidate))
            self.budget.spent += 1
        for candidate, (value, later) in zip(racing, results, strict=True):
            candidate.add(value, later)

    def _worthwhile(self, candidates: list[Candidate]) -> list[Candidate]:
        """The best turn of every answer, then the best of the others, as many as can race."""
        order = sorted(candidates, key=lambda c: (-c.impression, -c.index, len(c.steps)))
        begun: dict[int, Candidate] = {}
        for candidate in order:
            begun.setdefault(candidate.index, candidate)
        kept = list(begun.values())[: -(-self._places // 2)]
        ending = begun[len(self.decision.options) - 1]
        if ending not in kept:
            kept[-1] = ending  # to end or to decline is always thought about
        others = [candidate for candidate in order if candidate not in kept]
        return kept + others[: self._places - len(kept)]

    # -- one iteration -----------------------------------------------------------------

    def _try(self, world: Game, candidate: Candidate) -> tuple[float, list[float]]:
        """What the turn is worth on this world, and everybody's chances after the replies."""
        ended = self.played(world, candidate)
        after = self.replied(ended.copy(to_be_copied=True), world.turn_number)
        at_once, later = chances(self._judge, [ended, after])
        value = AT_ONCE * at_once[self.seat] + (1 - AT_ONCE) * later[self.seat]
        return value, later

    def played(self, world: Game, candidate: Candidate) -> Game:
        """The turn played on this world; where it cannot go on as planned, it is planned anew."""
        game = world.copy(to_be_copied=True)
        for step in candidate.steps:
            while (decision := game.decision) is not None and decision.seat != self.seat:
                if decision.kind == "play":
                    return game
                game.decide(len(decision.options) - 1)
            if decision is None:
                return game
            keys = [(*signature(game, decision), *key) for key in keys_of(game, decision)]
            if step not in keys:
                return self._own_rest(game, world.turn_number)
            game.decide(keys.index(step))
        return self._own_rest(game, world.turn_number)

    def _own_rest(self, game: Game, turn: int) -> Game:
        """The rest of one's own turn, as far as anything is left of it."""
        decision = game.decision
        if decision is None or decision.seat != self.seat or game.turn_number > turn:
            return game
        return self._theirs.best(game, self.seat).ended.game

    def replied(self, game: Game, turn: int) -> Game:
        """The game when it is this seat's turn again, after the others have played theirs."""
        for _ in range(LONGEST):
            decision = game.decision
            if decision is None:
                break
            if decision.kind != "play":
                (row,) = self._theirs.follow([Row((), game)], decision.seat)
                game = row.game
            elif decision.seat == self.seat and game.turn_number > turn:
                break
            else:
                game = self._theirs.best(game, decision.seat).ended.game
        return game


def steps_of(turn: Turn) -> tuple[Key, ...]:
    """The answers of a turn, described alike in every world."""
    steps: list[Key] = []
    for game, answer in turn.ended.steps:
        decision = game.decision
        assert decision is not None
        steps.append((*signature(game, decision), *keys_of(game, decision)[answer]))
    return tuple(steps)


def _in_haste(limits: Limits) -> bool:
    by_clock = limits.seconds is not None and limits.seconds < HASTE_SECONDS
    return by_clock or (limits.iterations is not None and limits.iterations < HASTE_ITERATIONS)


def _places(limits: Limits) -> int:
    """How many turns enter the race: each must be played a few times."""
    if limits.iterations is None:
        return MOST_CANDIDATES
    return min(MOST_CANDIDATES, max(LEAST_CANDIDATES, limits.iterations // A_CANDIDATE))
