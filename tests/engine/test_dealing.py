"""The cards are dealt from shuffled decks (SETUP-4, SETUP-5)."""

import pytest

from smashup import Game
from smashup.cards import FACTIONS

PAIRS = [["Aliens", "Robots"], ["Ninjas", "Zombies"]]


def dealt(seed: int, seat: int) -> list[str]:
    """A player's cards: what is left of the deck, from the bottom, and what was drawn."""
    game = Game.new(PAIRS, seed=seed, edition="core", first=0)
    cards = (*game.deck(seat), *game.hand(seat), *game.discard_pile(seat))
    return [game.name(card) for card in cards]


@pytest.mark.rules("SETUP-4")
@pytest.mark.parametrize("seat", [0, 1])
def test_decks_are_shuffled_by_the_seed(seat: int) -> None:
    printed = [
        card.name
        for name in PAIRS[seat]
        for card in FACTIONS[name].cards
        for _ in range(card.copies)
    ]
    orders = [dealt(seed, seat) for seed in (1, 2)]
    assert [sorted(order) for order in orders] == [sorted(printed)] * 2
    assert orders[0] != orders[1]
    assert printed not in orders


@pytest.mark.rules("SETUP-5")
def test_the_base_deck_is_shuffled_by_the_seed() -> None:
    rows = [[game.base_card(p).name for p in game.rules.bases()] for game in _games(6)]
    assert len({tuple(row) for row in rows}) == 6


def _games(count: int) -> list[Game]:
    return [Game.new(PAIRS, seed=seed, first=0) for seed in range(count)]
