"""A pack: what belongs to it, and the fingerprint of its content."""

from __future__ import annotations

from pathlib import Path

import pytest

from smashup import packs
from smashup.cards import CARDS, FACTIONS, PRINTED
from smashup.model.card import Faction
from smashup.model.errors import BadSetup
from smashup.packs import Pack


def a_pack(folder: Path, power: int = 3, text: str = "No ability.", code: str = "x = 1\n") -> Pack:
    """A pack of one minion, with one file of code."""
    folder.mkdir(exist_ok=True)
    (folder / "code.py").write_bytes(code.encode())
    faction = Faction("Sleepers", set="sleepers")
    faction.minion("Dozer", power=power, copies=20, text=text)
    return Pack("sleepers", "Sleepers", [faction], file=str(folder / "__init__.py"))


def test_the_printed_sets_are_packs_and_come_first():
    assert packs.loaded()[:5] == list(PRINTED)
    assert [pack.name for pack in PRINTED] == [
        "core",
        "monster_smash",
        "its_your_fault",
        "what_were_we_thinking",
        "oops_you_did_it_again",
    ]
    assert sum(len(pack.factions) for pack in PRINTED) == 25


def test_cards_are_numbered_pack_by_pack():
    assert [card for pack in packs.loaded() for card in pack.cards] == CARDS
    assert [card.index for card in CARDS] == list(range(len(CARDS)))
    assert [faction.name for pack in packs.loaded() for faction in pack.factions] == list(FACTIONS)


def test_every_faction_knows_its_pack():
    for name, faction in FACTIONS.items():
        assert packs.pack_of(name.upper()).name == faction.set
    with pytest.raises(BadSetup, match="There is no faction 'Sleepers'"):
        packs.pack_of("Sleepers")


def test_the_fingerprint_is_of_the_content_not_of_the_place(tmp_path: Path):
    here, there = a_pack(tmp_path / "here"), a_pack(tmp_path / "there")
    assert here.fingerprint == there.fingerprint
    assert len({pack.fingerprint for pack in PRINTED}) == 5


@pytest.mark.parametrize(
    "change", [{"power": 4}, {"text": "Sleeps."}, {"code": "x = 2\n"}], ids=str
)
def test_numbers_words_and_code_change_the_fingerprint(tmp_path: Path, change: dict[str, object]):
    before = a_pack(tmp_path / "before").fingerprint
    assert a_pack(tmp_path / "after", **change).fingerprint != before  # type: ignore[arg-type]


def test_the_ends_of_lines_do_not_change_the_fingerprint(tmp_path: Path):
    unix, windows = a_pack(tmp_path / "unix"), a_pack(tmp_path / "windows", code="x = 1\r\n")
    assert unix.fingerprint == windows.fingerprint
