"""A log that nobody outside can fill: the same complaint is written so often and no more."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from smashup.server.limits import Bucket

LINES = 0.2  # of one kind in a second
AT_ONCE = 10.0
KINDS = 1000  # that are told apart


class LogRate(logging.Filter):
    """Lets a kind of line (the words it is made with) pass at a bounded rate.

    When it passes again it says how many did not.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._now = now
        self._buckets: dict[str, Bucket] = {}
        self._dropped: dict[str, int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        kind = str(record.msg)
        if kind not in self._buckets and len(self._buckets) >= KINDS:
            kind = ""
        bucket = self._buckets.setdefault(kind, Bucket(LINES, AT_ONCE, self._now()))
        if bucket.take(self._now()):
            self._dropped[kind] = self._dropped.get(kind, 0) + 1
            return False
        dropped = self._dropped.pop(kind, 0)
        if dropped:
            record.msg = f"{record.msg} (and {dropped} times before, not written)"
        return True
