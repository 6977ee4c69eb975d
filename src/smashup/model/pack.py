"""What a pack is: factions, and a folder with all that belongs to them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from smashup.model.card import Card, Faction

LONGEST_NAME = 40  # of a faction


class Pack:
    """Factions that come together, with a folder for their code, icons, facts and scenarios.

    A Python package is a pack by holding one, named `PACK`, in its `__init__.py`:

        PACK = Pack("revenants", "Revenants", [revenants], file=__file__)

    `name` is what its factions give as their set, `title` how people are told of it. `credits`:
    whom to thank for its icons. In the folder of `file` lie `looks.json` and `icons`, and if it
    likes `facts.yaml` and `scenarios`.
    """

    def __init__(
        self,
        name: str,
        title: str,
        factions: Sequence[Faction],
        *,
        file: str,
        credits: str = "",
    ) -> None:
        self.name = name
        self.title = title
        self.factions = tuple(factions)
        self.folder = Path(file).resolve().parent
        self.credits = credits
        self._fingerprint = ""

    def __repr__(self) -> str:
        return f"<pack {self.name} of {', '.join(f.name for f in self.factions)}>"

    @property
    def cards(self) -> list[Card]:
        """Its cards and bases, faction by faction, in the order of their files."""
        return [card for faction in self.factions for card in (*faction.cards, *faction.bases)]

    @property
    def scenarios(self) -> Path:
        """The folder of its scenarios."""
        return self.folder / "scenarios"

    @property
    def fingerprint(self) -> str:
        """Of the numbers and words of its cards and of its code: as long as that is the same, so
        are its games. Equal on every machine; reckoned once."""
        if not self._fingerprint:
            self._fingerprint = self._reckon()
        return self._fingerprint

    def _reckon(self) -> str:
        content = hashlib.blake2b(digest_size=16)
        for part in self._content():
            content.update(len(part).to_bytes(8, "big"))  # where one part ends, another begins
            content.update(part)
        return content.hexdigest()

    def _content(self) -> Iterator[bytes]:
        yield json.dumps([self.name, [_printed(card) for card in self.cards]]).encode()
        for path in sorted(self.folder.rglob("*.py")):
            yield path.relative_to(self.folder).as_posix().encode()
            yield path.read_bytes().replace(b"\r\n", b"\n")


def _printed(card: Card) -> list[object]:
    """All that is printed on a card, as plain data."""
    return [
        card.faction,
        card.name,
        card.type,
        card.copies,
        card.power,
        card.plays_on,
        card.breakpoint,
        card.vp,
        card.special_only,
        sorted(card.tags),
        card.text,
        card.rulings,
    ]
