"""A pack in the browser: its factions can be chosen, have their icons and colours, and play."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from .conftest import ROOT, Visit
from .player import Player
from .serving import Server, running_server
from .tables import ANN, BOT, table
from .visitor import until

EXAMPLE = ROOT / "examples" / "hours_and_honey"
FACTIONS = [["Clockmakers", "Beekeepers"], ["Robots", "Dinosaurs"]]


@pytest.fixture(scope="module")
def with_pack(front_end: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the example pack; the front end was built without it."""
    data: Path = tmp_path_factory.mktemp("games")
    with running_server(data, 0, "--pack", str(EXAMPLE)) as started:
        yield started


def test_its_cards_are_shown_with_icon_and_colours(visit: Visit, with_pack: Server) -> None:
    ann = visit(at=with_pack).go("cards", "Borrowed Hour")
    sheet = ann.page.get_by_role("dialog")
    sheet.get_by_text("Clockmakers · action · Hours and Honey").wait_for()
    picture = sheet.locator(".picture path")
    picture.wait_for(state="attached")
    icons = with_pack.call("api/cards")["factions"][-2]["icons"]
    assert picture.get_attribute("d") == with_pack.call(icons)["Borrowed Hour"]
    colour = sheet.locator(".sheet").evaluate("e => e.style.getPropertyValue('--ink-of')")
    assert colour == "#4d3f66"


def test_its_factions_can_be_found_and_chosen(visit: Visit, with_pack: Server) -> None:
    ann = visit(at=with_pack).go("cards")
    ann.see("376 found")
    ann.page.get_by_label("Set").select_option("Hours and Honey")
    ann.see("24 found")
    ann.go("new")
    ann.button("Factions in the game").click()
    bees = ann.page.get_by_role("list", name="Factions").get_by_role("button", name="Beekeepers")
    bees.click()
    ann.page.get_by_text("Mother of the Hive").wait_for()
    bees.locator("path").wait_for(state="attached")


def test_a_game_with_it_is_played_against_a_bot(visit: Visit, with_pack: Server) -> None:
    made = table(with_pack, ANN, BOT, factions=FACTIONS)
    ann = visit(at=with_pack).sit(made)
    player = Player(ann.page)
    player.play(until=lambda now: len(player.asked) > 8)
    drawn = ann.page.locator(".hand .picture path, .card .picture path")
    until(ann.page, lambda: drawn.count() > 0)
    assert drawn.first.get_attribute("d")


def test_whom_to_thank_for_its_icons_is_told(visit: Visit, with_pack: Server) -> None:
    ann = visit(at=with_pack).go("credits")
    ann.page.get_by_text("The icons and the cards that use them").click()
    ann.page.get_by_text("Borrowed Hour: extra-time").wait_for()
