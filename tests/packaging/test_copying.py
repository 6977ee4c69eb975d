"""The copy that is compiled is the same program; the sources themselves are read for it."""

import ast
import importlib
import pickle
import sys
from dataclasses import MISSING, fields, is_dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from smashup.compiled import PACKAGE, compiled_sources

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def copying(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(ROOT / "scripts"))
    return importlib.import_module("compiling.copying")


def test_abilities_of_a_card_file_have_names_of_their_own(copying: ModuleType) -> None:
    for path in compiled_sources():
        tree = ast.parse(copying.prepared(path.relative_to(PACKAGE), path.read_text("utf-8")))
        names = [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
        assert len(names) == len(set(names))


def test_the_copy_asks_for_nothing_of_the_compiler_when_it_runs(copying: ModuleType) -> None:
    for path in compiled_sources():
        tree = ast.parse(copying.prepared(path.relative_to(PACKAGE), path.read_text("utf-8")))
        imported = [node.module for node in tree.body if isinstance(node, ast.ImportFrom)]
        assert "mypy_extensions" not in imported, f"{path}: a wheel does not bring that"


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
