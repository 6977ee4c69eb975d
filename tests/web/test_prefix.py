"""A table that lies below a path of its host, as a proxy would pass it on."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

from .conftest import Visit
from .serving import running_server
from .visitor import until


def test_two_browsers_play_below_a_path(visit: Visit, front_end: None, tmp_path: Path) -> None:
    with running_server(tmp_path, 0, "--prefix", "/games/club") as server:
        ann, bob = visit(name="Ann", at=server), visit(name="Bob", at=server)
        ann.go("new", "friends")
        ann.button("Open the table").click()
        link = ann.page.get_by_label("Send this link to your friends").input_value()
        assert link.startswith(f"{server.url}#/")
        bob.page.goto(link)
        bob.button("Take a seat").click()
        ann.button("Start the game").click()
        bob.see("Players")
        until(ann.page, lambda: ann.table()["things"])
        ann.go("cards")
        ann.see("found")
        for visitor in (ann, bob):
            paths = [urlsplit(address).path for address in visitor.asked]
            assert [path for path in paths if not path.startswith("/games/club/")] == []
            assert "/games/club/ws" in paths
            visitor.expect_breaks()  # the server goes before they do
