"""The compiled engine is used only where it is made of these sources, for this Python."""

import ast
import importlib
import os
import pickle
import subprocess
import sys
from dataclasses import MISSING, fields, is_dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from smashup import compiled
from smashup.compiled import PACKAGE, VARIABLE, compiled_sources, fingerprint, made_for, record

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


# -- the copy that is compiled ---------------------------------------------------------------------


@pytest.fixture
def copying(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(ROOT / "scripts"))
    return importlib.import_module("compiling.copying")


def test_abilities_of_a_card_file_have_names_of_their_own(copying: ModuleType) -> None:
    for path in compiled_sources():
        tree = ast.parse(copying.prepared(path.relative_to(PACKAGE), path.read_text("utf-8")))
        names = [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
        assert len(names) == len(set(names))


def prepared(copying: ModuleType, path: str) -> dict[str, Any]:
    """The names of a module as it is in the copy."""
    text = copying.prepared(Path(path), (PACKAGE / path).read_text("utf-8"))
    made: dict[str, Any] = {"mypyc_attr": lambda **_: lambda made: made, "__name__": "copied"}
    exec(compile(text, path, "exec"), made)
    return made


@pytest.mark.parametrize(
    "path", ["model/state.py", "model/card.py", "model/decision.py", "players/standing.py"]
)
def test_a_constant_is_the_same_in_the_copy(copying: ModuleType, path: str) -> None:
    original = vars(importlib.import_module("smashup." + path[:-3].replace("/", ".")))
    constants = {n: v for n, v in original.items() if n.isupper() and isinstance(v, int | str)}
    made = prepared(copying, path)
    assert {name: made[name] for name in constants} == constants


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("model/card.py", "Cause"),
        ("model/card.py", "Reaction"),
        ("model/card.py", "Use"),
        ("model/decision.py", "Option"),
        ("model/state.py", "Lasting"),
        ("model/state.py", "Permission"),
        ("model/state.py", "Played"),
        ("engine/ordering.py", "Doing"),
        ("engine/ordering.py", "Pending"),
        ("engine/plays.py", "Payment"),
    ],
)
def test_a_native_class_does_what_the_record_does(
    copying: ModuleType, path: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Made by position and by name, compared, taken apart, shown, varied, pickled."""
    copied = ModuleType("copied")
    monkeypatch.setitem(sys.modules, "copied", copied)
    exec(compile((PACKAGE / path).read_text("utf-8"), path, "exec"), vars(copied))
    plain, native = getattr(copied, name), prepared(copying, path)[name]
    values = [number + 100 for number in range(len(plain.__match_args__))]
    assert is_dataclass(plain) and not is_dataclass(native)
    required = sum(field.default is MISSING for field in fields(plain))
    for given in (values, values[:required]):
        one, other = plain(*given), native(*given)
        assert tuple(one) == tuple(other)
        assert repr(one) == repr(other)
        assert [getattr(other, field) for field in plain.__match_args__] == list(one)
        for made in (one, other):
            monkeypatch.setattr(copied, name, type(made))
            assert made == type(made)(*given) and hash(made) == hash(type(made)(*given))
            assert pickle.loads(pickle.dumps(made)) == made
        for field in plain.__match_args__:
            assert tuple(other._replace(**{field: 7})) == tuple(one._replace(**{field: 7}))
            assert other._replace(**{field: 7}) != other
            assert one._replace(**{field: 7}) != one
    named = dict(zip(plain.__match_args__, values, strict=True))
    for made in (plain, native):
        assert made(**named) == made(*values)
        with pytest.raises(AssertionError):
            made(*values)._replace(nothing=1)
    assert name in copying.NATIVE


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
    then = dict.fromkeys("abcd", "as it was")
    kept = {"made_by": "gcc 12", "files": then}
    now = then | dict.fromkeys("abcd"[:changed], "changed")
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
