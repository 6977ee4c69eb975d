"""Tables laid out for the tests of the checks."""

from collections.abc import Sequence

from smashup import Game


def play_decision(factions: Sequence[Sequence[str]], seed: int = 1) -> Game:
    """A new game at the first player's first Play Cards decision, that player being seat 0."""
    game = Game.new(factions, seed=seed, first=0)
    while game.decision is not None and game.decision.kind != "play":
        game.decide(0)
    return game


def find(game: Game, name: str, seat: int = 0) -> int:
    """A card of this name that the player has in hand or deck."""
    cards = [*game.rules.s.hands[seat], *game.rules.s.decks[seat]]
    return next(card for card in cards if game.name(card) == name)


def put(game: Game, name: str, place: int, seat: int = 0, on: str = "") -> int:
    """Puts a card of the player's in play at a base, or on their minion of this name there."""
    card = find(game, name, seat)
    minions = game.rules.s.places[place].minions
    host = next((m for m in minions if game.name(m) == on), -1) if on else -1
    game.rules.put_in_play(card, seat, place, host)
    return card


def play(game: Game, name: str) -> None:
    """Plays a card of this name of the current player, taken into the hand first, at the left."""
    seat = game.turn
    game.rules._put_in_hand(find(game, name, seat))
    game.decision = game.rules.play_decision()
    game.rules.is_copied = True  # a checkpoint here: copies know of what was put in play
    options = game.decision.options
    game.decide(next(o for o in options if o.verb == "play" and game.name(o.card) == name))
