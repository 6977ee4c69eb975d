"""What docs/scenarios.md says: its example runs, and it names every field and expectation."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from smashup.scenarios.reading import EXPECTATIONS, FIELDS, PHASES

PAGE = (Path(__file__).parents[2] / "docs" / "scenarios.md").read_text(encoding="utf-8")


def test_the_example_passes_strictly(checked):
    examples = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
    assert examples
    code, printed = checked("---\n".join(examples), strict=True)
    assert code == 0, printed


@pytest.mark.parametrize("word", sorted({*FIELDS, *EXPECTATIONS, *PHASES}))
def test_every_word_of_the_format_is_explained(word):
    assert f"`{word}`" in PAGE
