"""Why: what a power or a breakpoint is made of, and why a card cannot be played now."""

from __future__ import annotations

from collections.abc import Iterator

from smashup.engine.game import Game
from smashup.engine.strength import Part
from smashup.terminal.screen import holds, words_of


def reasons(game: Game, seat: int, about: str) -> list[str]:
    """Lines that explain the table and the player's hand; `about` narrows them to a name."""
    wanted = words_of(about)
    lines = [*_bases(game, wanted), *_minions(game, wanted), *_hand(game, seat, wanted)]
    if lines:
        return lines
    if wanted:
        return [f"Nothing on the table or in your hand is called {about!r}."]
    return ["Every number is as printed, and every card in your hand can be played."]


def _bases(game: Game, wanted: list[str]) -> Iterator[str]:
    for place in game.s.row:
        parts = game.breakpoint_parts(place)
        name = game.base_card(place).name
        if holds(name, wanted) if wanted else len(parts) > 1:
            total = game.total_power(place)
            yield f"{name}: breakpoint {_sum(parts, game.breakpoint(place))}; power there {total}."


def _minions(game: Game, wanted: list[str]) -> Iterator[str]:
    for minion in game.minions():
        parts = game.power_parts(minion)
        if holds(game.name(minion), wanted) if wanted else len(parts) > 1:
            where = game.base_card(game.place(minion)).name
            yield f"{game.name(minion)} at {where}: power {_sum(parts, game.power(minion))}."


def _hand(game: Game, seat: int, wanted: list[str]) -> Iterator[str]:
    for card in game.distinct(game.hand(seat)):
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
