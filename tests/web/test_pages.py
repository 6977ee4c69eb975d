"""The screens around the table: cards, replays, settings."""

from __future__ import annotations

import re

import pytest

from .conftest import PHONE, Visit
from .player import Player
from .serving import Server
from .tables import ANN, BOT, FRIEND, STRONG, table
from .visitor import Visitor, until


def finished_game(visit: Visit, server: Server, phone: bool = False) -> Visitor:
    """A game of a few turns that was given up, at its end screen."""
    ann = visit(phone=phone).sit(table(server, ANN, BOT, factions=STRONG))
    player = Player(ann.page, touch=phone)
    player.play(until=lambda now: len(player.asked) > 10 and now["hand"] and not now["picked"])
    ann.button("Settings").click()
    ann.button("Give up the game").click()
    ann.button("Give up the game").click()
    ann.button("Watch the replay").wait_for()
    assert ann.page.locator(".bar .turn").inner_text() == "Game over"
    return ann


def test_a_replay_is_stepped_through_and_continued(visit: Visit, server: Server) -> None:
    ann = finished_game(visit, server)
    result = ann.page.get_by_role("dialog")
    assert "You" in result.inner_text() and "Ann" not in result.inner_text()
    ann.button("Watch the replay").click()
    scrubber = ann.page.get_by_role("slider")
    ann.page.get_by_text(re.compile("Move 0 of [1-9]")).wait_for()
    ann.page.keyboard.press("ArrowRight")
    ann.page.get_by_text("Move 1 of").wait_for()
    controls = ann.page.get_by_label("Moment of the game").locator("button")
    assert controls.all_inner_texts() == ["Start", "Back", "Play", "Next", "End"]
    ann.page.keyboard.press("End")
    until(ann.page, lambda: scrubber.input_value() == scrubber.get_attribute("max"))
    log = ann.page.get_by_role("log")
    log.get_by_text("Turn 1: it is your turn.").wait_for()
    scrubber.fill("5")
    ann.page.get_by_text("Move 5 of").wait_for()

    shared = visit()
    shared.page.goto(ann.page.url)
    shared.page.get_by_text("Move 5 of").wait_for()
    assert shared.page.get_by_label("Seen by").locator("option:checked").inner_text() == "Ann"

    ann.button("Continue from here").click()
    ann.button("Play on").click()
    player = Player(ann.page)
    player.play(until=lambda now: now["hand"])
    player.play(until=lambda now: len(player.asked) > 6)


def test_the_ways_to_other_screens_keep_off_the_edge(visit: Visit) -> None:
    ann = visit(phone=True, textSize=1.5, language="de").go()
    ways = ann.page.locator("header nav a")
    ways.last.wait_for()
    ann.page.evaluate("document.fonts.ready")
    box = ways.last.bounding_box()
    assert box["x"] + box["width"] <= PHONE["width"] - 8


@pytest.mark.parametrize("text", [1, 1.5])
def test_on_a_phone_all_of_the_way_to_a_seat_is_as_wide_as_the_page(
    visit: Visit, server: Server, text: float
) -> None:
    made = table(server, ANN, FRIEND, FRIEND)
    bob = visit(phone=True, textSize=text, language="de").go("room", made["room"], made["invite"])
    field = bob.page.locator("main input[type=text]")
    field.wait_for()
    parts = [field, *bob.page.locator("main .go .button").all(), bob.page.locator("main li").first]
    sides = {(box["x"], box["width"]) for box in (part.bounding_box() for part in parts)}
    assert len(sides) == 1, sides


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_no_name_in_the_fan_lies_under_another_card(visit: Visit, phone: bool) -> None:
    ann = visit(phone=phone).go()
    ann.page.locator(".fanned").last.wait_for()
    names = ann.page.locator(".fanned .name").filter(visible=True)
    assert names.all_inner_texts() == ["Supreme Overlord"]
    card, name = ann.page.locator(".fanned .card").last, names.last
    assert name.evaluate("(name) => name.scrollWidth <= name.clientWidth")
    assert card.evaluate("(card) => card.scrollWidth <= card.clientWidth")


def test_the_card_browser_finds_and_opens_cards(visit: Visit) -> None:
    ann = visit().go("cards")
    ann.see("352 found")
    ann.page.get_by_label("Search names and words").fill("king rex")
    ann.see("1 found")
    ann.page.locator("ul.grid button").click()
    ann.page.get_by_role("dialog").get_by_text("King Rex").first.wait_for()
    assert ann.page.url.endswith("#/cards/King%20Rex")
    ann.page.keyboard.press("Escape")
    ann.page.get_by_role("dialog").wait_for(state="hidden")
    ann.page.get_by_label("Search names and words").fill("")
    ann.page.get_by_label("Type").select_option("base")
    ann.see("50 found")
    ann.page.get_by_label("Search names and words").fill("no such words anywhere")
    ann.see("No card fits")


# How far the window that is open can be scrolled sideways.
SIDEWAYS = """() => [...document.querySelectorAll('dialog[open] .content')]
  .map((content) => content.scrollWidth - content.clientWidth)"""


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_nothing_in_a_window_is_cut_at_its_side(visit: Visit, server: Server, phone: bool) -> None:
    ann = visit(phone=phone).go("cards", "Terraforming")
    ann.page.get_by_role("dialog").get_by_text("Search the base deck").first.wait_for()
    assert ann.page.evaluate(SIDEWAYS) == [0]
    made = table(server, ANN, BOT)
    ann = visit(phone=phone).sit(made)
    Player(ann.page, touch=phone).play(until=lambda now: now["hand"])
    windows = ["Keys and help", "Settings", "All options in words"]
    for name in [*windows, "What happened"] if phone else windows:
        ann.button(name).first.click()
        ann.page.locator("dialog[open]").wait_for()
        assert ann.page.evaluate(SIDEWAYS) == [0], name
        ann.button("Close").click()
        ann.page.locator("dialog[open]").wait_for(state="detached")
    ann.button("Discard pile").first.click()
    assert ann.page.evaluate(SIDEWAYS) == [0]


def test_settings_are_kept(visit: Visit) -> None:
    ann = visit().go("settings")
    ann.page.get_by_label("Speed of events").select_option("slow")
    ann.page.get_by_label("Text size").select_option("1.3")
    ann.page.reload()
    assert ann.page.get_by_label("Speed of events").input_value() == "slow"
    assert ann.page.evaluate("getComputedStyle(document.documentElement).fontSize") == "20.8px"
