"""Somebody who plays by what glows: no rules, only what the table offers."""

from __future__ import annotations

import random
from typing import Any

# What the table asks for at this moment. Read in one go, so that it is of one moment.
# The fullest base comes first: games that are fought over one base at a time are short ones.
LOOK = """() => {
  const all = (css) => [...document.querySelectorAll(css)].filter((e) => e.offsetParent !== null);
  const keys = (css) => all(css).map((e) => e.dataset.key);
  const full = (base) => {
    const [, total, breakpoint] = base.innerText.match(/(\\d+)\\s*\\/\\s*(\\d+)/) ?? [0, 0, 1];
    return total / breakpoint;
  };
  const bases = all('.base[data-lit]').sort((a, b) => full(b) - full(a));
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
    base: bases[0]?.dataset.key ?? null,
    lit: keys('button[data-lit]:not(.held):not([data-picked])'),
    sheet: all('.sheet .button.primary').length,
    go: all('section.prompt .go').length,
    pale: all('section.prompt .pale:not(.icon)').length,
    end: all('button.end:not(:disabled)').length > 0,
  };
}"""
READY = f"""() => {{ const now = ({LOOK})();
  return now.curtain || now.dialog || now.asked || now.over ? now : null; }}"""

# Where a thing can be hit: the middle, or what other cards leave free of it. null: all of it is
# covered; false: it is gone by now.
HIT = """(found, at) => {
  const element = found[at];
  if (!element) return false;
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

    def now(self) -> dict[str, Any] | None:
        """What can be done at this moment, if anything."""
        return self.page.evaluate(READY) or None

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
        elif now["sheet"]:
            self.click(".sheet .button.primary", self.rng.randrange(now["sheet"]))
        elif now["picked"] and now["lit"]:
            self.thing(now["base"] or self.rng.choice(now["lit"]))
        elif now["picked"] and now["go"]:
            self.click("section.prompt .go", self.rng.randrange(now["go"]))
        elif now["hand"]:  # sorted: the strongest minions come first, and make games short
            strongest = self.rng.random() < 0.7
            self.thing(now["hand"][0] if strongest else self.rng.choice(now["hand"]))
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
        """Clicks where the thing can be seen; a thing that is covered whole is a fault.

        The table may have gone on since it was looked at: then there is nothing to click.
        """
        point = self.page.locator(css).evaluate_all(HIT, at)
        if point is False:
            return
        assert point, f"{css} cannot be reached: {self.asked[-1]}"
        if self.touch:
            self.page.touchscreen.tap(point["x"], point["y"])
        else:
            self.page.mouse.click(point["x"], point["y"])


class KeyboardPlayer(Player):
    """The same without a mouse: numbers, Enter, and the keys the table names."""

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)

    def tab_to(self, words: str, most: int = 60) -> None:
        """Walks to something by Tab, or within a group of choices by the arrows."""
        for _ in range(most):
            self.press("Tab")
            if self.focused(words):
                return
            if self.page.evaluate("document.activeElement?.type === 'radio'"):
                for _ in range(6):
                    self.press("ArrowLeft")
                    if self.focused(words):
                        return
        raise AssertionError(f"Tab never came to {words!r}")

    def focused(self, words: str) -> bool:
        found = self.page.evaluate(
            "() => { const e = document.activeElement;"
            " return e === document.body ? '' : (e.closest('label') ?? e).innerText; }"
        )
        return words in found

    def act(self, now: dict[str, Any]) -> None:
        """One key, as the table shows it."""
        self.asked.append(now["words"])
        keys = self.page.evaluate(KEYS)
        assert keys, f"no key for this: {now}"
        self.press("Enter" if "Enter" in keys else self.rng.choice(keys))


# The keys that do something now: numbers on cards and buttons; else those that decline.
KEYS = """() => {
  const numbers = [...document.querySelectorAll('[data-n]')].map((e) => e.dataset.n);
  const named = document.querySelectorAll('section.prompt kbd, button.end:not(:disabled) small');
  const shown = [...named].map((e) => e.innerText.trim());
  const words = shown.filter((key) => /^[1-9]$/.test(key));
  if (shown.includes('Enter')) return ['Enter'];
  if (numbers.length + words.length > 0) return [...numbers, ...words];
  return shown.filter((key) => key === 'S' || key === 'E').map((key) => key.toLowerCase());
}"""
