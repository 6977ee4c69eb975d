"""The screens around the table: cards, replays, settings."""

from __future__ import annotations

import re

from .conftest import Visit
from .player import Player
from .serving import Server
from .tables import ANN, BOT, STRONG, table
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


def test_settings_are_kept(visit: Visit) -> None:
    ann = visit().go("settings")
    ann.page.get_by_label("Speed of events").select_option("slow")
    ann.page.get_by_label("Text size").select_option("1.3")
    ann.page.reload()
    assert ann.page.get_by_label("Speed of events").input_value() == "slow"
    assert ann.page.evaluate("getComputedStyle(document.documentElement).fontSize") == "20.8px"
