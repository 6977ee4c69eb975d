"""By which names the server may be asked for.

A page of another site can let its own name lead to this machine (DNS rebinding) and would then seem
to be a page of ours. It cannot do that with an address, nor with a name that is not its own.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable
from urllib.parse import urlsplit

from smashup.server.settings import ANY_HOST


class Hosts:
    """The names that are known; addresses always are, and what this machine calls itself."""

    def __init__(self, allowed: Iterable[str] = (), origins: Iterable[str] = ()) -> None:
        here = socket.gethostname().lower()
        names = {"localhost", here, f"{here.partition('.')[0]}.local", *allowed}
        self._names = names | {str(urlsplit(origin).hostname) for origin in origins}
        self._any = ANY_HOST in names

    def know(self, host: str) -> bool:
        """Whether a request with this `Host` is meant for us; a port does not matter."""
        if self._any:
            return True
        name = _name(host)
        return name in self._names or _is_address(name)


def _name(host: str) -> str:
    """The name in a `Host`, without its port; "" if there is none."""
    try:
        return (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return ""


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
