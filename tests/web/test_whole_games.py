"""Whole games to the end screen, the way people play them."""

from __future__ import annotations

import re

from .conftest import Visit
from .player import KeyboardPlayer, Player
from .serving import Server
from .tables import ANN, BOB, BOT, STRONG, table


def test_two_clicks_to_a_game_against_a_bot_and_on_to_its_end(visit: Visit) -> None:
    ann = visit().go()
    ann.page.get_by_role("radio", name="Beginner").check()
    ann.button("Play now").click()
    Player(ann.page).play()
    ann.page.get_by_role("heading", name=re.compile("(win|wins)!$")).wait_for()
    first = ann.page.url
    ann.button("Rematch, new factions").click()
    ann.page.wait_for_url(lambda url: url != first)
    Player(ann.page).play(until=lambda now: now["asked"] and not now["dialog"])


def test_hot_seat_hides_the_hand_from_the_next_player(visit: Visit, server: Server) -> None:
    both = visit().sit(table(server, ANN, BOB, factions=STRONG))
    player = Player(both.page)
    curtain = player.look()
    assert curtain["curtain"]
    assert both.page.locator(".held").count() == 0, "no hand behind the curtain"
    both.see("Pass the screen to Ann")
    player.play(until=lambda now: now["curtain"] and len(player.asked) > 1)
    both.see("Pass the screen to Bob")
    assert both.page.locator(".held").count() == 0, "nor behind the next"


def test_on_a_phone(visit: Visit, server: Server) -> None:
    ann = visit(phone=True).sit(table(server, ANN, BOT, BOT, BOT))
    Player(ann.page, touch=True).play()
    ann.button("Rematch, new factions").wait_for()
    assert wider_than_the_screen(ann) == []


def test_by_keyboard_alone(visit: Visit) -> None:
    ann = visit(textSize=1).go()
    ann.button("Play now").wait_for()
    keys = KeyboardPlayer(ann.page)
    keys.tab_to("Beginner")
    keys.tab_to("Play now")
    keys.press("Enter")
    keys.play()
    ann.button("Rematch, new factions").wait_for()


def wider_than_the_screen(visitor: object) -> list[str]:
    """What makes a page scroll sideways."""
    found = visitor.page.evaluate(  # type: ignore[attr-defined]
        "() => document.documentElement.scrollWidth > innerWidth ? [document.title] : []"
    )
    return list(found)
