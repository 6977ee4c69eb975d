"""Options in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from smashup.engine.plays import Payment
from smashup.model.decision import Option
from smashup.model.state import BURIED, DECK, DISCARD, EVERYONE, HAND

if TYPE_CHECKING:
    from smashup.engine.game import Game


def label(game: Game, option: Option) -> str:
    """What an option says, in the words of scenario steps: `play Zapbot at Tortuga`."""
    if option.verb == "play":
        return _play(game, option)
    if option.verb == "use" and option.card < 0:
        return option.word
    if option.verb == "use":
        return f"use {game.name(option.card)}{_whereabouts(game, option.card)}"
    if option.verb in ("choose", "order"):
        return _thing(game, option)
    if option.verb == "pass":
        return option.word or "pass"
    return option.verb


def _play(game: Game, option: Option) -> str:
    words = f"play {_name(game, option.card)}"
    zone = game.columns.zone[option.card]
    if zone == DISCARD:
        words += " from discard"
    if option.host >= 0:
        words += f" on {game.name(option.host)}{_whereabouts(game, option.host)}"
    elif option.place >= 0:
        words += f" at {game.base_card(option.place).name}"
    payment = option.via
    if isinstance(payment, Payment) and payment.named and payment.permission is not None:
        giver = payment.instead if payment.instead >= 0 else payment.permission.source
        words += f" using {_giver(game, giver)}"
        if game.card(option.card).also_action:
            words += f" as {payment.permission.type}"
    return words


def _giver(game: Game, source: int) -> str:
    if source < 0:
        return "the free play"
    # Its giver may have been shuffled into a deck since.
    return game.name(source) if game.columns.known[source] == EVERYONE else "an extra play"


def _thing(game: Game, option: Option) -> str:
    if option.word:
        return option.word
    if option.card >= 0:
        return f"{_name(game, option.card)}{_whereabouts(game, option.card)}"
    if option.place >= 0:
        return game.base_card(option.place).name
    return f"player {option.seat + 1}"


def is_face_down(game: Game, card: int) -> bool:
    """Whether it is buried and the player who is asked cannot know which card it is."""
    asked = game.decision
    return (
        asked is not None
        and game.columns.zone[card] == BURIED
        and not game.columns.known[card] >> asked.seat & 1
    )


def _name(game: Game, card: int) -> str:
    """Its name; in a hand or deck also whose it is, where it is not its holder's (SETUP-2)."""
    if is_face_down(game, card):
        return "a buried card"
    s = game.columns
    elsewhere = s.zone[card] in (HAND, DECK) and s.owner[card] != s.controller[card]
    return game.name(card) + (f" of player {s.owner[card] + 1}" if elsewhere else "")


def _whereabouts(game: Game, card: int) -> str:
    """Where a card lies and whose it is, as far as a reader needs it."""
    s = game.columns
    if game.is_base(card):
        return ""
    if s.zone[card] in (HAND, DISCARD):
        return f" ({'hand' if s.zone[card] == HAND else 'discard pile'})"
    place = s.place[card]
    if place in s.places:
        return f" (player {s.controller[card] + 1}, {game.base_card(place).name})"
    return ""
