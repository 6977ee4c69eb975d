"""The facts of a pack: its printed numbers, written down a second time to compare its code with."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from smashup.model.card import ACTION, BASE, MINION, STANDARD, Card
from smashup.model.pack import Pack
from smashup.packs.checking import where
from smashup.packs.errors import BadPack


class Numbers(NamedTuple):
    """All that is told about a card or base in numbers."""

    faction: str
    type: str
    copies: int
    power: int
    plays_on: str
    breakpoint: int
    vp: tuple[int, ...]


NO_VP = (0, 0, 0)


def facts_file(folder: Path) -> Path:
    """Where a pack's facts are."""
    return folder / "facts.yaml"


def read_facts(folder: Path) -> dict[str, Any]:
    """The file as it is: `factions`, and where the numbers come from as `source`, if it says so."""
    path = facts_file(folder)
    try:
        facts = yaml.safe_load(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadPack(f"{path} cannot be read: {(error.strerror or str(error)).lower()}") from error
    except yaml.YAMLError as error:
        raise BadPack(f"{path} is not YAML: {error}") from error
    if not isinstance(facts, dict) or not isinstance(facts.get("factions"), dict):
        raise BadPack(f"{path} should have `factions`, with minions, actions and bases of each")
    return facts


def expected(folder: Path) -> dict[str, Numbers]:
    """The numbers of every card and base by name, as the facts have them."""
    rows: dict[str, Numbers] = {}
    for faction, printed in read_facts(folder)["factions"].items():
        try:
            rows |= _expected_of(faction, printed)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise BadPack(
                f"{facts_file(folder)}, {faction}: it should have minions as Name: [power, copies],"
                " actions as Name: [copies, what it is played on] and bases as"
                " Name: [breakpoint, first, second, third]"
            ) from error
    return rows


def _expected_of(faction: str, printed: dict[str, dict[str, list[Any]]]) -> dict[str, Numbers]:
    rows: dict[str, Numbers] = {}
    for name, (power, copies) in printed["minions"].items():
        rows[name] = Numbers(faction, MINION, copies, power, STANDARD, 0, NO_VP)
    for name, (copies, plays_on) in printed["actions"].items():
        rows[name] = Numbers(faction, ACTION, copies, 0, plays_on, 0, NO_VP)
    for name, (breakpoint, *vp) in printed["bases"].items():
        rows[name] = Numbers(faction, BASE, 1, 0, STANDARD, breakpoint, tuple(vp))
    return rows


def numbers(card: Card) -> Numbers:
    """The same of a card's definition."""
    return Numbers(
        card.faction,
        card.type,
        card.copies,
        card.power,
        card.plays_on,
        card.breakpoint,
        tuple(card.vp),
    )


def differences(pack: Pack) -> Iterator[str]:
    """Where code and facts of a pack do not agree, a sentence each."""
    due = expected(pack.folder)
    for card in pack.cards:
        printed = due.pop(card.name, None)
        if printed is None:
            yield f"{where(pack, card.name)}: it is not among the facts"
        elif printed != numbers(card):
            yield f"{where(pack, card.name)}: {_unlike(numbers(card), printed)}"
    yield from (f"{facts_file(pack.folder)}: no card or base is named {name!r}" for name in due)


def _unlike(code: Numbers, facts: Numbers) -> str:
    """What differs, in words: `power is 5, in the facts 6`."""
    pairs = zip(Numbers._fields, code, facts, strict=True)
    return "; ".join(
        f"{name} is {_said(one)}, in the facts {_said(other)}"
        for name, one, other in pairs
        if one != other
    )


def _said(number: object) -> str:
    return ", ".join(map(str, number)) if isinstance(number, tuple) else str(number)
