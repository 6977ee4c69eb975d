"""`smashup cards`: look cards up."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from smashup.commands.options import PackOption

if TYPE_CHECKING:
    from smashup.model.card import Card


def cards_command(
    words: Annotated[
        list[str] | None,
        typer.Argument(help="Words of the name, faction or text; all must fit.", metavar="[WORDS]"),
    ] = None,
    faction: Annotated[str | None, typer.Option(help="Only cards of this faction.")] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="One row for each card and base, as JSON.")
    ] = False,
    packs: PackOption = None,
) -> None:
    """Search cards and bases, and show their words and rulings.

    Exits 1 if nothing fits.

    Examples:

    - `smashup cards king rex`
    - `smashup cards destroy --faction Ninjas`
    - `smashup cards --json`
    """
    found = _search(words or [], faction)
    if as_json:
        typer.echo(json.dumps([_row(card) for card in found], ensure_ascii=False, indent=1))
    elif found:
        _show(found)
    else:
        typer.echo(f"No card fits {' '.join(words or [])!r}.", err=True)
    if not found:
        raise typer.Exit(1)


def _search(words: list[str], faction: str | None) -> list[Card]:
    from smashup.cards import CARDS, find_faction

    only = None if faction is None else find_faction(faction).name
    wanted = [word.casefold() for phrase in words for word in phrase.split()]
    return [
        card
        for card in CARDS
        if only in (None, card.faction)
        and all(word in f"{card.name} {card.faction} {card.text}".casefold() for word in wanted)
    ]


def _row(card: Card) -> dict[str, Any]:
    """A card as plain data; null where a card of its type has no such thing."""
    is_base = card.type == "base"
    return {
        "name": card.name,
        "faction": card.faction,
        "set": card.set,
        "type": card.type,
        "copies": None if is_base else card.copies,
        "power": card.power if card.type == "minion" else None,
        "breakpoint": card.breakpoint if is_base else None,
        "vp": list(card.vp) if is_base else None,
        "text": card.text,
        "rulings": list(card.rulings),
    }


def _show(found: list[Card]) -> None:
    from rich.console import Console

    from smashup.terminal.words import full_card

    console = Console(highlight=False)
    for card in found:
        console.print(full_card(card), "")
