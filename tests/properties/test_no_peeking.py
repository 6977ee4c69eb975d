"""Bots cannot know more than their seat: two games that differ only in that get equal answers."""

import random
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path

from smashup import Game
from smashup.cards.registry import FACTIONS
from smashup.players import Player, make_player

PEEKING = f"{Path(__file__).parents[1] / 'players' / 'bots.py'}:Peeking"
TABLES = (2, 3, 4) * 3  # that many games, dealt from all factions in turn: each is played twice
EVERY = 11  # how many answers are given between two positions
POSITIONS = 8  # in each game


def games() -> Iterator[Game]:
    """Games of two to four in which every faction is played."""
    names = list(FACTIONS)
    random.Random(1).shuffle(names)
    dealt = cycle(names)
    for number, players in enumerate(TABLES):
        pairs = [list(islice(dealt, 2)) for _ in range(players)]
        yield Game.new(pairs, seed=number)


def positions(game: Game) -> Iterator[Game]:
    """The game at several moments, played on at random between them."""
    rng = random.Random(game.digest())
    for _ in range(POSITIONS):
        for _ in range(EVERY):
            if game.decision is None:
                return
            game.decide(rng.randrange(len(game.decision.options)))
        if not game.over:
            yield game


def answers(game: Game, twin: Game, bots: tuple[Player, Player]) -> tuple[int, int]:
    """What two bots, equal so far, answer in two games."""
    assert game.decision is not None and twin.decision is not None
    seat = game.decision.seat
    mine, other = bots
    return (
        mine.choose(game.observe(seat), game.decision),
        other.choose(twin.observe(seat), twin.decision),
    )


def compare(game: Game, bots: list[tuple[Player, Player]]) -> Iterator[tuple[int, int, bool]]:
    """The answers at every moment, and whether there was anything that could not be known."""
    for number, position in enumerate(positions(game)):
        assert position.decision is not None
        seat = position.decision.seat
        twin = position.observe(seat).determinize(random.Random(number))
        assert twin.observe(seat) == position.observe(seat)
        yield *answers(position, twin, bots[seat]), twin.rules.s.defn != position.rules.s.defn


def pairs_of(spec: str, seats: int) -> list[tuple[Player, Player]]:
    """For each seat two bots that are equal."""
    return [(make_player(spec, seat), make_player(spec, seat)) for seat in range(seats)]


def test_a_bot_answers_alike_where_only_the_unknown_differs(every_level: str) -> None:
    """Each seat has one bot for all its positions: what it remembers gives nothing away either."""
    differing = 0
    for game in games():
        for mine, other, differ in compare(game, pairs_of(every_level, game.players)):
            assert mine == other, (
                f"{every_level} peeks: {game.setup}, after {len(game.answers)} answers"
            )
            differing += differ
    assert differing > 0.9 * len(TABLES) * POSITIONS


def test_a_bot_that_peeks_is_found() -> None:
    found = 0
    for game in games():
        peeking = pairs_of(PEEKING, game.players)
        found += sum(mine != other for mine, other, _ in compare(game, peeking))
    assert found > 20
