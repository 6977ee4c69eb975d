"""Playing with people: links for other devices, names, notices, what the host allows."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import WebSocketRoute

from .conftest import Visit
from .player import Player
from .serving import Server
from .tables import ANN, BOT, FRIEND, table
from .visitor import Visitor, until

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
    ann.see("This link works only on this computer so far")
    assert ann.page.get_by_label("as a QR code").count() == 0
    # Who has just sat down can do nothing about it, and is not told.
    bob = visit(name="Bob").go("room", made["room"], made["invite"])
    bob.button("Take a seat").click()
    bob.see("The host starts the game")
    bob.page.wait_for_load_state("networkidle")
    assert bob.page.get_by_text("works only on this computer").count() == 0


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
    name = ann.page.get_by_label("Name of the player in seat 1")
    until(ann.page, lambda: name.evaluate("e => e === document.activeElement"))
    assert ann.page.get_by_text("Say what the others should call you.").count() == 0
    ann.button("Open the table").click()
    ann.see("Say what the others should call you.")
    name.fill("Ann")
    ann.button("Open the table").click()
    ann.page.get_by_label("Send this link to your friends").wait_for()
    ann.expect_breaks()  # leaving before the line stands makes a browser complain
    ann.go("new", "friends")
    assert ann.page.get_by_label("Name of the player in seat 1").input_value() == "Ann"


def test_people_at_one_screen_have_names_of_their_own(visit: Visit) -> None:
    both = visit(name="").go("new", "here")
    both.button("Start the game").click()
    both.see("Pass the screen to Player")
    first = both.page.get_by_role("heading", name="Pass the screen to").inner_text()[-1]
    both.button(f"I am Player {first}").click()
    other = "Player 2" if first == "1" else "Player 1"
    both.page.locator(".players").first.get_by_text(other).first.wait_for()


def test_at_one_screen_nobody_is_called_before_it_is_known_who_is_asked(visit: Visit) -> None:
    both = visit(name="")
    lines: list[WebSocketRoute] = []
    held: list[tuple[WebSocketRoute, str | bytes]] = []
    passed: list[str | bytes] = []

    def line(socket: WebSocketRoute) -> None:
        """The first of the two lines is as always, of the second nothing comes through."""
        is_first = not lines
        lines.append(socket)

        def hand_on(words: str | bytes) -> None:
            if is_first:
                passed.append(words)
                socket.send(words)
            else:
                held.append((socket, words))

        socket.connect_to_server().on_message(hand_on)

    both.page.route_web_socket("**/ws", line)
    both.go("new", "here").button("Start the game").click()
    until(both.page, lambda: bool(held and passed))
    both.page.evaluate("new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))")
    both.see("Connecting")
    assert not both.page.get_by_role("heading", name="Pass the screen to").count()
    for socket, words in held:
        socket.send(words)
    both.see("Pass the screen to Player")


def test_who_looks_elsewhere_is_told_that_they_are_asked(visit: Visit, server: Server) -> None:
    ann = visit(name="Ann", notices=True)
    ann.context.add_init_script(NOTICES)
    ann.context.add_init_script("window.away = true")
    ann.sit(table(server, ANN, BOT))
    player = Player(ann.page)
    player.play(until=lambda now: now["asked"])
    until(ann.page, lambda: ann.page.title() == "You are asked · Smash Up")
    assert ann.page.locator("link[rel=icon]").get_attribute("href") == "./icon-asked.svg"
    assert "Ann, you are asked" in ann.page.evaluate("window.told")
    ann.go()
    ann.page.get_by_role("link", name="Continue").wait_for()
    until(ann.page, lambda: "(1)" in ann.page.title())


def two_at_a_table(
    visit: Visit, server: Server, phone: bool = False, **options: object
) -> tuple[Visitor, Visitor]:
    """Ann and Bob, each with a browser of their own (his on a phone), in a game that has begun."""
    made = table(server, ANN, FRIEND, **options)
    ann = visit(name="Ann").sit(made).go("room", made["room"], made["invite"])
    bob = visit(name="Bob", phone=phone).go("room", made["room"], made["invite"])
    bob.button("Take a seat").click()
    ann.button("Start the game").click()
    for visitor in (ann, bob):
        visitor.page.locator(".players").first.wait_for()
    return ann, bob


def test_what_the_host_switched_off_is_not_offered(visit: Visit, server: Server) -> None:
    made = table(server, ANN, FRIEND, hints=False, undo=False, reserve=300, increment=5)
    ann = visit(name="Ann").sit(made).go("room", made["room"], made["invite"])
    bob = visit(name="Bob").go("room", made["room"], made["invite"])
    bob.see("no hints · no undo · 5 minutes in reserve · 5 seconds more with each answer")
    bob.button("Take a seat").click()
    ann.button("Start the game").click()
    ann.page.get_by_title("in reserve").first.wait_for()
    assert ann.button("Hint").count() == ann.button("Undo").count() == 0


def test_emotes_are_shown_and_can_be_muted(visit: Visit, server: Server) -> None:
    ann, bob = two_at_a_table(visit, server)
    bob.button("Show the table").click()
    bob.button("Well played!").click()
    ann.page.locator(".bubble").get_by_text("Well played!").wait_for()
    ann.button("Settings").click()
    ann.button("Mute Bob").click()
    ann.button("Hear Bob again").wait_for()
    ann.button("Close").click()
    lines = ann.page.get_by_role("log", name="Chat")
    lines.wait_for(state="hidden")  # there is nothing else in it
    ann.axe("a table with emotes")


def test_a_game_ends_when_both_agree(visit: Visit, server: Server) -> None:
    ann, bob = two_at_a_table(visit, server)
    ann.button("Settings").click()
    ann.button("Propose to end the game").click()
    bob.see("Ann proposes to end the game as it stands.")
    bob.page.get_by_role("button", name="Play on", exact=True).click()
    ann.page.get_by_text("The others are asked").wait_for(state="hidden")
    for visitor in (ann, bob):
        visitor.page.get_by_role("log", name="Chat").get_by_text(
            "Bob would rather play on."
        ).wait_for()
    bob.button("Settings").click()
    bob.button("Propose to end the game").click()
    ann.page.get_by_role("button", name="Agree", exact=True).click()
    for visitor in (ann, bob):
        visitor.see("Ended by agreement")


def test_who_gives_up_against_a_friend_has_lost(visit: Visit, server: Server) -> None:
    ann, bob = two_at_a_table(visit, server)
    ann.button("Settings").click()
    ann.button("Give up the game").click()
    ann.button("Give up the game").click()
    for visitor, title in ((ann, "Bob wins"), (bob, "You win")):
        result = visitor.page.get_by_role("dialog")
        result.get_by_role("heading", name=title).wait_for()
        result.get_by_text("gave up").wait_for()
        visitor.axe(f"a game given up: {title}")
    assert ann.page.get_by_role("dialog").get_by_text("Points").count() == 0, "there are none"


def test_on_a_phone_what_is_said_is_seen(visit: Visit, server: Server) -> None:
    ann, bob = two_at_a_table(visit, server, phone=True)
    ann.page.get_by_label("Say something").fill("Good luck to you!")
    ann.page.keyboard.press("Enter")
    bob.page.locator(".bubble").get_by_text("Good luck to you!").wait_for()
    bob.axe("a phone with something said")
    bob.button("What happened · new message").click()
    bob.page.get_by_role("log", name="Chat").get_by_text("Good luck to you!").wait_for()
    bob.button("Close").click()
    bob.button("What happened").wait_for()


def test_bots_are_watched_playing_each_other(visit: Visit) -> None:
    eve = visit(name="Eve", speed="slow", showChances=True).go()
    eve.page.get_by_role("link", name="Watch bots play").click()
    eve.button("Watch them play").click()
    eve.see("Turn 1:")
    header = eve.page.locator(".bar .turn")
    eve.button("Next turn").click()
    eve.see("Turn 2:")
    eve.page.get_by_text("Turn 4:").wait_for(state="hidden")
    assert header.inner_text() != "Game over", "it is not told before it is shown"
    eve.axe("bots that are watched")
    eve.button("To how it stands now").click()
    eve.see("Turn 2:")


def test_the_same_deal_is_a_challenge_by_link(visit: Visit, server: Server) -> None:
    ann = visit(name="Ann").sit(table(server, ANN, BOT))
    Player(ann.page).play(until=lambda now: now["asked"])
    ann.button("Settings").click()
    ann.button("Give up the game").click()
    ann.button("Give up the game").click()
    ann.button("Challenge a friend").click()
    shown = ann.page.get_by_label("Challenge a friend to the same deal")
    link = shown.input_value()
    assert shown.evaluate(
        "e => e === document.elementFromPoint("
        "e.getBoundingClientRect().left + 9, e.getBoundingClientRect().top + 9)"
    ), "the link is in sight"
    ann.axe("a challenge made")

    bob = visit(name="Bob")
    bob.page.goto(link)
    bob.see("Ann played")
    bob.axe("a challenge")
    bob.button("Take the challenge").click()
    Player(bob.page).play(until=lambda now: now["asked"])
    bob.button("Settings").click()
    bob.button("Give up the game").click()
    bob.button("Give up the game").click()
    bob.see("The same deal.")
    bob.see("Ann: 0 points")
