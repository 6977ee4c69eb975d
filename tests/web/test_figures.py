"""How fast and how heavy the front end is: `pytest tests/web/test_figures.py -s` prints it.

Only what does not depend on the machine is asserted; the times are for docs/table.md.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from .conftest import Visit
from .player import Player
from .serving import Server
from .tables import ANN, BOT, STRONG, table
from .visitor import Visitor

MOST = 350_000  # bytes of the first load, compressed
LONG = 50  # milliseconds that no task should take while cards move
SLOWER = 4  # times that, a machine may be slow
PAINT = """() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime"""
# The times between frames while things move, in milliseconds.
FRAMES = """() => new Promise((done) => {
  const gaps = [];
  let last = performance.now();
  const next = (now) => {
    gaps.push(now - last);
    last = now;
    if (gaps.length < 240) requestAnimationFrame(next);
    else done(gaps);
  };
  requestAnimationFrame(next);
})"""


def weighed(visitor: Visitor) -> list[int]:
    """A list that fills with the bytes of each answer as it came over the wire."""
    sizes: list[int] = []
    line = visitor.context.new_cdp_session(visitor.page)
    line.send("Network.enable")
    line.on("Network.loadingFinished", lambda told: sizes.append(told["encodedDataLength"]))
    return sizes


def first_load(visitor: Visitor, where: str, ready: Any) -> int:
    """Opens a screen with nothing cached; says how many bytes it took."""
    sizes = weighed(visitor)
    visitor.go(where)
    ready()
    visitor.page.wait_for_load_state("networkidle")
    paint = visitor.page.wait_for_function(PAINT).json_value()
    print(f"\n{where or 'start page'}: first paint after {paint:.0f} ms,", end=" ")
    print(f"{sum(sizes) / 1000:.0f} kB in {len(sizes)} answers")
    return sum(sizes)


def test_the_first_load_is_light(visit: Visit) -> None:
    ann = visit()
    assert first_load(ann, "", ann.button("Play now").wait_for) < MOST


def test_a_link_straight_to_a_game_is_light(visit: Visit, server: Server) -> None:
    made = table(server, ANN, BOT)
    ann = visit()
    sizes = weighed(ann)
    ann.sit(made)
    Player(ann.page).play(until=lambda now: now["asked"])
    ann.page.wait_for_load_state("networkidle")
    print(f"\ntable: {sum(sizes) / 1000:.0f} kB in {len(sizes)} answers")
    assert sum(sizes) < MOST


@contextmanager
def tasks_of(visitor: Visitor) -> Iterator[list[float]]:
    """A list that has, at the end, how long each task of the page took, in milliseconds of its own
    processor time: other programs do not count."""
    found: list[float] = []
    browser = visitor.context.browser
    browser.start_tracing(page=visitor.page, categories=["toplevel"])
    yield found
    events = json.loads(browser.stop_tracing())["traceEvents"]
    threads = {
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"
    }
    found += [
        event["tdur"] / 1000
        for event in events
        if "tdur" in event and (event["pid"], event["tid"]) in threads
    ]


def test_frames_while_cards_move(visit: Visit, server: Server) -> None:
    ann = visit(speed="normal").sit(
        table(server, ANN, BOT, BOT, BOT, factions=[*STRONG, None, None])
    )
    player = Player(ann.page)
    player.play(until=lambda now: now["end"] and not now["hand"])
    with tasks_of(ann) as tasks:
        ann.page.locator("button.end").click()
        gaps = sorted(ann.page.evaluate(FRAMES))
    middle, late = gaps[len(gaps) // 2], gaps[len(gaps) * 95 // 100]
    print(f"\nframes: {1000 / middle:.0f} a second (middle), 19 of 20 within {late:.0f} ms")
    print(f"longest task of {len(tasks)}: {max(tasks):.0f} ms")
    assert len(gaps) == 240
    assert max(tasks) < LONG * SLOWER
