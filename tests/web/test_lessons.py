"""The lessons, each played whole: by following the coach and nothing else."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from .conftest import Visit
from .looking import AT_REST
from .visitor import Visitor, until

LESSONS = {
    "Your first turns": 7,
    "Scoring and “me first”": 4,
    "Burying": 6,
    "Duels": 3,
}
LONGEST = 240.0  # seconds for a whole lesson, on a machine with other things to do

# What the coach shows now: its words, and where its ring is; and what is wrong with that. The ring
# must lie around something, the coach must not lie over it, and its words must be whole.
COACH = """() => {
  const coach = document.querySelector('section.band');
  if (!coach) return null;
  const ring = document.querySelector('.ring')?.getBoundingClientRect();
  const box = coach.getBoundingClientRect();
  const said = coach.querySelector('[role=status]');
  const faults = [];
  if (said.scrollHeight > coach.clientHeight) faults.push(`cut: ${said.innerText}`);
  for (const part of coach.children)
    if (part.getBoundingClientRect().bottom > box.bottom) faults.push(`outside: ${part.innerText}`);
  if (ring && ring.top < box.bottom - 5) faults.push(`over what it speaks of: ${said.innerText}`);
  const table = document.querySelector('.table').getBoundingClientRect();
  if (Math.abs(table.top - box.bottom) > 1 || table.bottom > innerHeight + 1)
    faults.push(`the table is not below the coach: ${table.top} ${table.bottom}`);
  return {
    said: said.innerText,
    step: coach.querySelector('.count').innerText,
    at: ring ? [ring.left + ring.width / 2, ring.top + ring.height / 2] : null,
    faults,
  };
}"""
# The things that are lit, or buttons, which the coach does not point at.
ELSEWHERE = """() => {
  const ring = document.querySelector('.ring')?.getBoundingClientRect();
  if (!ring) return null;
  const middle = (box) => [box.left + box.width / 2, box.top + box.height / 2];
  const inside = ([x, y]) => x > ring.left && x < ring.right && y > ring.top && y < ring.bottom;
  return [...document.querySelectorAll('.held[data-lit]')]
    .map((e) => middle(e.getBoundingClientRect()))
    .filter((point) => !inside(point))[0] ?? null;
}"""


class Pupil:
    """Clicks where the coach points."""

    def __init__(self, visitor: Visitor, touch: bool) -> None:
        self.visitor = visitor
        self.page = visitor.page
        self.touch = touch
        self.heard: list[str] = []

    def tap(self, point: list[float]) -> None:
        if self.touch:
            self.page.touchscreen.tap(*point)
        else:
            self.page.mouse.click(*point)

    def coach(self) -> dict[str, Any] | None:
        found = self.page.evaluate(COACH)
        assert not (found and found["faults"]), found["faults"]
        return dict(found) if found else None

    def learn(self, pictures: Path | None = None) -> None:
        """Does what the coach says until the lesson is over."""
        until(self.page, lambda: self.is_done() or self.follow(pictures), LONGEST)

    def follow(self, pictures: Path | None = None) -> None:
        """One click where the ring is, if there is one and it has come to rest."""
        self.page.wait_for_function(AT_REST)
        now = self.coach()
        if now is None or now["at"] is None:
            return
        if not self.heard or self.heard[-1] != now["said"]:
            self.heard.append(now["said"])
            if pictures is not None:
                self.visitor.shot(pictures / f"{len(self.heard):02}.png")
        self.tap(now["at"])

    def is_done(self) -> bool:
        return bool(self.page.get_by_text("Well played! You have seen:").count())


def pictures_of(title: str, phone: bool) -> Path | None:
    """Where pictures of a lesson are kept, if anybody wants them."""
    kept = os.environ.get("SMASHUP_LESSON_PICTURES")
    if not kept:
        return None
    folder = Path(kept) / f"{title.split()[0].lower()}{'-phone' if phone else ''}"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
@pytest.mark.parametrize("title", LESSONS)
def test_a_lesson_is_played_by_doing_what_the_coach_says(
    visit: Visit, title: str, phone: bool
) -> None:
    visitor = visit(phone=phone).go("learn")
    visitor.button(f"Start: {title}").click()
    visitor.page.get_by_label("Coach").wait_for()
    pupil = Pupil(visitor, touch=phone)
    pictures = pictures_of(title, phone)
    pupil.learn(pictures)
    assert len(pupil.heard) >= LESSONS[title]
    visitor.axe(f"the end of {title}")
    if pictures is not None:
        visitor.shot(pictures / "99.png")


def test_a_wrong_try_is_answered_kindly_and_changes_nothing(visit: Visit) -> None:
    visitor = visit().go("learn")
    visitor.button("Start: Your first turns").click()
    pupil = Pupil(visitor, touch=False)
    until(visitor.page, lambda: visitor.page.evaluate(ELSEWHERE))
    visitor.page.wait_for_function(AT_REST)
    other = visitor.page.evaluate(ELSEWHERE)
    before = visitor.table()
    pupil.tap(other)
    visitor.see("a fine thought, but not yet")
    visitor.button("End turn").click()
    visitor.page.keyboard.press("z")
    after = visitor.table()
    assert after["things"] == before["things"]
    now = pupil.coach()
    assert now is not None and now["step"] == "1 of 7"
    assert "Choose War Raptor" in now["said"]


def test_a_lesson_goes_on_after_a_reload_and_leads_to_a_free_game(visit: Visit) -> None:
    visitor = visit().go("learn")
    visitor.button("Start: Duels").click()
    pupil = Pupil(visitor, touch=False)
    while (pupil.coach() or {"step": "1 of 3"})["step"] == "1 of 3":
        pupil.follow()
    visitor.page.reload()
    now = until(visitor.page, pupil.coach)
    assert now["step"] != "1 of 3"
    pupil.learn()
    visitor.button("Play your first free game").click()
    visitor.page.wait_for_url("**/#/play/*")
    until(visitor.page, lambda: "Dinosaurs" in visitor.page.locator(".players").inner_text())
    visitor.go("learn")
    visitor.button("Play it again: Duels").wait_for()
    visitor.go("")
    visitor.see("Your games")
    assert visitor.page.locator("article.panel").count() == 1, "a lesson is no game of one's own"
