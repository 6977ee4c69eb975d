"""The built front end, served from its folder with headers that let browsers keep what they may."""

from __future__ import annotations

import mimetypes
import re
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).with_name("static")
INDEX = "index.html"

#: Files whose name holds a hash of what is in them, as the build names its assets.
_HASHED = re.compile(r"^assets/.*-[A-Za-z0-9_-]{8}\.[a-z0-9]+$")
KEEP_FOR_EVER = "public, max-age=31536000, immutable"
_ASK_AGAIN = "no-cache"
_ENCODINGS = (("br", ".br"), ("gzip", ".gz"))

MISSING = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Smash Up</title></head><body>
<h1>Smash Up</h1>
<p>The server runs, but {what_to_do}</p>
<p>What programs can ask: <a href="api/openapi.json">api/openapi.json</a>.</p>
</body></html>
"""
IN_A_CHECKOUT = "its front end is not built: run `make web` and start it again."
INSTALLED = (
    "this installation has no front end. Every package of Smash Up holds it: install one again, by"
    " `pip install --force-reinstall`, and start the server again."
)
#: There are the sources of the front end, where the server runs in a checkout of the project.
SOURCES = FOLDER.parents[3] / "web" / "package.json"

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "worker-src 'self'",
        "manifest-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)

SECURITY_HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


class Page(NamedTuple):
    """A file as it is sent."""

    body: bytes
    media_type: str
    headers: dict[str, str]


class StaticFiles:
    """The files of a folder; a path it does not have is the front end's own and gets its index."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._folder = folder
        self._files = (
            {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
            if folder.is_dir()
            else set()
        )
        self._bodies: dict[str, bytes] = {}  # one for all who are sent it, however slowly they read

    def find(self, path: str, accepts: str) -> Page | None:
        """The file for a path, compressed if the browser takes it so; None if there is none."""
        name = path.strip("/") or INDEX
        if INDEX not in self._files:
            return _page_without_a_build(self._folder) if name == INDEX else None
        if name not in self._files:
            if "." in name.rpartition("/")[2]:
                return None
            name = INDEX
        hashed = _HASHED.match(name) is not None
        headers = {
            "Cache-Control": KEEP_FOR_EVER if hashed else _ASK_AGAIN,
            "Vary": "Accept-Encoding",
        }
        stored = name
        for encoding, ending in _ENCODINGS:
            if encoding in accepts and name + ending in self._files:
                headers["Content-Encoding"] = encoding
                stored = name + ending
                break
        media_type = mimetypes.guess_type(name)[0] or "application/octet-stream"
        if stored not in self._bodies:
            self._bodies[stored] = (self._folder / stored).read_bytes()
        return Page(self._bodies[stored], media_type, headers)


def what_is_missing(folder: Path = FOLDER) -> str:
    """What whoever starts a server without its front end should do; nothing if it is there."""
    if (folder / INDEX).exists():
        return ""
    return IN_A_CHECKOUT if SOURCES.exists() else INSTALLED


def _page_without_a_build(folder: Path) -> Page:
    what_to_do = re.sub("`(.+?)`", r"<code>\1</code>", what_is_missing(folder))
    body = MISSING.format(what_to_do=what_to_do).encode()
    return Page(body, "text/html", {"Cache-Control": _ASK_AGAIN})
