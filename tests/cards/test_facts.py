"""Every card and base as printed: its numbers agree with our table of facts, and it has words."""

from __future__ import annotations

import pytest

from smashup.cards import PRINTED
from smashup.model.card import ACTION, BASE, MINION, Card, Faction
from smashup.model.pack import Pack
from smashup.packs.checking import CALLED, reasons_against
from smashup.packs.facts import differences, expected, read_facts
from smashup.packs.looks import hard_to_read, read_looks

PACKS = pytest.mark.parametrize("pack", PRINTED, ids=[pack.name for pack in PRINTED])
EVERY_FACTION = [faction for pack in PRINTED for faction in pack.factions]
FACTIONS = pytest.mark.parametrize("faction", EVERY_FACTION, ids=[f.name for f in EVERY_FACTION])


def all_of(faction: Faction) -> list[Card]:
    return [*faction.cards, *faction.bases]


def test_the_five_sets_are_whole():
    assert {pack.name: len(pack.factions) for pack in PRINTED} == {
        "core": 8,
        "monster_smash": 4,
        "its_your_fault": 5,
        "what_were_we_thinking": 4,
        "oops_you_did_it_again": 4,
    }


@PACKS
def test_every_set_says_where_its_numbers_come_from(pack: Pack):
    source = read_facts(pack.folder)["source"]
    assert set(source) == {"set", "year", "compared", "decided"}
    assert source["set"] == pack.title
    assert source["compared"][0] == "the set's printed rulebook"
    assert len(source["compared"]) >= 3
    assert set(source["decided"]) <= set(expected(pack.folder))


@PACKS
def test_numbers_agree_with_the_facts(pack: Pack):
    assert list(differences(pack)) == []
    assert len(expected(pack.folder)) == len(pack.cards)


@PACKS
def test_a_printed_set_is_a_pack_as_it_must_be(pack: Pack):
    others = [other for other in PRINTED if other is not pack]
    assert reasons_against(pack, others) == []


@FACTIONS
def test_a_faction_has_twenty_cards_and_two_bases(faction: Faction):
    assert sum(card.copies for card in faction.cards) == 20
    assert len(faction.bases) == 2
    assert {card.type for card in faction.cards} == {MINION, ACTION}
    assert {base.type for base in faction.bases} == {BASE}


@FACTIONS
def test_a_faction_says_in_a_sentence_how_it_plays(faction: Faction):
    assert faction.plays[:1].isupper()
    assert faction.plays.endswith(".")


@FACTIONS
def test_words_are_whole_sentences(faction: Faction):
    """A missing comma or space where a text goes on in the next line would show here."""
    for card in all_of(faction):
        for words in (card.text, *card.rulings):
            assert words == " ".join(words.split()), card.name
            assert words[-1] in ".!?)", card.name
        assert all(len(ruling) > 3 for ruling in card.rulings), card.name
        assert len(set(card.rulings)) == len(card.rulings), card.name


def test_different_cards_have_different_icons():
    looks = [look for pack in PRINTED for look in read_looks(pack.folder).values()]
    icons = [icon for look in looks for icon in look.icons.values()]
    assert len(set(icons)) == len(icons)
    assert len({look.emblem for look in looks}) == len(looks)


@PACKS
def test_every_colour_can_be_read(pack: Pack):
    for name, look in read_looks(pack.folder).items():
        assert list(hard_to_read(look)) == [], name


@PACKS
def test_no_icon_is_left_over(pack: Pack):
    used = {
        icon
        for look in read_looks(pack.folder).values()
        for icon in (look.emblem, *look.icons.values())
    }
    assert {path.stem for path in (pack.folder / "icons").iterdir()} == used


@pytest.mark.sources
def test_the_decorators_that_are_called_first_are_known():
    """Those that take something else than the ability itself, and give what takes it."""
    called = {
        name
        for name, method in vars(Card).items()
        if not name.startswith("_")
        and str(getattr(method, "__annotations__", {}).get("return")).startswith("Callable[[")
        and not _takes_the_ability(method)
    }
    assert called == CALLED


def _takes_the_ability(method: object) -> bool:
    first, *_ = getattr(method, "__annotations__", {})
    return first in ("run", "hook")
