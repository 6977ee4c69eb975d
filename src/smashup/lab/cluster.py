"""Games on a cluster, by Ray (the extra `cluster`): docs/laboratory.md says how to start one.

What a machine plays depends on the plan and the numbers alone, so it does not matter where a game
is played, nor whether it is played twice because a machine was lost.
"""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from typing import Any, TypeAlias, TypeVar

from smashup import memory
from smashup.compiled import fingerprint
from smashup.engine.rules_number import RULES_NUMBER
from smashup.lab.parallel import AHEAD, WorkerDied, chunks, work_on_all
from smashup.lab.ways import CHUNK, Way
from smashup.model.errors import SmashUpError
from smashup.players.judge import present
from smashup.replay import package_version

T = TypeVar("T")
#: What decides what comes of a game: version, rules, cards and bots, judge.
Stamp: TypeAlias = tuple[str, int, str, str]

PATIENCE = 10  # seconds to reach the first machine of a cluster
TRIES = 5  # how often games are begun whose machine or process is lost each time
HOW_TO_GET = "pip install 'smashup[cluster]'"


def on_ray(address: str = "", jobs: int = 0) -> tuple[Way, int]:
    """A way to play on the cluster at this address, and how many cores it has.

    Without an address Ray is started here, on so many cores (0: all).
    """
    try:
        import ray
    except ImportError as error:
        raise SmashUpError(f"Ray, which runs the cluster, is not here: {HOW_TO_GET}") from error
    _require_open(address)
    options: dict[str, Any] = {"address": address} if address else {"num_cpus": jobs or None}
    try:
        ray.init(log_to_driver=False, include_dashboard=False, **options)
    except Exception as error:  # a plain one where its processes do not come up in time
        where = f"The cluster at {address}" if address else "Ray"
        raise SmashUpError(f"{where} cannot be reached: {error}") from error
    cores = max(1, int(ray.cluster_resources().get("CPU", 1)))
    return partial(_play, cores), cores


def _require_open(address: str) -> None:
    """`SmashUpError` where nobody listens, which Ray takes ten minutes to find out."""
    host, _, port = address.rpartition(":")
    if not host or not port.isdigit():
        return
    try:
        socket.create_connection((host, int(port)), PATIENCE).close()
    except OSError as error:
        raise SmashUpError(
            f"The cluster at {address} cannot be reached: {error}. "
            "Its first machine is started with: ray start --head"
        ) from error


def _play(
    cores: int, work: Callable[[int], T], numbers: Iterable[int], chunk: int = CHUNK
) -> Iterator[T]:
    """The results as they come. Chunks whose process is lost are played again."""
    import ray

    task = ray.remote(max_retries=0, num_cpus=1)(_work)
    waiting = chunks(numbers, chunk)
    under_way: dict[Any, tuple[list[int], int]] = {}

    def begin(few: list[int], tries: int) -> None:
        under_way[task.remote(work, few)] = few, tries

    for few in islice(waiting, AHEAD * cores):
        begin(few, 1)
    while under_way:
        [done], _ = ray.wait(list(under_way), num_returns=1)
        few, tries = under_way.pop(done)
        try:
            stamp, results = ray.get(done)
        except ray.exceptions.RayTaskError as error:  # the games themselves failed
            cause = error.cause
            raise cause if isinstance(cause, SmashUpError) else error from None
        except ray.exceptions.RayError as error:
            if tries == TRIES:
                raise WorkerDied(
                    f"The process that plays games {few[0]} to {few[-1]} was lost {TRIES} times: "
                    f"{str(error).splitlines()[0]}"
                ) from error
            begin(few, tries + 1)
            continue
        _check(stamp)
        for more in islice(waiting, 1):
            begin(more, 1)
        yield from results


def _work(work: Callable[[int], T], numbers: list[int]) -> tuple[Stamp, list[T]]:
    with memory.settled():
        return _stamp(), work_on_all(work, numbers)


def _stamp() -> Stamp:
    return package_version(), RULES_NUMBER, fingerprint(), present().fingerprint


def _check(stamp: Stamp) -> None:
    """Results must not depend on where they come from."""
    if stamp != _stamp():
        raise SmashUpError(
            f"A machine of the cluster has smashup {stamp[0]} with other rules, cards "
            f"or judge than {package_version()} here. Install the same packages on all of them."
        )
