"""The table for everyone: in German, by day, without a network, and by ear."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from .conftest import Visit
from .player import Player
from .serving import Server, running_server
from .tables import ANN, BOT, STRONG, table
from .test_figures import MOST, first_load
from .visitor import Visitor, until

GERMAN = {"locale": "de-AT"}
DAY = {"color_scheme": "light"}
BACKGROUND = "getComputedStyle(document.body).backgroundColor"


# -- German ------------------------------------------------------------------------------


def test_a_german_browser_is_spoken_to_in_german(visit: Visit) -> None:
    anna = visit(browser=GERMAN)
    assert first_load(anna, "", anna.button("Jetzt spielen").wait_for) < MOST
    assert anna.page.evaluate("document.documentElement.lang") == "de"


def test_the_table_plays_in_german(visit: Visit, server: Server) -> None:
    anna = visit(browser=GERMAN).sit(table(server, ANN, BOT, factions=STRONG))
    anna.see("Spiele eine Kreatur und eine Aktion oder beende deinen Zug")
    anna.page.get_by_role("button", name="Warbot, Kreatur 4. Dauerhaft: Diese Kreatur").wait_for()
    anna.button("Zug beenden").click()
    anna.see("Zug 2: Bea")
    anna.see("Bea zieht 2 Karten.")
    anna.axe("German table")


LONG_ANSWERS = 24  # of its deal the first hand has no minion: two long answers
SCREENS = [{"width": 1280, "height": 720}, {"width": 390, "height": 844}]
WHOLE = """() => [...document.querySelectorAll('.prompt .buttons, .prompt .buttons button')]
  .every((e) => e.scrollWidth <= e.clientWidth && e.scrollHeight <= e.clientHeight)"""


@pytest.mark.parametrize("size", SCREENS, ids=["desktop", "phone"])
def test_long_answers_in_large_letters_are_whole(
    visit: Visit, server: Server, size: dict[str, int]
) -> None:
    anna = visit(browser=GERMAN, textSize=1.5)
    anna.page.set_viewport_size(size)
    anna.sit(table(server, ANN, BOT, seed=LONG_ANSWERS))
    anna.button("Diese Hand behalten").wait_for()
    assert anna.page.evaluate(WHOLE)


def test_an_english_browser_asks_for_no_other_language(visit: Visit) -> None:
    ann = visit().go()
    ann.button("Play now").wait_for()
    ann.page.wait_for_load_state("networkidle")
    assert [url for url in ann.asked if "screens" in url or "sentences" in url] == []


def test_the_language_is_chosen_in_the_settings_and_remembered(visit: Visit) -> None:
    anna = visit(browser=GERMAN).go("settings")
    chooser = anna.page.get_by_label("Sprache")
    assert chooser.locator("option:checked").inner_text() == "Wie der Browser (Deutsch)"
    chooser.select_option(label="English")
    anna.page.get_by_role("heading", name="Settings").wait_for()
    anna.page.reload()
    anna.page.get_by_role("heading", name="Settings").wait_for()
    assert anna.page.evaluate("document.documentElement.lang") == "en"
    anna.page.get_by_label("Language").select_option(label="Deutsch")
    anna.page.get_by_role("heading", name="Einstellungen").wait_for()


# -- by day ------------------------------------------------------------------------------


@pytest.mark.parametrize("address", ["", "new", "cards", "cards/King Rex", "settings", "help"])
def test_pages_by_day(visit: Visit, address: str) -> None:
    ann = visit(browser=DAY).go(*address.split("/"))
    ann.page.wait_for_load_state("networkidle")
    ann.axe(f"{address or 'start'} by day")


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_the_table_by_day(visit: Visit, server: Server, phone: bool) -> None:
    made = table(server, ANN, BOT, BOT)
    ann = visit(phone=phone, browser=DAY, showChances=True).sit(made)
    player = Player(ann.page, touch=phone)
    player.play(until=in_ones_turn)
    ann.axe("table by day")
    ann.button("End turn").click()
    log = ann.page.locator("[aria-live=polite]")
    # The others may ask something on their turns.
    player.play(until=lambda now: "Turn 4" in str(log.text_content()) and in_ones_turn(now))
    ann.axe("table by day, some turns later")


def in_ones_turn(now: dict[str, Any]) -> bool:
    return bool(now["words"].startswith("Play a minion and an action"))


def test_day_and_evening_follow_the_system_or_the_settings(visit: Visit) -> None:
    ann = visit(browser=DAY).go("settings")
    light = ann.page.get_by_label("Light")
    light.wait_for()
    by_day = ann.page.evaluate(BACKGROUND)
    light.select_option(label="Evening")
    evening = ann.page.evaluate(BACKGROUND)
    assert evening != by_day
    ann.page.reload()
    light.wait_for()
    assert ann.page.evaluate(BACKGROUND) == evening
    light.select_option(label="As the system says")
    assert ann.page.evaluate(BACKGROUND) == by_day


# -- without a network -------------------------------------------------------------------

# Whether the cards' pictures and this page's language are kept.
KEPT = """async () => {
  await navigator.serviceWorker.ready;
  const [name] = await caches.keys();
  const urls = (await (await caches.open(name)).keys()).map(({ url }) => url);
  const pictures = urls.filter((url) => url.includes('/icons/'));
  const sentences = performance.getEntriesByType('resource').find((r) => /sentences/.test(r.name));
  return pictures.length > 20 && urls.includes(sentences.name);
}"""


def test_cards_and_rules_open_without_a_server(visit: Visit, tmp_path: Path) -> None:
    with running_server(tmp_path) as alone:
        anna = visit(at=alone, browser={**GERMAN, "service_workers": "allow"}).go()
        anna.button("Jetzt spielen").wait_for()
        until(anna.page, lambda: anna.page.evaluate(KEPT))
    anna.expect_breaks()
    anna.page.goto("about:blank")
    anna.page.goto(f"{alone.url}#/cards")
    anna.see("352 gefunden")
    anna.see("Du darfst eine Kreatur auf die Hand ihres Besitzers zurückschicken.")
    assert anna.page.locator(".grid svg path[d]").count() > 40
    anna.go("help")
    anna.page.get_by_role("heading", name="So wird gespielt").wait_for()
    anna.see("Eine Fähigkeit, die du einmal in jedem deiner Züge nutzen darfst.")
    anna.go()
    anna.button("Jetzt spielen").click()
    anna.see("Der Server antwortet nicht.")
    anna.page.get_by_role("link", name="Alle Karten").click()
    anna.see("352 gefunden")


def test_it_can_be_installed(visit: Visit, server: Server) -> None:
    manifest = server.call("manifest.webmanifest")
    sizes = {icon["sizes"] for icon in manifest["icons"]}
    assert {"192x192", "512x512"} <= sizes and manifest["display"] == "standalone"
    ann = visit(browser={"service_workers": "allow"}).go()
    ann.button("Play now").wait_for()
    line = ann.context.new_cdp_session(ann.page)
    found = line.send("Page.getAppManifest")
    assert found["errors"] == [] and found["data"]
    for icon in manifest["icons"]:
        assert ann.page.request.get(server.url + icon["src"]).ok, icon


# -- by ear ------------------------------------------------------------------------------

# Keeps every line that is added to the live region, as a screen reader speaks it.
LISTEN = """() => {
  window.heard = [];
  const region = document.querySelector('[aria-live=polite]');
  const hear = (nodes) => nodes.forEach((n) => n.textContent && heard.push(n.textContent.trim()));
  new MutationObserver((changes) => changes.forEach((change) => hear([...change.addedNodes])))
    .observe(region, { childList: true });
}"""


class Listener:
    """Somebody who only hears the page: finds things by role and name, and uses the keyboard."""

    def __init__(self, visitor: Visitor) -> None:
        self.page: Any = visitor.page
        self.page.evaluate(LISTEN)

    def heard(self) -> list[str]:
        return list(self.page.evaluate("heard"))

    def hears(self, line: str) -> None:
        """Waits until the line, or one that it is part of, has been spoken."""
        until(self.page, lambda: any(line in each for each in self.heard()))

    def presses(self, role: str, name: str) -> None:
        """Goes to the thing of that name and presses Enter."""
        self.page.get_by_role(role, name=name).first.focus()
        self.page.keyboard.press("Enter")

    def is_asked(self, words: str) -> None:
        self.page.get_by_role("region", name="What to do now").get_by_text(words).wait_for()


def test_a_whole_turn_by_ear(visit: Visit, server: Server) -> None:
    plays = {**BOT, "strength": "normal"}  # a beginner may end a turn at once
    ann = visit().sit(table(server, ANN, plays, factions=STRONG))
    ann.see("Play a minion and an action")
    ear = Listener(ann)
    page = ann.page

    # Whose turn it is, in which phase, what can still be played.
    bar = page.get_by_role("banner")
    assert "Your turn" in bar.inner_text() and "Still to play: a minion" in bar.inner_text()
    assert page.locator("[aria-current=step]").inner_text() == "Play cards"

    # The hand says what each card is, does, and whether it can be chosen.
    hand = page.get_by_role("group", name="Your hand: 5 cards")
    names = hand.get_by_role("button").evaluate_all("all => all.map((e) => e.innerText)")
    assert len(names) == 5
    warbot = "Warbot, Minion 4. Ongoing: this minion cannot be destroyed."
    hand.get_by_role("button", name=f"{warbot}, can be chosen").wait_for()

    # A minion is chosen, then its base; each base says how it stands.
    ear.presses("button", warbot)
    page.get_by_role("button", name=f"{warbot}, chosen").wait_for()
    ear.is_asked("Warbot: choose where")
    cave = page.get_by_role("region", name="Cave of Shinies")
    cave.get_by_role("button", name="Cave of Shinies: 0 of 23 power. 1st: nobody yet").wait_for()
    assert page.get_by_role("region").get_by_role("button", name="can be chosen").count() == 3
    cave.get_by_role("button", name="can be chosen").focus()
    page.keyboard.press("Enter")
    ear.hears("You play Warbot at Cave of Shinies.")
    ear.hears("Play an action, or end your turn")
    cave.get_by_role("group", name="You: 4 power here").wait_for()
    cave.get_by_role("button", name="Warbot, power 4, You").wait_for()
    page.get_by_role("group", name="Your hand: 4 cards").wait_for()

    # An action asks its question aloud, and the card that asks is named.
    ear.presses("button", "Rampage, Action.")
    ear.is_asked("Play Rampage?")
    page.keyboard.press("Enter")
    ear.hears("You play Rampage.")
    ear.hears("The breakpoint of Cave of Shinies goes down by 4 this turn")
    cave.get_by_role("button", name="Cave of Shinies: 4 of 19 power. 1st: You").wait_for()

    # The turn is ended, cards are drawn, the other's turn is told, and one's own begins.
    ear.presses("button", "End turn")
    ear.hears("You draw ")
    ear.hears("Turn 2: ")
    ear.hears("Bea plays ")
    ear.hears("Turn 3: ")
    ear.hears("Play a minion and an action, or end your turn")

    # Nothing was told twice in a row, and the log can be gone to and read again.
    told = ear.heard()
    assert all(one != following for one, following in pairwise(told))
    page.keyboard.press("l")
    log = page.get_by_role("log", name="What happened")
    assert log.evaluate("log => log === document.activeElement")
    assert "You play Warbot at Cave of Shinies." in log.inner_text()
