"""A real server in a process of its own, to be loaded, watched and killed."""

from __future__ import annotations

import contextlib
import itertools
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from proofs.tables import call

_PATIENCE = 60.0
_STEP = 0.01
_HERE = Path(__file__).resolve().parents[1]  # from where a program can import `proofs`
_PORTS = itertools.count(os.getpid() * 97)  # elsewhere in each process
SMASHUP = "from smashup.cli import main; main()"


class Server:
    """`smashup serve` on a data folder; started, killed and started again at the same port."""

    def __init__(
        self,
        folder: Path,
        arguments: Sequence[str] = (),
        core: int | None = None,
        program: str = SMASHUP,
    ) -> None:
        self.folder = folder
        self.port = free_port()
        self.log = folder / "server.log"
        self._arguments = arguments
        self._core = core
        self._program = program
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        assert self._process is not None, "it is not running"
        return self._process.pid

    def start(self) -> float:
        """Start and wait until it answers; gives the seconds that took."""
        command = [sys.executable, "-c", self._program, "serve", "--no-open"]
        command += ["--port", str(self.port), "--data", str(self.folder), *self._arguments]
        if self._core is not None:
            command = ["taskset", "-c", str(self._core), *command]
        began = time.monotonic()
        with self.log.open("ab") as log:
            # A group of its own, so that its worker processes can be ended with it.
            self._process = subprocess.Popen(
                command, stdout=log, stderr=log, process_group=0, cwd=_HERE
            )
        self._wait_until_it_answers(began + _PATIENCE)
        return time.monotonic() - began

    def _wait_until_it_answers(self, deadline: float) -> None:
        assert self._process is not None
        while time.monotonic() < deadline:
            if self._process.poll() is not None:
                raise RuntimeError(f"The server ended at once: {self.words()[-2000:]}")
            with contextlib.suppress(OSError):
                if call(self.port, "GET", "/api/health")[0] == 200:
                    return
            time.sleep(_STEP)
        raise RuntimeError(f"The server does not answer: {self.words()[-2000:]}")

    def kill(self) -> None:
        """As a power cut would: at once, with all its processes."""
        assert self._process is not None
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def stop(self) -> int:
        """As a person would, in order; gives its exit code."""
        assert self._process is not None
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGINT)
            try:
                self._process.wait(_PATIENCE)
            except subprocess.TimeoutExpired:
                self.kill()
        return self._process.returncode

    def words(self) -> str:
        """All it has logged."""
        return self.log.read_text(errors="replace")

    def peak_memory(self) -> int:
        """The most bytes of memory it ever held, with the processes that think for its bots."""
        return sum(_status_bytes(pid, "VmHWM") for pid in _group(self.pid))

    def processor_seconds(self) -> float:
        """How long it has kept a core busy so far, without the bots' processes."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _group(leader: int) -> list[int]:
    """The processes of a group."""
    members = []
    for entry in Path("/proc").iterdir():
        with contextlib.suppress(ValueError, ProcessLookupError):
            if os.getpgid(int(entry.name)) == leader:
                members.append(int(entry.name))
    return members


def _status_bytes(pid: int, field: str) -> int:
    with contextlib.suppress(FileNotFoundError):  # it has ended meanwhile
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith(field + ":"):
                return int(line.split()[1]) * 1024
    return 0


def free_port() -> int:
    """A port nobody listens on now, of those that a system never lends to clients.

    Who knocks at a port before the server is there could else be lent that very port, and would
    talk to itself.
    """
    for number in _PORTS:
        port = 20_000 + number % 12_000
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise AssertionError("there is no end to numbers")


@contextlib.contextmanager
def apart() -> Iterator[int | None]:
    """A core for the server alone, inside the block; None where there is only one for everybody."""
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) < 2:
        yield None
        return
    os.sched_setaffinity(0, set(cores[1:]))
    try:
        yield cores[0]
    finally:
        os.sched_setaffinity(0, set(cores))


@contextlib.contextmanager
def running(
    folder: Path,
    arguments: Sequence[str] = (),
    core: int | None = None,
    program: str = SMASHUP,
) -> Iterator[Server]:
    """A server that is up inside the block and gone after it."""
    server = Server(folder, arguments, core, program)
    server.start()
    try:
        yield server
    finally:
        server.stop()
