"""What an operator can see of a running server, in numbers, as Prometheus reads them.

Few series and none that grows with rooms, seats or addresses; nothing here tells who plays what.
They are counted where things happen, by all servers of this process together.
"""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, Literal

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
ROOMS_OWNED = Gauge(
    "smashup_rooms_owned", "Rooms that belong to this one of several servers.", registry=registry
)
PASSED_ON = Counter(
    "smashup_passed_on", "What was passed on to other servers.", ["what"], registry=registry
)
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
DISK_FREE = Gauge(
    "smashup_disk_free_bytes",
    "What is free on the disk of the data folder.",
    registry=registry,
)
ERRORS = Counter("smashup_errors", "Errors that nobody expected.", registry=registry)


#: The series that are touched with every answer, found once.
ANSWERS_OF_PLAYERS = ANSWERS.labels("player")
PASSED_ON_MESSAGES = PASSED_ON.labels("message")
PASSED_ON_CALLS = PASSED_ON.labels("call")
_STORE = {what: STORE_SECONDS.labels(what) for what in ("read", "write")}


class Watch:
    """Measures a block."""

    __slots__ = ("_began", "_seconds")

    def __init__(self, seconds: Histogram) -> None:
        self._seconds = seconds

    def __enter__(self) -> None:
        self._began = perf_counter()

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        self._seconds.observe(perf_counter() - self._began)


class _OfStore(Watch):
    """Counts besides where the store fails."""

    __slots__ = ()

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        super().__exit__(kind, error, trace)
        if isinstance(error, StorageError) and is_down(error):
            STORE_FAILURES.inc()


def answer() -> Watch:
    """Measures a player's answer."""
    return Watch(ANSWER_SECONDS)


def store(what: Literal["read", "write"]) -> Watch:
    """Measures what is asked of a store."""
    return _OfStore(_STORE[what])


def read(lobby: Lobby) -> bytes:
    """All of it, as it is now."""
    ROOMS.set(len(lobby.rooms))
    ROOMS_OWNED.set(0 if lobby.neighbours is None else len(lobby.neighbours.leases.held))
    DISK_FREE.set(lobby.quota.disk.free)
    THOUGHTS_WAITING.set(lobby.thinkers.waiting)
    return generate_latest(registry)
