"""Several servers on one database, seats of a table at different ones (docs/reliability.md)."""

from pathlib import Path

from proofs import sharing

OF_TIME = "the games came to a stop"  # on a machine too busy to play in so short a time


def test_servers_share_their_games(tmp_path: Path, database: str) -> None:
    result = sharing.prove(tmp_path, database, servers=2, tables=3, seconds=3.0)
    assert [fault for fault in result.faults if fault != OF_TIME] == []
