"""The stage: who played what and what it does, told so that it can be followed."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from .conftest import Visit
from .filled import Crowd, Dealer, FilledTable, Printed, event
from .serving import Server
from .visitor import Visitor, until

CROWD = Crowd(3, 3)
ACTION = {"key": "c9001", "name": "Disintegrator"}
# What lies under the stage or the scene although it can be clicked.
COVERED = """(css) => {
  const over = document.querySelector(css).getBoundingClientRect();
  return [...document.querySelectorAll('.table [data-lit], .prompt button')].filter((lit) => {
    const box = lit.getBoundingClientRect();
    const across = Math.min(box.right, over.right) - Math.max(box.left, over.left);
    const down = Math.min(box.bottom, over.bottom) - Math.max(box.top, over.top);
    return across > 1 && down > 1;
  }).length;
}"""
# Keeps what is moved, and in which ways, from now on.
WATCH = """() => {
  window.moved = [];
  const { animate } = Element.prototype;
  Element.prototype.animate = function (frames, how) {
    const ways = [...new Set(frames.flatMap(Object.keys))].filter((way) => way !== 'offset');
    window.moved.push([this.className.split(' ')[0], ways.sort().join(' ')]);
    return animate.call(this, frames, how);
  };
}"""


@pytest.fixture
def printed(server: Server) -> Printed:
    return Printed.of(server)


class Story:
    """A table at which another player acts, and a base scores."""

    def __init__(self, visitor: Visitor, printed: Printed) -> None:
        self.table = FilledTable(visitor, CROWD)
        self.before, self.other = list(Dealer(printed, CROWD).tables(2))
        self.after = copy.deepcopy(self.before)
        self.after["private"]["decision"] = None
        self.base = self.before["public"]["bases"][0]
        self.table.show(self.before)

    def tell(self, *events: dict[str, Any]) -> None:
        """Says what happened; each thing stays on the screen until `g` is pressed."""
        self.table.page.keyboard.press("p")
        self.table.tell(self.after, list(events))

    def action(self) -> list[dict[str, Any]]:
        """An action, and what it does to three minions."""
        struck = [{"key": m["key"], "name": m["name"]} for m in self.base["minions"][:3]]
        by = {"by": ACTION, "by_seat": 1, "seat": 1}
        return [
            event(1, "action played", "Cleo plays Disintegrator.", card=ACTION, **by),
            event(2, "power changed", "Three minions are weaker.", cards=struck, **by),
        ]

    def scoring(self) -> list[dict[str, Any]]:
        """A base scores, and is replaced."""
        old = {"card": {"key": self.base["card"], "name": self.base["name"]}}
        new = {**self.other["public"]["bases"][1], "key": "p77", "minions": [], "actions": []}
        self.after["public"]["bases"][0] = new
        self.after["public"]["players"][0]["vp"] = 9
        place = {"place": self.base["key"], **old}
        comes = {"place": "p77", "card": {"key": new["card"], "name": new["name"]}}
        return [
            event(3, "base scored", "You take first place.", seat=0, rank=0, power=14, **place),
            event(4, "victory points", "You gain 4 VP.", seat=0, amount=4, by=old["card"]),
            event(5, "base scored", "Cleo takes second place.", seat=2, rank=1, power=9, **place),
            event(6, "after scoring", "It has scored.", **place),
            event(7, "base left", "It leaves play.", **place),
            event(8, "base entered", "Another comes.", **comes),
        ]


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_a_card_is_on_the_stage_until_it_is_done(
    visit: Visit, printed: Printed, phone: bool
) -> None:
    ann = visit(phone=phone, speed="normal")
    story = Story(ann, printed)
    story.tell(*story.action())
    card = ann.page.locator(".stage .card")
    card.wait_for()
    assert printed.words[ACTION["name"]] in card.inner_text()
    ann.axe("stage")
    ann.page.keyboard.press("g")
    ann.see("Three minions are weaker.")
    assert card.count() == 1
    ann.page.locator("svg.arrow").first.wait_for(state="attached")
    assert ann.page.evaluate(COVERED, ".stage") == 0
    assert not phone or ann.page.evaluate(COVERED, "svg.arrow path") == 0
    ann.page.keyboard.press("b")
    ann.see("Cleo plays Disintegrator.")
    ann.page.keyboard.press("f")
    ann.see("One moment")


def test_arrows_go_to_other_players_only(visit: Visit, printed: Printed) -> None:
    """What a card does for its own player is said on the stage."""
    ann = visit(speed="normal")
    story = Story(ann, printed)
    by = {"by": ACTION, "by_seat": 1}
    story.tell(
        story.action()[0],
        event(2, "extra play", "Cleo may play an extra minion.", seat=1, **by),
        event(3, "discarded", "Ann discards a card.", seat=2, **by),
    )
    arrows = ann.page.locator("svg.arrow")
    ann.see("Cleo plays Disintegrator.")
    ann.page.keyboard.press("g")
    ann.see("Cleo may play an extra minion.")
    ann.page.evaluate("() => new Promise(requestAnimationFrame)")
    assert arrows.count() == 0
    ann.page.keyboard.press("g")
    ann.see("Ann discards a card.")
    arrows.wait_for(state="attached")


def test_on_a_phone_a_base_that_is_looked_at_next_does_not_turn_over(
    visit: Visit, printed: Printed
) -> None:
    """It lay there before, so it can be clicked at once."""
    ann = visit(phone=True, speed="normal")
    story = Story(ann, printed)
    there = story.before["public"]["bases"][1]
    struck = {"key": there["minions"][0]["key"], "name": there["minions"][0]["name"]}
    shown = ann.page.locator(f".base[data-key={there['key']}]")
    assert shown.count() == 0
    by = {"by": ACTION, "by_seat": 1, "seat": 1}
    weaker = {"card": struck, "place": there["key"]}
    story.tell(event(1, "power changed", "It is weaker.", **weaker, **by))
    ann.page.locator("svg.arrow").first.wait_for(state="attached")
    assert shown.evaluate("(base) => base.getAnimations().length") == 0


def test_a_base_that_scores_has_its_moment(visit: Visit, printed: Printed) -> None:
    ann = visit(speed="normal")
    story = Story(ann, printed)
    story.tell(*story.scoring())
    scene = ann.page.locator(".scene-room")
    scene.wait_for()
    ann.axe("scoring")
    assert ann.page.evaluate(COVERED, ".scene-room") == 0
    # Powers are counted up, and those who lost are told first.
    told = (story.base["name"].upper(), "1ST", "14", "+4 VP", "2ND", "9")
    until(ann.page, lambda: all(words in scene.inner_text().upper() for words in told))
    ann.page.keyboard.press("g")
    ann.page.wait_for_function("() => document.querySelector('.players .vp').innerText === '9'")
    ann.page.keyboard.press("g")
    scene.wait_for(state="detached")
    ann.page.wait_for_selector(".base[data-key=p77]")


def test_little_motion_shows_the_same_without_moving(visit: Visit, printed: Printed) -> None:
    ann = visit(speed="normal", motion="reduced")
    story = Story(ann, printed)
    story.tell(*story.scoring())
    ann.page.wait_for_selector(".scene-room")
    bar = ann.page.locator(".scene-room .bar b").first
    assert bar.inner_text() == "14"
    ann.page.evaluate(WATCH)
    ann.page.keyboard.press("f")
    ann.page.wait_for_selector(".base[data-key=p77]")
    until(ann.page, lambda: ["base", "opacity"] in ann.page.evaluate("moved"))
    assert {way for _, way in ann.page.evaluate("moved")} == {"opacity"}


def test_counters_drop_onto_their_card(visit: Visit, printed: Printed) -> None:
    ann = visit(speed="normal")
    story = Story(ann, printed)
    minion = story.after["public"]["bases"][0]["minions"][0]
    minion["counters"] += 2
    ann.page.evaluate(WATCH)
    card = {"key": minion["key"], "name": minion["name"]}
    story.tell(event(1, "counters", "It gets two counters.", card=card, amount=2, seat=1))
    ann.see("It gets two counters.")
    until(ann.page, lambda: ["counters", "opacity transform"] in ann.page.evaluate("moved"))


def test_the_card_that_asks_is_on_the_stage(visit: Visit, printed: Printed) -> None:
    ann = visit()
    story = Story(ann, printed)
    story.table.show(story.other)
    source = story.other["private"]["decision"]["source"]["name"]
    assert printed.words[source] in ann.page.locator(".stage .card").inner_text()
    assert ann.page.evaluate(COVERED, ".stage") == 0


def test_sounds_can_be_turned_off_and_stay_off(visit: Visit) -> None:
    ann = visit().go("settings")
    ann.page.get_by_label("Sounds").select_option("0")
    ann.page.reload()
    ann.page.wait_for_function("() => document.querySelector('select[id$=volume]')?.value === '0'")
