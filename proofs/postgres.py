"""A PostgreSQL of one's own, in a temporary folder: for tests and measurements, not for games.

It is started from the machine's own packages, listens on a socket in its folder and nowhere else,
and is gone with its folder at the end. PostgreSQL refuses to run as root: then it runs as
`postgres` or `nobody`.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from smashup.model.errors import SmashUpError

_PATIENCE = 60.0
_PR_SET_PDEATHSIG = 1


class NoPostgres(SmashUpError):
    """This machine has no PostgreSQL, or it does not start."""


Start: TypeAlias = Callable[[], contextlib.AbstractContextManager[str]]


@dataclass(frozen=True)
class Network:
    """Where it listens besides, for who knows their password."""

    address: str
    within: Sequence[str]
    """What stands before a command that is to run in that network."""


@contextlib.contextmanager
def temporary_postgres(network: Network | None = None) -> Iterator[str]:
    """Start one, give its address, stop it at the end of the block."""
    with restartable_postgres(network) as start, start() as address:
        yield address


@contextlib.contextmanager
def restartable_postgres(network: Network | None = None) -> Iterator[Start]:
    """One that can be started and stopped and started again with what is in it."""
    programs = find_programs()
    user = _ordinary_user()
    folder = Path(tempfile.mkdtemp(prefix="smashup-pg-"))
    try:
        if user is not None:
            os.chown(folder, pwd.getpwnam(user).pw_uid, -1)
        data = folder / "data"
        _run(
            [programs / "initdb", "-D", data, "-U", "smashup", "--auth=trust", "-EUTF8", "-N"], user
        )

        if network is not None:
            with (data / "pg_hba.conf").open("a") as who_may:
                who_may.write("host all all all scram-sha-256\n")

        @contextlib.contextmanager
        def start() -> Iterator[str]:
            with _running(programs, data, folder, user, network):
                yield f"postgresql:///postgres?host={folder}&user=smashup"

        yield start
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def find_programs() -> Path:
    """The folder of `initdb` and `postgres`: on the PATH, or where Debian puts the newest."""
    places = [Path(place) for place in os.environ.get("PATH", "").split(os.pathsep) if place]
    debian = Path("/usr/lib/postgresql").glob("*/bin")
    places += sorted(debian, key=lambda place: float(place.parent.name), reverse=True)
    for place in places:
        if (place / "initdb").exists() and (place / "postgres").exists():
            return place
    raise NoPostgres(
        "PostgreSQL is not installed, so nothing on it can be tested. On Debian and Ubuntu, as "
        "root: scripts/system_packages.sh"
    )


def _ordinary_user() -> str | None:
    """Whom to run as: None for oneself, somebody else if we are root."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            return pwd.getpwnam(name).pw_name
    raise NoPostgres("PostgreSQL refuses to run as root, and there is no user to run it as.")


def _run(command: list[Path | str], user: str | None) -> None:
    done = subprocess.run(
        command, user=user, cwd="/", capture_output=True, text=True, env=_environment(), check=False
    )
    if done.returncode:
        raise NoPostgres(f"{command[0]} failed: {done.stderr.strip() or done.stdout.strip()}")


@contextlib.contextmanager
def _running(
    programs: Path, data: Path, folder: Path, user: str | None, network: Network | None
) -> Iterator[None]:
    address = network.address if network else ""
    command: list[Path | str] = [programs / "postgres", "-D", data, "-k", folder]
    command += ["-c", f"listen_addresses={address}"]
    if network is not None and user is not None:  # a network is entered by root only
        become = ["setpriv", f"--reuid={user}", f"--regid={pwd.getpwnam(user).pw_gid}"]
        become += ["--clear-groups", "--pdeathsig=QUIT"]
        command, user = [*network.within, *become, *command], None
    server = subprocess.Popen(
        command,
        user=user,
        cwd="/",
        env=_environment(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        process_group=0,  # Ctrl-C ends the tests, which then stop it in order
        preexec_fn=_die_with_parent,
    )
    try:
        _wait_until_ready(server, data / "postmaster.pid")
        yield
    finally:
        server.send_signal(signal.SIGQUIT)  # its "immediate" way to stop: nothing is kept anyway
        try:
            server.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


def _die_with_parent() -> None:
    """Run in the new process: tests that are killed leave no database behind, on Linux at least."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGQUIT)


def _wait_until_ready(server: subprocess.Popen[bytes], status: Path) -> None:
    deadline = time.monotonic() + _PATIENCE
    while time.monotonic() < deadline:
        if server.poll() is not None:
            raise NoPostgres(f"PostgreSQL ended at once, with code {server.returncode}.")
        with contextlib.suppress(OSError):
            if status.read_text().rstrip().endswith("ready"):
                return
        time.sleep(0.05)
    raise NoPostgres(f"PostgreSQL was not ready after {_PATIENCE:.0f} seconds.")


def _environment() -> dict[str, str]:
    return {"PATH": os.environ.get("PATH", ""), "LC_ALL": "C"}
