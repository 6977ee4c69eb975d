"""Tables shared over the network: by link, with breaks, and with everything that can go wrong."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from .conftest import Visit
from .player import Player
from .serving import Server, running_server
from .tables import ANN, BOT, FRIEND, STRONG, table
from .visitor import Visitor, until


def asked(now: dict[str, object]) -> bool:
    return bool(now["asked"])


def play_some(players: list[Player], clicks: int) -> None:
    """Lets whoever is asked click; most of the time that is only one of them."""
    for _ in range(clicks):
        # What is asked may pass by itself meanwhile: then this click finds nothing.
        asked_now = until(
            players[0].page,
            lambda: [(one, now) for one in players if (now := one.now())],
        )
        player, now = asked_now[0]
        player.act(now)


def test_two_browsers_in_one_room_with_a_break(visit: Visit) -> None:
    ann, bob = visit(name="Ann"), visit(name="Bob")
    ann.go("new", "friends")
    ann.button("Open the table").click()
    link = ann.page.get_by_label("Send this link to your friends").input_value()
    bob.page.goto(link)
    bob.button("Take a seat").click()
    ann.button("Start the game").click()
    bob.see("Players")
    players = [Player(ann.page, 1), Player(bob.page, 2)]
    play_some(players, 12)

    same_game(ann, bob)
    bob.expect_breaks()
    bob.context.set_offline(True)
    bob.see("Connection lost")
    ann.see("away")
    bob.context.set_offline(False)
    bob.page.get_by_text("Connection lost").wait_for(state="hidden")
    same_game(ann, bob)
    play_some(players, 6)
    same_game(ann, bob)
    for visitor in (ann, bob):
        visitor.no_secret_was_asked_for()


def test_a_table_is_opened_before_the_cards_are_there(visit: Visit) -> None:
    ann = visit(name="Ann")
    held: list[Any] = []
    ann.page.route("**/api/cards*", lambda route: held.append(route))
    ann.go("new", "friends")
    ann.button("Open the table").click()
    assert ann.page.get_by_label("Send this link to your friends").input_value()
    assert held
    for route in held:
        route.continue_()


def same_game(ann: Visitor, bob: Visitor) -> None:
    """Both see the same bases with the same power, as soon as both have heard of it."""

    def bases(visitor: Visitor) -> list[str]:  # one that can be used has another key
        found = [re.search(r" (\S[^.]*: \d+ of \d+ power)", w) for w in visitor.table()["things"]]
        return sorted(one[1] for one in found if one is not None)

    until(ann.page, lambda: bases(ann) == bases(bob))


def test_a_reload_in_mid_game_shows_the_same_view(visit: Visit, server: Server) -> None:
    ann = visit().sit(table(server, ANN, BOT))
    player = Player(ann.page)
    player.play(until=lambda now: len(player.asked) > 12 and now["hand"] and not now["picked"])
    before = ann.table()
    ann.page.reload()
    player.play(until=asked)
    ann.shows(before)
    ann.no_secret_was_asked_for()


def test_a_game_is_resumed_from_the_start_page(visit: Visit, server: Server) -> None:
    ann = visit().sit(table(server, ANN, BOT))
    Player(ann.page).play(until=asked)
    before = ann.table()
    ann.go()
    ann.page.get_by_role("link", name="Continue").click()
    Player(ann.page).play(until=asked)
    ann.shows(before)


def test_a_game_that_goes_on_is_not_forgotten_by_one_click(visit: Visit, server: Server) -> None:
    ann = visit().sit(table(server, ANN, BOT))
    Player(ann.page).play(until=asked)
    ann.go()
    rows = ann.page.locator("article.panel")
    ann.button("Remove the game with Ann, Bea from this list").click()
    ann.see("Your seat is lost then.")
    ann.axe("a game that is to be removed")
    ann.button("Cancel").click()
    ann.page.get_by_role("link", name="Continue").wait_for()
    ann.button("Remove the game with Ann, Bea from this list").click()
    ann.button("Remove it").click()
    rows.wait_for(state="detached")


def test_a_third_person_finds_the_table_full_and_may_watch(visit: Visit, server: Server) -> None:
    made = table(server, ANN, FRIEND)
    ann = visit().sit(made)
    bob = visit(name="Bob").go("room", made["room"], made["invite"])
    bob.button("Take a seat").click()
    bob.see("The host starts the game")
    eve = visit(name="Eve").go("room", made["room"], made["invite"])
    eve.see("This table is full.")
    eve.page.get_by_role("link", name="Watch").click()
    eve.button("Watch").click()
    eve.see("not started yet")
    ann.page.get_by_role("link", name="To the room").click()
    ann.button("Start the game").click()
    eve.see("You are watching")
    assert eve.page.locator(".held").count() == 0, "a spectator sees no hand"


@pytest.mark.parametrize("language", ["en", "de"])
def test_how_to_begin_is_in_sight(visit: Visit, server: Server, language: str) -> None:
    """On a small laptop, of a new game and of a table that waits for others."""
    ann = visit(language=language, name="Ann")
    ann.page.set_viewport_size({"width": 1280, "height": 720})
    ann.go("new", "friends")
    begin = ann.page.locator("button.primary.big")
    begin.wait_for()
    box = begin.bounding_box()
    assert box["y"] + box["height"] <= 720
    begin.click()
    ann.page.get_by_role("list").locator("li.free").wait_for()
    box = begin.bounding_box()
    assert box["y"] + box["height"] <= 720


@pytest.mark.parametrize(
    ("place", "says"),
    [
        (("room", "{room}", "wrong"), "wrong secret"),
        (("room", "{room}"), "incomplete"),
        (("watch", "{room}", "wrong"), "wrong secret"),
        (("room", "nowhere", "secret"), "gone"),
        (("replay", "nowhere"), "gone"),
        (("replay", "Not.whole"), "gone"),
        (("challenge", "Not.whole", "1"), "gone"),
        (("play", "{room}"), "holds no seat"),
        (("nonsense",), "nothing at this address"),
    ],
)
def test_a_link_that_leads_nowhere_says_so(
    visit: Visit, server: Server, place: tuple[str, ...], says: str
) -> None:
    made = table(server, ANN, FRIEND)
    eve = visit()
    eve.expected.append("404")
    eve.expected.append("403")
    eve.go(*(part.format(**made) for part in place))
    if place[0] == "watch":
        eve.button("Watch").click()
    eve.page.get_by_role("alert").get_by_text(says).first.wait_for()
    assert eve.page.locator("main a.button").count() > 0, "there is a next step"
    eve.no_secret_was_asked_for()


def test_a_server_that_stops_is_missed_and_comes_back(visit: Visit, tmp_path: Path) -> None:
    with running_server(tmp_path) as first:
        ann = visit(at=first).sit(table(first, ANN, BOT, factions=STRONG))
        player = Player(ann.page)
        player.play(until=lambda now: len(player.asked) > 6 and now["hand"] and not now["picked"])
        before = ann.table()
        ann.expect_breaks()
        first.stop()
    ann.see("Connection lost")
    with running_server(tmp_path, port=first.port):
        ann.button("Try now").evaluate_all("shown => shown.forEach((each) => each.click())")
        # There is none any more where the page had come back by itself.
        ann.page.get_by_text("Connection lost").wait_for(state="hidden")
        ann.shows(before)
        player.play(until=lambda now: len(player.asked) > 12 and asked(now))


def test_the_start_page_without_a_server_says_so(visit: Visit, tmp_path: Path) -> None:
    with running_server(tmp_path) as gone:
        ann = visit(at=gone).go()
        ann.button("Play now").wait_for()
        ann.expect_breaks()
        gone.stop()
        ann.button("Play now").click()
        ann.see("The server does not answer.")
        ann.button("Try again").click()
        ann.page.get_by_role("link", name="Cards", exact=True).click()
        ann.see("This screen could not be loaded.")


def in_the_room(visit: Visit, made: dict[str, Any]) -> tuple[Visitor, Visitor]:
    """The host at a table that waits, and a friend who has sat down there."""
    ann = visit().sit(made)
    ann.page.get_by_role("link", name="To the room").click()
    bob = visit(name="Bob").go("room", made["room"], made["invite"])
    bob.button("Take a seat").click()
    bob.see("The host starts the game")
    return ann, bob


def link_of(visitor: Visitor, label: str) -> str:
    return str(visitor.page.get_by_label(label).input_value())


def test_the_host_sends_somebody_away_and_lets_another_in(visit: Visit, server: Server) -> None:
    made = table(server, ANN, FRIEND)
    ann, bob = in_the_room(visit, made)
    ann.button("Remove Bob").click()
    ann.button("Remove Bob").click()
    bob.see("The host has removed you from this table.")
    new = link_of(ann, "The new link")
    assert made["invite"] not in new
    assert link_of(ann, "Send this link to your friends") == new
    bob.expected.append("403")
    bob.page.reload()
    bob.see("The link has a wrong secret.")
    eve = visit(name="Eve")
    eve.page.goto(new)
    eve.button("Take a seat").click()
    ann.button("Start the game").click()
    eve.page.locator(".held").first.wait_for()  # a hand of her own


def test_a_seat_goes_to_another_device(visit: Visit, server: Server) -> None:
    made = table(server, ANN, BOT)
    laptop = visit().sit(made)
    Player(laptop.page).play(until=asked)
    before = laptop.table()
    laptop.button("Settings").click()
    laptop.button("Play on another device").click()
    link = link_of(laptop, "Open this link there")
    phone = visit(name="Ann")
    phone.page.goto(link)
    phone.button("Take the seat").click()
    laptop.see("This seat is played on another device now.")
    Player(phone.page).play(until=asked)
    phone.shows(before)
    phone.no_secret_was_asked_for()


def test_the_deal_of_a_game_by_link_is_checked_at_its_end(visit: Visit, server: Server) -> None:
    made = table(server, ANN, FRIEND)
    ann = visit().sit(made)
    ann.page.get_by_role("link", name="To the room").click()
    bob = visit(name="Bob").go("room", made["room"], made["invite"])
    bob.see("Nobody can choose the deal")
    bob.button("Take a seat").click()
    ann.button("Start the game").click()
    ann.button("Settings").click()
    ann.button("Give up the game").click()
    ann.button("Give up the game").click()
    for visitor in (ann, bob):
        visitor.see("The deal was fair: checked")
        numbers = visitor.page.locator("details.deal code").text_content().split()[3:5]
        assert all(number.isdecimal() for number in numbers), "both gave one"


def test_who_joins_agrees_to_a_deal_that_was_chosen(visit: Visit, server: Server) -> None:
    made = table(server, ANN, FRIEND, seed=7)
    bob = visit(name="Bob").go("room", made["room"], made["invite"])
    bob.see("The host has chosen how the cards are dealt (seed 7)")
    assert bob.button("Take a seat").is_disabled()
    bob.page.get_by_label("I agree to that").check()
    bob.button("Take a seat").click()
    bob.see("The host starts the game")


def test_who_was_away_is_told_what_a_bot_did(visit: Visit, server: Server) -> None:
    made = table(server, ANN, FRIEND, factions=STRONG, takeover=0)
    ann, bob = in_the_room(visit, made)
    ann.button("Start the game").click()
    bob.see("Players")
    ann.expect_breaks()
    ann.page.goto("about:blank")
    # A hand without minions is asked about before Ann's turn: only the end of Bob's own follows it.
    Player(bob.page).play(until=lambda now: now["end"])
    ann.go("play", made["room"])
    ann.see("While you were away")
    ann.see("for you.")
    ann.button("All right").click()
