"""The server as one ASGI application: sockets, REST calls, and the front end's files."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Sequence
from functools import cache
from typing import Any
from urllib.parse import urlsplit

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse

from smashup.model.errors import SmashUpError
from smashup.server import asking, metrics, openapi
from smashup.server.api import router
from smashup.server.asking import Asker
from smashup.server.bodies import failure
from smashup.server.delivery import in_pieces
from smashup.server.doors import is_in_chunks
from smashup.server.errors import Elsewhere, Refused, ending, too_busy, unexpected
from smashup.server.frames import encode
from smashup.server.hosts import Hosts, Reachable
from smashup.server.limits import MAX_BODY, owner_of
from smashup.server.lobby import Lobby
from smashup.server.logs import failed
from smashup.server.neighbours import pass_on
from smashup.server.operations import Operations
from smashup.server.pictures import find_picture
from smashup.server.settings import ANY_HOST
from smashup.server.sockets import POLICY, never, serve_socket
from smashup.server.static import SECURITY_HEADERS, StaticFiles
from smashup.server.storage import StorageError
from smashup.server.turns import Crowded, Stopped
from smashup.server.wire import WRITE_NOW

log = logging.getLogger(__name__)

_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
BODY_TIME = 20.0  # seconds for the body of a request
A_CHANGE = 4.0  # calls that one counts for which changes something: that is kept for good
_NOT_KEPT = (b"cache-control", b"no-store")
_CODES = {404: "not_found", 405: "method_not_allowed"}
_LENGTH = "Send it whole, with a Content-Length: it is not taken in chunks."
_SEE = "See /api/openapi.json."


def create_app(
    lobby: Lobby,
    origins: Sequence[str] = (),
    files: StaticFiles | None = None,
    *,
    prefix: str = "",
    hosts: Hosts | None = None,
    operations: Operations | None = None,
    reachable: Reachable | None = None,
) -> Server:
    """The application. `origins`: under which it is reached, besides the host it is asked by.

    `prefix`: the path below which it lies; `hosts`: the names it goes by, otherwise any;
    `operations`: what its operator can ask, which lives as long as it does; `reachable`: where
    other devices find it.
    """
    rest = _rest(lobby, files or StaticFiles(), prefix)
    rest.state.reachable = reachable or Reachable()
    return Server(rest, lobby, origins, prefix, hosts or Hosts([ANY_HOST]), operations)


class Server:
    """Takes every request first: looks where it comes from, and how much of it there is."""

    def __init__(
        self,
        rest: FastAPI,
        lobby: Lobby,
        origins: Sequence[str],
        prefix: str,
        hosts: Hosts,
        operations: Operations | None,
    ) -> None:
        self.rest = rest
        self.lobby = lobby
        self._prefix = prefix
        self._hosts = hosts
        self._operations = operations
        self.trouble: SmashUpError | None = None  # why it could not start
        self._origins = frozenset(origin.rstrip("/").lower() for origin in origins)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "websocket":
            await self.lobby.loop_time.of(_address(scope), self._socket(scope, receive, send))
        elif scope["type"] == "http":
            await self.lobby.loop_time.of(_address(scope), self._request(scope, receive, send))
        else:
            await self._live(receive, send)

    async def _live(self, receive: Any, send: Any) -> None:
        """Opens the lobby when the server starts, and closes it when it ends."""
        await receive()  # lifespan.startup
        try:
            await self.lobby.open()
            if self._operations is not None:
                await self._operations.open()
        except SmashUpError as error:
            self.trouble = error
            await send({"type": "lifespan.startup.failed", "message": ""})
            return
        await send({"type": "lifespan.startup.complete"})
        await receive()  # lifespan.shutdown
        if self._operations is not None:
            self._operations.close()
        await self.lobby.close()
        await send({"type": "lifespan.shutdown.complete"})

    async def _socket(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["path"] != self._prefix + "/ws" or not self._may_come_from(scope):
            await receive()
            await send({"type": "websocket.close", "code": POLICY, "reason": "bad_origin"})
            return
        address = _address(scope)
        asking.begin(Asker(address))
        write_now = scope.get("extensions", {}).get(WRITE_NOW, never)
        await serve_socket(self.lobby, address, receive, send, write_now)

    async def _request(self, scope: Any, receive: Any, send: Any) -> None:
        address = _address(scope)
        scope.setdefault("state", {})["address"] = address
        send = _noted(in_pieces(send))
        if self._prefix and scope["path"] == self._prefix:  # where links from there would miss it
            await RedirectResponse(self._prefix + "/")(scope, receive, send)
            return
        asking.begin(Asker(address, receive if scope["method"] in _SAFE else None))
        await self.lobby.loop_time.turn(address)
        try:
            self._must_know_host(scope)
            if is_in_chunks(scope["headers"]):
                raise Refused("bad_request", "How long the body is was not said.", _LENGTH)
            scope["path"] = self._below_prefix(scope["path"])
            self._count(scope, address)
            body = b""
            if scope["method"] not in _SAFE:
                self._must_be_able_to_change(scope)
                with self.lobby.addresses.body(address):
                    body = await _whole_body(receive)
        except Refused as error:
            await failure(error)(scope, receive, _with_headers(send))
            return
        await self.rest(scope, _again(body, receive), _with_headers(send))

    def _below_prefix(self, path: str) -> str:
        if not path.startswith(self._prefix + "/"):
            raise Refused("not_found", "There is nothing here.", f"Start at {self._prefix}/.")
        return path.removeprefix(self._prefix)

    def _count(self, scope: Any, address: str) -> None:
        if _is_call(scope):
            changes = scope["method"] not in _SAFE
            self.lobby.addresses.request(address, A_CHANGE if changes else 1.0)

    def _must_be_able_to_change(self, scope: Any) -> None:
        """Asked before its body is read: nobody is waited for whom nothing could come of."""
        if not _is_call(scope):
            raise Refused("method_not_allowed", "Here is only something to read.", _SEE)
        if not self._may_come_from(scope):
            raise Refused("bad_origin", "That page may not speak for you here.")

    def _must_know_host(self, scope: Any) -> None:
        if not self._hosts.know(_header(scope, b"host")):
            raise Refused(
                "bad_host",
                "This server does not go by the name it was asked for.",
                "Whoever runs it can add the name to allowed_hosts.",
            )

    def _may_come_from(self, scope: Any) -> bool:
        """A page of another site may not act for its visitor; programs send no origin."""
        given = _header(scope, b"origin").rstrip("/").lower()
        host = _header(scope, b"host").lower()
        if not self._hosts.know(host):
            return False
        return not given or given in self._origins or _place(given) == host != ""


def _is_call(scope: Any) -> bool:
    path: str = scope["path"]
    return path.startswith("/api/")


def _header(scope: Any, name: bytes) -> str:
    return next((v.decode("latin-1") for k, v in scope["headers"] if k == name), "")


def _place(origin: str) -> str:
    """The host and port of an origin; "" if it is none."""
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return ""


def _address(scope: Any) -> str:
    client = scope.get("client")
    return owner_of(str(client[0])) if client else "?"


async def _whole_body(receive: Any) -> bytes:
    """Reads a body of bounded size."""
    parts: list[bytes] = []
    size = 0
    more = True
    late = time.monotonic() + BODY_TIME
    while more:
        try:
            async with asyncio.timeout(late - time.monotonic()):
                message = await receive()
        except TimeoutError:
            raise Refused("too_slow", f"The body did not come within {BODY_TIME:g} s.") from None
        if message["type"] != "http.request":
            break
        part = message.get("body", b"")
        size += len(part)
        if size > MAX_BODY:
            raise Refused("too_large", f"A body has at most {MAX_BODY} bytes.")
        parts.append(part)
        more = message.get("more_body", False)
    return b"".join(parts)


def _again(body: bytes, receive: Any) -> Any:
    """The way to receive a body that was read already, and then what comes after it."""
    given = False

    async def again() -> Any:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again


def _noted(send: Any) -> Any:
    """Counts the response."""

    async def noted(message: Any) -> None:
        if message["type"] == "http.response.start":
            metrics.CALLS.labels(f"{message['status'] // 100}xx").inc()
        await send(message)

    return noted


def _with_headers(send: Any) -> Any:
    """Adds what every response says. What nobody says may be kept is for who asked, and now."""
    extra = [(k.lower().encode(), v.encode()) for k, v in SECURITY_HEADERS.items()]

    async def with_headers(message: Any) -> None:
        if message["type"] == "http.response.start":
            given = message["headers"]
            if not any(name == b"cache-control" for name, _ in given):
                given = [*given, _NOT_KEPT]
            message["headers"] = [*given, *extra]
        await send(message)

    return with_headers


def _rest(lobby: Lobby, files: StaticFiles, prefix: str) -> FastAPI:
    app = FastAPI(
        title=openapi.TITLE,
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
    )
    app.state.lobby = lobby
    app.include_router(router)
    if lobby.neighbours is not None:
        lobby.neighbours.application = app
        app.add_exception_handler(Elsewhere, _pass_on)
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(StorageError, _store_failed)
    app.add_exception_handler(Stopped, _stopped)
    app.add_exception_handler(Crowded, _crowded)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(Exception, _unexpected)

    described = cache(lambda: encode(openapi.describe(router, prefix)))

    @app.get("/api/openapi.json", include_in_schema=False)
    async def document() -> Response:
        return Response(described(), media_type="application/json")

    @app.get("/{path:path}", include_in_schema=False)
    async def static(request: Request, path: str) -> Response:
        page = None
        if not path.startswith(("api/", "ws")):
            accepts = request.headers.get("accept-encoding", "")
            page = find_picture(path, accepts) or files.find(path, accepts)
        if page is None:
            start = f"Start at {prefix}/."
            return failure(Refused("not_found", "There is nothing here.", start))
        return Response(page.body, 200, page.headers, page.media_type)

    return app


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    return failure(error)


async def _stopped(request: Request, error: Exception) -> Response:
    return failure(ending())


async def _crowded(request: Request, error: Exception) -> Response:
    return failure(too_busy())


async def _pass_on(request: Request, error: Exception) -> Response:
    """The room is elsewhere: whoever has it answers in our place."""
    assert isinstance(error, Elsewhere)
    try:
        return await pass_on(request, error.room)
    except Refused as refused:
        return failure(refused)


async def _invalid(request: Request, error: Exception) -> Response:
    """What was sent is not of the right shape. What it was is not repeated: it may be secret."""
    assert isinstance(error, RequestValidationError)
    wrong = [
        f"{'.'.join(str(part) for part in one['loc'])}: {one['msg']}" for one in error.errors()[:5]
    ]
    return failure(Refused("bad_request", "; ".join(wrong)[:500], _SEE))


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code = _CODES.get(error.status_code, "bad_request")
    response = failure(Refused(code, str(error.detail), _SEE))
    response.headers.update(error.headers or {})
    return response


async def _store_failed(request: Request, error: Exception) -> Response:
    return failure(failed(error, "a call could not be answered", log))


async def _unexpected(request: Request, error: Exception) -> Response:
    """Uvicorn writes it to the log."""
    metrics.ERRORS.inc()
    return failure(unexpected(error))
