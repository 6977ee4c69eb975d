"""What an operator can see of a running server, in numbers, as Prometheus reads them.

Few series and none that grows with rooms, seats or addresses; nothing here tells who plays what.
They are counted where things happen, by all servers of this process together.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)

from smashup.server.storage import StorageError, is_down

if TYPE_CHECKING:
    from smashup.server.lobby import Lobby

TYPE = "text/plain; version=0.0.4; charset=utf-8"
_QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
_SLOW = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0)

disable_created_metrics()  # type: ignore[no-untyped-call]  # series that nobody needs
registry = CollectorRegistry()
ProcessCollector(registry=registry)  # memory, time of a core, files

ROOMS = Gauge("smashup_rooms", "Rooms that are open.", registry=registry)
SOCKETS = Gauge("smashup_sockets", "Sockets that are open.", registry=registry)
MESSAGES = Counter("smashup_messages", "Messages of clients.", registry=registry)
ANSWERS = Counter("smashup_answers", "Answers that are on disk.", ["by"], registry=registry)
ANSWER_SECONDS = Histogram(
    "smashup_answer_seconds",
    "From a player's answer to its acknowledgement.",
    buckets=_QUICK,
    registry=registry,
)
CALLS = Counter(
    "smashup_calls", "Calls, by the class of their status.", ["status"], registry=registry
)
REFUSALS = Counter("smashup_refusals", "Refused calls and messages.", ["code"], registry=registry)
THOUGHTS_WAITING = Gauge(
    "smashup_thoughts_waiting", "Bots that wait for a process to think in.", registry=registry
)
THOUGHT_SECONDS = Histogram(
    "smashup_thought_seconds",
    "From a bot's turn to its answer, waiting included.",
    buckets=_SLOW,
    registry=registry,
)
STORE_SECONDS = Histogram(
    "smashup_store_seconds",
    "What was asked of the store.",
    ["what"],
    buckets=_QUICK,
    registry=registry,
)
STORE_FAILURES = Counter(
    "smashup_store_failures", "What the store could not do.", registry=registry
)
STORE_UP = Gauge("smashup_store_up", "1 if the last trial to write went well.", registry=registry)
ERRORS = Counter("smashup_errors", "Errors that nobody expected.", registry=registry)


@contextmanager
def store(what: str) -> Iterator[None]:
    """Measures what is asked of a store, and counts it where the store fails."""
    with STORE_SECONDS.labels(what).time():
        try:
            yield
        except StorageError as error:
            if is_down(error):
                STORE_FAILURES.inc()
            raise


def read(lobby: Lobby) -> bytes:
    """All of it, as it is now."""
    ROOMS.set(len(lobby.rooms))
    THOUGHTS_WAITING.set(lobby.thinkers.waiting)
    return generate_latest(registry)
