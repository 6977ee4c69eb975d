"""Finding positions in games of bots: moments at which a weak look and a long one disagree.

Several bots are asked at many moments. Where they differ, and a plan says that it matters, the
answers are played to the end of the game on some worlds; what one of them loses clearly is worth
laying out.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from smashup.engine.game import Game
from smashup.lab.match import goes_on
from smashup.lab.parallel import seed_of
from smashup.lab.positions.position import Position, label_of, position_of
from smashup.lab.positions.rollouts import FEWEST, Rollouts
from smashup.lab.positions.writing import SEATS, step_of, steps_of, table_of
from smashup.model.errors import SmashUpError
from smashup.players import make_player
from smashup.players.judge import chance, present
from smashup.players.planning import Planner

ASKED = ("greedy-1", "tuned-1", "tuned", "random")
PLAYERS = ("greedy-1", "greedy-1", "tuned-1")
TABLES = (2, 2, 3, 4)
LOOKED_AT = 0.5  # of the moments
PLANS = 2  # worlds on which a plan is made
MATTERS = 0.12  # a difference of chances that is looked into
FIRST_TRIES = 8  # worlds
PROMISING = 0.35  # what must be between two answers after those


@dataclass(frozen=True)
class Found:
    """A position that may be worth keeping: its fields, and how often which answer won."""

    document: dict[str, Any]
    wins: dict[str, tuple[float, int]]
    answered: dict[str, list[str]]  # by which bots


def search(seed: int) -> Iterator[Found]:
    """Plays one game, and gives what was found in it."""
    rng = random.Random(seed)
    players = rng.choice(TABLES)
    game = Game.new("random", players=players, seed=seed)
    bots = [make_player(rng.choice(PLAYERS), seed_of(seed, seat)) for seat in range(players)]
    start, turn = game.copy(), 0
    while goes_on(game):
        decision = game.decision
        assert decision is not None
        if decision.kind == "play" and game.turn_number != turn:
            start, turn = game.copy(), game.turn_number
        if turn == game.turn_number and rng.random() < LOOKED_AT:
            found = look(start, game, rng)
            if found is not None:
                yield found
        seat = decision.seat
        game.decide(bots[seat].choose(game.observe(seat), decision))


def look(start: Game, game: Game, rng: random.Random) -> Found | None:
    """What there is to find at a moment of a turn, whose first question `start` stands at."""
    said = _answers(game, rng)
    if len(said) < 2 or not _seems_to_matter(game, list(said.values()), rng):
        return None
    answered: dict[str, list[str]] = {}
    try:
        for bot, answer in said.items():
            answered.setdefault(step_of(game, answer), []).append(bot)
        steps = steps_of(start, game.answers[len(start.answers) :])
        name = f"{'+'.join(game.factions[game.turn])}, turn {game.turn_number}"
        document = {"name": name, "why": "?", **table_of(start), "steps": steps}
        document |= {"best": list(answered), "foolish": list(answered)}
        position = position_of(document)
        if len(answered) < 2 or not _is_same(position, game):
            return None
        wins = _tried(position, list(answered))
    except SmashUpError:
        return None  # it cannot be laid out: something lasts that no file says
    return Found(document, wins, answered) if wins else None


def _answers(game: Game, rng: random.Random) -> dict[str, int]:
    """What the bots answer, by their names."""
    decision = game.decision
    assert decision is not None
    if len(decision.options) < 2:
        return {}
    seen = game.observe(decision.seat)
    return {bot: make_player(bot, rng.getrandbits(32)).choose(seen, decision) for bot in ASKED}


def _seems_to_matter(game: Game, answers: list[int], rng: random.Random) -> bool:
    """Whether plans that begin with these answers differ much."""
    decision = game.decision
    assert decision is not None
    seen, seat, some = game.observe(decision.seat), decision.seat, sorted(set(answers))
    planner = Planner(rng, present())
    plans = [planner.plan(seen.determinize(rng), seat, some) for _ in range(PLANS)]
    chances = [sum(chance(plan[answer]) for plan in plans) / PLANS for answer in some]
    return max(chances) - min(chances) >= MATTERS


def _is_same(position: Position, game: Game) -> bool:
    """Whether the table laid out asks what is asked in the game."""
    decision = game.decision
    assert decision is not None
    names = SEATS[: game.players]
    laid = sorted(position.label(index) for index in range(len(position.decision.options)))
    return laid == sorted(label_of(game, option, names) for option in decision.options)


def _tried(position: Position, steps: list[str]) -> dict[str, tuple[float, int]]:
    """How often each answer won; nothing where they do not differ much."""
    indexes = {step: min(position.options_of(step)) for step in steps}
    rollouts = Rollouts(position)
    for worlds in (FIRST_TRIES, FEWEST):
        rollouts.more(indexes.values(), worlds)
        won = [rollouts.rate(index).win_rate for index in indexes.values()]
        if max(won) - min(won) < PROMISING:
            return {}
    rates = {step: rollouts.rate(index) for step, index in indexes.items()}
    return {step: (rate.wins, rate.games) for step, rate in rates.items()}
