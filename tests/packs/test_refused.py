"""A pack that is not as it should be is refused, with the file, the card and the reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from smashup import packs
from smashup.packs import BadPack

from .conftest import Spoil

CODE = "revenants.py"
LOOKS = "looks.json"


def why(folder: Path) -> str:
    """The reasons for which a folder is refused."""
    with pytest.raises(BadPack) as refused, packs.for_now(folder):
        pass
    return str(refused.value)


@pytest.mark.parametrize(
    ("file", "old", "new", "reason"),
    [
        (CODE, "copies=3", "copies=4", "Revenants: its cards with their copies are 21, not 20"),
        (CODE, 'set="revenants"', 'set="other"', "its set is 'other', which is not the pack's"),
        (CODE, 'Faction("Revenants"', 'Faction("A,B"', "a faction's name has at most 40 letters"),
        (CODE, "breakpoint=18", "breakpoint=0", "Camp of the Revenants: its breakpoint is 0"),
        (CODE, "vp=(3, 2, 1)", "vp=(3, 2)", "vp are the points of the first three places"),
        (CODE, "power=5", 'power="5"', "power should be a whole number, not '5'"),
        (CODE, '"Guard of the Revenants"', "42", "42 should be a text"),
        (CODE, "vp=(3, 2, 1)", "vp=3", "vp should be three whole numbers, not 3"),
        (CODE, 'text="Play an extra minion."', "text=None", "None should be a text"),
        ("__init__.py", "[revenants]", "[revenants, 7]", "7 is among the factions and is none"),
        (
            "__init__.py",
            "PACK =",
            "raise SystemExit(3)\nPACK =",
            "__init__.py, line 7: SystemExit: 3",
        ),
        (CODE, "power=5", "power=-1", "Captain of the Revenants: its power is -1"),
        (
            CODE,
            'text="Play an extra minion."',
            'text=""',
            "March of the Revenants: it has no words",
        ),
        (CODE, '"Guard of the Revenants"', '"Guard/1"', "cannot be a name"),
        (CODE, '"Guard of the Revenants"', '"King REX"', "in the pack core is named so already"),
        (CODE, '"Guard of the Revenants"', '"Scout of the Revenants"', "something of this pack"),
        (CODE, "plays_on=ON_BASE", 'plays_on="hand"', "it is played on 'hand'"),
        (CODE, "@recruit.talent()", "@recruit.talent", "write `@recruit.talent(…)`"),
        (CODE, "    yield from g.draw(you, 1)", "    g.draw(you, 1)", "and its function has none"),
        (CODE, "    return 2", "    yield 2", "its function may not `yield`"),
        (
            CODE,
            "def _(g: Rules, me: CardId, you: Seat)",
            "def _(g: Rules, you: Seat)",
            "is given (g, me",
        ),
        (
            LOOKS,
            '"emblem": "emblem"',
            '"emblem": "crown"',
            "no such file or directory (the icon of the faction Revenants)",
        ),
        (
            LOOKS,
            '"Camp of the Revenants": "base"',
            '"Camp of the Revenants": "tent"',
            "no such file or directory (the icon of Camp of the Revenants)",
        ),
        (LOOKS, '"Camp of the Revenants": "base",', "", "Camp of the Revenants has no icon"),
        (LOOKS, '"Camp of the', '"Tent of the', "Revenants has no card or base 'Tent of the Rev"),
        (LOOKS, "#1b4d67", "navy", "ink should be a colour such as #295400, not 'navy'"),
        (LOOKS, '"Revenants": {', '"Zombies": {', "Revenants has no colours and icons"),
        (LOOKS, "}", "", "looks.json is not JSON"),
        ("icons/base.svg", "0 0 512 512", "0 0 24 24", "base.svg: the picture should have viewBox"),
        ("icons/base.svg", "<path", "<circle", "base.svg: it has no <path>"),
        ("icons/base.svg", "</svg>", "", "base.svg is not an SVG file"),
        ("__init__.py", '"revenants",', '"Revenants!",', "the name of a pack is of small letters"),
        ("__init__.py", "[revenants]", "[]", "the pack has no faction"),
        ("__init__.py", "PACK =", "PACKET =", "it holds no pack. Write `PACK = Pack(…)` there"),
        ("__init__.py", "PACK = Pack(", "PACK = 7 or Pack(", "PACK should be a Pack, not 7"),
    ],
)
def test_what_is_wrong_is_told(
    spoil: Spoil, revenants: Path, file: str, old: str, new: str, reason: str
):
    spoil(file, old, new)
    told = why(revenants)
    assert reason in told
    assert str(revenants / "revenants") in told


def test_a_wrong_count_is_told_with_the_file_of_the_faction(spoil: Spoil, revenants: Path):
    spoil(CODE, "copies=3", "copies=4")
    lines = (revenants / "revenants" / CODE).read_text().splitlines()
    number = next(n for n, line in enumerate(lines, 1) if "Faction(" in line)
    assert f"{revenants}/revenants/{CODE}, line {number}, Revenants: its cards" in why(revenants)


def test_a_third_base_is_one_too_many(spoil: Spoil, revenants: Path):
    more = 'revenants.base("Third", breakpoint=9, vp=(1, 1, 1), text="No ability.")\n'
    spoil(CODE, "# A base that does something all the time.\n", more)
    assert "Revenants: its bases are 3, not 2" in why(revenants)


def test_an_error_of_python_is_told_with_its_line(spoil: Spoil, revenants: Path):
    spoil(CODE, "ON_MINION, Cause, Faction", "ON_ROOF, Cause, Faction")
    assert f"{revenants}/revenants/revenants.py, line 8: ImportError: cannot import" in why(
        revenants
    )


def test_an_error_deep_in_ours_is_told_with_the_line_of_theirs(spoil: Spoil, revenants: Path):
    spoil(CODE, "after(MINION_PLAYED, ", 'after("minion plaid", ')
    lines = (revenants / "revenants" / CODE).read_text().splitlines()
    number = next(n for n, line in enumerate(lines, 1) if "minion plaid" in line)
    told = f"{CODE}, line {number}: SmashUpError: No ability can wait for 'minion plaid'. Did you"
    assert told in why(revenants)


def test_what_is_no_python_is_told_with_its_line(spoil: Spoil, revenants: Path):
    spoil(CODE, "def _yours_elsewhere(", "def (")
    assert "revenants.py, line" in why(revenants)
    assert "SyntaxError" in why(revenants)


def test_a_folder_that_is_not_there(tmp_path: Path):
    assert why(tmp_path / "nowhere") == f"{tmp_path}/nowhere is not there"


def test_a_file_is_no_folder(revenants: Path):
    assert why(revenants / "README.md") == f"{revenants}/README.md is a file; name its folder"


def test_a_folder_that_is_no_pack(tmp_path: Path):
    assert f"{tmp_path} is no pack: it has neither __init__.py nor pyproject.toml" in why(tmp_path)


def test_a_project_that_offers_no_pack(revenants: Path):
    project = revenants / "pyproject.toml"
    text = project.read_text()
    project.write_text(text.replace("smashup.packs", "other.packs"))
    assert "names no pack: it has no [project.entry-points" in why(revenants)
    project.write_text(text.replace('revenants = "revenants"', 'revenants = "elsewhere"'))
    assert "names the pack elsewhere, but" in why(revenants)
    project.write_text("[project")
    assert "pyproject.toml cannot be read" in why(revenants)


def test_a_folder_that_cannot_be_a_package(revenants: Path):
    renamed = (revenants / "revenants").rename(revenants / "my-pack")
    assert "a Python package cannot be named 'my-pack'; rename the folder" in why(renamed)


def test_a_folder_named_as_a_module_of_python(revenants: Path):
    renamed = (revenants / "revenants").rename(revenants / "logging")
    assert "there is another module named logging; rename the folder" in why(renamed)
