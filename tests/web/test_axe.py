"""axe finds nothing on any screen, on a desktop and on a phone."""

from __future__ import annotations

import pytest

from .conftest import Visit
from .player import Player
from .serving import Server
from .tables import ANN, BOB, BOT, FRIEND, STRONG, table
from .test_pages import finished_game
from .visitor import Visitor

both_sizes = pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
PAGES = ["", "new", "new/here", "new/friends", "cards", "cards/King Rex", "learn", "help"]
PAGES += ["settings", "credits", "nonsense"]


@both_sizes
def test_pages(visit: Visit, phone: bool) -> None:
    ann = visit(phone=phone)
    for address in PAGES:
        ann.go(*address.split("/"))
        ann.page.wait_for_load_state("networkidle")
        ann.axe(address or "start")
        too_wide = ann.page.evaluate("document.documentElement.scrollWidth > innerWidth")
        assert not too_wide, address


@both_sizes
def test_choosing_factions(visit: Visit, phone: bool) -> None:
    ann = visit(phone=phone).go("new")
    ann.page.get_by_role("radio", name="Pick").check()
    ann.button("Factions of seat 1").click()
    ann.page.get_by_role("dialog").wait_for()
    ann.axe("picking factions")
    ann.page.keyboard.press("Escape")
    ann.page.get_by_role("radio", name="Draft").check()
    ann.button("Start the game").click()
    ann.page.get_by_role("heading", name="Your pick").wait_for()
    ann.axe("draft")


@both_sizes
def test_a_room(visit: Visit, server: Server, phone: bool) -> None:
    made = table(server, ANN, FRIEND)
    ann = visit(phone=phone).sit(made)
    ann.see("not started yet")
    ann.axe("before the game")
    ann.page.get_by_role("link", name="To the room").click()
    ann.see("Send this link")
    ann.axe("lobby of the host")
    bob = visit(phone=phone).go("room", made["room"], made["invite"])
    bob.button("Take a seat").wait_for()
    bob.axe("lobby of a guest")
    bob.go("watch", made["room"], made["invite"])
    bob.button("Watch").wait_for()
    bob.axe("watching")


@both_sizes
def test_the_table(visit: Visit, server: Server, phone: bool) -> None:
    ann = visit(phone=phone, showChances=True).sit(table(server, ANN, BOT, BOT))
    player = Player(ann.page, touch=phone)
    player.play(until=lambda now: now["hand"])
    ann.axe("first turn")
    player.play(until=lambda now: now["picked"])
    ann.axe("a card picked")
    player.play(until=lambda now: len(player.asked) > 15 and now["hand"] and not now["picked"])
    ann.axe("middle of a game")
    for words in ("Settings", "Keys and help"):
        ann.button(words).click()
        in_a_dialog(ann, words)
    ann.button("All options in words").click()
    in_a_dialog(ann, "options")
    ann.button("Hint").click()
    ann.button("Do that").wait_for()
    ann.axe("advice")
    ann.page.keyboard.press("Escape")
    ann.page.locator(".base").first.click(button="right")
    in_a_dialog(ann, "zoom")
    if phone:
        ann.button("What happened").click()
        in_a_dialog(ann, "log")


@both_sizes
def test_hot_seat(visit: Visit, server: Server, phone: bool) -> None:
    both = visit(phone=phone).sit(table(server, ANN, BOB, factions=STRONG))
    both.see("Pass the screen")
    both.axe("curtain")


@both_sizes
def test_the_end_and_the_replay(visit: Visit, server: Server, phone: bool) -> None:
    ann = finished_game(visit, server, phone)
    ann.axe("game over")
    ann.button("Watch the replay").click()
    ann.page.get_by_text("Move 0 of").wait_for()
    ann.axe("replay")
    ann.button("Continue from here").click()
    in_a_dialog(ann, "continue from here")


def in_a_dialog(visitor: Visitor, where: str) -> None:
    """Looks at the window that just opened, and closes it."""
    visitor.page.get_by_role("dialog").wait_for()
    visitor.axe(where)
    visitor.page.keyboard.press("Escape")
    visitor.page.get_by_role("dialog").wait_for(state="hidden")
