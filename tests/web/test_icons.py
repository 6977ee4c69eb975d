"""Every card, base and faction has a picture in the browser."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from smashup.cards import CARDS, FACTIONS

ICONS = Path(__file__).parents[2] / "web" / "icons"


def read(name: str) -> dict[str, Any]:
    return dict(json.loads((ICONS / name).read_text(encoding="utf-8")))


def test_every_card_and_base_has_an_icon_under_its_faction() -> None:
    drawn = {(faction, name) for faction, icons in read("cards.json").items() for name in icons}
    assert drawn == {(card.faction, card.name) for card in CARDS}


def test_every_faction_has_an_emblem_and_three_colours() -> None:
    factions = read("factions.json")
    assert set(factions) == set(FACTIONS)
    assert {tuple(look) for look in factions.values()} == {("emblem", "ink", "bright", "soft")}
