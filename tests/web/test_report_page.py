"""The report on kept games, opened from a file: it is silent, fetches nothing, fits and answers."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from smashup.lab.games import Games
from smashup.lab.site.facts import facts_of, for_browser
from smashup.lab.site.writing import write_report
from tests.lab.some_games import some_games

from .conftest import DESKTOP, PHONE
from .visitor import axe


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("report")
    games = some_games(folder / "games")
    facts = facts_of(Games(games.path), "smashup lab report games --out report")
    write_report(facts, for_browser(facts), folder / "report")
    return folder / "report"


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_report_opens_from_a_file(
    report: Path, size: dict[str, int], chromium: Any, front_end: None
) -> None:
    page = chromium.new_page(viewport=size)
    said: list[str] = []
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("console", lambda message: said.append(message.text))
    page.on("request", lambda request: said.append(request.url) if _outside(request) else None)
    page.goto((report / "index.html").as_uri())
    page.wait_for_selector("#bases-chart svg")
    assert page.locator("#factions-table tbody tr").count() == 6
    assert page.locator("#pairs-table tbody tr").count() == 15
    pairs = page.inner_text("#pairs")
    assert "intervals of synergies may be too narrow" in pairs
    assert re.search(r"random has \d+\.\d games for each pair\.", pairs)
    page.fill("#pair-search", "zombies")
    assert page.locator("#pairs-table tbody tr").count() == 5
    page.locator("#factions-table thead button").first.click()
    first = page.locator("#factions-table tbody th").first
    assert first.inner_text() == "Zombies"
    page.locator("#factions-table thead button").first.click()
    assert first.inner_text() == "Aliens"
    assert "win" in page.inner_text("#duel-result")
    page.select_option("#b2", "Aliens")
    assert page.inner_text("#duel-result") == "Choose four different factions."
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    assert said == []
    axe(page, "the report")
    page.close()


def _outside(request: Any) -> bool:
    return not request.url.startswith(("file:", "data:", "blob:"))
