"""Whether the store takes what it is given: found out by writing to it, not too often."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable

from smashup.server import metrics
from smashup.server.storage import Storage, StorageError

log = logging.getLogger(__name__)

FRESH = 2.0  # seconds for which what was found out holds, however many ask
PATIENCE = 3.0  # seconds that a write may take


class Pulse:
    """Tries the store out for whoever asks how the server is."""

    def __init__(self, storage: Storage, now: Callable[[], float] = time.monotonic) -> None:
        self._storage = storage
        self._now = now
        self._found = ""
        self._until = -1.0
        self._trying = asyncio.Lock()

    async def trouble(self) -> str:
        """Why nothing can be kept at the moment; "" if it can."""
        async with self._trying:
            if self._now() >= self._until:
                found = await self._try()
                self._tell(found)
                self._found, self._until = found, self._now() + FRESH
            return self._found

    async def _try(self) -> str:
        try:
            async with asyncio.timeout(PATIENCE):
                await self._storage.try_out()
        except TimeoutError:
            return f"The store took nothing within {PATIENCE:g} s."
        except StorageError as error:
            return str(error)
        return ""

    def _tell(self, found: str) -> None:
        metrics.STORE_UP.set(not found)
        if found and not self._found:
            log.error("nothing can be kept: %s", found)
        elif self._found and not found:
            log.info("the store takes everything again")
