"""`smashup new-faction` writes a pack that plays, and `smashup pack check` finds its faults."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from smashup import packs
from smashup.lab.fuzzing import play_with, setup_with
from smashup.lab.proving import prove
from smashup.model.card import ACTION, MINION
from smashup.model.errors import SmashUpError
from smashup.packs.writing import write_pack

from .conftest import EXAMPLE, ROOT, Spoil, smashup

MYPY_CACHE = ROOT / ".mypy_cache" / "packs"


def faults(folder: Path) -> dict[str, list[str]]:
    """All that is found in a pack, by what was looked at."""
    with packs.for_now(folder) as (pack,):
        return {told: found for told, found in prove(pack) if found}


def test_a_new_pack_proves_all_it_says(revenants: Path):
    with packs.for_now(revenants) as (pack,):
        assert [(told, found) for told, found in prove(pack) if found] == []
        (faction,) = pack.factions
        assert faction.name == "Revenants"
        kinds = {(card.type, card.plays_on) for card in faction.cards}
        assert kinds == {
            (MINION, "standard"),
            (ACTION, "standard"),
            (ACTION, "base"),
            (ACTION, "minion"),
        }
        for seed in (0, 1, 2):
            assert play_with(["Revenants"], seed).failure == ""


def test_a_type_checker_finds_nothing_in_a_new_pack(revenants: Path):
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(MYPY_CACHE), "revenants"],
        cwd=revenants,
        capture_output=True,
        text=True,
    )
    assert checked.returncode == 0, checked.stdout


def test_everything_a_new_pack_holds_is_named_in_its_readme(revenants: Path):
    readme = (revenants / "README.md").read_text(encoding="utf-8")
    package = revenants / "revenants"
    for path in package.iterdir():
        if path.name != "__pycache__":
            name = path.relative_to(revenants).as_posix() + "/" * path.is_dir()
            assert f"`{name}`" in readme


@pytest.mark.parametrize(
    ("name", "package"),
    [
        ("Sea Wolves", "sea_wolves"),
        ("The Lost", "the_lost"),
        ("Class", "class_faction"),  # a word of Python
        ("Random", "random_faction"),  # a module of Python
        ("Captain", "captain_faction"),  # a name in the code
        ("Les Évadés", "les_evades"),
        ("Devil's Own", "devils_own"),
        ("Öl", "ol"),
        ("忍者", "new_faction"),  # no letter that a package could have
    ],
)
def test_a_faction_may_have_any_name(name: str, package: str, tmp_path: Path):
    folder = write_pack(name, tmp_path / "pack")
    assert (folder / package / "__init__.py").exists()
    assert faults(folder) == {}


@pytest.mark.parametrize("name", ["", "  ", "7 Seas", "A/B", "Öl_", "Nobody\n: x", "Q" * 41])
def test_a_name_that_cannot_be_is_refused(name: str, tmp_path: Path):
    with pytest.raises(SmashUpError, match="A faction cannot be named"):
        write_pack(name, tmp_path / "pack")
    assert not (tmp_path / "pack").exists()


def test_a_name_that_is_taken_is_refused(tmp_path: Path):
    for name in ("zombies", "Sea Dogs", "King Rex"):
        with pytest.raises(SmashUpError, match=f"There is something named {name} already"):
            write_pack(name, tmp_path / "pack")


def test_nothing_is_written_over(revenants: Path):
    before = (revenants / "README.md").read_text(encoding="utf-8")
    with pytest.raises(SmashUpError, match="is there already: name another folder"):
        write_pack("Others", revenants)
    assert (revenants / "README.md").read_text(encoding="utf-8") == before


def test_the_command_says_what_to_try_next(tmp_path: Path):
    folder = tmp_path / "mine"
    done = smashup("new-faction", "Revenants", "--into", str(folder))
    assert done.returncode == 0, done.stderr
    assert f"smashup pack check {folder}" in done.stdout
    again = smashup("new-faction", "Revenants", "--into", str(folder))
    assert again.returncode == 2
    assert "is there already" in again.stderr


# -- checking --------------------------------------------------------------------------------------


def test_the_example_passes_the_check():
    checked = smashup("pack", "check", str(EXAMPLE), "--games", "4", "--jobs", "2")
    assert checked.returncode == 0, checked.stdout
    assert "FAIL" not in checked.stdout
    assert "ok   33 scenarios passed, read strictly" in checked.stdout
    assert "ok   4 random games kept every rule" in checked.stdout


@pytest.mark.parametrize(
    ("file", "old", "new", "looked_at", "fault"),
    [
        (
            "facts.yaml",
            "[5, 1]",
            "[6, 1]",
            "the facts differ",
            "Captain of the Revenants: power is 5, in the facts 6",
        ),
        (
            "facts.yaml",
            "      Duty of the Revenants: [1, standard]\n",
            "",
            "facts",
            "not among the",
        ),
        ("facts.yaml", "Duty of", "Debt of", "facts", "no card or base is named 'Debt of the Rev"),
        ("facts.yaml", "factions:", "faction:", "facts", "facts.yaml should have `factions`"),
        ("facts.yaml", "[5, 1]", "5", "facts", "it should have minions as Name: [power, copies]"),
        ("facts.yaml", "[5, 1]", "[5, 1", "facts", "facts.yaml is not YAML"),
        (
            "revenants.py",
            "    yield from g.return_to_hand(minion)",
            "    g.return_to_hand(minion)",
            "verbs are called and dropped",
            "Scout of the Revenants",
        ),
        (
            "revenants.py",
            "g.return_to_hand(minion)",
            "g.return_to_hnd(minion)",
            "cards ask what the rules do not have",
            "line 61: the rules have no return_to_hnd. Did you mean return_to_hand",
        ),
        (
            "revenants.py",
            "    yield from g.draw(you, 1)",
            "    yield from g.draw_card(g.deck(you)[-1], you)",
            "cards ask what the rules do not have",
            "draw_card is no verb but is done at once; write g.draw_card(…) without `yield from`",
        ),
        (
            "revenants.py",
            '"Destroy one of your minions"',
            'f"Destroy one of your {len(g.minions())} minions"',
            "questions cannot be translated",
            "revenants.py",
        ),
        (
            "looks.json",
            "#1b4d67",
            "#8ac7ea",
            "colours are hard to read",
            "ink on a cream card has a cont",
        ),
    ],
)
def test_what_is_wrong_is_found(
    spoil: Spoil, file: str, old: str, new: str, looked_at: str, fault: str
):
    found = faults(spoil(file, old, new))
    assert any(looked_at in told for told in found)
    assert fault in "\n".join(fault for faults in found.values() for fault in faults)


def test_a_scenario_that_fails_is_found_with_its_place(spoil: Spoil):
    folder = spoil("revenants.py", "return 2", "return 3")
    (failing,) = faults(folder).values()
    assert failing[0].startswith(f"{folder}/revenants/scenarios/revenants.yaml:109 Armor of the")


def test_a_card_without_a_scenario_is_found(spoil: Spoil):
    folder = spoil("scenarios/revenants.yaml", "name: Armor of the Revenants", "name: It")
    (missing,) = faults(folder).values()
    assert missing[0].endswith("Armor of the Revenants: no scenario is about this card")


def test_a_pack_without_scenarios_is_found(revenants: Path):
    (revenants / "revenants" / "scenarios" / "revenants.yaml").unlink()
    found = faults(revenants)
    assert "there is no scenario" in str(found)
    assert len(found["cards and bases are without a scenario"]) == 12


def test_an_error_in_a_game_is_told_with_the_way_to_see_it_again(spoil: Spoil):
    folder = spoil(
        "revenants.py", "    yield from g.extra_minion(you)", "    yield from nothing(you)"
    )
    checked = smashup("pack", "check", str(folder), "--games", "8", "--jobs", "1")
    assert checked.returncode == 1
    assert "FAIL of 14 scenarios, read strictly, not all passed" in checked.stdout
    assert "FAIL of 3 random games 3 went wrong; the other 5 were not played" in checked.stdout
    failed = f"March of the Revenants of the pack revenants failed at {folder}/revenants/"
    assert failed in checked.stdout
    assert "NameError: name 'nothing' is not defined" in checked.stdout
    assert f"again: smashup pack check {folder} --games 1 --seed" in checked.stdout


def test_a_pack_that_cannot_be_loaded_fails_the_check(spoil: Spoil):
    folder = spoil("revenants.py", "copies=3", "copies=2")
    checked = smashup("pack", "check", str(folder), "--games", "0")
    assert checked.returncode == 1
    assert "FAIL the pack cannot be loaded" in checked.stdout
    assert "Revenants: its cards with their copies are 19, not 20" in checked.stdout


def test_random_games_have_a_faction_of_the_pack_in_every_one():
    for seed in range(30):
        setup = setup_with(["Aliens", "Robots"], seed)
        names = [name for pair in setup.factions for name in pair]
        assert {"Aliens", "Robots"} & set(names)
        assert len(set(names)) == 2 * setup.players
    assert {setup_with(["Aliens"], seed).players for seed in range(30)} == {2, 3, 4}
    assert len({setup_with(["Aliens"], seed).edition for seed in range(30)}) == 5
