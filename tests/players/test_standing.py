"""Standings and chances: they add up, they know who is ahead, and they speak of every seat."""

import random

import pytest

from smashup import Game
from smashup.players.standing import FEATURES, PRESENT, chances, features, softmax, standings


def moments(players: int, seed: int, every: int = 7) -> list[Game]:
    """Copies of a random game at some of its decisions."""
    game = Game.new("random", players=players, seed=seed)
    rng = random.Random(seed)
    found: list[Game] = []
    while game.decision is not None:
        if len(game.answers) % every == 0:
            found.append(game.copy())
        game.decide(rng.randrange(len(game.decision.options)))
    return [*found, game.copy()]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_chances_add_up_to_one_at_any_moment(players: int) -> None:
    for game in moments(players, seed=players):
        said = chances(game)
        assert len(said) == players
        assert sum(said) == pytest.approx(1)
        assert min(said) >= 0


@pytest.mark.parametrize("players", [2, 3, 4])
def test_one_more_victory_point_never_lowers_a_chance(players: int) -> None:
    for game in moments(players, seed=10 + players)[:-1]:
        for seat in range(players):
            before = chances(game)[seat]
            game.rules.s.vp[seat] += 1
            assert chances(game)[seat] >= before
            game.rules.s.vp[seat] -= 1


def test_the_end_is_known_exactly() -> None:
    game = moments(2, seed=4)[-1]
    assert game.over
    (winner,) = game.winners
    assert chances(game)[winner] == 1
    assert chances(game)[1 - winner] == 0


def test_a_shared_win_is_shared() -> None:
    game = moments(3, seed=4)[-1]
    game.rules.s.winners = (0, 2)
    assert chances(game) == [0.5, 0, 0.5]


def test_who_leads_at_a_base_that_will_score_stands_better() -> None:
    game = Game.new([["Robots", "Dinosaurs"], ["Ninjas", "Zombies"]], seed=3, first=0)
    before = standings(game)
    minion = next(c for c in game.hand(0) if game.is_minion(c))
    assert game.decision is not None
    play = next(o for o in game.decision.options if o.card == minion and o.verb == "play")
    game.decide(play)
    after = dict(zip(FEATURES, features(game)[0], strict=True))
    assert after["power"] > 0
    assert after["likely"] > 0
    assert standings(game)[0] - before[0] > standings(game)[1] - before[1]


def test_strong_factions_count_until_somebody_has_nearly_won() -> None:
    names = sorted(PRESENT.factions, key=lambda name: PRESENT.factions[name])
    game = Game.new([names[:2], names[-2:]], seed=1)
    assert PRESENT.promise(names[:2], most_vp=0) < PRESENT.promise(names[-2:], most_vp=0)
    assert PRESENT.promise(names[-2:], most_vp=15) == 0
    assert len(features(game)[0]) == len(FEATURES)


def test_the_draft_has_even_chances() -> None:
    game = Game.new("draft", players=4, seed=2)
    assert chances(game) == [0.25] * 4


def test_softmax_does_not_overflow() -> None:
    assert softmax([2000.0, 0.0]) == [1.0, 0.0]
