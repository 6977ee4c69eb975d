"""Somebody who plays by what glows: no rules, only what the table offers."""

from __future__ import annotations

import random
from typing import Any

# What the table asks for at this moment. Read in one go, so that it is of one moment.
LOOK = """() => {
  const all = (css) => [...document.querySelectorAll(css)].filter((e) => e.offsetParent !== null);
  const keys = (css) => all(css).map((e) => e.dataset.key);
  const curtain = document.querySelector('main.curtain');
  const over = all('dialog[open]').length > 0;
  const prompt = document.querySelector('section.prompt');
  return {
    curtain: !!curtain,
    dialog: over,
    asked: !!prompt?.classList.contains('mine'),
    words: prompt?.querySelector('.words')?.innerText ?? '',
    over: prompt?.querySelector('.words')?.innerText === 'Game over',
    hand: keys('.held[data-lit]'),
    picked: all('[data-picked]').length > 0,
    lit: keys('button[data-lit]:not(.held):not([data-picked])'),
    sheet: all('.sheet .button.primary').length,
    go: all('section.prompt .go').length,
    pale: all('section.prompt .pale:not(.icon)').length,
    end: all('button.end:not(:disabled)').length > 0,
    draft: all('.draft .faction:not(:disabled)').length,
  };
}"""
READY = f"""() => {{ const now = ({LOOK})();
  return now.curtain || now.dialog || now.asked || now.over ? now : null; }}"""

# Where an element can be hit: the middle, or what other cards leave free of it.
HIT = """(element) => {
  element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  const box = element.getBoundingClientRect();
  for (const down of [0.5, 0.2, 0.8, 0.05, 0.95])
    for (const across of [0.5, 0.2, 0.8, 0.05, 0.95]) {
      const [x, y] = [box.left + box.width * across, box.top + box.height * down];
      if (element.contains(document.elementFromPoint(x, y))) return { x, y };
    }
  return null;
}"""


class Player:
    """Answers whatever is asked, by mouse."""

    def __init__(self, page: Any, seed: int = 1, touch: bool = False) -> None:
        self.page = page
        self.touch = touch
        self.rng = random.Random(seed)
        self.asked: list[str] = []
        """What the prompts said."""

    def look(self) -> dict[str, Any]:
        """Waits until something can be done (or the game is over), and says what."""
        return dict(self.page.wait_for_function(READY).json_value())

    def play(self, until: Any = lambda now: now["over"] or now["dialog"], most: int = 1500) -> Any:
        """Plays on until something holds; fails if it never does."""
        for _ in range(most):
            now = self.look()
            if until(now):
                return now
            self.act(now)
        raise AssertionError(f"still playing after {most} clicks: {self.asked[-5:]}")

    def act(self, now: dict[str, Any]) -> None:
        """One click."""
        self.asked.append(now["words"])
        if now["curtain"]:
            self.page.locator("main.curtain button").click()
        elif now["draft"]:
            self.click(".draft .faction:not(:disabled)", self.rng.randrange(now["draft"]))
        elif now["sheet"]:
            self.click(".sheet .button.primary", self.rng.randrange(now["sheet"]))
        elif now["picked"] and now["lit"]:
            self.thing(self.rng.choice(now["lit"]))
        elif now["picked"] and now["go"]:
            self.click("section.prompt .go", self.rng.randrange(now["go"]))
        elif now["hand"]:
            self.thing(self.rng.choice(now["hand"]))
        elif now["lit"]:
            self.thing(self.rng.choice(now["lit"]))
        elif now["go"]:
            self.click("section.prompt .go", self.rng.randrange(now["go"]))
        elif now["end"]:
            self.click("button.end", 0)
        else:
            assert now["pale"], f"nothing to click: {now}"
            self.click("section.prompt .pale:not(.icon)", 0)

    def thing(self, key: str) -> None:
        """Clicks a card, base or seat."""
        self.click(f'button[data-key="{key}"]', 0)

    def click(self, css: str, at: int) -> None:
        """Clicks where the thing can be seen; a thing that is covered whole is a fault."""
        point = self.page.locator(css).nth(at).evaluate(HIT)
        assert point, f"{css} cannot be reached: {self.asked[-1]}"
        if self.touch:
            self.page.touchscreen.tap(point["x"], point["y"])
        else:
            self.page.mouse.click(point["x"], point["y"])
