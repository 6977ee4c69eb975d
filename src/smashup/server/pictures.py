"""The icons of all factions as files: named by their content, so browsers keep them for ever."""

from __future__ import annotations

import gzip
import hashlib
from functools import lru_cache
from typing import NamedTuple

import msgspec

from smashup import packs
from smashup.cards.registry import changes
from smashup.packs.looks import Look, read_looks
from smashup.server.static import KEEP_FOR_EVER, Page

FOLDER = "icons/"  # where they seem to lie


class Pictures(NamedTuple):
    """How every faction looks, and the addresses of their icons."""

    looks: dict[str, Look]
    icons: dict[str, str]  # by faction: the address of the icons of its cards and bases
    emblems: str  # the address of all emblems, by faction
    files: dict[str, bytes]


def pictures() -> Pictures:
    """Those of all packs in the box."""
    return _pictures(changes())


def find_picture(path: str, accepts: str) -> Page | None:
    """The file at a path, compressed if the browser takes it so; None if there is none."""
    body = pictures().files.get(path)
    if body is None:
        return None
    headers = {"Cache-Control": KEEP_FOR_EVER, "Vary": "Accept-Encoding"}
    if "gzip" in accepts:
        headers["Content-Encoding"] = "gzip"
        body = _packed(body)
    return Page(body, "application/json", headers)


@lru_cache(maxsize=1)
def _pictures(changes: int) -> Pictures:
    looks: dict[str, Look] = {}
    for pack in packs.loaded():
        looks |= read_looks(pack.folder)
    files: dict[str, bytes] = {}
    icons = {name: _add(files, look.paths()) for name, look in looks.items()}
    emblems = _add(files, {name: look.emblem_path for name, look in looks.items()})
    return Pictures(looks, icons, emblems, files)


def _add(files: dict[str, bytes], paths: dict[str, str]) -> str:
    """Puts a file among the others and gives its address."""
    body = msgspec.json.encode(paths)
    name = f"{FOLDER}{hashlib.sha256(body).hexdigest()[:20]}.json"
    files[name] = body
    return f"/{name}"


@lru_cache(maxsize=256)
def _packed(body: bytes) -> bytes:
    return gzip.compress(body, mtime=0)
