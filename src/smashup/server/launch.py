"""Starts a server by its settings, and ends with it."""

from __future__ import annotations

import ipaddress
import logging
import os
import socket
import webbrowser
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

import uvicorn

from smashup import memory
from smashup.compiled import ENGINE
from smashup.model.errors import SmashUpError
from smashup.players.judge.net import numpy_is_there
from smashup.server import logs, private_files
from smashup.server.app import Server, create_app
from smashup.server.clock import WallClock
from smashup.server.database_address import without_secret
from smashup.server.doors import KEPT_FILES, MOST_HEADERS, Doors, protocols, raise_file_limit
from smashup.server.expiry import Keeping
from smashup.server.hosts import Hosts, Reachable
from smashup.server.limits import MAX_MESSAGE, Limits
from smashup.server.lobby import Lobby
from smashup.server.neighbours import Neighbours
from smashup.server.operations import Operations
from smashup.server.quota import MEGABYTE, nearest
from smashup.server.settings import Loaded, Settings, split_address
from smashup.server.static import what_is_missing
from smashup.server.storage import Storage
from smashup.server.workers import Workers

log = logging.getLogger(__name__)

FEW = 1000  # connections: fewer are worth a word
WITHOUT_NUMPY = (
    "bots judge by what they count only, and play weaker: the rest needs numpy"
    " (pip install 'smashup[bots]')"
)
_MAPPED = int(ipaddress.ip_address("::ffff:0:0"))  # where IPv4 lies within IPv6


def run(
    loaded: Loaded, storage: Storage, place: str | Path, archive: Path, open_browser: bool
) -> None:
    """Serves games of a store until somebody ends it. `place`: where that store is; `archive`: the
    folder for games of rooms that expire."""
    settings = loaded.settings
    logs.begin(settings.log_format, settings.log_level)
    with ExitStack() as stack:
        listening = stack.enter_context(bind(settings.host, settings.port))
        port = listening.getsockname()[1]
        url = f"http://{shown_host(settings.host)}:{port}{settings.prefix}/"
        lobby = _lobby(settings, storage, archive)
        if settings.neighbours:
            host, wanted = split_address(settings.neighbours)
            line = stack.enter_context(bind(host, wanted, "--neighbours"))
            lobby.neighbours = neighbours_of(lobby, line, host)
        operations = None
        if settings.operations:
            own = bind(*split_address(settings.operations), "--operations")
            operations = Operations(lobby, stack.enter_context(own))
        app = create_app(
            lobby,
            settings.public_origins,
            prefix=settings.prefix,
            hosts=Hosts(settings.allowed_hosts, settings.public_origins),
            operations=operations,
            reachable=Reachable(settings.host, port, settings.prefix, settings.public_origins),
        )
        _say(settings, f"Smash Up is at {url}  (Ctrl+C ends it)")
        _say(settings, f"Games are kept in {without_secret(str(place))}")
        if lack := what_is_missing():
            log.warning("the server runs, but %s", lack)
        if not numpy_is_there():
            log.warning("%s", WITHOUT_NUMPY)
        if ENGINE.note:
            log.warning("%s", ENGINE.note)
        for doubt in (*loaded.doubts, *_open_to_others(place), *_not_to_be_written(archive)):
            log.warning("%s", doubt)
        server = _Uvicorn(_config(app, settings, lobby), lobby)
        memory.settle(full_searches=False)
        if open_browser:
            webbrowser.open(url)
        try:
            server.run(sockets=[listening])
        except SystemExit:  # how uvicorn ends if it could not start
            if app.trouble is None:
                raise
            raise app.trouble from None


class _Uvicorn(uvicorn.Server):
    """Waits for nobody's thoughts when it is to end: who waits for one is told so first. And it
    tidies up as it goes along, so that there is never much to do at once."""

    def __init__(self, config: uvicorn.Config, lobby: Lobby) -> None:
        super().__init__(config)
        self._lobby = lobby

    async def on_tick(self, counter: int) -> bool:  # ten times a second
        memory.search_young()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._lobby.stop()
        await super().shutdown(sockets)


def _say(settings: Settings, words: str) -> None:
    """To whoever started it; where programs read the log, as a line of that."""
    if settings.log_format == "json":
        log.info("%s", words)
    else:
        print(words, flush=True)


def _lobby(settings: Settings, storage: Storage, archive: Path) -> Lobby:
    count = settings.workers or max(1, (os.cpu_count() or 2) - 1)
    limits = Limits(
        people=settings.people_per_address,
        stored=settings.stored_per_person * MEGABYTE,
        room_entries=settings.entries_per_room,
        least_free=settings.least_free * MEGABYTE,
    )
    keeping = Keeping.of(settings)
    return Lobby(storage, WallClock(), Workers(count), limits, keeping, archive)


def neighbours_of(lobby: Lobby, listening: socket.socket, host: str) -> Neighbours:
    """The way to the other servers on the database, who find this one at that socket."""
    from smashup.server.leases import Leases
    from smashup.server.postgres_storage import PostgresStorage

    assert isinstance(lobby.storage, PostgresStorage), "settings allow nothing else"
    address = f"{f'[{host}]' if ':' in host else host}:{listening.getsockname()[1]}"
    return Neighbours(lobby, Leases(lobby.storage, address), listening)


def _config(app: Server, settings: Settings, lobby: Lobby) -> uvicorn.Config:
    limits = lobby.limits
    most = min(limits.all_connections, raise_file_limit() - KEPT_FILES)
    if most < FEW:
        log.warning("the limit of open files allows only %s connections", most)
    most_of_one = limits.connections * limits.people
    doors = Doors(most, most_of_one, settings.trusted_proxies, lobby.loop_time)
    over_http, over_sockets = protocols(doors)
    return uvicorn.Config(
        app,
        http=over_http,
        ws=over_sockets,
        ws_per_message_deflate=False,
        ws_max_size=MAX_MESSAGE,
        h11_max_incomplete_event_size=MOST_HEADERS,
        ws_ping_interval=30.0,
        ws_ping_timeout=60.0,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=believed(settings.trusted_proxies),
        access_log=False,
        log_config=None,
        lifespan="on",
        timeout_graceful_shutdown=5,
    )


def bind(host: str, port: int, option: str = "--port") -> socket.socket:
    """A socket that listens there; an error for people if it cannot."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Named as TCP: only then asyncio lets connections send at once what is small, and an answer
    # does not wait for the other side to say that it has the headers (40 ms with each).
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    if os.name != "nt":
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(2048)
    except OSError as error:
        listening.close()
        reason = (error.strerror or str(error)).lower()
        raise SmashUpError(
            f"Port {port} at {host} cannot be used: {reason}."
            f" Another server may be running there; name another port with {option}."
        ) from error
    return listening


def shown_host(host: str) -> str:
    """The host as a browser on this machine finds it."""
    if host in ("0.0.0.0", "::"):
        return "localhost"
    return f"[{host}]" if ":" in host else host


def believed(proxies: Sequence[str]) -> list[str]:
    """The networks of proxies, also as they look where IPv4 comes in by IPv6.

    >>> believed(["10.0.0.0/8"])
    ['10.0.0.0/8', '::ffff:a00:0/104']
    """
    networks = [ipaddress.ip_network(proxy) for proxy in proxies]
    mapped = [
        ipaddress.ip_network((_MAPPED + int(n.network_address), 96 + n.prefixlen))
        for n in networks
        if n.version == 4
    ]
    return [str(network) for network in (*networks, *mapped)]


def _open_to_others(place: str | Path) -> list[str]:
    """A sentence for each file of games that others on this machine could read."""
    return private_files.warnings(place.parent, place) if isinstance(place, Path) else []


def _not_to_be_written(archive: Path) -> list[str]:
    """A sentence if games of rooms that expire cannot be written there."""
    if os.access(nearest(archive), os.W_OK | os.X_OK):
        return []
    return [
        f"rooms that expire are kept for ever: {archive}, where their games would be written,"
        " cannot be made. Name another folder by the setting data"
    ]
