"""A person with a browser: what they see, what they can click, and everything that went wrong."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from .serving import Server

Found = TypeVar("Found")
PATIENCE = 90  # seconds; a machine with other things to do is no reason to fail
AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
# Everything one sees of a game: cards and bases with their words, scores, the question, the log.
TABLE = """() => {
  const text = (css) => [...document.querySelectorAll(css)].map((e) => e.innerText.trim());
  const things = [...document.querySelectorAll('[data-key]')];
  return {
    things: things.map((e) => `${e.dataset.key} ${e.ariaLabel ?? e.innerText}`).sort(),
    players: text('.players > li'),
    question: text('section.prompt .words'),
    log: text('[role=log]'),
  };
}"""
QUICK = {"speed": "instant", "confirmEnd": False, "showChances": False}


def until(page: Any, condition: Callable[[], Found], seconds: float = PATIENCE) -> Found:
    """Asks again and again until something holds, while the page goes on."""
    late = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < late, "it never came to that"
        page.wait_for_timeout(20)
    return found


# What moves by itself for ever is not waited for.
SETTLED = """() => document.getAnimations().every(
  (a) => a.playState !== 'running' || a.effect.getComputedTiming().endTime === Infinity)"""


def axe(page: Any, where: str) -> None:
    """Fails on anything axe finds on a page when its moving has ended: what fades in is pale."""
    page.wait_for_function(SETTLED)
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate(
        "async () => (await axe.run(document, {resultTypes: ['violations']})).violations"
        ".map(v => `${v.id} (${v.impact}): ${v.help}; `"
        " + v.nodes.map(n => n.target.join(' ') + ' ' + n.html.slice(0, 160)).join('; '))"
    )
    assert found == [], f"axe at {where}:\n" + "\n".join(found)


class Visitor:
    """One browser context with one page in it."""

    def __init__(self, context: Any, server: Server) -> None:
        self.context = context
        self.server = server
        self.troubles: list[str] = []
        self.asked: list[str] = []
        """Every address that was requested."""
        self.expected = ["Service Worker registration blocked by Playwright"]
        """Parts of troubles that a test provokes."""
        self.page = context.new_page()
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self._trouble(f"page error: {error}"))
        self.page.on("requestfailed", self._failed)
        self.page.on("request", lambda r: self.asked.append(r.url))
        self.page.on("websocket", lambda socket: self.asked.append(socket.url))

    @classmethod
    def arrive(
        cls,
        chromium: Any,
        server: Server,
        size: dict[str, int],
        phone: bool,
        settings: dict[str, object],
        browser: dict[str, object] | None = None,
    ) -> Visitor:
        """Comes with a fresh browser; settings are those of the settings screen.

        browser: what else is said of it, as Playwright calls it. Its system likes the dark, and it
        keeps nothing for when there is no network, unless that is said.
        """
        usual = {"color_scheme": "dark", "service_workers": "block"}
        context = chromium.new_context(
            viewport=size, has_touch=phone, is_mobile=phone, **usual | (browser or {})
        )
        context.set_default_timeout(PATIENCE * 1000)
        visitor = cls(context, server)
        visitor._keep("settings", {**QUICK, **settings})
        return visitor

    def _heard(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self._trouble(f"console {message.type}: {message.text}")

    def _failed(self, request: Any) -> None:
        if request.failure != "net::ERR_ABORTED":  # given up by the browser on leaving a page
            self._trouble(f"failed: {request.url} {request.failure}")

    def _trouble(self, what: str) -> None:
        if not any(part in what for part in self.expected):
            self.troubles.append(what)

    def go(self, *parts: str) -> Visitor:
        """Opens a screen by its address, as from a link."""
        address = f"{self.server.url}#/{'/'.join(parts)}"
        if self.page.url.startswith(self.server.url):
            self.page.evaluate("address => location.replace(address)", address)
        else:
            self.page.goto(address)
        return self

    def sit(self, made: dict[str, Any], seats: tuple[int, ...] | None = None) -> Visitor:
        """Takes seats of a table that was set by the server's REST calls."""
        tickets = [
            {"room": made["room"], "invite": made["invite"], "at": 0, **seat}
            for seat in made["seats"]
            if seats is None or seat["seat"] in seats
        ]
        self._keep("tickets", tickets)
        return self.go("play", made["room"])

    def _keep(self, name: str, value: object) -> None:
        """Puts something into the browser's storage before the first page of the game is opened."""
        kept = json.dumps(json.dumps(value))
        self.context.add_init_script(
            f"if (location.protocol === 'http:') localStorage['smashup.{name}'] ??= {kept}"
        )

    def expect_breaks(self) -> None:
        """From now on the network may fail: that is what the test is about."""
        self.expected += ["net::ERR", "WebSocket"]

    def no_secret_was_asked_for(self) -> None:
        """No address that went to the server holds a token or an invite of this browser."""
        tickets = json.loads(self.page.evaluate("localStorage['smashup.tickets'] ?? '[]'"))
        secrets = {ticket.get(name) for ticket in tickets for name in ("token", "invite")} - {None}
        told = [url for url in self.asked for secret in secrets if secret in url.split("#")[0]]
        assert told == []

    def button(self, name: str) -> Any:
        """A button by what it says."""
        return self.page.get_by_role("button", name=name)

    def see(self, words: str) -> None:
        """Waits until the words can be seen."""
        self.page.get_by_text(words).first.wait_for()

    def table(self) -> dict[str, Any]:
        """What the table shows, to compare: with all that the cards say, once that has come."""
        self.page.wait_for_load_state("networkidle")
        return dict(self.page.evaluate(TABLE))

    def shows(self, table: dict[str, Any]) -> None:
        """Waits until the table shows that."""
        until(self.page, lambda: self.table() == table)

    def axe(self, where: str) -> None:
        """Fails on anything axe finds on the page when its moving has ended."""
        axe(self.page, where)

    def shot(self, path: Path) -> None:
        """Keeps a picture of what is seen."""
        self.page.screenshot(path=str(path))
