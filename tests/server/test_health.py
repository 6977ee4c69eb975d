"""How a server says it is when it is not well (docs/reliability.md)."""

from pathlib import Path

import pytest

from proofs import health

OF_TIME = "hello waits too long for a database that is gone"  # on a machine with much else to do


@pytest.mark.usefixtures("postgres")  # which is skipped where there is none
def test_health_tells_the_truth(tmp_path: Path) -> None:
    result = health.prove(tmp_path)
    assert len(result.figures) == 6
    assert [fault for fault in result.faults if fault != OF_TIME] == []
