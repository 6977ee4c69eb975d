"""Files that hold the seeds of running games, and so every hand, or a password."""

from __future__ import annotations

import os
import stat
from pathlib import Path

FILE, FOLDER = 0o600, 0o700
_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def make_folder(folder: Path) -> None:
    """Makes a folder that only its owner can look into; one that is there stays as it is."""
    folder.mkdir(mode=FOLDER, parents=True, exist_ok=True)


def make_file(path: Path) -> None:
    """Makes an empty file that only its owner can read; one that is there stays as it is."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, FILE))


def warnings(*paths: Path) -> list[str]:
    """A sentence for each file or folder that others on this machine can do something with."""
    if os.name == "nt":  # which says otherwise who may read a file
        return []
    found = [(path, path.stat().st_mode) for path in paths if path.exists()]
    return [
        f"{path} is open to others on this machine, and what is in it is nobody's business but"
        f" yours. Close it by: chmod {FOLDER if stat.S_ISDIR(mode) else FILE:o} {path}"
        for path, mode in found
        if mode & _OTHERS
    ]
