"""Worker processes: they think, so that the event loop need not."""

from __future__ import annotations

import asyncio
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, Protocol

import msgspec
from msgspec.structs import replace

from smashup.model.errors import SmashUpError
from smashup.server.jobs import (
    AFTERTHOUGHTS,
    THOUGHTS,
    Advise,
    Choose,
    Job,
    Judge,
    encode,
    reply_decoder,
)
from smashup.server.thinking import LENGTH, READY, remember, work
from smashup.server.together import look_at
from smashup.server.turns import Shares, Stopped, Turns

CROWD = 4  # thoughts that wait for each process before bots think less
GIVEN_UP = 20.0  # seconds to come to an end with a job that nobody waits for any more
#: How much may wait at once for what is quick and for thoughts about games that are over: in all,
#: and of one address.
MOST_QUICK, MOST_QUICK_OF_ONE = 256, 64
MOST_AFTERWARDS, MOST_AFTERWARDS_OF_ONE = 64, 8
#: How far processes stand behind whoever plays: bots, and what nobody's turn waits for.
NICE, NICER = 10, 19
#: What a process runs. It stands behind the others before it does anything that takes time.
_PROGRAM = """
import os, sys
if hasattr(os, "nice"):
    os.nice(int(sys.argv[1]))
from smashup.server.thinking import main
main()
"""


class WorkFailed(SmashUpError):
    """A worker could not do its job: it raised, died, or took too long."""


class Thinkers(Protocol):
    """Who does the jobs."""

    @property
    def busy(self) -> bool:
        """Whether a quick job would have to wait."""
        ...

    @property
    def waiting(self) -> int:
        """How many thoughts wait for a place."""
        ...

    @property
    def crowded(self) -> bool:
        """Whether so many thoughts wait that each should be short."""
        ...

    async def do(self, job: Job, patience: float, owner: str = "") -> Any:
        """Does a job within so many seconds from its turn and gives its result, or raises
        `WorkFailed`; `Stopped` when the server ends, `Crowded` where too much waits already.

        Where many wait, owners take turns. Whoever asks may be cancelled, and the job with them.
        """
        ...

    async def close(self) -> None:
        """Ends all of them at once, and what waits for them."""
        ...


class Inline:
    """Does the jobs right here: for tests, and for a server that shall be one process only."""

    busy = False
    waiting = 0
    crowded = False

    async def do(self, job: Job, patience: float, owner: str = "") -> Any:
        await asyncio.sleep(0)
        reply = work(job)
        if reply.error:
            raise WorkFailed(f"raised {reply.error}")
        return msgspec.json.decode(reply.result)

    async def close(self) -> None:
        """There is nothing to close."""


class Worker:
    """One process, with one job at a time. It is started when it is needed."""

    def __init__(self, nice: int = NICE) -> None:
        self._process: Process | None = None
        self._starting: asyncio.Task[Process] | None = None
        self._leaving: asyncio.Task[None] | None = None  # a job that nobody waits for
        self._turns = Turns(1)
        self._nice = nice
        self._closed = False
        self.waiting = 0

    async def do(self, job: Callable[[], Job], patience: float, owner: str) -> bytes:
        """The result, as JSON, of a job as it is when its turn comes. A worker that fails is ended,
        and started anew for the next."""
        self.waiting += 1
        try:
            async with self._turns.turn(owner):
                return await self._do(job, patience)
        finally:
            self.waiting -= 1

    async def _do(self, job: Callable[[], Job], patience: float) -> bytes:
        asking: asyncio.Task[bytes] | None = None
        try:
            async with asyncio.timeout(patience):
                if self._leaving is not None:
                    await asyncio.shield(self._leaving)
                process = await self._started()
                asking = asyncio.get_running_loop().create_task(_ask(process, encode(job())))
                return await asyncio.shield(asking)
        except TimeoutError as error:
            await self._leave(asking)
            raise WorkFailed(f"took longer than {patience:g} s") from error
        except (OSError, EOFError) as error:
            await self._leave(asking)
            if self._closed:
                raise Stopped("The server ends.") from error
            raise WorkFailed("died") from error
        except asyncio.CancelledError:
            if asking is not None:
                await self._leave(asking, kindly=True)
            raise

    # -- the process -------------------------------------------------------------------

    async def _started(self) -> Process:
        """The process, when it is ready. It is started to the end, whoever waits for it."""
        if self._starting is None or self._starting.done():
            process = self._process
            if process is not None and process.returncode is None:
                return process
            self._starting = asyncio.get_running_loop().create_task(self._start())
            self._starting.add_done_callback(look_at)
        return await asyncio.shield(self._starting)

    async def _start(self) -> Process:
        process = self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", _PROGRAM, str(self._nice)), stdin=PIPE, stdout=PIPE
        )
        if self._closed:
            await self.stop()
        assert process.stdout is not None
        await process.stdout.readexactly(len(READY))
        return process

    async def _leave(self, asking: asyncio.Task[bytes] | None, kindly: bool = False) -> None:
        """Nobody waits for a job any more. Whoever is next waits until it is left, also where who
        asked is not even there to see to that."""
        self._leaving = asyncio.get_running_loop().create_task(self._leave_off(asking, kindly))
        await asyncio.shield(self._leaving)

    async def _leave_off(self, asking: asyncio.Task[bytes] | None, kindly: bool) -> None:
        """If it is asked kindly the process comes to an end with its job, and lives: to start
        another costs more, and games that it remembers would have to be played again."""
        process = self._process
        if kindly and asking is not None and process is not None and process.returncode is None:
            if hasattr(signal, "SIGUSR1"):
                with suppress(ProcessLookupError):
                    process.send_signal(signal.SIGUSR1)
                await asyncio.wait({asking}, timeout=GIVEN_UP)
            if asking.done() and isinstance(asking.exception(), WorkFailed | None):
                return
        await self.stop()  # its reply must not be taken for another's
        if asking is not None:
            asking.cancel()
            await asyncio.gather(asking, return_exceptions=True)

    async def stop(self) -> None:
        """Ends the process at once."""
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    async def close(self) -> None:
        """Ends the process for good, and sends everybody away who waits."""
        self._closed = True
        self._turns.close()
        await self.stop()
        if self._starting is not None:
            await asyncio.gather(self._starting, return_exceptions=True)


async def _ask(process: Process, job: bytes) -> bytes:
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write(LENGTH.pack(len(job)) + job)
    await process.stdin.drain()
    length = LENGTH.unpack(await process.stdout.readexactly(LENGTH.size))[0]
    reply = reply_decoder.decode(await process.stdout.readexactly(length))
    if reply.error:
        raise WorkFailed(f"raised {reply.error}")
    return reply.result


class Workers:
    """Several processes that think, one for thoughts about games that are over, which nobody's turn
    waits for, and one for what is quick, which need not wait for thoughts.

    A game goes to the one that remembers it, unless that one is busy. Within a turn it stays where
    it is: there is known what its bot has spent of the time for that turn.
    """

    def __init__(self, count: int) -> None:
        self._thinkers = [Worker() for _ in range(count)]
        self._turns = Turns(count)
        self._at_it: OrderedDict[str, tuple[int, Worker]] = OrderedDict()  # by game: turn, and who
        self._afterwards = Worker(NICER)
        self._quick = Worker()
        self._places_afterwards = Shares(MOST_AFTERWARDS, MOST_AFTERWARDS_OF_ONE)
        self._places_quick = Shares(MOST_QUICK, MOST_QUICK_OF_ONE)

    @property
    def busy(self) -> bool:
        return self._quick.waiting > 0

    @property
    def waiting(self) -> int:
        return self._turns.waiting

    @property
    def crowded(self) -> bool:
        return self.waiting > CROWD * len(self._thinkers)

    async def do(self, job: Job, patience: float, owner: str = "") -> Any:
        if isinstance(job, THOUGHTS):
            return msgspec.json.decode(await self._think(job, patience, owner))
        worker, places = self._quick, self._places_quick
        if isinstance(job, AFTERTHOUGHTS):
            worker, places = self._afterwards, self._places_afterwards
        with places.place(owner):
            made = partial(self._shortened, job)
            return msgspec.json.decode(await worker.do(made, patience, owner))

    async def _think(self, job: Job, patience: float, owner: str) -> bytes:
        async with self._turns.turn(owner):
            worker = self._worker_for(job)
            return await worker.do(partial(self._shortened, job), patience, owner)

    def _worker_for(self, job: Job) -> Worker:
        key = job.game.key
        home = self._thinkers[hash(key) % len(self._thinkers)]
        worker = min(self._thinkers, key=lambda w: (w.waiting, w is not home))
        if isinstance(job, Choose):
            turn, before = self._at_it.pop(key, (job.turn, worker))
            worker = before if turn == job.turn else worker
            remember(self._at_it, key, (job.turn, worker))
        return worker

    def _shortened(self, job: Job) -> Job:
        """A job as there is time for it now."""
        match job:
            case Advise():
                return replace(job, hurried=self.crowded)
            case Judge():
                return replace(job, hurried=self.waiting > 0 or self._afterwards.waiting > CROWD)
        return job

    async def close(self) -> None:
        self._turns.close()
        every = (*self._thinkers, self._afterwards, self._quick)
        await asyncio.gather(*(worker.close() for worker in every))
