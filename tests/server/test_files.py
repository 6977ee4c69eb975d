"""The front end's files, and how browsers may keep them."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from smashup.server.app import create_app
from smashup.server.clock import HandClock
from smashup.server.lobby import Lobby
from smashup.server.sqlite_storage import SqliteStorage
from smashup.server.static import StaticFiles
from smashup.server.workers import Inline

pytestmark = pytest.mark.anyio


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    built = tmp_path / "static"
    (built / "assets").mkdir(parents=True)
    (built / "index.html").write_text("<!doctype html><p>the game</p>")
    (built / "favicon.svg").write_text("<svg/>")
    (built / "assets" / "index-B3xZk9aQ.js").write_text("play()")
    (built / "assets" / "index-B3xZk9aQ.js.br").write_bytes(b"small")
    (built / "assets" / "index-B3xZk9aQ.js.gz").write_bytes(b"smaller")
    return built


def browser(tmp_path: Path, folder: Path) -> httpx.AsyncClient:
    lobby = Lobby(SqliteStorage(tmp_path / "games.sqlite"), HandClock(), Inline())
    app = create_app(lobby, files=StaticFiles(folder))
    return httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://table")


async def test_hashed_files_are_kept_for_ever_and_the_index_is_asked_for_again(
    tmp_path: Path, folder: Path
) -> None:
    async with browser(tmp_path, folder) as http:
        index = await http.get("/")
        assert "the game" in index.text
        assert index.headers["cache-control"] == "no-cache"
        assert "script-src 'self'" in index.headers["content-security-policy"]
        asset = await http.get("/assets/index-B3xZk9aQ.js", headers={"Accept-Encoding": "identity"})
        assert asset.text == "play()"
        assert asset.headers["content-type"].startswith("text/javascript")
        assert "immutable" in asset.headers["cache-control"]
        assert (await http.get("/favicon.svg")).headers["cache-control"] == "no-cache"
        assert (await http.get("/settings")).text == index.text  # the front end's own path


def test_what_is_there_compressed_is_sent_so(folder: Path) -> None:
    files = StaticFiles(folder)
    page = files.find("assets/index-B3xZk9aQ.js", "gzip, br")
    assert page is not None
    assert (page.body, page.headers["Content-Encoding"]) == (b"small", "br")
    page = files.find("assets/index-B3xZk9aQ.js", "gzip")
    assert page is not None
    assert page.headers["Content-Encoding"] == "gzip"


@pytest.mark.parametrize("path", ["../secret.txt", "assets/none.js", "/etc/passwd.txt", ".."])
def test_nothing_outside_the_folder_is_found(tmp_path: Path, folder: Path, path: str) -> None:
    (tmp_path / "secret.txt").write_text("secret")
    page = StaticFiles(folder).find(path, "")
    assert page is None or b"secret" not in page.body


@pytest.mark.parametrize(
    ("sources", "advice"), [(__file__, "make web"), ("nowhere", "pip install --force-reinstall")]
)
async def test_without_a_build_a_plain_page_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sources: str, advice: str
) -> None:
    """In a checkout it can be built; an installed package has nothing to build it from."""
    monkeypatch.setattr("smashup.server.static.SOURCES", Path(sources))
    async with browser(tmp_path, tmp_path / "nothing") as http:
        assert advice in (await http.get("/")).text
        assert (await http.get("/app.js")).status_code == 404
