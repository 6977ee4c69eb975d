"""What hosts and files rely on and no scenario can see."""

from __future__ import annotations

import pickle
import random
from pathlib import Path

import laid_tables

from smashup import Game
from smashup.cards import CARDS, PRINTED
from smashup.engine.rules import Rules
from smashup.model.card import NEXT_TURN, Card
from smashup.model.ids import CardId, Seat


def test_every_card_says_from_which_set_it_is() -> None:
    sets = {pack.name for pack in PRINTED}
    assert {card.set for card in CARDS} & sets == sets


def test_a_pickled_game_knows_its_answers() -> None:
    game = Game.new("random", players=2, seed=3)
    rng = random.Random(3)
    while len(game.answers) < 30:
        assert game.decision is not None
        game.decide(rng.randrange(len(game.decision.options)))
    again = pickle.loads(pickle.dumps(game))
    assert again.answers == game.answers
    assert again.replayed().digest() == game.digest()


def test_a_digest_tells_which_minion_an_action_is_attached_to(tmp_path: Path) -> None:
    table = """
players: {A: {hand: [Upgrade], deck: [Howl, Howl]}, B: {}}
bases: [{base: Tortuga, minions: [Zapbot/A, Warbot/A]}]
"""

    def attached_to(minion: str) -> str:
        return laid_tables.play(tmp_path, table, f"A: play Upgrade on {minion}").game.digest()

    assert attached_to("Zapbot") != attached_to("Warbot")


def test_a_world_that_was_lived_again_begins_with_an_empty_log() -> None:
    rng = random.Random(4)
    game = Game.new("random", players=2, seed=4)
    while len(game.answers) < 60 or (game.decision is not None and game.decision.kind == "play"):
        assert game.decision is not None
        game.decide(rng.randrange(len(game.decision.options)))
    retraced, answers = game.retraced()
    assert answers
    lived = retraced.relived(game.columns.defn[:], answers)
    assert lived is not None
    assert lived.log == []


def test_who_says_whose_turn_is_next_is_asked() -> None:
    card = Card("Long Day", "action", "Testers", "Tests", "Another turn.", ())

    @card.says_who_is_next
    def _(g: Rules, me: CardId, seat: Seat) -> Seat:
        return seat

    assert card.mask == 1 << NEXT_TURN


def test_awards_are_told_for_all_seats_as_cards_change_them(tmp_path: Path) -> None:
    table = """
players: {A: {}, B: {}}
bases: [{base: The Grey Opal, minions: [Great Wyrm/A]}, {base: Tortuga}]
"""
    game = laid_tables.play(tmp_path, table).game
    opal, tortuga = game.columns.row
    assert game.awards(opal) == [[3, 1, 1], [2, 0, 0]]
    assert game.awards(tortuga) == [[4, 3, 2], [4, 3, 2]]
