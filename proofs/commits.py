"""How many appends a second a store takes, one after the other and many at once."""

from __future__ import annotations

import asyncio
import time

from proofs.figures import Finding, percentile
from smashup.server.storage import Entry, open_storage

CROWDS = (1, 10, 100)


def measure(place: str, name: str, seconds: float) -> Finding:
    """Append for that long with each crowd; every append waits for the disk."""
    return asyncio.run(_measure(place, name, seconds))


async def _measure(place: str, name: str, seconds: float) -> Finding:
    result = Finding(f"appends to {name}")
    store = open_storage(place)
    await store.open()
    for crowd in CROWDS:
        waits: list[float] = []
        began = time.monotonic()

        async def fill(room: str, end: float, waits: list[float]) -> None:
            await store.create(room, b"{}", [])
            length = 0
            while (before := time.monotonic()) < end:
                entry = Entry("answer", 0, f"m{length}", b'{"option": 3}', before)
                length = await store.append(room, length, [entry])
                waits.append(time.monotonic() - before)

        rooms = [f"{crowd}-{i}" for i in range(crowd)]
        await asyncio.gather(*(fill(room, began + seconds, waits) for room in rooms))
        rate = len(waits) / (time.monotonic() - began)
        result.figures[f"{crowd} at once"] = (
            f"{rate:,.0f} a second, median wait {1000 * percentile(waits, 0.5):.1f} ms, "
            f"99th percentile {1000 * percentile(waits, 0.99):.1f} ms"
        )
    await store.close()
    return result
