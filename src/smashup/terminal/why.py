"""Why: what a power or a breakpoint is made of, and why a card cannot be played now."""

from __future__ import annotations

from collections.abc import Iterator

from smashup.engine.game import Game
from smashup.engine.powers import Part
from smashup.model.ids import Seat
from smashup.terminal.menu import one_of_each
from smashup.terminal.screen import holds, words_of


def reasons(game: Game, seat: Seat, about: str) -> list[str]:
    """Lines that explain the table and the player's hand; `about` narrows them to a name."""
    wanted = words_of(about)
    lines = [*_bases(game, wanted), *_minions(game, wanted), *_hand(game, seat, wanted)]
    if lines:
        return lines
    if wanted:
        return [f"Nothing on the table or in your hand is called {about!r}."]
    return ["Every number is as printed, and every card in your hand can be played."]


def _bases(game: Game, wanted: list[str]) -> Iterator[str]:
    for base in game.bases:
        parts = game.why(base.card)
        if holds(base.name, wanted) if wanted else len(parts) > 1:
            numbers = f"breakpoint {_sum(parts, base.breakpoint)}; power there {base.total}"
            yield f"{base.name}: {numbers}."


def _minions(game: Game, wanted: list[str]) -> Iterator[str]:
    for minion in game.minions():
        parts = game.why(minion)
        if holds(game.name(minion), wanted) if wanted else len(parts) > 1:
            where = game.base_card(game.place(minion)).name
            yield f"{game.name(minion)} at {where}: power {_sum(parts, game.power(minion))}."


def _hand(game: Game, seat: Seat, wanted: list[str]) -> Iterator[str]:
    for card in one_of_each(game, game.hand(seat)):
        if wanted and not holds(game.name(card), wanted):
            continue
        found = game.why_not(seat, card)
        for reason in found:
            yield f"{game.name(card)} cannot be played now: {reason.words} ({reason.rule})"
        if wanted and not found:
            yield f"{game.name(card)} can be played now."


def _sum(parts: list[Part], total: int) -> str:
    """`5 = 3 printed + 2 Howl`."""
    first, *rest = parts
    words = f"{total} = {first.amount} {first.label}"
    for part in rest:
        words += f" {'+' if part.amount >= 0 else '-'} {abs(part.amount)} {part.label}"
    return words
