"""A club's server behind its proxy, as docs/hosting.md and deploy/ set it up, with Caddy itself.

Visitors come by IPv4 and by IPv6, over TLS, to a name. What stands between them and the server must
take nothing from them, and give nobody more than they may have.
"""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import random
import re
import socket
import ssl
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NamedTuple

import psycopg
import yaml
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from proofs import street
from proofs.client import Player, Tally
from proofs.crowd import playing
from proofs.figures import Finding, percentile
from proofs.kills import compare
from proofs.postgres import Network, temporary_postgres
from proofs.street import HOUSE, NAME, Machine, Program, Proxy, Street, visitor
from proofs.tables import Table

CLAIM = "a proxy between players and server takes nothing from them"
_HERE = Path(__file__).resolve().parents[1]
_DEPLOY = _HERE / "deploy"
_PATIENCE = 60.0
_STEP = 0.05
_SERVE = [sys.executable, "-c", "from smashup.cli import main; main()", "serve", "--no-open"]
_OPERATIONS = ("/live", "/ready", "/metrics")
_FIRST = 10  # the number of the first visitor who plays; those before try out other things
_TABLES = 8  # of two people: one comes by IPv4, the other by IPv6
_VISITORS = _FIRST + _TABLES
_BURST = 20 * 64  # calls that one address has at once (`Limits`)
_PROBES = 10  # calls by which it is seen who is refused
_HALVES = 600  # bodies of which one address sends only the beginning
_SPELL = 8.0  # seconds for which it is measured how long answers wait
_KNOCKING = 8.0  # seconds for which pages are opened while something is started anew
_SERVER = ("172.30.86.3", "fd86:5a3b:c1d0::3")
_DATABASE, _BESIDE = "172.30.87.2", "172.30.87.3"
_PASSWORD = "known to this proof only"


class Answer(NamedTuple):
    """What came back of a call."""

    status: int
    headers: Mapping[str, str]
    content: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.content)


@dataclass(frozen=True)
class Visitor:
    """Somebody at one address, who believes the house's authority."""

    address: str
    trust: ssl.SSLContext

    def line(self, port: int = 443) -> http.client.HTTPConnection:
        """A connection that can be used for several calls."""
        at, source = HOUSE[":" in self.address], (self.address, 0)
        if port == 443:
            return _Line(NAME, at, context=self.trust, source_address=source, timeout=_PATIENCE)
        return http.client.HTTPConnection(at, port, source_address=source, timeout=_PATIENCE)

    def call(
        self, method: str, path: str, body: object = None, headers: Mapping[str, str] | None = None
    ) -> Answer:
        """One call, by a connection of its own."""
        with contextlib.closing(self.line()) as line:
            return ask(line, method, path, body, headers)

    def socket(self, path: str = "/ws", **more: Any) -> connect:
        """A socket to the table, to be used by `async with`."""
        return connect(
            f"wss://{NAME}{path}",
            ssl=self.trust,
            host=HOUSE[":" in self.address],
            local_addr=(self.address, 0),
            compression=None,
            ping_interval=None,
            open_timeout=30,
            close_timeout=1,
            max_size=None,
            **more,
        )


class _Line(http.client.HTTPSConnection):
    """Leads to an address, and asks there for a name."""

    def __init__(self, name: str, at: str, **given: Any) -> None:
        super().__init__(name, **given)
        self._at = at
        self._source: tuple[str, int] = given["source_address"]
        self._trust: ssl.SSLContext = given["context"]

    def connect(self) -> None:
        plain = socket.create_connection((self._at, 443), self.timeout, self._source)
        plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # as http.client does
        self.sock = self._trust.wrap_socket(plain, server_hostname=self.host)


def ask(
    line: http.client.HTTPConnection,
    method: str,
    path: str,
    body: object = None,
    headers: Mapping[str, str] | None = None,
) -> Answer:
    """One call by a connection that may be used again."""
    payload = None if body is None else json.dumps(body)
    kind = {} if body is None else {"Content-Type": "application/json"}
    line.request(method, path, payload, {"Host": NAME, **kind, **(headers or {})})
    response = line.getresponse()
    return Answer(response.status, dict(response.headers), response.read())


class Guest(Player):
    """A player who comes by the proxy."""

    def __init__(self, who: Visitor, path: str, *given: Any) -> None:
        super().__init__(*given)
        self._who = who
        self._path = path

    def _dial(self) -> connect:
        return self._who.socket(self._path)


@dataclass
class House:
    """A server, its proxy, and where its games are."""

    server: Program
    proxy: Proxy
    inside: Machine
    """Where the server runs."""
    store: str
    prefix: str = ""

    def operations(self, path: str) -> tuple[int, str]:
        """What the server's operator is told, at the machine itself."""
        out = self.inside.run(
            "curl", "-s", "-m", "10", "-w", "\n%{http_code}", f"http://127.0.0.1:8643{path}"
        )
        body, _, status = out.rpartition("\n")
        return int(status), body

    def wait(self) -> float:
        """Until the server answers its operator; gives the seconds that took."""
        began = time.monotonic()
        while time.monotonic() < began + _PATIENCE:
            with contextlib.suppress(street.NoStreet):
                if self.operations("/ready")[0] == 200:
                    return time.monotonic() - began
            if not self.server.runs:
                break
            time.sleep(_STEP)
        raise RuntimeError(f"The server does not answer: {self.server.words()[-2000:]}")


# -- the ways in which it can be set up ------------------------------------------------------------


@contextlib.contextmanager
def by_systemd(folder: Path, ground: Street, prefix: str = "") -> Iterator[House]:
    """As "With systemd and Caddy" in docs/hosting.md: one machine, games in a file."""
    machine = Machine("club")
    ground.lead_to(machine)
    settings = folder / "smashup.toml"
    text = (_DEPLOY / "smashup.toml").read_text().replace("/var/lib/smashup", str(folder / "data"))
    settings.write_text(text + (f'prefix = "{prefix}"\n' if prefix else ""))
    settings.chmod(0o600)
    server = Program(machine, [*_SERVE, "--config", str(settings)], {}, folder / "server.log")
    caddyfile = below_a_path() if prefix else (_DEPLOY / "Caddyfile").read_text()
    proxy = Proxy(machine, caddyfile, folder / "caddy", {"SMASHUP_NAME": NAME})
    with street.running(server, proxy):
        yield House(server, proxy, machine, str(folder / "data" / "games.sqlite"), prefix)


def below_a_path() -> str:
    """The file for Caddy for a path of its own: the first block of ours, and what docs/hosting.md
    shows."""
    first = (_DEPLOY / "Caddyfile").read_text().partition("\n}\n")[0] + "\n}\n"
    for block in re.findall(r"```\n(.*?)```", (_HERE / "docs/hosting.md").read_text(), re.S):
        if "redir /smashup" in block:
            return f"{first}\n{block}"
    raise RuntimeError("docs/hosting.md shows no path of its own")


@contextlib.contextmanager
def by_compose(folder: Path, ground: Street) -> Iterator[House]:
    """As deploy/compose.yaml: proxy, server and database on machines of their own."""
    services = yaml.safe_load((_DEPLOY / "compose.yaml").read_text())["services"]
    front = services["proxy"]["networks"]["front"]
    outside, inside, behind = Machine("proxy"), Machine("server"), Machine("database")
    ground.lead_to(outside)
    outside.cable("front", inside, "front")
    inside.cable("back", behind, "back")
    outside.plug("front", f"{front['ipv4_address']}/24", f"{front['ipv6_address']}/64")
    inside.plug("front", f"{_SERVER[0]}/24", f"{_SERVER[1]}/64")
    inside.plug("back", f"{_BESIDE}/24")
    behind.plug("back", f"{_DATABASE}/24")
    image = {"SMASHUP_HOST": "0.0.0.0", "SMASHUP_DATA": str(folder / "data")}
    with temporary_postgres(Network(_DATABASE, behind.within())) as own:
        with psycopg.connect(own, autocommit=True) as connection:
            connection.execute("CREATE DATABASE smashup")
            connection.execute(f"ALTER ROLE smashup PASSWORD '{_PASSWORD}'")
        store = own.replace("///postgres", "///smashup")
        environment = image | filled(services["server"]["environment"])
        server = Program(inside, _SERVE, environment, folder / "server.log")
        around = filled(services["proxy"]["environment"])
        proxy = Proxy(outside, (_DEPLOY / "Caddyfile").read_text(), folder / "caddy", around)
        with street.running(server, proxy):
            yield House(server, proxy, inside, store)


def filled(values: Mapping[str, str]) -> dict[str, str]:
    """The environment of a service as its `.env` would fill it."""
    own = {"SMASHUP_NAME": NAME, "DATABASE_PASSWORD": _PASSWORD}
    return {k: re.sub(r"\$\{(\w+):\?[^}]*\}", lambda m: own[m[1]], v) for k, v in values.items()}


# -- what is tried ---------------------------------------------------------------------------------


def try_pages(house: House, trust: ssl.SSLContext, result: Finding) -> None:
    """The page and what it is made of, by both kinds of address; and the certificate."""
    for address in visitor(1):
        who = Visitor(address, trust)
        page = who.call("GET", f"{house.prefix}/")
        result.require(page.status == 200 and b"<script" in page.content, f"no page for {address}")
        parts = re.findall(rb'(?:src|href)="(?:\./)?([^":]+\.(?:js|css))"', page.content)
        got = [who.call("GET", f"{house.prefix}/{part.decode().lstrip('/')}") for part in parts]
        result.require(bool(got) and all(each.status == 200 for each in got), "parts are missing")
        with contextlib.closing(who.line(80)) as line:
            plain = ask(line, "GET", f"{house.prefix}/")
        told = plain.headers.get("Location", "")
        result.require(
            plain.status in (301, 308) and told == f"https://{NAME}{house.prefix}/",
            f"http is answered {plain.status} {told}",
        )
    line = Visitor(visitor(1)[0], trust).line()
    line.connect()
    assert isinstance(line.sock, ssl.SSLSocket)
    certificate: Any = line.sock.getpeercert()
    line.close()
    until = ssl.cert_time_to_seconds(certificate["notAfter"]) - time.time()
    result.figures["certificate of Caddy's own authority"] = (
        f"for {certificate['subjectAltName'][0][1]}, valid for {until / 3600:.0f} hours more"
    )


def try_limits(house: House, trust: ssl.SSLContext, result: Finding) -> None:
    """Who asks for too much is refused, whatever they say where they come from; nobody else is."""
    for place, kind in enumerate(("IPv4", "IPv6")):
        noisy = Visitor(visitor(2)[place], trust)
        beside = Visitor(visitor(2, 1)[place], trust)
        other = Visitor(visitor(3)[place], trust)
        names = {"X-Forwarded-For": other.address, "X-Real-IP": other.address}
        names["Forwarded"] = f"for={other.address}"
        refused: dict[str, int] = {}
        calls = 0
        with contextlib.closing(noisy.line()) as line:
            while calls < 3 * _BURST and _change(house, line) != 429:
                calls += 1
            for word, who, given in (
                ("itself", noisy, {}),
                ("itself, by another name", noisy, names),
                ("its neighbour", beside, {}),
                ("another", other, {}),
                ("another, by its name", other, {"X-Forwarded-For": noisy.address}),
            ):
                refused[word] = 0
                with contextlib.closing(who.line()) as own:
                    for _ in range(_PROBES):
                        _change(house, line)
                        refused[word] += _change(house, own, given) == 429
        several = kind == "IPv6"
        for word in ("itself", "itself, by another name", *(["its neighbour"] * several)):
            result.require(refused[word] > _PROBES // 2, f"{kind}: {word} was let in")
        for word in ("another", "another, by its name", *(["its neighbour"] * (not several))):
            result.require(refused[word] == 0, f"{kind}: {word} was refused")
        shown = ", ".join(f"{word} {count}" for word, count in refused.items())
        result.figures[f"{kind}: calls of one address until it was refused"] = str(calls)
        result.figures[f"{kind}: then refused, of {_PROBES} calls each"] = shown


def _change(
    house: House, line: http.client.HTTPConnection, headers: Mapping[str, str] | None = None
) -> int:
    """A call that counts as a change, and makes nothing."""
    return ask(line, "POST", f"{house.prefix}/api/rooms", {}, headers).status


def try_doors(house: House, trust: ssl.SSLContext, result: Finding) -> None:
    """What is for the operator is for nobody else, and there is no way past the proxy."""
    for address in visitor(4):
        who = Visitor(address, trust)
        for path in (*_OPERATIONS, *(f"{house.prefix}{path}" for path in _OPERATIONS)):
            found = who.call("GET", path)
            result.require(found.status in (200, 404), f"{path} is answered {found.status}")
            result.require(b"smashup_" not in found.content, f"{path} can be read from outside")
            result.require(found.content not in (b"ready\n", b"alive\n"), f"{path} is open")
        for port in (8642, 8643, 2019, 5432):
            with contextlib.suppress(ConnectionRefusedError, TimeoutError):
                socket.create_connection((HOUSE[":" in address], port), 2.0, (address, 0)).close()
                result.require(False, f"port {port} is open to {address}")
    status, numbers = house.operations("/metrics")
    result.require(status == 200 and "smashup_rooms" in numbers, "the operator sees no numbers")


def try_names(house: House, trust: ssl.SSLContext, result: Finding) -> None:
    """Pages of other sites may do nothing here, and no other name leads here."""
    who = Visitor(visitor(5)[0], trust)
    rooms = f"{house.prefix}/api/rooms"
    stranger = who.call("POST", rooms, {}, {"Origin": "https://evil.example"})
    result.require(
        stranger.status == 403 and stranger.json["error"]["code"] == "bad_origin",
        f"a page of another site is answered {stranger.status}",
    )
    own = who.call("POST", rooms, {}, {"Origin": f"https://{NAME}"})
    result.require(own.status in (400, 422), f"its own page is answered {own.status}")
    other = who.call("GET", f"{house.prefix}/", headers={"Host": "evil.example"})
    result.require(b"<script" not in other.content, "the page is shown under another name")
    path = f"{house.prefix}/ws"
    refused = asyncio.run(_origin_refused(who, path, "https://evil.example"))
    result.require(refused, "a page of another site opened a socket")
    refused = asyncio.run(_origin_refused(who, path, f"https://{NAME}"))
    result.require(not refused, "its own page could open no socket")


async def _origin_refused(who: Visitor, path: str, origin: str) -> bool:
    try:
        async with who.socket(path, origin=origin):
            return False
    except InvalidStatus as error:
        return error.response.status_code == 403


def try_games(house: House, trust: ssl.SSLContext, result: Finding) -> None:
    """Games are played to their end, and go on when the server or the proxy is started anew."""
    tables = [_table(house, trust, number) for number in range(_TABLES)]
    tally = Tally()
    asyncio.run(_play(house, trust, tables, tally, result))
    lost, doubled, wrong = asyncio.run(compare(house.store, tally.acknowledged))
    result.figures |= {
        "answers acknowledged, at tables": f"{len(tally.acknowledged):,}, {len(tables)}",
        "lost, doubled, different in the store": f"{lost}, {doubled}, {wrong}",
    }
    result.require(lost == doubled == wrong == 0, "acknowledged answers are not as they were")
    result.require(not tally.refused, f"answers were refused: {tally.refused[:3]}")


def _table(house: House, trust: ssl.SSLContext, number: int) -> Table:
    """A table of two; who made it comes by IPv4."""
    who = Visitor(visitor(_FIRST + number)[0], trust)
    seats = [{"kind": "human", "name": f"P{seat}"} for seat in range(2)]
    wish = {"name": "P0", "seats": seats, "factions": "random", "edition": "oops"}
    made = who.call("POST", f"{house.prefix}/api/rooms", {**wish, "options": {"seed": number}})
    if made.status >= 300:
        raise RuntimeError(f"A table was refused: {made.status} {made.content!r}")
    given = sorted(made.json["seats"], key=lambda seat: int(seat["seat"]))
    return Table(made.json["room"], tuple(seat["token"] for seat in given), who.address)


async def _play(
    house: House,
    trust: ssl.SSLContext,
    tables: Sequence[Table],
    tally: Tally,
    result: Finding,
) -> None:
    dice = random.Random(5)
    players = [
        Guest(
            Visitor(visitor(_FIRST + number)[seat], trust),
            f"{house.prefix}/ws",
            *(443, table, seat, tally, lambda: dice.uniform(0.1, 0.3)),
        )
        for number, table in enumerate(tables)
        for seat in range(2)
    ]
    async with playing(players):
        await _measure(tally, "an answer is acknowledged after (median, 99 of 100)", result)
        async with _holding_back(house, trust, result):
            await _measure(tally, "while one address sends halves of bodies", result)
        for words, act in (
            ("the server is started anew", lambda: _restart(house)),
            ("the proxy reads its file anew", house.proxy.reload),
            ("the proxy is started anew", lambda: _again(house.proxy)),
        ):
            await _interrupt(house, trust, players, words, act, result)
        await asyncio.gather(*(player.settled() for player in players))


async def _measure(tally: Tally, words: str, result: Finding) -> None:
    """How long answers wait for the next while."""
    tally.waits.clear()
    await asyncio.sleep(_SPELL)
    median, most = (percentile(tally.waits, share) for share in (0.5, 0.99))
    result.figures[words] = f"{median * 1000:.0f} ms, {most * 1000:.0f} ms"
    result.require(len(tally.waits) > _TABLES, f"hardly anybody could play: {words}")
    result.require(tally.lost == 0, f"connections broke: {words}")


def _restart(house: House) -> None:
    house.server.stop()
    house.server.start()
    house.wait()


def _again(program: Program) -> None:
    program.stop()
    program.start()


async def _interrupt(
    house: House,
    trust: ssl.SSLContext,
    players: Sequence[Guest],
    words: str,
    act: Callable[[], None],
    result: Finding,
) -> None:
    """Does something to the machines while all play, and sees how soon all play again. Somebody
    opens the page all the while."""
    before = players[0].tally.lost
    for player in players:
        player.welcomed.clear()
    began = time.monotonic()
    knocking = asyncio.create_task(asyncio.to_thread(_knock, house, trust, began + _KNOCKING))
    await asyncio.to_thread(act)
    acted = time.monotonic() - began
    if players[0].tally.lost > before:
        await asyncio.wait_for(
            asyncio.gather(*(player.welcomed.wait() for player in players)), _PATIENCE
        )
    back = time.monotonic() - began
    answers = await knocking
    for player in players:
        player.welcomed.set()
    wrong = sum(status != 200 for status, _ in answers)
    broke = players[0].tally.lost - before
    result.figures[words] = (
        f"done after {acted:.1f} s, all play again after {back:.1f} s; {broke} connections broke;"
        f" of {len(answers)} pages {wrong} failed, the slowest took"
        f" {max(took for _, took in answers):.1f} s"
    )


def _knock(house: House, trust: ssl.SSLContext, until: float) -> list[tuple[int, float]]:
    """The status of each page that somebody opens, 0 where there is none, and how long it took."""
    who = Visitor(visitor(6)[0], trust)
    answers = []
    while time.monotonic() < until:
        began = time.monotonic()
        try:
            status = who.call("GET", f"{house.prefix}/").status
        except (OSError, http.client.HTTPException):
            status = 0
        answers.append((status, time.monotonic() - began))
        time.sleep(_STEP)
    return answers


@contextlib.asynccontextmanager
async def _holding_back(
    house: House, trust: ssl.SSLContext, result: Finding
) -> AsyncIterator[None]:
    """Inside the block one address has sent the beginnings of bodies, and goes on with none; after
    it the proxy and the server have let go of them."""
    who = Visitor(visitor(7)[1], trust)
    lines = await asyncio.to_thread(lambda: [_half(house, who) for _ in range(_HALVES)])
    began = time.monotonic()
    yield
    open_ones = lines
    while open_ones and time.monotonic() < began + _PATIENCE:
        await asyncio.sleep(1.0)
        open_ones = [line for line in open_ones if _waits(line)]
    took = time.monotonic() - began
    for line in lines:
        line.close()
    result.figures[f"{_HALVES} halves of bodies by one address"] = (
        f"{len(lines) - len(open_ones)} let go of within {took:.0f} s"
    )
    result.require(not open_ones, "who sends half a body is waited for without end")


def _half(house: House, who: Visitor) -> http.client.HTTPConnection:
    """A line by which only the beginning of a body was sent."""
    line = who.line()
    line.putrequest("POST", f"{house.prefix}/api/rooms")
    line.putheader("Content-Type", "application/json")
    line.putheader("Content-Length", "20000")
    line.endheaders()
    line.send(b"{")
    return line


def _waits(line: http.client.HTTPConnection) -> bool:
    """Whether nothing came back by it, and it is not hung up on."""
    line.sock.setblocking(False)
    try:
        line.sock.recv(1)
    except ssl.SSLWantReadError:
        return True
    except OSError:
        return False
    return False


# -- the command -----------------------------------------------------------------------------------


def prove() -> Finding:
    """All of it, in namespaces of its own: see `street.away`."""
    results = []
    for way in ("systemd", "path", "compose"):
        results.append(Finding(**json.loads(street.away("proofs.behind_proxy", way))))
    return Finding(
        CLAIM,
        {
            f"{result.claim}: {word}": figure
            for result in results
            for word, figure in result.figures.items()
        },
        [f"{result.claim}: {fault}" for result in results for fault in result.faults],
    )


def main() -> None:
    """One of the ways, inside those namespaces; prints what was found."""
    way = sys.argv[1]
    result = Finding(way)
    names = {
        NAME: HOUSE,
        "server": _SERVER,
        "database": (_DATABASE,),
    }
    ground = Street(_VISITORS, names)
    with tempfile.TemporaryDirectory(prefix="smashup-") as name:
        folder = Path(name)
        set_up = {
            "systemd": lambda: by_systemd(folder, ground),
            "path": lambda: by_systemd(folder, ground, "/smashup"),
            "compose": lambda: by_compose(folder, ground),
        }
        with set_up[way]() as house:
            result.figures["the server is ready after"] = f"{house.wait():.1f} s"
            trust = house.proxy.authority()
            for attempt in (try_pages, try_doors, try_names, try_limits, try_games):
                began = time.monotonic()
                attempt(house, trust, result)
                print(
                    f"{way}: {attempt.__name__} took {time.monotonic() - began:.0f} s",
                    file=sys.stderr,
                    flush=True,
                )
        words = house.server.words()
        result.require("Traceback" not in words, "the server logged an error, see above")
        print(*words.partition("Traceback")[1:], sep="", file=sys.stderr)
    print(json.dumps(asdict(result)))


if __name__ == "__main__":
    main()
