"""What the tests of `smashup check` share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from smashup.scenarios import check


@pytest.fixture
def checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str]]:
    """Runs `check` on a file of this text, with these steps if it has none.

    Gives the exit code and all that was printed.
    """

    def run(text: str, *steps: str, trace: bool = False, strict: bool = False) -> tuple[int, str]:
        if steps:
            text += "steps:\n" + "".join(f"  - {step}\n" for step in steps)
        path = tmp_path / "table.yaml"
        path.write_text(text, encoding="utf-8")
        code = check([path], trace, strict)
        printed = capsys.readouterr()
        return code, printed.out + printed.err

    return run
