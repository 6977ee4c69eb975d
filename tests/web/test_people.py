"""Playing with people: links for other devices, names, notices, what the host allows."""

from __future__ import annotations

import json
from typing import Any

from .conftest import Visit
from .player import Player
from .serving import Server
from .tables import ANN, BOT, FRIEND, table

NOTICES = """
  window.told = [];
  window.Notification = class {
    static permission = 'granted';
    static requestPermission = async () => 'granted';
    constructor(title) { window.told.push(title); }
    close() {}
  };
  Object.defineProperty(document, 'hidden', { get: () => window.away === true });
"""


def test_a_link_that_only_this_machine_can_open_says_so(visit: Visit, server: Server) -> None:
    made = table(server, ANN, FRIEND)
    ann = visit(name="Ann").sit(made).go("room", made["room"], made["invite"])
    ann.see("Only this machine can open this link")
    assert ann.page.get_by_label("as a QR code").count() == 0


def test_a_link_has_the_address_of_the_network_and_a_code(visit: Visit, server: Server) -> None:
    def reach(route: Any) -> None:
        answer = {"addresses": ["http://192.168.1.5:8642"]}
        route.fulfill(body=json.dumps(answer), content_type="application/json")

    made = table(server, ANN, FRIEND)
    ann = visit(name="Ann").sit(made)
    ann.page.route("**/api/reach", reach)
    ann.go("room", made["room"], made["invite"])
    ann.page.get_by_label("The link as a QR code").wait_for()
    link = ann.page.get_by_label("Send this link to your friends").input_value()
    assert link == f"http://192.168.1.5:8642/#/room/{made['room']}/{made['invite']}"
    ann.axe("a room with a code")


def test_a_name_is_asked_for_once(visit: Visit) -> None:
    ann = visit(name="").go("new", "friends")
    ann.see("Say what the others should call you.")
    assert ann.button("Open the table").is_disabled()
    ann.page.get_by_label("Name of the player in seat 1").fill("Ann")
    ann.button("Open the table").click()
    ann.page.get_by_label("Send this link to your friends").wait_for()
    ann.go("new", "friends")
    assert ann.page.get_by_label("Name of the player in seat 1").input_value() == "Ann"


def test_people_at_one_screen_have_names_of_their_own(visit: Visit) -> None:
    both = visit(name="").go("new", "here")
    both.button("Start the game").click()
    both.see("Pass the screen to Player")
    first = both.page.get_by_role("heading", name="Pass the screen to").inner_text()[-1]
    both.button(f"I am Player {first}").click()
    both.see("Player 2" if first == "1" else "Player 1")


def test_who_looks_elsewhere_is_told_that_they_are_asked(visit: Visit, server: Server) -> None:
    ann = visit(name="Ann", notices=True)
    ann.context.add_init_script(NOTICES)
    ann.context.add_init_script("window.away = true")
    ann.sit(table(server, ANN, BOT))
    player = Player(ann.page)
    player.play(until=lambda now: now["asked"])
    assert ann.page.title() == "You are asked · Smash Up"
    assert ann.page.locator("link[rel=icon]").get_attribute("href") == "./icon-asked.svg"
    assert "Ann, you are asked" in ann.page.evaluate("window.told")
    ann.go()
    ann.page.get_by_role("link", name="Continue").wait_for()
    assert "(1)" in ann.page.title()
