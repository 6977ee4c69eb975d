"""Servers with rooms of their own, and owners killed (docs/reliability.md)."""

from pathlib import Path

from proofs import several

#: On a machine too busy to be quick.
OF_TIME = {"rooms open elsewhere too late"}


def test_killed_owners_lose_double_and_leak_nothing(tmp_path: Path, database: str) -> None:
    result = several.prove(tmp_path, database, most=2, tables=3, seconds=1.0, kills=2)
    assert [fault for fault in result.faults if fault not in OF_TIME] == []
