"""The walk through docs/adding-a-faction.md, done as it says."""

from __future__ import annotations

import re
from pathlib import Path

from smashup import packs
from smashup.lab.proving import prove

from .conftest import ROOT, Spoil

GUIDE = (ROOT / "docs" / "adding-a-faction.md").read_text(encoding="utf-8")


def example(language: str) -> str:
    """The first example in a language."""
    found = re.search(rf"```{language}\n(.*?)```", GUIDE, re.DOTALL)
    assert found is not None
    return found[1]


def test_a_card_of_your_own_takes_the_place_of_one_of_the_template(spoil: Spoil, revenants: Path):
    package = revenants / "revenants"
    code = (package / "revenants.py").read_text(encoding="utf-8")
    scout = code[code.index("scout = ") : code.index("# A minion with a talent")]
    spoil("revenants.py", scout, example("python") + "\n\n")
    table = package / "scenarios" / "revenants.yaml"
    kept = [one for one in table.read_text(encoding="utf-8").split("---\n") if "Scout" not in one]
    table.write_text("---\n".join([*kept, example("yaml")]), encoding="utf-8")
    for file in ("facts.yaml", "looks.json"):
        spoil(file, "Scout of the Revenants", "Grave Keeper")
    with packs.for_now(revenants) as (pack,):
        assert [fault for _, faults in prove(pack) for fault in faults] == []
    assert len(kept) == 12


def test_the_files_it_names_are_those_of_a_new_pack(revenants: Path):
    named = re.findall(r"^\| ((?:`[^`]+`(?:, )?)+) \|", GUIDE, re.MULTILINE)
    files = {file.rstrip("/") for row in named for file in re.findall(r"`([^`]+)`", row)}
    inside = {path.relative_to(revenants).as_posix() for path in revenants.rglob("*")}
    assert {f"revenants/{name}" for name in ("looks.json", "facts.yaml", "icons")} <= files
    assert {file for file in files if "revenants/" in file or "." in file} <= inside


def test_the_hook_it_shows_is_that_of_the_example():
    code = ROOT / "examples" / "hours_and_honey" / "hours_and_honey" / "clockmakers.py"
    shown = GUIDE[GUIDE.index("@borrowed_hour") :].partition("```")[0]
    assert shown in code.read_text(encoding="utf-8")
