"""Which cards and bases scenarios are about.

A scenario counts for the cards in its `cards`; without `cards`, for those that its name mentions.
It counts only once every card it lays out is in the box, since until then it cannot run.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from smashup.model.card import Card
from smashup.model.errors import SmashUpError
from smashup.scenarios.checking import find_files
from smashup.scenarios.reading import not_yaml

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the C one is many times faster


@dataclass(frozen=True)
class Proof:
    """A scenario or a test, and what it says it is about."""

    name: str
    rules: tuple[str, ...]
    cards: tuple[str, ...] = ()  # names
    runs: bool = True  # False: waits for cards that are not in the box


class Names:
    """Finds cards by the ways a scenario may write them: `Card` or `Faction/Card`."""

    def __init__(self, cards: Sequence[Card]) -> None:
        self._names = {f"{card.faction}/{card.name}": card.name for card in cards}
        self._names |= {card.name: card.name for card in cards}
        longest_first = sorted(map(re.escape, self._names), key=len, reverse=True)
        self._pattern = re.compile(rf"(?<!\w)(?:{'|'.join(longest_first) or '(?!)'})(?!\w)")

    def pick(self, names: Iterable[str]) -> tuple[str, ...]:
        """Those names that are known, each once."""
        return tuple(dict.fromkeys(self._names[name] for name in names if name in self._names))

    def mentioned(self, text: str) -> tuple[str, ...]:
        """The names of all cards that the text mentions; the longest name wins."""
        return self.pick(self._pattern.findall(text))

    def known(self, name: str) -> bool:
        """Whether a card laid out as `Card` or `Card/SEAT` is in the box."""
        return name in self._names or name.rpartition("/")[0] in self._names


def scenarios(folder: Path, names: Names) -> Iterator[Proof]:
    """What all scenarios below a folder prove, by path and then in file order."""
    for path in find_files([folder]):
        try:
            documents = list(yaml.load_all(path.read_text("utf-8"), LOADER))
        except yaml.YAMLError as error:
            raise SmashUpError(not_yaml(path, error)) from error
        for number, document in enumerate(documents, 1):
            if isinstance(document, dict):
                yield _scenario(document, names)
            elif document is not None:  # None: only comments
                raise SmashUpError(f"{path}, document {number}: not a mapping; try `smashup check`")


def unproved(cards: Iterable[Card], proofs: Sequence[Proof]) -> list[Card]:
    """The cards and bases that no scenario that can run is about."""
    shown = {name for proof in proofs if proof.runs for name in proof.cards}
    return [card for card in cards if card.name not in shown]


def _scenario(document: dict[str, Any], names: Names) -> Proof:
    """What one scenario document proves."""
    name = str(document.get("name", "(no name)"))
    about = document.get("cards")
    setup = [document.get(key) for key in ("players", "bases", "base_deck", "base_discard")]
    return Proof(
        name=name,
        rules=tuple(document.get("rules") or ()),
        cards=names.mentioned(name) if about is None else names.pick(about),
        runs=all(names.known(card) for card in _laid_out(setup)),
    )


def _laid_out(part: object) -> Iterator[str]:
    """Every card and base name in the table set-up of a scenario, as written there."""
    if isinstance(part, str):
        yield part
    elif isinstance(part, list):
        for one in part:
            yield from _laid_out(one)
    elif isinstance(part, dict):
        for key, one in part.items():
            if key not in ("by", "owner"):  # these hold a seat
                yield from _laid_out(one)
