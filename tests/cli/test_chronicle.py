"""The chronicle: every kind of event in words, and hidden cards hidden."""

import doctest
import random

import pytest

import smashup.chronicle
import smashup.replay
import smashup.terminal.seats
from smashup import Event, Game
from smashup.chronicle import SENTENCES, Chronicle
from smashup.model import event as kinds

#: Kinds of event that say by a word what it was.
WORDS = {kinds.PLACED: "top of deck", kinds.PHASE: "play", kinds.PROTECTED: "destroy"}
KINDS = sorted(v for k, v in vars(kinds).items() if k.isupper() and isinstance(v, str))


@pytest.fixture(scope="module")
def game() -> Game:
    """A whole game of three."""
    game = Game.new("random", players=3, seed=11)
    rng = random.Random(11)
    while not game.over:
        game.decide(rng.randrange(len(game.decision.options)))
    return game


def test_every_kind_has_its_sentence():
    assert sorted(SENTENCES) == KINDS


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("reader", [0, 1, None])
def test_every_kind_is_told_to_everyone(game, kind, reader):
    event = Event(kind, seat=0, card=3, place=game.bases[0].place, by=5, amount=1, cards=(4,))
    event.word = WORDS.get(kind, "")
    event.controller = event.owner = 0
    sentence = Chronicle(game, reader).sentence(event)
    assert sentence[0].isupper() or sentence[0].isdigit()
    assert sentence.endswith(".")


def test_what_was_drawn_is_told_to_nobody_else(game):
    drawn = next(e for e in game.log if e.kind == kinds.DRAWN and e.amount == 2)
    names = [game.name(card) for card in drawn.cards]
    own = Chronicle(game, drawn.seat).sentence(drawn)
    assert own == f"You draw {' and '.join(names)}."
    for reader in {0, 1, 2, None} - {drawn.seat}:
        told = Chronicle(game, reader).sentence(drawn)
        assert told == f"Player {drawn.seat + 1} draws 2 cards."


def test_who_draws_the_very_card_that_made_them_draw_tells_nobody_so(game):
    drawn = Event(kinds.DRAWN, seat=0, card=3, by=3, amount=1)
    drawn.audience = 0b001
    assert Chronicle(game, 0).sentence(drawn) == f"You draw {game.name(3)}."
    assert Chronicle(game, 1).sentence(drawn) == f"Player 1 draws a card ({game.name(3)})."


def test_a_look_at_a_hand_is_told_without_the_cards(game):
    name = game.name(3)
    other = next(card for card in range(3, 99) if game.name(card) != name)
    event = Event(kinds.CARDS_SEEN, seat=1, cards=(3, other), amount=2, by_seat=0, word="look")
    event.audience = 0b001
    names = f"{name} and {game.name(other)}"
    assert Chronicle(game, 0).sentence(event) == f"You look at two of Player 2's cards: {names}."
    assert Chronicle(game, 1).sentence(event) == "Player 1 looks at two of your cards."
    assert Chronicle(game, 2).sentence(event) == "Player 1 looks at two of Player 2's cards."


def test_copies_are_counted_and_small_numbers_said(game):
    event = Event(kinds.DISCARDED, seat=0, cards=(3, 3, 3), amount=3)
    assert Chronicle(game, 0).sentence(event) == f"You discard {game.name(3)} ×3."
    assert str(Chronicle(game, 0).counters(2)) == "two +1 power counters"
    assert str(Chronicle(game, 0).counters(7)) == "7 +1 power counters"


def test_a_name_that_begins_with_an_article_has_none_before_it(game):
    burst = next(card for card, name in named(game) if name.startswith("The "))
    event = Event(kinds.COUNTERS, card=burst, amount=1)
    event.controller = 1
    told = f"{game.name(burst)} ({{}}) gets a +1 power counter."
    assert Chronicle(game, 1).sentence(event) == told.format("you")
    assert Chronicle(game, 0).sentence(event) == told.format("Player 2")


def named(game):
    """Every card of a game with its name."""
    return [(card, game.name(card)) for card in range(len(game.columns.zone))]


def test_the_whole_game_is_told_with_the_bases_of_the_time(game):
    scored = [e for e in game.log if e.kind == kinds.BASE_LEFT]
    assert scored
    chronicle = Chronicle(game, None, ["Ann", "Bo", "Cy"])
    told = {id(event): sentence for event, sentence in chronicle.tell()}
    assert "a base" not in " ".join(told.values())
    for event in scored:
        assert told[id(event)] == f"{game.name(event.card)} leaves play."
    winner = ["Ann", "Bo", "Cy"][game.winners[0]]
    assert told[id(game.log[-1])] == f"{winner} wins the game."


def test_highlights_leave_out_what_is_said_in_passing(game):
    everything = list(Chronicle(game, 0).tell())
    highlights = list(Chronicle(game, 0).highlights())
    assert 0 < len(highlights) < len(everything)
    assert not any(event.kind == kinds.PHASE for event, _ in highlights)
    assert [e for e, _ in Chronicle(game, 0).tell(since=10)] == game.log[10:]


@pytest.mark.parametrize("module", [smashup.chronicle, smashup.replay, smashup.terminal.seats])
def test_the_examples_in_the_docs_run(module):
    assert doctest.testmod(module).failed == 0
