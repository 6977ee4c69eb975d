"""Takes the pictures of the main screens for the README: writes docs/pictures/*.webp.

    python scripts/screenshots.py              all of them
    python scripts/screenshots.py table start  some

Builds the front end if needed, starts a server of its own on a free port with an empty data folder,
brings a few games to a moment worth seeing, and looks at them with Debian's Chromium.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright
from websockets.sync.client import connect
from websockets.typing import Origin

ROOT = Path(__file__).resolve().parents[1]
PICTURES = ROOT / "docs" / "pictures"
DESKTOP, PHONE = (1440, 900), (390, 844)
MOST_BYTES = 250_000
QUALITY = 90
SEED = 6  # of the crowded table
CROWD = 15  # minions in play that make one
BROWSER_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
# The table has made room for the coach.
BELOW_THE_COACH = """() => scrollY === 0 &&
  document.querySelector('.table').getBoundingClientRect().bottom < innerHeight + 1"""
# Icons are loaded by faction, when the first card of one is shown.
ICONS_THERE = "() => [...document.querySelectorAll('svg')].every((icon) => icon.firstElementChild)"
CHANCES = ".whose"  # everybody's chance to win, above the scrubber of a replay
SEAT_TOKENS = "smashup.tickets"  # where the front end keeps them (web/src/lib/tokens.svelte.ts)


# --- The server and its games ------------------------------------------------------------------


@contextmanager
def server() -> Iterator[str]:
    """A server of its own; gives its address."""
    command = "from smashup.cli import main; main()"
    with tempfile.TemporaryDirectory() as data:
        process = subprocess.Popen(
            [sys.executable, "-c", command, "serve", "--no-open", "--port", "0", "--data", data],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        try:
            assert process.stdout is not None
            found = next(filter(None, (re.search(r"http://\S+", row) for row in process.stdout)))
            yield found[0].rstrip("/")
        finally:
            process.terminate()
            process.wait()


@dataclass
class Table:
    """A room and the seat in it that the pictures are taken from."""

    room: str
    token: str
    invite: str

    @property
    def ticket(self) -> dict[str, Any]:
        """As the front end remembers a seat."""
        return {"room": self.room, "seat": 0, "token": self.token, "invite": self.invite, "at": 1}


def post(address: str, path: str, body: object) -> Any:
    """What the server's REST interface answers."""
    request = urllib.request.Request(
        f"{address}/api{path}", json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def new_table(address: str, seats: list[dict[str, str]], factions: object, seed: int) -> Table:
    """A room in which seat 0 is ours."""
    mine = {"kind": "human", "name": "Mia"}
    made = post(
        address,
        "/rooms",
        {
            "name": "Mia",
            "seats": [mine, *seats],
            "factions": factions,
            "edition": "oops",
            "options": {"seed": seed, "first": 0},
        },
    )
    return Table(made["room"], made["seats"][0]["token"], made["invite"])


def play(address: str, table: Table, until: Callable[[dict[str, Any]], bool]) -> None:
    """Plays our seat (a card if one can be played, else the first answer) up to some moment.

    `until` is shown the public view whenever we have to answer, and when the game is over.
    """
    view: dict[str, Any] = {}
    with connect(
        address.replace("http", "ws") + "/ws", origin=Origin(address), max_size=None
    ) as socket:
        hello = {"t": "hello", "room": table.room, "token": table.token, "last": 0}
        socket.send(json.dumps(hello))
        for number, message in enumerate(map(json.loads, socket)):
            if message["t"] not in ("welcome", "update"):
                continue
            view |= message["view"] or {}
            decision = view["private"]["decision"]
            over = view["public"]["phase"] == "over"
            if over or (decision and until(view["public"])):
                return
            if decision:
                options = decision["options"]
                option = next((one for one in options if one["verb"] == "play"), options[0])
                answer = {
                    "t": "answer",
                    "id": str(number),
                    "v": message["v"],
                    "option": option["i"],
                }
                socket.send(json.dumps(answer))


def bots(*names: str) -> list[dict[str, str]]:
    """Seats for bots."""
    return [{"kind": "bot", "name": name, "strength": "easy"} for name in names]


def crowded(address: str) -> Table:
    """A four-player game in its middle."""
    factions = [
        ["Dinosaurs", "Ninjas"],
        ["Zombies", "Pirates"],
        ["Robots", "Wizards"],
        ["Aliens", "Vikings"],
    ]
    table = new_table(address, bots("Ada", "Bruno", "Cleo"), factions, seed=SEED)
    play(address, table, lambda view: view["phase"] == "play" and minions(view) >= CROWD)
    return table


def minions(view: dict[str, Any]) -> int:
    """How many minions are in play."""
    return sum(len(base["minions"]) for base in view["bases"])


def finished(address: str) -> str:
    """The replay of a three-player game."""
    factions = [["Samurai", "Dragons"], ["Sharks", "Superheroes"], ["Vampires", "Giant Ants"]]
    table = new_table(address, bots("Ada", "Bruno"), factions, seed=11)
    play(address, table, lambda view: False)
    return str(post(address, f"/replays/{table.room}", {"token": table.token})["link"])


# --- The pictures ------------------------------------------------------------------------------


class Studio:
    """A browser, a server and the games that pictures are taken of, each made when first needed."""

    def __init__(self, browser: Browser, address: str) -> None:
        self._browser = browser
        self._address = address
        self._made: dict[str, Any] = {}

    def made(self, name: str, make: Callable[[str], Any]) -> Any:
        """The game of that name."""
        if name not in self._made:
            self._made[name] = make(self._address)
        return self._made[name]

    @contextmanager
    def page(
        self,
        where: str,
        size: tuple[int, int],
        *tables: Table,
        german: bool = False,
        moving: bool = False,
    ) -> Iterator[Page]:
        """A page of the front end that holds seats at these tables; a German one is by day, and
        one that is `moving` shows how cards go their way."""
        width, height = size
        context = self._browser.new_context(
            color_scheme="light" if german else "dark",
            locale="de-DE" if german else "en-GB",
            viewport={"width": width, "height": height},
            reduced_motion="no-preference" if moving else "reduce",
        )
        tickets = json.dumps(json.dumps([table.ticket for table in tables]))
        context.add_init_script(
            "if (location.protocol.startsWith('http'))"
            f" localStorage.setItem({json.dumps(SEAT_TOKENS)}, {tickets});"
        )
        page = context.new_page()
        page.goto(f"{self._address}/#/{where}")
        page.wait_for_selector("main")
        page.wait_for_load_state("networkidle")
        yield page
        context.close()


def drawn(page: Page) -> None:
    """Waits until everything that is shown has come, pictures too."""
    page.wait_for_load_state("networkidle")
    page.wait_for_function(ICONS_THERE)


def start(studio: Studio, size: tuple[int, int]) -> bytes:
    with studio.page("", size, studio.made("crowded", crowded)) as page:
        page.wait_for_selector(".games")
        return page.screenshot()


def factions(studio: Studio, size: tuple[int, int]) -> bytes:
    with studio.page("new", size) as page:
        page.get_by_role("radio", name="Pick").check()
        page.locator(".pair").first.click()
        page.get_by_role("button", name="Vikings").click()
        page.get_by_role("button", name="Mad Scientists").click()
        drawn(page)
        return page.screenshot()


def at_the_table(studio: Studio, size: tuple[int, int], german: bool = False) -> bytes:
    table = studio.made("crowded", crowded)
    with studio.page(f"play/{table.room}", size, table, german=german) as page:
        page.wait_for_selector(".hand")
        drawn(page)
        page.wait_for_function("() => document.getAnimations().length === 0")
        return page.screenshot()


def lesson(studio: Studio, size: tuple[int, int]) -> bytes:
    with studio.page("learn", size) as page:
        page.get_by_role("button", name="Start: Your first turns").click()
        page.wait_for_selector(".ring")
        drawn(page)
        page.wait_for_function(BELOW_THE_COACH)
        page.wait_for_timeout(800)  # the ring follows what is scrolled
        return page.screenshot()


def card(studio: Studio, size: tuple[int, int]) -> bytes:
    with studio.page("cards/King Rex", size) as page:
        drawn(page)
        return page.screenshot()


def browser_of_cards(studio: Studio, size: tuple[int, int]) -> bytes:
    with studio.page("cards", size) as page:
        page.get_by_role("searchbox").fill("power counter")
        drawn(page)
        return page.screenshot()


def replay(studio: Studio, size: tuple[int, int]) -> bytes:
    with studio.page(f"replay/{studio.made('finished', finished)}/80", size) as page:
        page.wait_for_selector(".board")
        page.wait_for_selector(CHANCES)
        drawn(page)
        return page.screenshot()


SCREENS: dict[str, tuple[Callable[[Studio, tuple[int, int]], bytes], tuple[int, int]]] = {
    "start": (start, DESKTOP),
    "start-phone": (start, PHONE),
    "table": (at_the_table, DESKTOP),
    "table-phone": (at_the_table, PHONE),
    "table-german": (partial(at_the_table, german=True), DESKTOP),
    "factions": (factions, DESKTOP),
    "learn": (lesson, DESKTOP),
    "learn-phone": (lesson, PHONE),
    "cards": (browser_of_cards, DESKTOP),
    "card-phone": (card, PHONE),
    "replay": (replay, DESKTOP),
}


def small(picture: bytes) -> bytes:
    """The same picture in few bytes, with all shades of paper, wood and sky."""
    out = BytesIO()
    with Image.open(BytesIO(picture)) as image:
        image.convert("RGB").save(out, "WEBP", quality=QUALITY, method=6)
    return out.getvalue()


def chromium() -> str:
    """Where the browser is."""
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    if found is None:
        sys.exit("Chromium is missing. On Debian and Ubuntu: sudo apt-get install chromium")
    return found


def main() -> None:
    """Takes the pictures that are named, or all."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(SCREENS))
    names: list[str] = parser.parse_args().names or list(SCREENS)
    if unknown := set(names) - set(SCREENS):
        parser.error(f"no such picture: {', '.join(sorted(unknown))}; see --help")
    subprocess.run(["sh", str(ROOT / "scripts" / "web.sh"), "build"], check=True)
    PICTURES.mkdir(parents=True, exist_ok=True)
    with server() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=BROWSER_FLAGS)
        studio = Studio(browser, address)
        for name in names:
            take, size = SCREENS[name]
            picture = small(take(studio, size))
            (PICTURES / f"{name}.webp").write_bytes(picture)
            print(f"docs/pictures/{name}.webp  {len(picture):,} bytes")
            if len(picture) > MOST_BYTES:
                sys.exit(f"{name}.webp is larger than {MOST_BYTES:,} bytes.")
        browser.close()


if __name__ == "__main__":
    main()
