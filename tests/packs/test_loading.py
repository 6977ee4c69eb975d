"""How packs come into the box: installed, from folders, and out of it again."""

from __future__ import annotations

import logging
import shutil
from pathlib import Path

import pytest

from smashup import packs
from smashup.cards import CARDS, FACTIONS, PRINTED, find_card, find_faction
from smashup.model.errors import BadSetup
from smashup.packs import BadPack, Pack
from smashup.packs.writing import write_pack

from .conftest import EXAMPLE, Spoil, smashup


def test_a_pack_is_there_only_as_long_as_it_is_needed():
    numbers = [card.index for card in CARDS]
    with packs.for_now(EXAMPLE) as (pack,):
        assert pack.name == "hours_and_honey"
        assert packs.pack_of("clockmakers") is pack
        assert packs.loaded() == [*PRINTED, pack]
        assert find_card("borrowed hour").faction == "Clockmakers"
        assert list(FACTIONS)[-2:] == ["Clockmakers", "Beekeepers"]
        assert [card.index for card in CARDS] == list(range(len(CARDS)))
    assert [card.index for card in CARDS] == numbers
    assert packs.loaded() == list(PRINTED)
    for find, name in ((find_card, "Borrowed Hour"), (find_faction, "Clockmakers")):
        with pytest.raises(BadSetup):
            find(name)


def test_a_folder_may_be_the_project_or_the_package():
    for folder in (EXAMPLE, EXAMPLE / "hours_and_honey", str(EXAMPLE)):
        with packs.for_now(folder) as (pack,):
            assert pack.folder == EXAMPLE / "hours_and_honey"


def test_a_pack_that_changed_is_read_anew(spoil: Spoil, revenants: Path):
    with packs.for_now(revenants) as (before,):
        pass
    spoil("revenants.py", "power=4", "power=3")
    with packs.for_now(revenants) as (after,):
        assert find_card("Guard of the Revenants").power == 3
    assert before.fingerprint != after.fingerprint


def test_a_pack_may_be_named_twice(example: list[Pack]):
    packs.add(example[0])
    assert packs.loaded() == [*PRINTED, *example]


def test_two_packs_cannot_have_one_name(revenants: Path, tmp_path: Path):
    other = write_pack("Revenants", tmp_path / "elsewhere")
    (other / "revenants").rename(other / "others")
    for file in ("revenants.py", "__init__.py"):
        path = other / "others" / file
        path.write_text(path.read_text().replace("from revenants.", "from others."))
    with packs.for_now(revenants):
        refused = pytest.raises(BadPack, match="there is another pack named 'revenants'")
        with refused, packs.for_now(other / "others"):
            pass
        assert packs.pack_of("Revenants").folder == revenants / "revenants"


def test_a_pack_that_is_installed_is_not_loaded_from_a_folder_too(tmp_path: Path):
    copy = tmp_path / "hours_and_honey"
    shutil.copytree(EXAMPLE, copy)
    with packs.for_now(EXAMPLE):
        refused = pytest.raises(BadPack, match="the pack hours_and_honey is here already, from")
        with refused, packs.for_now(copy):
            pass


def test_of_a_bad_pack_nothing_is_left_behind(spoil: Spoil, revenants: Path):
    before = (list(CARDS), dict(FACTIONS), packs.loaded())
    spoil("revenants.py", "copies=3", "copies=2")
    with pytest.raises(BadPack), packs.for_now(revenants):
        pass
    assert (list(CARDS), dict(FACTIONS), packs.loaded()) == before


def test_a_bad_pack_is_told_of_and_left_out(
    spoil: Spoil, revenants: Path, caplog: pytest.LogCaptureFixture
):
    spoil("revenants.py", "copies=3", "copies=2")
    with caplog.at_level(logging.WARNING):
        packs.load_or_tell(revenants)
    assert f"The pack {revenants} is left out:" in caplog.text
    assert "its cards with their copies are 19, not 20" in caplog.text
    assert packs.refused()[-1].where == str(revenants)
    assert packs.loaded() == list(PRINTED)


def test_folders_are_named_in_the_environment_and_the_rest_plays_on(tmp_path: Path):
    nothing = tmp_path / "nothing"
    listed = smashup("pack", "list", SMASHUP_PACKS=f"{nothing}:{EXAMPLE}")
    assert "Hours and Honey: Clockmakers, Beekeepers" in listed.stdout
    assert f"{nothing} is not there" in listed.stderr
    assert listed.returncode == 1
    found = smashup("cards", "borrowed", "hour", SMASHUP_PACKS=f"{nothing}:{EXAMPLE}")
    assert found.returncode == 0
    assert "Borrowed Hour" in found.stdout


def install(site: Path, name: str) -> None:
    """As pip leaves it, beside the package: what is known of it."""
    known = site / f"{name}-1.0.dist-info"
    known.mkdir()
    (known / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (known / "entry_points.txt").write_text(f"[smashup.packs]\n{name} = {name}\n")


def test_an_installed_pack_is_found_by_its_entry_point_and_checked_by_its_name(tmp_path: Path):
    install(tmp_path, "hours_and_honey")
    (tmp_path / "hours_and_honey").symlink_to(EXAMPLE / "hours_and_honey")
    listed = smashup("pack", "list", PYTHONPATH=str(tmp_path))
    assert "Hours and Honey: Clockmakers, Beekeepers" in listed.stdout
    assert listed.returncode == 0, listed.stderr
    checked = smashup("pack", "check", "hours_and_honey", "--games", "1", PYTHONPATH=str(tmp_path))
    assert checked.returncode == 0, checked.stderr
    assert "ok   1 random game kept every rule" in checked.stdout


def test_a_pack_that_nobody_has_cannot_be_checked():
    checked = smashup("pack", "check", "nothing_known")
    assert checked.returncode == 1
    assert "nothing_known is no folder, and no pack in the box is named so" in checked.stdout
    assert "core, monster_smash" in checked.stdout


def test_a_pack_that_was_asked_for_and_is_bad_is_an_error(spoil: Spoil, revenants: Path):
    spoil("revenants.py", "copies=3", "copies=2")
    shown = smashup("cards", "zapbot", "--pack", str(revenants))
    assert shown.returncode == 2
    assert shown.stdout == ""
    assert shown.stderr.startswith(f"smashup: The pack {revenants} cannot be used:\n  ")
    assert "its cards with their copies are 19, not 20" in shown.stderr


def test_an_installed_pack_that_fails_is_left_out(tmp_path: Path):
    install(tmp_path, "broken")
    (tmp_path / "broken.py").write_text("import nowhere_to_be_found\n")
    checked = smashup("pack", "check", "broken", PYTHONPATH=str(tmp_path))
    assert checked.returncode == 1
    assert "broken.py, line 1: ModuleNotFoundError" in checked.stdout
    listed = smashup("pack", "list", PYTHONPATH=str(tmp_path))
    assert "The pack broken (broken) is left out" in listed.stderr
    assert "broken.py, line 1: ModuleNotFoundError" in listed.stderr
    assert "Core Set: Aliens" in listed.stdout
    assert listed.returncode == 1
