"""Puzzles in a real browser: found from the start page, failed, tried again, shown, solved."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from .conftest import Visit
from .looking import AT_REST
from .serving import Server
from .visitor import Visitor, until

NUMBER = 1
# Where the ring is: the middle of what it lies around.
RING = """() => {
  const ring = document.querySelector('.ring')?.getBoundingClientRect();
  return ring ? [ring.left + ring.width / 2, ring.top + ring.height / 2] : null;
}"""


def band(ann: Visitor) -> str:
    """What the band above the table says."""
    return str(ann.page.locator("section.band [role=status]").inner_text())


def is_asked(ann: Visitor) -> bool:
    return ann.page.locator("[data-option], [data-lit]").count() > 0


def choose(ann: Visitor, option: int) -> None:
    """Takes an answer from the list of all of them; -1 is to end or to decline."""
    ann.page.keyboard.press("o")
    ann.page.locator("dialog li button").nth(option).click()


def give_up(ann: Visitor) -> None:
    """Ends the turn, and whatever else is asked then."""
    if is_asked(ann):
        choose(ann, -1)


def follow(ann: Visitor, phone: bool) -> None:
    """One click where the ring is, if there is one and it has come to rest."""
    ann.page.wait_for_function(AT_REST)
    at = ann.page.evaluate(RING)
    if at and phone:
        ann.page.touchscreen.tap(*at)
    elif at:
        ann.page.mouse.click(*at)


def shot(ann: Visitor, name: str) -> None:
    """A picture, where somebody wants to look at it."""
    folder = os.environ.get("SMASHUP_PUZZLE_PICTURES")
    if folder:
        ann.shot(Path(folder) / f"{name}.png")


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_a_puzzle_is_tried_shown_and_solved(visit: Visit, server: Server, phone: bool) -> None:
    size = "phone" if phone else "desktop"
    ann = visit(phone=phone, name="Ann").go()
    ann.page.get_by_role("link", name="Puzzle of the day").click()
    ann.button("Solve it").wait_for()
    ann.axe("the puzzle of the day")
    assert not ann.page.evaluate("document.documentElement.scrollWidth > innerWidth"), "too wide"
    ann.page.locator(f"a.pick[href='#/puzzle/{NUMBER}']").click()
    shot(ann, f"page-{size}")
    ann.button("Solve it").click()
    until(ann.page, lambda: is_asked(ann))
    assert "Win this turn" in band(ann)
    ann.axe("a puzzle")
    shot(ann, f"start-{size}")

    until(ann.page, lambda: "Not this time" in band(ann) or give_up(ann))
    shot(ann, f"failed-{size}")
    ann.button("Try again").click()
    until(ann.page, lambda: is_asked(ann))
    ann.button("Hint").click()
    until(ann.page, lambda: "Hint 1 of" in band(ann))
    shot(ann, f"hint-{size}")

    ann.button("Solution").click()
    steps = server.call(f"/api/puzzles/{NUMBER}/solution")["steps"]
    for number in range(1, len(steps) + 1):
        step = f"Step {number} of {len(steps)}"
        until(ann.page, lambda step=step: step in band(ann))
        ann.page.wait_for_selector(".ring")
        shot(ann, f"step-{number}-{size}")
        if number % 2:  # by the button, or by hand: the ring is around what the step does
            until(ann.page, lambda step=step: step not in band(ann) or follow(ann, phone))
        else:
            ann.button("Next step").click()
    ann.page.get_by_role("dialog").get_by_text("one way to win").wait_for()
    ann.page.get_by_role("dialog").get_by_role("button", name="Solve it again").click()

    ann.page.get_by_role("dialog").wait_for(state="detached")
    for step in steps:
        until(ann.page, lambda: is_asked(ann))
        choose(ann, step["option"])
    ann.see("Solved!")
    ann.axe("a puzzle that is solved")
    shot(ann, f"solved-{size}")
    ann.see(f"puzzle {NUMBER}: solved at the first try, without a hint")
    ann.page.get_by_role("link", name="All puzzles").click()
    ann.page.locator(f"a.pick[href='#/puzzle/{NUMBER}']").get_by_text("Solved").wait_for()
