"""A street of one's own: machines with names and addresses, to which visitors come from outside.

Each machine is a network namespace; cables between them are veth pairs. All of it belongs to the
process that laid it, which `away` starts in a network and a mount namespace of its own, and is gone
with it: nothing of the real machine's network or names is changed. It needs root, and Linux.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import re
import shutil
import signal
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from smashup.model.errors import SmashUpError

NAME = "smash.example"
HOUSE = ("198.18.0.10", "2001:db8:0:1::10")
"""Where the name leads to. All addresses here are kept for measurements and documentation."""
_CORNER = ("198.18.0.1", "2001:db8:0:1::1")
_FAR = ("198.19.0.0/24", "2001:db8::/32")
_PATIENCE = 60.0
_PR_SET_PDEATHSIG = 1
_NEEDED = ("caddy", "ip", "mount", "nsenter", "unshare")
_HERE = Path(__file__).resolve().parents[1]


class NoStreet(SmashUpError):
    """This machine cannot have one, or has no Caddy."""


def away(module: str, *arguments: str) -> str:
    """Runs a module in namespaces of its own, and gives what it printed."""
    missing = [program for program in _NEEDED if shutil.which(program) is None]
    if missing:
        raise NoStreet(
            f"Missing: {', '.join(missing)}. On Debian and Ubuntu, as root:"
            " scripts/system_packages.sh caddy"
        )
    if os.geteuid() != 0:
        raise NoStreet("Networks and names of one's own are made by root only.")
    apart = ["unshare", "--net", "--mount", "--propagation", "private"]
    command = [*apart, sys.executable, "-m", module, *arguments]
    done = subprocess.run(command, cwd=_HERE, stdout=subprocess.PIPE, text=True)
    if done.returncode:
        raise NoStreet(f"{module} ended with code {done.returncode}; see above.")
    return done.stdout


def visitor(number: int, other: int = 0) -> tuple[str, str]:
    """The two addresses of a visitor; `other`: of another device in the same house, which has the
    network of 64 bits in common, and by IPv4 nothing.

    >>> visitor(3), visitor(3, 1)
    (('198.19.0.3', '2001:db8:3::1'), ('198.19.0.103', '2001:db8:3::2'))
    """
    return f"198.19.0.{number + 100 * other}", f"2001:db8:{number}::{1 + other}"


class Street:
    """Where this process is, outside of every house, with as many visitors' addresses."""

    def __init__(self, visitors: int, names: Mapping[str, Sequence[str]]) -> None:
        """`names`: which names lead to which addresses, besides the usual."""
        _ip("link", "set", "lo", "up")
        for number in range(1, visitors + 1):
            for address in (*visitor(number), *visitor(number, 1)):
                _ip("addr", "add", address, "dev", "lo")
        _run("mount", "-t", "tmpfs", "tmpfs", "/run")  # where names of namespaces are kept
        self._name_all({"localhost": ("127.0.0.1", "::1"), **names})

    def _name_all(self, names: Mapping[str, Sequence[str]]) -> None:
        lines = [f"{address} {name}\n" for name, own in names.items() for address in own]
        hosts = Path("/run/hosts")
        hosts.write_text("".join(lines))
        _run("mount", "--bind", str(hosts), "/etc/hosts")

    def lead_to(self, house: Machine) -> None:
        """The cable to the house that everybody comes by, and the way back."""
        _ip("link", "add", "corner", "type", "veth", "peer", "name", "street", "netns", house.name)
        for address, width in zip(_CORNER, (24, 64), strict=True):
            _ip("addr", "add", f"{address}/{width}", "dev", "corner", "nodad")
        _ip("link", "set", "corner", "up")
        house.plug("street", *(f"{a}/{w}" for a, w in zip(HOUSE, (24, 64), strict=True)))
        for far, corner in zip(_FAR, _CORNER, strict=True):
            _ip("-n", house.name, "route", "add", far, "via", corner)


class Machine:
    """A machine with a network of its own."""

    def __init__(self, name: str) -> None:
        self.name = name
        _ip("netns", "add", name)
        _ip("-n", name, "link", "set", "lo", "up")

    def plug(self, plug: str, *addresses: str) -> None:
        """Gives its end of a cable addresses, with their widths."""
        for address in addresses:
            _ip("-n", self.name, "addr", "add", address, "dev", plug, "nodad")
        _ip("-n", self.name, "link", "set", plug, "up")

    def cable(self, plug: str, other: Machine, there: str) -> None:
        """Lays a cable to another machine; its ends are still to be plugged in."""
        end = ("peer", "name", there, "netns", other.name)
        _ip("-n", self.name, "link", "add", plug, "type", "veth", *end)

    def within(self) -> list[str]:
        """What stands before a command that is to run there."""
        return ["nsenter", f"--net=/run/netns/{self.name}"]

    def run(self, *command: str) -> str:
        """Runs it there to its end, and gives what it printed."""
        return _run(*self.within(), *command)


class Program:
    """A program that runs on one of the machines until it is stopped."""

    def __init__(
        self, machine: Machine, command: Sequence[str], around: Mapping[str, str], log: Path
    ) -> None:
        self._command = [*machine.within(), *command]
        self._around = {"PATH": os.environ["PATH"], **around}
        self._log = log
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                self._command,
                stdout=log,
                stderr=log,
                env=self._around,
                cwd=_HERE,
                process_group=0,
                preexec_fn=_die_with_parent,
            )

    def stop(self) -> int:
        """As an operator would; gives its exit code."""
        assert self._process is not None
        self._process.terminate()
        return self._process.wait(_PATIENCE)

    @property
    def runs(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def words(self) -> str:
        """All it has logged."""
        return self._log.read_text(errors="replace")


@contextlib.contextmanager
def running(*programs: Program) -> Iterator[None]:
    """These programs are started one after the other, and stopped at the end of the block."""
    try:
        for program in programs:
            program.start()
        yield
    finally:
        for program in reversed(programs):
            if program.runs:
                program.stop()


class Proxy(Program):
    """Caddy, with one of the project's files and certificates of its own authority."""

    def __init__(
        self, machine: Machine, caddyfile: str, folder: Path, around: Mapping[str, str]
    ) -> None:
        folder.mkdir()
        self._machine = machine
        self._file = folder / "Caddyfile"
        self._file.write_text(_with_own_authority(caddyfile))
        self._folder = folder
        kept = {"XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder), "HOME": str(folder)}
        command = ["caddy", "run", "--config", str(self._file), "--adapter", "caddyfile"]
        super().__init__(machine, command, {**around, **kept}, folder / "caddy.log")

    def reload(self) -> None:
        """Reads its file anew, as `systemctl reload caddy` lets it."""
        self._machine.run(
            "env",
            *(f"{k}={v}" for k, v in self._around.items() if k != "PATH"),
            "caddy",
            "reload",
            "--config",
            str(self._file),
            "--adapter",
            "caddyfile",
            "--force",
        )

    def authority(self) -> ssl.SSLContext:
        """For who believes its authority, and no other; waits until there is one."""
        root = self._folder / "caddy/pki/authorities/local/root.crt"
        deadline = time.monotonic() + _PATIENCE
        while not root.exists() or not root.read_text().rstrip().endswith("-----"):
            if time.monotonic() > deadline or not self.runs:
                raise NoStreet(f"Caddy made no certificate: {self.words()[-2000:]}")
            time.sleep(0.05)
        return ssl.create_default_context(cafile=str(root))


def _with_own_authority(caddyfile: str) -> str:
    """The file with what no public name and no certificate from outside needs.

    >>> _with_own_authority("{\\n}\\n").split()
    ['{', 'local_certs', 'skip_install_trust', '}']
    """
    own = "{\n\tlocal_certs\n\tskip_install_trust\n"
    text, found = re.subn(r"^\{\n", lambda _: own, caddyfile, count=1, flags=re.MULTILINE)
    return text if found else f"{own}}}\n{caddyfile}"


def _ip(*words: str) -> None:
    usual = [word for word in words if word != "nodad"]
    is_six = any(":" in word for word in words)
    _run("ip", *(words if is_six else usual))


def _run(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise NoStreet(f"{' '.join(command)}: {done.stderr.strip()}")
    return done.stdout


def _die_with_parent() -> None:
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
