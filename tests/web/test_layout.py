"""No word is cut, nothing covers another thing, and what glows can be clicked.

The table is filled with cards in a real browser. `make layout` does so with every card and base,
on every screen, with every text size; `make test` with a sample of that.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from smashup.languages import languages

from .conftest import Visit
from .filled import NAMES, Crowd, Dealer, FilledTable, Printed, option, with_goals
from .looking import FAULTS, OUTSIDE, OVERLAPS, PEEK, PLACES, SCROLLED, UNREACHED, WINDOW
from .serving import Server

EVERYTHING = os.environ.get("SMASHUP_LAYOUT") == "all"
PICTURES = os.environ.get("SMASHUP_LAYOUT_PICTURES")
LOOKS = Path(__file__).parents[2] / "web" / "src" / "lib" / "bases.json"
SCREENS = [(1280, 720), (1440, 900), (1920, 1080), (3840, 2160), (390, 844), (844, 390)]
CROWDS = [Crowd(2, 3), Crowd(2, 6), Crowd(4, 3), Crowd(4, 6)]
TEXT = [0.85, 1, 1.15, 1.3, 1.5]
LANGUAGES = ["en", *languages()]
# Every screen and crowd, and the ends of the text sizes: where it is tightest.
SAMPLE = [
    ((1280, 720), Crowd(4, 6), 1, "de"),
    ((1440, 900), Crowd(2, 3), 1.5, "en"),
    ((1920, 1080), Crowd(4, 3), 0.85, "en"),
    ((3840, 2160), Crowd(2, 6), 1.3, "en"),
    ((390, 844), Crowd(4, 6), 1.5, "en"),
    ((390, 844), Crowd(2, 3), 1, "de"),
    ((844, 390), Crowd(4, 3), 1.15, "de"),
]
LONG_ANSWERS = [
    "Play Great Wyrm at The Homeworld as the extra minion of IT'S ALIVE!, 9 of 23",
    "Play Great Wyrm at The Homeworld as your minion, 9 of 23",
]
# How many tables are looked at, one for each kind of question; None: until every card was there.
TABLES = None if EVERYTHING else 3
# At which of them cards are looked at closely; at the second everything in play can be chosen.
LOOKED_AT = {0, 1, 2} if EVERYTHING else {1}


def named(value: object) -> str:
    """A short name for a screen, a crowd or a text size."""
    if isinstance(value, Crowd):
        return f"{value.seats}p{value.bases}b"
    return "{}x{}".format(*value) if isinstance(value, tuple) else str(value)


@pytest.fixture(scope="module")
def printed(server: Server) -> Printed:
    return Printed.of(server)


@pytest.mark.parametrize(
    ("screen", "crowd", "text", "language"),
    list(product(SCREENS, CROWDS, TEXT, LANGUAGES)) if EVERYTHING else SAMPLE,
    ids=named,
)
def test_nothing_is_cut_covered_or_out_of_reach(
    visit: Visit,
    printed: Printed,
    screen: tuple[int, int],
    crowd: Crowd,
    text: float,
    language: str,
) -> None:
    printed = printed.said_in(language)
    visitor = visit(textSize=text, language=language)
    width, height = screen
    visitor.page.set_viewport_size({"width": width, "height": height})
    table = FilledTable(visitor, crowd)
    faults: set[str] = set()
    places: dict[str, str] = {}
    for number, view in enumerate(Dealer(printed, crowd).tables(TABLES)):
        table.show(view)
        if PICTURES and number < 3:
            name = f"{named(screen)}-{named(crowd)}-{text}-{language}-{number}.png"
            visitor.shot(Path(PICTURES) / name)
        for found in looks(visitor.page, printed):
            faults.update(found)
        now = dict(visitor.page.evaluate(PLACES))
        moved = {css for css in now if places and now[css] != places[css]}
        faults.update(f"moved: {css} from {places[css]} to {now[css]}" for css in moved)
        places = now
        if number in LOOKED_AT:
            faults.update(peeks(visitor.page, printed))
    assert not faults, "\n".join(sorted(faults))


@pytest.mark.parametrize(
    ("screen", "text"),
    [((1280, 720), 1.5), ((1440, 900), 1), ((390, 844), 1.5), ((844, 390), 1)],
    ids=named,
)
def test_advice_covers_nothing_that_is_asked_about(
    visit: Visit, printed: Printed, screen: tuple[int, int], text: float
) -> None:
    visitor = visit(textSize=text, showChances=True)
    width, height = screen
    visitor.page.set_viewport_size({"width": width, "height": height})
    table = FilledTable(visitor, Crowd(4, 3))
    for view in Dealer(printed, Crowd(4, 3)).tables(2):
        table.show(view)
        visitor.page.keyboard.press("h")
        visitor.page.wait_for_selector(".advice .ways")
        faults = {*visitor.page.evaluate(UNREACHED), *visitor.page.evaluate(OUTSIDE, ".advice")}
        assert not faults, "\n".join(sorted(faults))


def test_a_card_that_is_pointed_at_gives_way_to_advice(visit: Visit, printed: Printed) -> None:
    visitor = visit()
    FilledTable(visitor, Crowd(2, 3)).show(next(Dealer(printed, Crowd(2, 3)).tables(1)))
    visitor.page.mouse.move(1, 1)
    visitor.page.locator(".base").first.hover()
    visitor.page.wait_for_selector(".peek")
    visitor.page.keyboard.press("h")
    visitor.page.wait_for_selector(".advice .ways")
    visitor.page.wait_for_selector(".peek", state="detached")
    assert visitor.page.evaluate(OUTSIDE, ".advice") == []


@pytest.mark.parametrize("screen", [(1280, 720), (1440, 900)], ids=named)
def test_a_hand_of_eight_lies_side_by_side(
    visit: Visit, printed: Printed, screen: tuple[int, int]
) -> None:
    visitor = visit()
    width, height = screen
    visitor.page.set_viewport_size({"width": width, "height": height})
    view = next(Dealer(printed, Crowd(2, 3)).tables(1))
    view["private"]["hand"] = view["private"]["hand"][:8]
    FilledTable(visitor, Crowd(2, 3)).show(with_goals(view))
    assert visitor.page.locator(".hand .slot .card").count() == 8
    assert visitor.page.locator(".hand .spine").count() == 0
    assert visitor.page.evaluate(OVERLAPS) == []


@pytest.mark.parametrize(
    ("screen", "text", "language"),
    list(product([(1280, 720), (1440, 900)], [1, 1.5], LANGUAGES)),
    ids=named,
)
def test_a_hand_of_ten_can_be_read(
    visit: Visit, printed: Printed, screen: tuple[int, int], text: float, language: str
) -> None:
    """Beside an empty stage and beside a card on it."""
    printed = printed.said_in(language)
    visitor = visit(textSize=text, language=language)
    page = visitor.page
    width, height = screen
    page.set_viewport_size({"width": width, "height": height})
    table = FilledTable(visitor, Crowd(2, 3))
    longest = max(printed.actions, key=lambda name: len(printed.words[name]))
    faults: set[str] = set()
    for number, view in enumerate(Dealer(printed, Crowd(2, 3)).tables(TABLES)):
        view["private"]["hand"] = view["private"]["hand"][:10]
        asks = {"key": "c0", "name": longest} if number % 2 else None
        view["private"]["decision"]["source"] = asks
        table.show(with_goals(view))
        if PICTURES:
            name = f"ten-{named(screen)}-{text}-{language}-{number}.png"
            visitor.shot(Path(PICTURES) / name)
        faults.update(page.evaluate(FAULTS, printed.words))
        faults.update(page.evaluate(OVERLAPS))
        faults.update(spines(page, printed))
        faults.update(page.evaluate(SCROLLED))
    assert not faults, "\n".join(sorted(faults))


def spines(page: Any, printed: Printed) -> list[str]:
    """Points at each card that shows its spine: it is shown large, and no other is covered."""
    faults: list[str] = []
    slots = page.locator(".hand .slot.turned")
    for at in range(slots.count()):
        slots.nth(at).hover()
        name = slots.nth(at).locator(".name").inner_text()
        page.locator(".peek .name").get_by_text(name, exact=True).wait_for()
        faults += page.evaluate(PEEK, printed.words)
        faults += page.evaluate(OVERLAPS)
    page.mouse.move(1, 1)
    page.wait_for_selector(".peek", state="detached")
    return faults


def test_a_card_that_shows_its_spine_is_shown_large_to_the_keyboard_too(
    visit: Visit, printed: Printed
) -> None:
    visitor = visit()
    page = visitor.page
    page.set_viewport_size({"width": 1280, "height": 720})
    view = next(Dealer(printed, Crowd(2, 3)).tables(1))
    view["private"]["hand"] = view["private"]["hand"][:10]
    FilledTable(visitor, Crowd(2, 3)).show(with_goals(view))
    page.keyboard.press("a")
    hand, spine = page.locator(".hand .held"), page.locator(".hand .turned .held").first
    at = hand.evaluate_all("(all) => all.findIndex((each) => each.closest('.turned'))")
    for _ in range(at):
        page.keyboard.press("ArrowRight")
    assert spine.evaluate("(spine) => spine === document.activeElement")
    name = spine.locator(".name").inner_text()
    page.locator(".peek .name").get_by_text(name, exact=True).wait_for()
    page.keyboard.press("ArrowUp")
    page.wait_for_selector(".peek", state="detached")


@pytest.mark.parametrize("screen", [(1280, 720), (390, 844), (844, 390)], ids=named)
def test_a_card_that_does_not_come_from_the_hand_says_so_at_its_foot(
    visit: Visit, printed: Printed, screen: tuple[int, int]
) -> None:
    visitor = visit()
    width, height = screen
    visitor.page.set_viewport_size({"width": width, "height": height})
    view = next(Dealer(printed, Crowd(2, 3)).tables(1))
    view["private"]["hand"] = view["private"]["hand"][:3]
    view = with_goals(view)
    (discarded,) = view["public"]["players"][0]["discard"]
    elsewhere = {"key": "c9002", "name": "Disintegrator"}
    for card in (discarded, elsewhere):
        play = {"card": card["key"], "name": card["name"], "verb": "play"}
        options = view["private"]["decision"]["options"]
        options.append(option(len(options), play))
    FilledTable(visitor, Crowd(2, 3)).show(view)
    feet = visitor.page.locator(".hand .slot.from footer").all_inner_texts()
    assert feet[0] in ("from your discard pile", "discard pile")
    assert feet[1] == "from elsewhere"
    assert visitor.page.evaluate(FAULTS, printed.words) == []


def test_a_phone_on_its_side_shows_all_ways_to_play_a_card(visit: Visit, printed: Printed) -> None:
    visitor = visit(phone=True)
    visitor.page.set_viewport_size({"width": 844, "height": 390})
    table = FilledTable(visitor, Crowd(2, 3))
    view = with_goals(next(Dealer(printed, Crowd(2, 3)).tables(1)))
    longest = max(view["private"]["hand"], key=lambda card: len(printed.words[card["name"]]))
    table.show(view)
    visitor.page.locator(f".held[data-key='{longest['key']}']").click()
    visitor.page.wait_for_selector(".sheet")
    assert visitor.page.locator(".sheet .ways button").count() == 3
    assert visitor.page.evaluate(OUTSIDE, ".sheet .ways") == []


@pytest.mark.parametrize(
    ("screen", "text"),
    [((1280, 720), 1), ((1440, 900), 1), ((1440, 900), 1.5), ((390, 844), 1), ((844, 390), 1)],
    ids=named,
)
def test_long_answers_have_all_their_words(
    visit: Visit, printed: Printed, screen: tuple[int, int], text: float
) -> None:
    visitor = visit(textSize=text)
    width, height = screen
    visitor.page.set_viewport_size({"width": width, "height": height})
    view = next(Dealer(printed, Crowd(2, 3)).tables(1))
    options = [option(at, {"word": answer}) for at, answer in enumerate(LONG_ANSWERS)]
    view["private"]["decision"] |= {"kind": "choose", "options": options}
    FilledTable(visitor, Crowd(2, 3)).show(view)
    answers = visitor.page.locator("section.prompt .go")
    assert answers.count() == len(LONG_ANSWERS)
    assert visitor.page.evaluate(FAULTS, printed.words) == []
    assert visitor.page.evaluate(UNREACHED) == []


@pytest.mark.parametrize(
    ("screen", "seats", "text"),
    [((390, 844), 2, 1), ((390, 844), 4, 1.5), ((844, 390), 2, 1)],
    ids=named,
)
def test_a_duel_on_a_phone_moves_nothing(
    visit: Visit, printed: Printed, screen: tuple[int, int], seats: int, text: float
) -> None:
    visitor = visit(textSize=text)
    page = visitor.page
    width, height = screen
    page.set_viewport_size({"width": width, "height": height})
    crowd = Crowd(seats, 3)
    table = FilledTable(visitor, crowd)
    quiet, fighting = Dealer(printed, crowd).tables(2)
    table.show(quiet)
    before = page.evaluate(PLACES)
    minions = [minion for base in fighting["public"]["bases"] for minion in base["minions"]]
    fighters = [next(m for m in minions if m["controller"] == seat) for seat in (0, 1)]
    keys = [minion["key"] for minion in fighters]
    fighting["public"]["duel"] = {"minions": keys, "laid": [0, 1]}
    fighting["private"]["laid"] = ["Intimidating Presence", None]
    table.show(fighting)
    page.wait_for_selector("section.duel")
    assert page.locator("section.duel .power").count() == 2
    room = page.locator("section.duel").bounding_box()
    for said in page.locator("section.duel :is(.name, .power)").all():
        box = said.bounding_box()
        assert room["y"] <= box["y"] and box["y"] + box["height"] <= room["y"] + room["height"]
    assert page.evaluate(PLACES) == before
    faults = page.evaluate(FAULTS, printed.words)
    assert not faults, "\n".join(sorted(faults))


@pytest.mark.parametrize(
    ("screen", "text"), [((390, 844), 1), ((844, 390), 1), ((844, 390), 1.5)], ids=named
)
def test_a_phone_names_whose_turn_it_is(
    visit: Visit, printed: Printed, screen: tuple[int, int], text: float
) -> None:
    visitor = visit(textSize=text)
    width, height = screen
    visitor.page.set_viewport_size({"width": width, "height": height})
    table = FilledTable(visitor, Crowd(4, 3))
    view = next(Dealer(printed, Crowd(4, 3)).tables(1))
    view["public"] |= {"turn": 1, "waiting": 1}
    table.show(view)
    turn = visitor.page.locator("header b.turn")
    assert NAMES[1] in turn.inner_text()
    bar, words = visitor.page.locator("header.bar").bounding_box(), turn.bounding_box()
    assert bar["y"] <= words["y"] and words["y"] + words["height"] <= bar["y"] + bar["height"]


def test_every_base_has_a_look_of_its_own(printed: Printed) -> None:
    assert set(json.loads(LOOKS.read_text(encoding="utf-8"))) == set(printed.bases)


def looks(page: Any, printed: Printed) -> Iterator[list[str]]:
    """The faults of the whole table: where only one base is shown, of one base after the other."""
    tabs = page.locator(".strip .tab")
    for tab in range(tabs.count() or 1):
        if tabs.count():
            tabs.nth(tab).click()
        yield page.evaluate(FAULTS, printed.words)
        yield page.evaluate(UNREACHED)


def peeks(page: Any, printed: Printed) -> list[str]:
    """Looks closely at a base, a card in play and one of the hand; says what is wrong with that.

    On a small screen a card is shown large in a window of its own, opened by a long press.
    """
    faults: list[str] = []
    beside = page.locator("aside.side").count() > 0
    for css in (".base", ".piece", ".hand .slot button"):
        page.mouse.move(1, 1)
        if beside:
            page.locator(css).first.hover()
            page.wait_for_selector(".peek")
            faults += page.evaluate(PEEK, printed.words)
        else:
            page.locator(css).first.click(button="right")
            page.wait_for_selector("dialog[open]")
            faults += page.evaluate(WINDOW, printed.words)
            page.keyboard.press("Escape")
            page.wait_for_selector("dialog[open]", state="detached")
    page.mouse.move(1, 1)
    page.wait_for_selector(".peek", state="detached")
    return faults
