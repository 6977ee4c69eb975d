"""The command that changes the code a little: which changes it finds, and what it says of them."""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Callable
from itertools import cycle
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
CONDITIONS = ROOT / "src" / "smashup" / "cards" / "conditions.py"


@pytest.fixture
def load(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], ModuleType]:
    """Loads a module of the folder of scripts."""
    monkeypatch.syspath_prepend(str(ROOT / "scripts"))
    return importlib.import_module


@pytest.fixture
def changes(load: Callable[[str], ModuleType]) -> ModuleType:
    return load("mutating.changes")


@pytest.fixture
def trying(load: Callable[[str], ModuleType]) -> ModuleType:
    return load("mutating.trying")


@pytest.fixture
def mutants(load: Callable[[str], ModuleType]) -> ModuleType:
    """The command itself."""
    return load("mutants")


def changed(changes: ModuleType, folder: Path, source: str) -> list[str]:
    """What a piece of code can become."""
    file = folder / "code.py"
    file.write_text(source)
    found = changes.changes_of(file, "code")
    return [change.apply(source.encode()).decode() for change in found]


@pytest.mark.parametrize(
    ("source", "becomes"),
    [
        ("x = a > b", ["x = a >= b", "x = a <= b"]),
        ("x = (a) not  in (b)", ["x = (a) in (b)"]),
        ("x = a is None", ["x = a is not None"]),
        ("x = 2", ["x = 1", "x = 3"]),
        ("x = -1", ["x = 0"]),
        ("x = True", ["x = False"]),
        ("x = a and (b)", ["x = a or (b)", "x = (b)", "x = a"]),
        ("x = not (a or b)", ["x = (a or b)", "x = not (a and b)", "x = not (a)", "x = not (b)"]),
        ("x = a if b else c", ["x = a if (not (b)) else c"]),
        ("x = [a for a in b if c]", ["x = []", "x = [a for a in b if (not (c))]"]),
        ("g.f(you, seat, at=b)", ["pass", "g.f(seat, you, at=b)", "g.f(you, seat)"]),
        ("x = g.f(of=you)", ["x = g.f(not_of=you)", "x = g.f()"]),
        ("x = g.may_choose(a)", ["x = g.choose(a)"]),
        ("def f():\n    yield from g()", ["def f():\n    yield from ()"]),
        ("a += b", ["pass", "a -= b"]),
        ("s.a = b", ["pass"]),
        ("def f() -> bool:\n    return g", ["def f() -> bool:\n    return (not (g))"]),
        ("for a in b:\n    continue\n", ["for a in b:\n    pass\n"]),
        ("if a:\n    return\nb = c", ["if (not (a)):\n    return\nb = c"]),
        (
            "if a:\n    return\n    b = c",
            ["if (not (a)):\n    return\n    b = c", "if a:\n    pass\n    b = c"],
        ),
    ],
)
def test_what_code_can_become(
    changes: ModuleType, tmp_path: Path, source: str, becomes: list[str]
) -> None:
    assert sorted(changed(changes, tmp_path, source)) == sorted(becomes)


@pytest.mark.parametrize(
    "source",
    [
        '"""A text with 2 > 1."""',
        "assert a > 1",
        'raise ValueError(f"{a > 1}")',
        "x: list[Literal[1]]",
        '__slots__ = ["a"]',
        "def __repr__(self):\n    return 1",
        'x = f.minion("A", power=3, copies=1, text="Two.", rulings=("One.",))',
        "if TYPE_CHECKING:\n    x = 1",
        "def f():\n    return\n    yield",
    ],
)
def test_what_is_left_alone(changes: ModuleType, tmp_path: Path, source: str) -> None:
    assert changed(changes, tmp_path, source) == []


def test_every_change_to_the_code_can_be_read(changes: ModuleType) -> None:
    for file in (CONDITIONS, ROOT / "src/smashup/engine/plays.py"):
        source = file.read_bytes()
        for change in changes.changes_of(file, file.name):
            compile(change.apply(source), str(file), "exec")


def test_a_key_stays_while_its_lines_do(changes: ModuleType, tmp_path: Path) -> None:
    file = tmp_path / "code.py"
    keys = []
    for first in ("a = 1", "a = 1\n# a remark\nb = 2"):
        file.write_text(f"{first}\nx = c > d\nx = c > d\n")
        keys.append({change.key for change in changes.changes_of(file, "code")})
    assert len(keys[0]) == 6  # two lines alike have changes of their own
    assert keys[0] < keys[1]


def change_named(changes: ModuleType, old: str, new: str) -> object:
    source = CONDITIONS.read_bytes().decode()
    return next(
        change
        for change in changes.changes_of(CONDITIONS, "cards/conditions.py")
        if source.replace(old, new) == change.apply(source.encode()).decode()
    )


def test_a_change_is_noticed_or_lives(
    changes: ModuleType, trying: ModuleType, tmp_path: Path
) -> None:
    """Only scenarios with a base that waits for the first minion can notice what changed here."""
    folder = ROOT / "tests" / "scenarios"
    change = change_named(
        changes,
        "len(g.played_minions(at=ev.place)) == 1",
        "len(g.played_minions(at=ev.place)) != 1",
    )
    noticing = trying.Trials(
        tmp_path / "scientists", folder / "monster_smash/mad_scientists.yaml", quick=()
    )
    blind = trying.Trials(tmp_path / "end", folder / "rules/end.yaml", quick=())
    noticed = noticing(change)
    assert noticed.verdict == trying.KILLED
    assert re.fullmatch(r"mad_scientists.yaml: Laboratorium.* \(AssertionError\)", noticed.by)
    assert blind(change).verdict == trying.LIVED


def test_what_cannot_be_imported_does_not_count(
    trying: ModuleType, changes: ModuleType, tmp_path: Path
) -> None:
    broken = changes.Change(CONDITIONS, "", 1, 0, 0, "import nothing_of_that_name\n")
    trials = trying.Trials(tmp_path / "none", ROOT / "tests/scenarios/rules/end.yaml", quick=())
    assert trials(broken).verdict == trying.STILLBORN


def test_tests_notice_what_scenarios_do_not(
    trying: ModuleType, changes: ModuleType, tmp_path: Path
) -> None:
    test = tmp_path / "test_it.py"
    test.write_text(
        "from smashup.cards import conditions\n\n\n"
        "def test_it():\n    assert not hasattr(conditions, 'changed')\n"
    )
    end = CONDITIONS.stat().st_size
    harmless = changes.Change(CONDITIONS, "", 1, end, end, "changed = True\n")
    trials = trying.Trials(tmp_path / "end", ROOT / "tests/scenarios/rules/end.yaml", [str(test)])
    outcome = trials(harmless)
    assert outcome.verdict == trying.KILLED
    assert outcome.by.endswith("test_it.py::test_it")


def test_what_never_ends_is_noticed(
    trying: ModuleType, changes: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trying, "MOST_WORK", 2)
    end = CONDITIONS.stat().st_size
    endless = changes.Change(CONDITIONS, "", 1, end, end, "while True:\n    pass\n")
    trials = trying.Trials(tmp_path / "end", ROOT / "tests/scenarios/rules/end.yaml", quick=())
    outcome = trials(endless)
    assert (outcome.verdict, outcome.by) == (trying.KILLED, "the scenarios: they go on for ever")


def test_the_package_as_it_is_passes_or_what_fails_is_named(
    trying: ModuleType, tmp_path: Path
) -> None:
    scenarios = ROOT / "tests/scenarios/rules/end.yaml"
    test = tmp_path / "test_it.py"
    test.write_text("def test_it():\n    assert 1 == 2\n")
    wrong = tmp_path / "wrong.yaml"
    wrong.write_text(
        "name: Nobody has a point yet\nplayers: {A: {}, B: {}}\nexpect: {vp: {A: 1}}\n"
    )
    assert trying.Trials(tmp_path / "right", scenarios, quick=()).unchanged() == ""
    assert "Nobody has a point yet" in trying.Trials(tmp_path / "kept", wrong, ()).unchanged()
    assert trying.Trials(tmp_path / "end", scenarios, [str(test)]).unchanged().endswith("::test_it")


def call(
    mutants: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    verdicts: list[str],
    *arguments: str,
    failing: str = "",
) -> int:
    """Runs the command with changes that come to this end, in turn.

    `failing`: what fails without any change.
    """
    ends = cycle(verdicts)

    class Trials:
        scenarios = 7

        def __init__(self, kept: Path) -> None:
            """Nothing is kept."""

        def unchanged(self) -> str:
            return failing

        def __call__(self, change: object) -> object:
            return mutants.Outcome(change, next(ends), "a.yaml: a scenario")

    monkeypatch.setattr(mutants, "Trials", Trials)
    monkeypatch.setattr(sys, "argv", ["mutants.py", "--cards", "--jobs", "1", *arguments])
    return int(mutants.main())


@pytest.mark.parametrize(("at_least", "code"), [(50, 0), (51, 1)])
def test_the_exit_code_follows_from_the_share(
    mutants: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    at_least: int,
    code: int,
) -> None:
    verdicts = [mutants.KILLED, mutants.LIVED, mutants.STILLBORN]
    arguments = ("--sample", "4", "--at-least", str(at_least))
    assert call(mutants, monkeypatch, verdicts, *arguments) == code
    said = capsys.readouterr().out
    assert "cards: 2 of 4 changes were noticed (50 %), 2 by the 7 scenarios" in said
    assert len(re.findall(r"^[0-9a-f]{10}  src/smashup/cards/", said, re.MULTILINE)) == 2


def test_nothing_is_tried_where_the_package_as_it_is_fails(
    mutants: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    failing = "end.yaml: [a scenario]"
    assert call(mutants, monkeypatch, [mutants.KILLED], "--sample", "4", failing=failing) == 2
    said = capsys.readouterr().out
    assert f"fails already: {failing}" in said
    assert "noticed (" not in said


def test_what_does_nothing_is_left_out(
    mutants: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    drawn = []
    for known in ("", "- `{}` it does nothing\n"):
        document = tmp_path / "mutants.md"
        document.write_text(known.format(*drawn))
        monkeypatch.setattr(mutants, "DOCUMENT", document)
        assert call(mutants, monkeypatch, [mutants.LIVED], "--sample", "1", "--list") == 0
        drawn += re.findall(r"^([0-9a-f]{10})  ", capsys.readouterr().out, re.MULTILINE)
    assert len(set(drawn)) == 2
