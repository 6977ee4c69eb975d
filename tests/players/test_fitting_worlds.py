"""Worlds that explain what the others held back."""

from __future__ import annotations

import random
from collections.abc import Iterable

from smashup.engine.game import Game
from smashup.model.ids import Seat
from smashup.players import GreedyPlayer
from smashup.players.worlds import DoubtedHand, Worlds, signs

FACTIONS = [("Robots", "Zombies"), ("Aliens", "Dinosaurs"), ("Ninjas", "Pirates")]
DEALS = 200


def game_of(players: int, turns: int, seed: int = 3) -> Game:
    """A game between greedy players at the first question of a turn."""
    game = Game.new(FACTIONS[:players], seed=seed, first=0)
    bots = [GreedyPlayer(seat) for seat in range(players)]
    while game.turn_number <= turns:
        assert game.decision is not None
        seat = game.decision.seat
        game.decide(bots[seat].choose(game.observe(seat), game.decision))
    return game


def passed(times: int) -> Game:
    """A game whose first so many turns were ended without a play."""
    game = Game.new(FACTIONS[:2], seed=5, first=0)
    while game.turn_number <= times:
        assert game.decision is not None
        game.decide(len(game.decision.options) - 1)
    return game


def test_what_was_held_back_is_what_was_there_to_be_played() -> None:
    game = game_of(2, 1)
    (held,) = game.observe(game.turn).held_back()
    hand = game.columns.hands[held.seat]
    assert held.seat == 1 - game.turn
    assert held.cards == hand[:-2], "two were drawn since"
    assert held.played and set(held.played).isdisjoint(hand)


def test_at_a_table_of_three_the_last_turn_of_both_others_is_told() -> None:
    game = game_of(3, 6)
    me = game.turn
    told = {held.seat: held for held in game.observe(me).held_back()}
    assert set(told) == set(game.seats) - {me}
    assert {held.seat for held in game.observe(None).held_back()} == set(game.seats)


def test_nothing_is_told_of_a_turn_that_nobody_saw() -> None:
    assert Game.new(FACTIONS[:2], seed=5, first=0).observe(Seat(0)).held_back() == []
    assert game_of(2, 4).copy().observe(Seat(0)).held_back() == []


def test_signs_of_what_was_held_back() -> None:
    game = passed(1)
    (held,) = game.observe(Seat(1)).held_back()
    defn = game.columns.defn
    minion, action = (
        next(c for c in game.columns.decks[0] if game.card(c).type == kind)
        for kind in ("minion", "action")
    )
    assert held.played == []
    assert signs(defn, held._replace(cards=[minion])) == [True, False, False]
    assert signs(defn, held._replace(cards=[action])) == [False, True, False]
    minions = [c for c in game.columns.decks[0] if game.card(c).type == "minion"]
    weakest, *_, strongest = sorted(minions, key=lambda card: game.card(card).power)
    assert signs(defn, held._replace(cards=[strongest], played=[weakest]))[2]
    assert not signs(defn, held._replace(cards=[weakest], played=[strongest]))[2]


def test_who_played_no_minion_seldom_has_one() -> None:
    seen = passed(1).observe(Seat(1))
    (held,) = seen.held_back()
    rng = random.Random(1)
    worlds = Worlds(seen, rng)

    def explained(dealt: Iterable[Game]) -> int:
        return sum(not signs(world.columns.defn, held)[0] for world in dealt)

    fitting = explained(worlds.deal() for _ in range(DEALS))
    assert fitting > 3 * explained(seen.determinize(rng) for _ in range(DEALS))


def test_what_nothing_explains_is_taken_as_it_comes() -> None:
    """However unlikely all worlds are, one is dealt, and it has the cards there are."""
    game = passed(1)
    seen = game.observe(Seat(1))
    (held,) = seen.held_back()
    impossible = DoubtedHand(held, reluctance=(1000.0, 1000.0, 1000.0))
    world = seen.determinize(random.Random(1), doubts=[impossible])
    assert sorted(world.columns.defn) == sorted(game.columns.defn)
    assert world.columns.hands == game.columns.hands
