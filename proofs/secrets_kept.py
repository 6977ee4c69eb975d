"""Whether a secret stands anywhere in what the server leaves behind."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from proofs.tables import Table


def secrets_shown(folder: Path, tables: Sequence[Table]) -> list[str]:
    """The files of a data folder, its log among them, that hold a token in plain words."""
    tokens = [token.encode() for table in tables for token in table.tokens]
    shown = []
    for file in sorted(folder.iterdir()):
        words = file.read_bytes() if file.is_file() else b""
        if any(token in words for token in tokens):
            shown.append(file.name)
    return shown
