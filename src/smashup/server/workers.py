"""Worker processes: they think, so that the event loop need not."""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from typing import Any, Protocol

import msgspec

from smashup.model.errors import SmashUpError
from smashup.server.jobs import AFTERTHOUGHTS, THOUGHTS, Job, encode, reply_decoder
from smashup.server.thinking import LENGTH, work
from smashup.server.turns import Turns

CROWD = 4  # thoughts that wait for each process before bots think less


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
        """Does a job within so many seconds and gives its result, or raises `WorkFailed`.

        Where many wait, owners take turns.
        """
        ...

    async def close(self) -> None: ...


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

    def __init__(self) -> None:
        self._process: Process | None = None
        self._turns = Turns(1)
        self.waiting = 0

    async def do(self, job: Job, patience: float, owner: str) -> bytes:
        """The result as JSON. A worker that fails is ended, and started anew for the next job."""
        self.waiting += 1
        try:
            async with self._turns.turn(owner):
                try:
                    async with asyncio.timeout(patience):
                        return await self._ask(encode(job))
                except TimeoutError as error:
                    await self.stop()
                    raise WorkFailed(f"took longer than {patience:g} s") from error
                except (OSError, EOFError) as error:
                    await self.stop()
                    raise WorkFailed("died") from error
                except asyncio.CancelledError:
                    await self.stop()  # its reply must not be taken for another's
                    raise
        finally:
            self.waiting -= 1

    async def _ask(self, job: bytes) -> bytes:
        process = self._process
        if process is None or process.returncode is not None:
            process = self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "smashup.server.thinking", stdin=PIPE, stdout=PIPE
            )
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(LENGTH.pack(len(job)) + job)
        await process.stdin.drain()
        length = LENGTH.unpack(await process.stdout.readexactly(LENGTH.size))[0]
        reply = reply_decoder.decode(await process.stdout.readexactly(length))
        if reply.error:
            raise WorkFailed(f"raised {reply.error}")
        return reply.result

    async def stop(self) -> None:
        """Ends the process at once."""
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            process.kill()
            await process.wait()


class Workers:
    """Several processes that think, one for thoughts about games that are over, which nobody's turn
    waits for, and one for what is quick, which need not wait for thoughts.

    A game goes to the one that remembers it, unless that one is busy.
    """

    def __init__(self, count: int) -> None:
        self._thinkers = [Worker() for _ in range(count)]
        self._turns = Turns(count)
        self._afterwards = Worker()
        self._quick = Worker()

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
        if not isinstance(job, THOUGHTS):
            worker = self._afterwards if isinstance(job, AFTERTHOUGHTS) else self._quick
            return msgspec.json.decode(await worker.do(job, patience, owner))
        async with self._turns.turn(owner):
            home = self._thinkers[hash(job.game.key) % len(self._thinkers)]
            worker = min(self._thinkers, key=lambda w: (w.waiting, w is not home))
            return msgspec.json.decode(await worker.do(job, patience, owner))

    async def close(self) -> None:
        every = (*self._thinkers, self._afterwards, self._quick)
        await asyncio.gather(*(worker.stop() for worker in every))
