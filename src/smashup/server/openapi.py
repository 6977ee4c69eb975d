"""The OpenAPI document: FastAPI's list of the calls, with the protocol's structures in it."""

from __future__ import annotations

from typing import Any

import msgspec
from fastapi import APIRouter
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute

from smashup.protocol.calls import Failure
from smashup.replay import package_version
from smashup.server.bodies import shape_of

TITLE = "Smash Up"
_REFERENCE = "#/components/schemas/{name}"


def describe(router: APIRouter, prefix: str = "") -> dict[str, Any]:
    """The document of a router's calls, which lie below a prefix."""
    document = get_openapi(title=TITLE, version=package_version(), routes=router.routes)
    if prefix:
        document["servers"] = [{"url": prefix}]
    calls = {
        (route.path, method.lower()): shape_of(route)
        for route in router.routes
        if isinstance(route, APIRoute)
        for method in route.methods or ()
    }
    types: list[Any] = [Failure]
    types += [shape.takes for shape in calls.values() if shape.takes is not None]
    types += [shape.gives for shape in calls.values()]
    schemas, components = msgspec.json.schema_components(types, ref_template=_REFERENCE)
    schema_of = dict(zip(map(str, types), schemas, strict=True))
    for (path, method), shape in calls.items():
        operation = document["paths"][path][method]
        if shape.takes is not None:
            body = _content(schema_of[str(shape.takes)])
            operation["requestBody"] = {"required": True, **body}
        for status, response in operation["responses"].items():
            if status == "200":
                response.update(_content(schema_of[str(shape.gives)]))
            elif int(status) >= 400:
                response.update(_content(schema_of[str(Failure)]))
    document["components"] = {"schemas": components}
    return document


def _content(schema: dict[str, Any]) -> dict[str, Any]:
    return {"content": {"application/json": {"schema": schema}}}
