"""Plays and options in words, as a person at the table would say them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from smashup.chronicle import in_words
from smashup.engine.game import Game
from smashup.engine.words import is_face_down
from smashup.model.card import ACTION, BASE, MINION, Card
from smashup.model.decision import Option
from smashup.model.state import DISCARD, EVERYONE, Permission


def kind_of(card: Card) -> str:
    """What a card is: `minion 3`, `action on a minion`, `base 23`."""
    if card.type == MINION:
        return f"minion {card.power}"
    if card.type == BASE:
        return f"base {card.breakpoint}"
    return {"base": "action on a base", "minion": "action on a minion"}.get(card.plays_on, ACTION)


def plays_left(game: Game) -> str:
    """What the current player may still play, in words."""
    plays = [play_words(game, permission) for permission in game.columns.permissions]
    return in_words(plays) if plays else "nothing"


def play_words(game: Game, p: Permission) -> str:
    """One play that the current player has, with its limits, as everybody knows it."""
    if p.source < 0:
        return f"{_a(p.type)} {p.type}"
    words = p.name or _open_name(game, p.card) or p.type
    limits = [
        f" of power {p.power_at_most} or less" if p.power_at_most >= 0 else "",
        f" at {game.base_card(p.place).name}" if p.place in game.columns.places else "",
        " where you have no minion" if p.unoccupied else "",
        f" (power {game.columns.budgets[p.budget]} in all)" if p.budget >= 0 else "",
        " from the discard pile" if p.zone == DISCARD else "",
    ]
    giver = _open_name(game, p.source)
    return f"an extra {words}{''.join(limits)}{f' ({giver})' if giver else ''}"


def _open_name(game: Game, card: int) -> str:
    """A card's name if everybody knows which card it is."""
    return game.name(card) if card >= 0 and game.columns.known[card] == EVERYONE else ""


def _a(word: str) -> str:
    return "an" if word[0] in "aeiou" else "a"


def option_labels(
    game: Game, options: Iterable[Option], names: Sequence[str], viewer: int | None
) -> list[str]:
    """Every option in words, no two alike."""
    labels = [_label(game, option, names, viewer) for option in options]
    seen: dict[str, int] = {}
    numbered: list[str] = []
    for label in labels:
        seen[label] = seen.get(label, 0) + 1
        numbered.append(f"{label} #{seen[label]}" if labels.count(label) > 1 else label)
    return numbered


def _label(game: Game, option: Option, names: Sequence[str], viewer: int | None) -> str:
    """The engine's words for an option, with names for players and the numbers that matter."""

    def name(match: re.Match[str]) -> str:
        seat = int(match[1]) - 1
        return "you" if seat == viewer else names[seat]

    words = re.sub(r"player (\d)", name, game.label(option))
    if option.verb == "end":
        return "end: play no more cards this turn"
    return words + _numbers_of(game, option)


def _numbers_of(game: Game, option: Option) -> str:
    """The numbers of what an option points at: how full a base is, how strong a minion."""
    if option.host >= 0:
        return _strength(game, option.host)
    if option.place in game.columns.places:
        return f", {game.total_power(option.place)} of {game.breakpoint(option.place)}"
    if option.card < 0 or option.word or option.verb != "choose":
        return ""
    if is_face_down(game, option.card):
        return ""
    if game.is_minion(option.card):
        return _strength(game, option.card)
    return f", {kind_of(game.card(option.card))}"


def _strength(game: Game, minion: int) -> str:
    actions = game.actions_on(minion)
    return f", power {game.power(minion)}" + (
        f", with {', '.join(map(game.name, actions))}" if actions else ""
    )
