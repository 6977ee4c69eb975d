"""Every card and base in the box, by number and by name. Packs put them there (smashup.packs)."""

from __future__ import annotations

from zlib import crc32

from smashup.model.card import Card, Faction
from smashup.model.errors import BadSetup, nearest

CARDS: list[Card] = []  # by definition number: the players' cards and the bases
FACTIONS: dict[str, Faction] = {}
_BY_NAME: dict[str, Card] = {}
_changes = 0


def register(faction: Faction) -> None:
    """Adds a faction's cards and bases to the box; `BadSetup` if something there is named so."""
    taken = {name.lower() for name in FACTIONS} | _BY_NAME.keys()
    for name in (faction.name, *(card.name for card in _all_of(faction))):
        if name.lower() in taken:
            raise BadSetup(f"There is something named {name!r} in the box already.")
        taken.add(name.lower())
    _note_change()
    FACTIONS[faction.name] = faction
    for card in _all_of(faction):
        card.index = len(CARDS)
        CARDS.append(card)
        for name in _names(card):
            _BY_NAME[name] = card
    faction.deck = [card.index for card in faction.cards for _ in range(card.copies)]


def take_out_last() -> None:
    """Takes the faction that came last out of the box, so that all others keep their numbers."""
    _note_change()
    _, faction = FACTIONS.popitem()
    for card in _all_of(faction):
        for name in _names(card):
            del _BY_NAME[name]
    del CARDS[len(CARDS) - len(_all_of(faction)) :]


def changes() -> int:
    """How often something came into the box or left it: who keeps what was made of all cards makes
    it anew when this has changed."""
    return _changes


def _note_change() -> None:
    global _changes
    _changes += 1


def _all_of(faction: Faction) -> list[Card]:
    return [*faction.cards, *faction.bases]


def _names(card: Card) -> tuple[str, str]:
    """Under which it is found."""
    return card.name.lower(), f"{card.faction}/{card.name}".lower()


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
