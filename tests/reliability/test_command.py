"""The command that proves everything: where it writes its figures."""

import re

import pytest

import proofs.__main__ as command


def test_every_proof_has_its_place_in_the_document() -> None:
    text = command.DOCUMENT.read_text()
    assert sorted(re.findall("<!-- figures: (.*) -->", text)) == sorted(command.PROOFS)
    for name in command.PROOFS:
        assert f"python -m proofs {name}" in text or name in ("postgres",)


def test_figures_replace_those_that_stood_there() -> None:
    text = (
        "A\n<!-- figures: kills -->\nold\n<!-- end -->\nB\n<!-- figures: load -->\n<!-- end -->\n"
    )
    assert command.with_figures(text, "kills", ["new", "newer"]) == (
        "A\n<!-- figures: kills -->\nnew\nnewer\n<!-- end -->\nB\n"
        "<!-- figures: load -->\n<!-- end -->\n"
    )


def test_a_document_without_the_place_is_left_alone() -> None:
    with pytest.raises(SystemExit, match="no place for the figures of kills"):
        command.with_figures("nothing here", "kills", ["new"])
