"""Every card and base that exists, by number and by name. Faction files are listed in `cards`."""

from __future__ import annotations

from zlib import crc32

from smashup.model.card import Card, Faction
from smashup.model.errors import BadSetup, nearest

CARDS: list[Card] = []  # by definition number: the players' cards and the bases
FACTIONS: dict[str, Faction] = {}
_BY_NAME: dict[str, Card] = {}


def register(faction: Faction) -> None:
    """Adds a faction's cards and bases to the box."""
    FACTIONS[faction.name] = faction
    for card in (*faction.cards, *faction.bases):
        card.index = len(CARDS)
        CARDS.append(card)
        _BY_NAME[card.name.lower()] = card
        _BY_NAME[f"{faction.name}/{card.name}".lower()] = card


def faction_number(name: str) -> int:
    """A number for each faction, whatever else is in the box, for a card to remember one by."""
    return crc32(name.encode())


def find_card(name: str) -> Card:
    """The card or base of this name (any case, or `Faction/Card`); `BadSetup` if there is none."""
    card = _BY_NAME.get(name.lower())
    if card is None:
        known = nearest(name, (card.name for card in CARDS))
        raise BadSetup(f"There is no card or base named {name!r}. {known}".strip())
    return card


def find_faction(name: str) -> Faction:
    """The faction of this name (any case); `BadSetup` with the nearest names if there is none."""
    for faction in FACTIONS.values():
        if faction.name.lower() == name.lower():
            return faction
    raise BadSetup(f"There is no faction {name!r}. {nearest(name, FACTIONS)}".strip())
