"""One server at a time for a file of games."""

from __future__ import annotations

import os
from pathlib import Path

from smashup.server.storage import StorageError

try:
    import fcntl
except ImportError:  # Windows has no such locks: there two servers are not told of each other
    fcntl = None  # type: ignore[assignment]


class FileLock:
    """A lock that ends with its process, however that ends; a forked child does not keep it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file: int | None = None

    def take(self) -> None:
        """Take the lock, or say who is in the way."""
        if fcntl is None:
            return
        self._file = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self.release()
            raise StorageError(
                f"Another server is using {self.path.with_suffix('')}. Stop it, name another place "
                "by --data, or share games between servers by PostgreSQL."
            ) from error

    def release(self) -> None:
        """Let go; nothing happens if it was not taken."""
        if self._file is not None:
            os.close(self._file)
            self._file = None
