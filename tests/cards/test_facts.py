"""Every card and base as printed: its numbers agree with our table of facts, and it has words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from smashup.cards import FACTIONS
from smashup.model.card import ACTION, BASE, MINION, STANDARD, Card, Faction

FACTS: dict[str, dict[str, Any]] = yaml.safe_load(
    Path(__file__).with_name("facts.yaml").read_text(encoding="utf-8")
)
SOURCES = FACTS.pop("sources")
SET_OF = {faction: name for name, factions in FACTS.items() for faction in factions}
BY_NAME = sorted(FACTIONS)


def expected(faction: str) -> dict[str, tuple[Any, ...]]:
    """Set, faction, type, copies, power, plays_on, breakpoint and vp of every card, by its name."""
    where = SET_OF[faction]
    printed = FACTS[where][faction]
    rows: dict[str, tuple[Any, ...]] = {}
    for name, (power, copies) in printed["minions"].items():
        rows[name] = (where, faction, MINION, copies, power, STANDARD, 0, (0, 0, 0))
    for name, (copies, plays_on) in printed["actions"].items():
        rows[name] = (where, faction, ACTION, copies, 0, plays_on, 0, (0, 0, 0))
    for name, (breakpoint, *vp) in printed["bases"].items():
        rows[name] = (where, faction, BASE, 1, 0, STANDARD, breakpoint, tuple(vp))
    return rows


def row(card: Card) -> tuple[Any, ...]:
    return (
        card.set,
        card.faction,
        card.type,
        card.copies,
        card.power,
        card.plays_on,
        card.breakpoint,
        card.vp,
    )


def all_of(faction: Faction) -> list[Card]:
    return [*faction.cards, *faction.bases]


def test_the_table_holds_the_five_sets():
    assert {name: len(factions) for name, factions in FACTS.items()} == {
        "core": 8,
        "monster_smash": 4,
        "its_your_fault": 5,
        "what_were_we_thinking": 4,
        "oops_you_did_it_again": 4,
    }
    assert len(SET_OF) == 25  # no faction in two sets


def test_every_set_says_where_its_numbers_come_from():
    assert list(SOURCES) == list(FACTS)
    for name, source in SOURCES.items():
        assert set(source) == {"set", "year", "compared", "decided"}, name
        assert source["compared"][0] == "the set's printed rulebook"
        assert len(source["compared"]) >= 3
        printed = {card for faction in FACTS[name] for card in expected(faction)}
        assert set(source["decided"]) <= printed


def test_every_faction_of_the_package_is_in_the_table():
    assert set(FACTIONS) <= set(SET_OF)


@pytest.mark.parametrize("name", BY_NAME)
def test_numbers_agree_with_the_facts(name):
    faction = FACTIONS[name]
    assert (faction.name, faction.set) == (name, SET_OF[name])
    assert {card.name: row(card) for card in all_of(faction)} == expected(name)


@pytest.mark.parametrize("name", BY_NAME)
def test_a_faction_has_twenty_cards_and_two_bases(name):
    faction = FACTIONS[name]
    assert sum(card.copies for card in faction.cards) == 20
    assert len(faction.bases) == 2
    assert {card.type for card in faction.cards} == {MINION, ACTION}
    assert {base.type for base in faction.bases} == {BASE}


@pytest.mark.parametrize("name", BY_NAME)
def test_no_two_cards_of_a_faction_have_one_name(name):
    names = [card.name.lower() for card in all_of(FACTIONS[name])]
    assert sorted(set(names)) == sorted(names)


@pytest.mark.parametrize("name", BY_NAME)
def test_every_card_and_base_has_words(name):
    wordless = [card.name for card in all_of(FACTIONS[name]) if not card.text.strip()]
    assert wordless == []


@pytest.mark.parametrize("name", BY_NAME)
def test_words_are_whole_sentences(name):
    """A missing comma or space where a text goes on in the next line would show here."""
    for card in all_of(FACTIONS[name]):
        for words in (card.text, *card.rulings):
            assert words == " ".join(words.split()), card.name
            assert words[-1] in ".!?)", card.name
        assert all(len(ruling) > 3 for ruling in card.rulings), card.name
        assert len(set(card.rulings)) == len(card.rulings), card.name
