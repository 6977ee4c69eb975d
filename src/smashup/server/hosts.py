"""By which names the server may be asked for.

A page of another site can let its own name lead to this machine (DNS rebinding) and would then seem
to be a page of ours. It cannot do that with an address, nor with a name that is not its own.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Iterable, Sequence
from urllib.parse import urlsplit

from smashup.server.settings import ANY_HOST

#: Addresses that mean all networks of a machine; with each, somewhere outside, for documentation.
EVERYWHERE = {
    "0.0.0.0": (socket.AF_INET, "192.0.2.1"),
    "::": (socket.AF_INET6, "2001:db8::1"),
}
#: What may stand in a `Host`: nothing that could lead anywhere else where it is put before a path.
_HOST = re.compile(r"(?:\[(?P<address>[0-9a-f:.]+)\]|(?P<name>[a-z0-9_.-]+))(?::[0-9]{0,5})?")


class Hosts:
    """The names that are known; addresses always are, and what this machine calls itself."""

    def __init__(self, allowed: Iterable[str] = (), origins: Iterable[str] = ()) -> None:
        here = socket.gethostname().lower()
        names = {"localhost", here, f"{here.partition('.')[0]}.local", *allowed}
        self._names = names | {str(urlsplit(origin).hostname) for origin in origins}
        self._any = ANY_HOST in names

    def know(self, host: str) -> bool:
        """Whether a request with this `Host` is meant for us; a port does not matter."""
        name = _name(host)
        if self._any:
            return bool(name) or not host
        return name in self._names or _is_address(name)


class Reachable:
    """Under which addresses other devices find the server."""

    def __init__(
        self, host: str = "", port: int = 0, prefix: str = "", origins: Sequence[str] = ()
    ) -> None:
        """`host` and `port`: where it listens; `origins`: what its operator says browsers ask
        for."""
        self._host = host
        self._port = port
        self._prefix = prefix
        self._origins = origins

    def addresses(self) -> list[str]:
        """Each with scheme and port; the networks of a machine may change."""
        if self._origins:
            return [origin.rstrip("/") + self._prefix for origin in self._origins]
        host = network_address(self._host) if self._host in EVERYWHERE else self._host
        if not host or is_this_machine(host):
            return []
        return [f"http://{f'[{host}]' if ':' in host else host}:{self._port}{self._prefix}"]


def network_address(everywhere: str) -> str:
    """The address of this machine in its network; "" if it is in none. Nothing is sent: it is only
    asked which way something would be."""
    family, far = EVERYWHERE[everywhere]
    with socket.socket(family, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect((far, 9))
        except OSError:
            return ""
        return str(asking.getsockname()[0])


def is_this_machine(host: str) -> bool:
    """Whether a name or address leads to the machine itself, wherever it is asked for.

    >>> is_this_machine("127.0.0.1"), is_this_machine("localhost"), is_this_machine("10.0.0.7")
    (True, True, False)
    """
    if not _is_address(host):
        return host == "localhost"
    return ipaddress.ip_address(host).is_loopback


def _name(host: str) -> str:
    """The name or address in a `Host`, without its port; "" if it is no such thing."""
    found = _HOST.fullmatch(host.lower())
    return "" if found is None else (found["address"] or found["name"]).rstrip(".")


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
