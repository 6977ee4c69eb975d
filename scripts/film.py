"""Takes the film for the README, a minute of play: writes docs/pictures/film.webp.

    python scripts/film.py

A base is about to score in a game of three bots and us: we play a card, the turn ends, the base
scores, the others play, and in the end a replay tells how it went. The film shows each picture for
as long as it took until the next, so it is as fast as the table was.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from time import monotonic
from typing import Any

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from screenshots import (
    BROWSER_FLAGS,
    CHANCES,
    PICTURES,
    ROOT,
    Studio,
    Table,
    bots,
    chromium,
    finished,
    new_table,
    play,
    server,
)

sys.path.insert(0, str(ROOT))  # who plays by what glows is in the tests
from tests.web.player import Player

SIZE = (1280, 800)
SHOWN = (960, 600)
QUALITY = 50
MOST_BYTES = 6_000_000
LONGEST = 62.0  # seconds
THINKING = 0.7  # seconds that we look before each click
SCORING = ".scene-room"


# What can be chosen in our own rows.
OURS = """() => [...document.querySelectorAll('.column > :last-child [data-lit]')].map(
  (thing) => thing.dataset.key)"""


class Us(Player):
    """Plays by what glows too, but nobody should see us strengthen the minions of others."""

    def act(self, now: dict[str, Any]) -> None:
        """One click, at something of ours where there is a choice."""
        super().act({**now, "lit": self.page.evaluate(OURS) or now["lit"]})


class Camera:
    """Takes pictures of a page, each with how long it is to be shown."""

    def __init__(self) -> None:
        self.pictures: list[Image.Image] = []
        self.times: list[int] = []
        self.length = 0.0

    def roll(self, page: Page, seconds: float, until: Callable[[], bool] = lambda: False) -> None:
        """Films for so long, or until something holds."""
        end = monotonic() + seconds
        while monotonic() < end and self.length < LONGEST and not until():
            began = monotonic()
            taken = page.screenshot(type="jpeg", quality=90)
            picture = Image.open(BytesIO(taken)).resize(SHOWN, Image.Resampling.LANCZOS)
            page.wait_for_timeout(max(0, 120 - 1000 * (monotonic() - began)))
            passed = monotonic() - began
            self.length += passed
            self.pictures.append(picture)
            self.times.append(round(1000 * passed))

    def write(self, path: Path) -> None:
        """Makes one file of all pictures."""
        first, *others = self.pictures
        first.save(
            path,
            "WEBP",
            save_all=True,
            append_images=others,
            duration=self.times,
            loop=0,
            quality=QUALITY,
            method=4,
        )


def about_to_score(address: str) -> Table:
    """A game of three at our turn, with a base that a strong minion may bring to score."""
    factions = [["Dinosaurs", "Wizards"], ["Zombies", "Pirates"], ["Vikings", "Robots"]]
    table = new_table(address, bots("Ada", "Bruno"), factions, seed=3)
    play(address, table, _is_near)
    return table


def _is_near(view: dict[str, Any]) -> bool:
    """Whether our turn begins with a full hand, in the middle of the game."""
    fresh = view["phase"] == "play" and len(view["plays"]) > 1 and view["turn_number"] > 5
    full = view["players"][0]["hand"] > 4
    return fresh and full and any(b["total"] >= b["breakpoint"] - 6 for b in view["bases"])


def our_turn(camera: Camera, page: Page) -> None:
    """Plays by what glows, until a base has scored and the others have had their turns."""
    player = Us(page)
    scored = False
    while camera.length < LONGEST - 12:
        now = player.now()
        if now is None:
            camera.roll(page, 0.5)
        elif scored and now["end"]:
            return
        else:
            camera.roll(page, THINKING)
            player.act(now)
        if page.locator(SCORING).count():
            scored = True
            camera.roll(page, 9, until=lambda: not page.locator(SCORING).count())


def main() -> None:
    """Takes the film."""
    subprocess.run(["sh", str(ROOT / "scripts" / "web.sh"), "build"], check=True)
    camera = Camera()
    with server() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=BROWSER_FLAGS)
        studio = Studio(browser, address)
        table = about_to_score(address)
        with studio.page("", SIZE, table, moving=True) as page:
            camera.roll(page, 2.5)
            page.goto(f"{address}/#/play/{table.room}")
            page.wait_for_selector(".hand")
            camera.roll(page, 3)
            our_turn(camera, page)
        with studio.page(f"replay/{finished(address)}/60", SIZE, moving=True) as page:
            page.wait_for_selector(".board")
            page.wait_for_selector(CHANCES)
            camera.roll(page, 2)
            page.keyboard.press("Space")
            camera.roll(page, 8)
        browser.close()
    path = PICTURES / "film.webp"
    camera.write(path)
    size = path.stat().st_size
    print(f"docs/pictures/film.webp  {camera.length:.0f} s, {size:,} bytes")
    if size > MOST_BYTES:
        sys.exit(f"film.webp is larger than {MOST_BYTES:,} bytes.")


if __name__ == "__main__":
    main()
