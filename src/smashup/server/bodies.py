"""What REST calls take and give, as structures of the protocol instead of FastAPI's own models.

A call says in its signature what it takes (`Annotated[Join, sent(Join)]`) and gives
(`-> Told[Joined]`). The OpenAPI document and the tables of docs/protocol.md are made of that.
"""

from __future__ import annotations

from typing import Any, Generic, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from fastapi import Depends, Request, Response, params
from fastapi.routing import APIRoute

from smashup.protocol.calls import Failure
from smashup.server import metrics
from smashup.server.delivery import PIECE, Deliveries
from smashup.server.errors import Refused
from smashup.server.frames import encode, error_words, read

T = TypeVar("T")


class Told(Response, Generic[T]):
    """A structure as a response."""

    media_type = "application/json"

    def __init__(self, what: T, status: int = 200) -> None:
        super().__init__(encode(what), status)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Sends it, where not too much waits already for who made the call."""
        if len(self.body) <= PIECE:
            await super().__call__(scope, receive, send)
            return
        deliveries: Deliveries = scope["app"].state.lobby.deliveries
        try:
            with deliveries.place(scope["state"]["address"], len(self.body)):
                await super().__call__(scope, receive, send)
        except Refused as error:
            await failure(error)(scope, receive, send)


class Written(Told[T]):
    """A response whose structure is JSON already."""

    def __init__(
        self, text: bytes, headers: dict[str, str] | None = None, status: int = 200
    ) -> None:
        Response.__init__(self, text, status, headers)


class Printed(Written[T]):
    """One that is there once, however many are sent it: it waits on nobody's account."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await Response.__call__(self, scope, receive, send)


def failure(error: Refused) -> Response:
    """A refusal as a response."""
    metrics.REFUSALS.labels(error.code).inc()
    response = Told(Failure(error_words(error)), error.status)
    if error.retry_after is not None:
        response.headers["Retry-After"] = str(int(error.retry_after) + 1)
    return response


class _Reader:
    """Reads the body of a request."""

    def __init__(self, type: type) -> None:
        self.type = type
        self._decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(type)

    async def __call__(self, request: Request) -> Any:
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != "application/json":  # a form of another site's page cannot send this type
            raise Refused(
                "bad_request", "The body is not said to be JSON.", "Send it as application/json."
            )
        return read(self._decoder, await request.body(), "See /api/openapi.json.")


def sent(type: type) -> Any:
    """A parameter that is read from the request's body."""
    return Depends(_Reader(type))


class Shape(NamedTuple):
    """What a call takes, in its body, its headers and behind its path, and what it gives."""

    takes: type | None
    headers: list[str]
    queries: list[str]
    gives: Any


def shape_of(route: APIRoute) -> Shape:
    """What a call takes and gives, by its signature."""
    hints = get_type_hints(route.endpoint, include_extras=True)
    gives = hints.pop("return")
    assert issubclass(get_origin(gives), Told), f"{route.path} does not say what it gives"
    shape = Shape(None, [], [], get_args(gives)[0])
    for name, hint in hints.items():
        for note in getattr(hint, "__metadata__", ()):
            if isinstance(note, params.Depends) and isinstance(note.dependency, _Reader):
                shape = shape._replace(takes=note.dependency.type)
            elif isinstance(note, params.Header) and note.alias is not None:
                shape.headers.append(note.alias)
            elif isinstance(note, params.Query):
                shape.queries.append(name)
    return shape
