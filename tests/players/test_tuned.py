"""The level tuned: whole games with anybody, the same for the same seed, no look at what is hidden.

(What holds for all levels is in `test_players.py`.)
"""

import random

import pytest

from smashup import Game
from smashup.players import make_player
from smashup.players.foresight import Patience
from smashup.players.judge import log_odds, present
from smashup.players.planning import QUICK, Effort
from smashup.players.standing import PRESENT
from smashup.players.tuned import PATIENCE, TunedPlayer

SMALL = Effort(worlds=1, plays=2, beam=1)  # every part of thinking, a little of it


def play_out(game: Game) -> Game:
    players = [TunedPlayer(seat, effort=QUICK) for seat in range(game.players)]
    while (decision := game.decision) is not None:
        game.decide(players[decision.seat].choose(game.observe(decision.seat), decision))
        assert game.turn_number < 300
    return game


@pytest.mark.parametrize(
    ("players", "edition"), [(2, "oops"), (3, "core"), (4, "what_were_we_thinking")]
)
def test_it_plays_whole_games_from_the_draft_on(players: int, edition: str) -> None:
    game = play_out(Game.new("draft", players=players, seed=7, edition=edition))
    assert game.winners


def test_it_drafts_the_factions_that_did_best() -> None:
    game = Game.new("draft", players=2, seed=7)
    assert game.decision is not None
    seat = game.decision.seat
    choice = make_player("tuned", seed=1).choose(game.observe(seat), game.decision)
    best = max(PRESENT.factions, key=lambda name: PRESENT.factions[name])
    assert game.decision.options[choice].word == best


def test_the_same_seed_gives_the_same_answers() -> None:
    games = [Game.new("random", players=2, seed=3) for _ in range(2)]
    for game in games:
        players = [TunedPlayer(seat, effort=SMALL) for seat in range(2)]
        for _ in range(40):
            decision = game.decision
            assert decision is not None
            game.decide(players[decision.seat].choose(game.observe(decision.seat), decision))
    assert games[0].digest() == games[1].digest()


@pytest.mark.parametrize("seed", range(4))
def test_it_answers_alike_where_only_the_unknown_differs(seed: int) -> None:
    game = Game.new("random", players=2 + seed % 3, seed=seed)
    rng = random.Random(seed)
    differing = 0
    for step in range(12):
        decision = game.decision
        assert decision is not None
        view = game.observe(decision.seat)
        other = view.determinize(random.Random(step))
        assert other.decision is not None
        differing += other.rules.s.defn != game.rules.s.defn
        mine = TunedPlayer(step, effort=SMALL).choose(view, decision)
        same = TunedPlayer(step, effort=SMALL).choose(other.observe(decision.seat), other.decision)
        assert mine == same
        for _ in range(3):
            assert game.decision is not None
            game.decide(rng.randrange(len(game.decision.options)))
    assert differing > 8


def test_it_ends_a_turn_that_cards_would_let_go_on_for_ever() -> None:
    patience = Patience(PATIENCE)
    assert not any(patience.is_over(turn=1) for _ in range(PATIENCE))
    assert patience.is_over(turn=1)
    assert not patience.is_over(turn=2)


def test_points_are_worth_more_than_none_and_what_one_gains_the_other_loses() -> None:
    game = Game.new("random", players=2, seed=3)
    before, theirs = log_odds(present(), [game], 0) + log_odds(present(), [game], 1)
    assert before == pytest.approx(-theirs, abs=1e-5)
    game.rules.s.vp[0] += 1
    assert log_odds(present(), [game], 0)[0] > before
