"""Cards in words and styles, as the terminal shows them."""

from __future__ import annotations

from rich.text import Text

from smashup.model.card import BASE, MINION, Card
from smashup.packs import pack_of
from smashup.view.phrases import kind_of


def full_card(card: Card) -> Text:
    """All there is to read about a card: numbers, words and rulings."""
    text = Text()
    text.append(card.name, style="bold")
    text.append(f"  {_numbers(card)}\n", style="dim")
    text.append(card.text)
    for ruling in card.rulings:
        text.append(f"\n  · {ruling}", style="italic")
    return text


def _numbers(card: Card) -> str:
    where = f"{card.faction}, {pack_of(card.faction).title}"
    if card.type == BASE:
        return f"base, breakpoint {card.breakpoint}, VP {vp(card)} · {where}"
    kind = f"minion, power {card.power}" if card.type == MINION else kind_of(card)
    return f"{kind}{f', {card.copies} in the deck' if card.copies > 1 else ''} · {where}"


def vp(base: Card) -> str:
    return "/".join(map(str, base.vp))
