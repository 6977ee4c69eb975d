"""After the game: how it went, the chances along a replay, and what would have been better."""

from __future__ import annotations

from .conftest import Visit
from .serving import Server
from .tables import table
from .visitor import until

ADA = {"kind": "bot", "strength": "easy", "name": "Ada"}
BEA = {"kind": "bot", "strength": "beginner", "name": "Bea"}
# Points by the shape of a seat: of all lines of the result together, and at the end of the chart.
SUM = """(css) => {
  const sums = {};
  for (const each of document.querySelectorAll(css)) {
    const shape = each.querySelector('svg').dataset.shape;
    sums[shape] = (sums[shape] ?? 0) + Number(each.querySelector('b').innerText);
  }
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0).sort());
}"""
# What is said of each player's chance: beside the table, and above the band.
SAID = """() => ['aside .bar', '.whose'].map((css) => {
  const told = document.querySelector(css);
  return (told?.ariaLabel ?? told?.innerText ?? '').match(/\\d+%/g);
})"""
LISTED = f"() => ({SUM})('.course .gain')"
SCORED = f"() => ({SUM})('.course .end')"


def one_figure(said: list[list[str] | None]) -> bool:
    """Whether both places say the same of both players."""
    beside, above = said
    return beside == above and len(beside or []) == 2


def test_a_game_is_looked_back_at(visit: Visit, server: Server) -> None:
    made = table(server, ADA, BEA)
    eve = visit(name="Eve", showChances=True).go("watch", made["room"], made["invite"])
    eve.button("Watch").click()
    eve.see("Points over the turns")
    assert eve.page.locator(".course path.points").count() == 2
    eve.see("Cards that did most")
    # What is listed adds up to what each has.
    assert eve.page.evaluate(LISTED) == eve.page.evaluate(SCORED) != {}
    eve.axe("the end of a game")

    eve.button("Watch the replay").click()
    points = eve.page.get_by_role("button", name="Turning point")
    points.first.wait_for()
    scrubber = eve.page.get_by_role("slider")
    middle = int(scrubber.get_attribute("max")) // 2
    for move in range(middle, middle + 8):  # some turns have only one answer
        scrubber.fill(str(move))
        eve.page.get_by_text(f"Move {move} of").wait_for()
        until(eve.page, lambda: one_figure(eve.page.evaluate(SAID)))
    points.first.click()
    verdict = eve.page.locator(".verdict")
    verdict.wait_for()
    eve.page.get_by_text("Looking for something better").wait_for(state="hidden")
    said = verdict.inner_text()
    assert "Nothing better" in said or "Better:" in said
    eve.axe("a turning point")
    eve.button("Close").click()
    verdict.wait_for(state="hidden")

    # On a phone on its side base and buttons are there all the same, with every hand open too.
    eve.page.set_viewport_size({"width": 844, "height": 390})
    eve.page.get_by_label("Seen by").select_option("open")
    points.first.click()
    verdict.wait_for()
    eve.page.locator(".hands").wait_for()
    base, controls = eve.page.locator(".base").bounding_box(), eve.page.locator(".controls")
    room = controls.bounding_box()
    assert base["y"] + base["height"] <= room["y"]
    assert room["y"] + room["height"] <= 390
    eve.axe("a turning point on a phone on its side")
