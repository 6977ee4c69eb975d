"""The compiled engine is used only where it is made of these sources, for this Python."""

import importlib
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from smashup import compiled
from smashup.compiled import VARIABLE, fingerprint, made_for, record

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for what is compiled; nothing is asked for."""
    monkeypatch.setattr(compiled, "BUILT", tmp_path)
    monkeypatch.setattr(sys, "meta_path", sys.meta_path[:])
    monkeypatch.delenv(VARIABLE, raising=False)
    return tmp_path


def keep(built: Path, python: str = "", sources: str = "") -> None:
    """Keeps a record there; unless it is told otherwise, of just what is needed here."""
    text = record({"smashup.model.event": "event.so"}, sources or fingerprint())
    (built / compiled.RECORD).write_text(text.replace(made_for(), python or made_for()), "utf-8")


def test_what_is_up_to_date_is_used(built: Path) -> None:
    keep(built)
    assert compiled._choose() == compiled.Engine("compiled")
    found = sys.meta_path[0].find_spec("smashup.model.event", None)
    assert found is not None and found.origin == str(built / "event.so")
    assert sys.meta_path[0].find_spec("smashup.model.errors", None) is None


def test_without_one_the_sources_are_used_without_a_word(
    built: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiled, "BUILT", built / "not there")
    assert compiled._choose() == compiled.Engine("pure")


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"sources": "others"}, "is older than its sources"),
        ({"python": ".another.so"}, "is for another Python"),
    ],
)
def test_what_is_not_of_these_sources_is_never_used_silently(
    wrong: dict[str, str], said: str, built: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(built, **wrong)
    before = sys.meta_path[:]
    chosen = compiled._choose()
    assert chosen.kind == "pure"
    assert said in chosen.note and "make fast" in chosen.note
    assert sys.meta_path == before
    monkeypatch.setenv(VARIABLE, "compiled")
    with pytest.raises(ImportError, match=said):
        compiled._choose()


def test_what_was_broken_off_is_not_used(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert compiled._choose().kind == "pure"
    monkeypatch.setenv(VARIABLE, "compiled")
    with pytest.raises(ImportError, match="There is no compiled engine"):
        compiled._choose()


def test_one_of_the_two_can_be_asked_for(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep(built)
    monkeypatch.setenv(VARIABLE, "pure")
    assert compiled._choose() == compiled.Engine("pure")
    monkeypatch.setenv(VARIABLE, "fast")
    with pytest.raises(ImportError, match="it can be `pure` or `compiled`"):
        compiled._choose()


def test_every_change_of_a_source_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "engine" / "game.py"
    file.parent.mkdir()
    monkeypatch.setattr(compiled, "PARTS", ("engine",))
    seen = {fingerprint(tmp_path)}
    for text in ("", "a = 1", "a = 2"):
        file.write_text(text)
        seen.add(fingerprint(tmp_path))
    file.rename(file.with_name("other.py"))
    seen.add(fingerprint(tmp_path))
    assert len(seen) == 5


# -- what is busy ----------------------------------------------------------------------------------


@pytest.fixture
def counting(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(ROOT / "scripts"))
    return importlib.import_module("compiling.counting")


@pytest.mark.parametrize(
    ("made_by", "changed", "still"),
    [("gcc 12", 0, True), ("gcc 12", 2, True), ("gcc 12", 3, False), ("gcc 13", 0, False)],
)
def test_counts_are_kept_for_the_same_compiler_and_much_the_same_engine(
    counting: ModuleType, made_by: str, changed: int, still: bool
) -> None:
    then = dict.fromkeys("abcdefghij", "as it was")
    kept = {"made_by": "gcc 12", "files": then}
    now = then | dict.fromkeys("abc"[:changed], "changed")
    assert counting.fits(kept, made_by, now) is still


def test_what_is_freed_from_deep_within_overwrites_nothing() -> None:
    """Python frees what lies deep by a list of its own, in a part that an option has not."""
    code = """
from smashup.model.decision import Option
for depth in range(40, 60):
    for _ in range(20):
        chain = [Option("choose", 1)]
        for _ in range(depth):
            chain = [chain]
        del chain
"""
    checked = {**os.environ, "PYTHONMALLOC": "debug"}
    done = subprocess.run([sys.executable, "-c", code], env=checked, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
