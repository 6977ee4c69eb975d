"""The bots: legal answers, the same for the same seed; for hidden cards see test_no_peeking."""

import random

from smashup import Game
from smashup.lab.simulate import Plan, play_one
from smashup.players import make_player
from smashup.players.evaluation import evaluate
from smashup.players.greedy import PATIENCE


def play(game: Game, answers: int, seed: int) -> None:
    """Plays on at random."""
    rng = random.Random(seed)
    for _ in range(answers):
        if game.decision is None:
            return
        game.decide(rng.randrange(len(game.decision.options)))


def test_the_same_seed_gives_the_same_game(every_level: str) -> None:
    plan = Plan((every_level, "random", every_level), games=1, seed=5)
    assert play_one(plan, 0) == play_one(plan, 0)


def test_choosing_does_not_touch_the_game(every_level: str) -> None:
    game = Game.new("random", players=2, seed=8)
    player = make_player(every_level, seed=1)
    for _ in range(30):
        assert game.decision is not None
        before = game.digest()
        answer = player.choose(game.observe(game.decision.seat), game.decision)
        assert game.digest() == before
        game.decide(answer)


def test_greedy_ends_a_turn_that_cards_would_let_go_on_for_ever() -> None:
    """The Homeworld and a Collector that returns to hand allow endless plays."""
    game = Game.new([["Aliens", "Robots"], ["Ninjas", "Zombies"]], seed=3, first=0)
    decision = game.decision
    assert decision is not None
    assert decision.kind == "play"
    player = make_player("greedy", seed=1)
    answers = [player.choose(game.observe(0), decision) for _ in range(PATIENCE + 1)]
    end = len(decision.options) - 1
    assert answers[0] != end
    assert answers[-1] == end


def test_evaluation_is_about_the_seat_asked() -> None:
    game = Game.new("random", players=2, seed=4)
    level = evaluate(game, 0)
    game.rules.s.vp[0] += 3
    assert evaluate(game, 0) > level
    assert evaluate(game, 0) == -evaluate(game, 1)


def test_a_won_game_is_worth_most() -> None:
    game = Game.new("random", players=2, seed=4)
    play(game, 5000, seed=1)
    assert game.over
    (winner,) = game.winners
    assert evaluate(game, winner) > 0 > evaluate(game, 1 - winner)
