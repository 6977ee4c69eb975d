"""The command that proves everything: where it writes its figures."""

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("reliability", ROOT / "scripts/reliability.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_proof_has_its_place_in_the_document(script: ModuleType) -> None:
    text = (ROOT / "docs" / "reliability.md").read_text()
    assert sorted(re.findall("<!-- figures: (.*) -->", text)) == sorted(script.PROOFS)
    for name in script.PROOFS:
        assert f"scripts/reliability.py {name}" in text or name in ("postgres",)


def test_figures_replace_those_that_stood_there(script: ModuleType) -> None:
    text = (
        "A\n<!-- figures: kills -->\nold\n<!-- end -->\nB\n<!-- figures: load -->\n<!-- end -->\n"
    )
    assert script.with_figures(text, "kills", ["new", "newer"]) == (
        "A\n<!-- figures: kills -->\nnew\nnewer\n<!-- end -->\nB\n"
        "<!-- figures: load -->\n<!-- end -->\n"
    )


def test_a_document_without_the_place_is_left_alone(script: ModuleType) -> None:
    with pytest.raises(SystemExit, match="no place for the figures of kills"):
        script.with_figures("nothing here", "kills", ["new"])
