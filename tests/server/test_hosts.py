"""Names, prefixes and proxies: how a request gets to the server, and what it is believed."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from smashup.server import hosts
from smashup.server.app import create_app
from smashup.server.clock import HandClock
from smashup.server.doors import Doors
from smashup.server.hosts import Hosts, Reachable
from smashup.server.launch import believed
from smashup.server.limits import Limits, owner_of
from smashup.server.lobby import Lobby
from smashup.server.sqlite_storage import SqliteStorage
from smashup.server.static import StaticFiles
from smashup.server.workers import Inline

from .tables import ADA_AND_BOT, PAIRS, Closed, Socket

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def browser(
    folder: Path, client: str = "10.0.0.1", proxies: list[str] | None = None, **how: Any
) -> AsyncIterator[tuple[httpx.AsyncClient, Any]]:
    """A client of a server that runs so, and the server."""
    (folder / "static").mkdir(exist_ok=True)
    (folder / "static" / "index.html").write_text("the game")
    limits = Limits(people=1, requests=1, request_burst=2)
    lobby = Lobby(SqliteStorage(folder / "games.sqlite"), HandClock(), Inline(), limits)
    app: Any = create_app(lobby, files=StaticFiles(folder / "static"), **how)
    if proxies is not None:
        app = ProxyHeadersMiddleware(app, believed(proxies))
    await lobby.open()
    transport = httpx.ASGITransport(app=app, client=(client, 1))
    async with httpx.AsyncClient(transport=transport, base_url="http://table") as http:
        yield http, app
    await lobby.close()


@pytest.mark.parametrize(
    ("host", "known"),
    [
        ("localhost:8642", True),
        ("127.0.0.1:8642", True),
        ("[::1]:8642", True),
        ("192.168.1.5", True),
        (socket.gethostname(), True),
        ("smash.example", True),
        ("SMASH.example:443", True),
        ("club.example", True),
        ("evil.example", False),
        ("smash.example.evil.example", False),
        ("", False),
    ],
)
def test_a_server_goes_by_the_names_it_was_given(host: str, known: bool) -> None:
    hosts = Hosts(["club.example"], ["https://smash.example"])
    assert hosts.know(host) is known
    assert Hosts(["*"]).know(host)


@pytest.mark.parametrize(
    "host",
    [
        *("[", "evil@localhost", "localhost#x", "localhost/../x", "localhost?x", "[::1", "::1"),
        *("localhost\\x", "localhost x", "localhost:http", "localhost:1:1", "localhost,evil"),
    ],
)
def test_what_is_no_name_is_not_taken_for_one(host: str) -> None:
    assert not Hosts().know(host)
    assert not Hosts(["*"]).know(host)


async def test_a_page_that_lets_its_own_name_lead_here_gets_nothing(tmp_path: Path) -> None:
    """Its requests come with its own name both as host and as origin."""
    evil = {"Host": "evil.example", "Origin": "http://evil.example"}
    body = {"seats": ADA_AND_BOT, "factions": PAIRS}
    async with browser(tmp_path, hosts=Hosts()) as (http, app):
        response = await http.post("/api/rooms", json=body, headers=evil)
        assert (response.status_code, response.json()["error"]["code"]) == (421, "bad_host")
        assert (await http.get("/", headers=evil)).status_code == 421
        assert (await http.get("/", headers={"Host": "127.0.0.1:1"})).status_code == 200
        socket = Socket(app, "http://table")
        with pytest.raises(Closed, match="1008"):
            await socket.receive()


async def test_below_a_prefix_everything_is_where_it_was(tmp_path: Path) -> None:
    async with browser(tmp_path, prefix="/club") as (http, _):
        assert (await http.get("/club/")).text == "the game"
        assert (await http.get("/club/api/health")).json()["ok"] is True
        described = (await http.get("/club/api/openapi.json")).json()
        assert described["servers"] == [{"url": "/club"}]
        bare = await http.get("/club")
        assert (bare.status_code, bare.headers["location"]) == (307, "/club/")
        for path in ("/", "/api/health", "/clubs/", "/api/openapi.json"):
            assert (await http.get(path)).status_code == 404


async def test_below_a_prefix_only_calls_change_something(tmp_path: Path) -> None:
    async with browser(tmp_path, prefix="/club") as (http, _):
        paths = ("/club/x", "/club/apis", "/api/rooms", "/club/api/rooms")
        codes = [(await http.post(path)).json()["error"]["code"] for path in paths]
    assert codes == ["method_not_allowed", "method_not_allowed", "not_found", "too_many"]


@pytest.mark.parametrize("prefix", ["", "/club"])
async def test_sockets_are_taken_at_one_path(tmp_path: Path, prefix: str) -> None:
    async with browser(tmp_path, prefix=prefix) as (_, app):
        elsewhere = Socket(app, path="/other/ws")
        with pytest.raises(Closed, match="1008"):
            await elsewhere.receive()
        socket = Socket(app, path=f"{prefix}/ws")
        await socket.send("ping")
        assert (await socket.receive())["t"] == "pong"
        await socket.leave()


@pytest.mark.parametrize(
    ("client", "proxies", "shared"),
    [
        ("10.0.0.1", None, True),  # nobody is believed by default
        ("127.0.0.1", None, True),  # nor is this machine
        ("10.0.0.1", ["10.0.0.2"], True),
        ("10.0.0.2", ["10.0.0.2"], False),
        ("::ffff:10.0.0.2", ["10.0.0.0/8"], False),
    ],
)
async def test_where_somebody_comes_from_is_believed_of_named_proxies_only(
    tmp_path: Path, client: str, proxies: list[str] | None, shared: bool
) -> None:
    async with browser(tmp_path, client, proxies) as (http, _):
        statuses = [
            (
                await http.get("/api/health", headers={"X-Forwarded-For": f"203.0.113.{n}"})
            ).status_code
            for n in range(4)
        ]
    assert statuses == ([200, 200, 429, 429] if shared else [200] * 4)


async def test_a_visitor_cannot_write_their_own_address_before_the_proxys(tmp_path: Path) -> None:
    async with browser(tmp_path, "10.0.0.2", ["10.0.0.2"]) as (http, _):
        statuses = [
            (
                await http.get(
                    "/api/health", headers={"X-Forwarded-For": f"198.51.100.{n}, 203.0.113.7"}
                )
            ).status_code
            for n in range(3)
        ]
    assert statuses == [200, 200, 429]


class Line:
    """A connection that only says where it comes from."""

    def __init__(self, address: str) -> None:
        self._address = address

    def get_extra_info(self, _: str) -> tuple[str, int]:
        return self._address, 1


def test_a_proxy_may_have_more_connections_than_a_person() -> None:
    doors = Doors(most=5, most_of_one=2, proxies=["10.0.0.2/32"])
    assert [doors.come(Line("10.0.0.1")) for _ in range(3)] == [True, True, False]
    assert [doors.come(Line("::ffff:10.0.0.2")) for _ in range(4)] == [True, True, True, False]


def test_one_customer_of_ipv6_is_one_however_written() -> None:
    assert owner_of("2001:DB8:0:0:1::1") == owner_of("2001:db8::9") != owner_of("2001:db8:0:1::1")


@pytest.mark.parametrize(
    ("host", "origins", "found"),
    [
        ("127.0.0.1", (), []),
        ("localhost", (), []),
        ("10.0.0.7", (), ["http://10.0.0.7:8642/club"]),
        ("0.0.0.0", (), ["http://192.168.1.5:8642/club"]),
        ("127.0.0.1", ("https://smash.example",), ["https://smash.example/club"]),
    ],
)
def test_where_other_devices_find_the_server(
    monkeypatch: pytest.MonkeyPatch, host: str, origins: tuple[str, ...], found: list[str]
) -> None:
    monkeypatch.setattr(hosts, "network_address", lambda everywhere: "192.168.1.5")
    assert Reachable(host, 8642, "/club", origins).addresses() == found


@pytest.mark.parametrize(("comes_from", "told"), [("127.0.0.1", True), ("10.0.0.9", False)])
async def test_only_its_own_machine_is_told_where_the_server_is(
    tmp_path: Path, comes_from: str, told: bool
) -> None:
    lobby = Lobby(SqliteStorage(tmp_path / "games.sqlite"), HandClock(), Inline())
    app = create_app(lobby, reachable=Reachable("10.0.0.7", 8642))
    transport = httpx.ASGITransport(app=app, client=(comes_from, 1))
    await lobby.open()
    async with httpx.AsyncClient(transport=transport, base_url="http://table") as http:
        addresses = (await http.get("/api/reach")).json()["addresses"]
    await lobby.close()
    assert addresses == (["http://10.0.0.7:8642"] if told else [])
