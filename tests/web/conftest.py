"""What the tests in a browser share: a built front end, a server, Chromium, people who visit."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from .serving import Server, running_server
from .visitor import Visitor

playwright = pytest.importorskip("playwright.sync_api", reason="pip install -e '.[dev]' brings it")

ROOT = Path(__file__).parents[2]
CHROMIUM = "/usr/bin/chromium"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
DESKTOP = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}

Visit = Callable[..., Visitor]


def missing(what: str) -> None:
    """A developer's machine may lack it and skips; the project's own must not."""
    message = f"{what} is missing: run scripts/system_packages.sh"
    if os.environ.get("SMASHUP_NEEDS_CHROMIUM"):
        pytest.fail(message)
    pytest.skip(message)


@pytest.fixture(scope="session")
def chromium() -> Iterator[object]:
    """Debian's Chromium, started once."""
    path = os.environ.get("SMASHUP_CHROMIUM") or shutil.which("chromium") or CHROMIUM
    if not Path(path).exists():
        missing("Chromium")
    with playwright.sync_playwright() as tool:
        browser = tool.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def front_end(tmp_path_factory: pytest.TempPathFactory) -> None:
    """The pages as the server hands them out, built if their sources changed."""
    shared = tmp_path_factory.getbasetemp().parent / "front_end.lock"
    with shared.open("w") as lock:  # of several test processes one builds, the others wait
        fcntl.flock(lock, fcntl.LOCK_EX)
        subprocess.run([str(ROOT / "scripts" / "web.sh"), "build"], check=True, timeout=600)


@pytest.fixture(scope="session")
def server(front_end: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests of this process, with a data folder of its own."""
    with running_server(tmp_path_factory.mktemp("games")) as started:
        yield started


@pytest.fixture
def visit(chromium: object, server: Server) -> Iterator[Visit]:
    """Brings people with browsers of their own; each must leave without an error behind them."""
    came: list[Visitor] = []

    def arrive(
        phone: bool = False,
        at: Server = server,
        browser: dict[str, object] | None = None,
        **settings: object,
    ) -> Visitor:
        size = PHONE if phone else DESKTOP
        visitor = Visitor.arrive(chromium, at, size, phone, settings, browser)
        came.append(visitor)
        return visitor

    yield arrive
    for visitor in came:
        visitor.context.close()
    troubles = [trouble for visitor in came for trouble in visitor.troubles]
    assert not troubles, "\n".join(troubles)
