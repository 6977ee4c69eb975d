"""What is shown and typed: a thin layer over Rich, so that the rest never touches a stream."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Sequence

from rich.console import Console, RenderableType

from smashup.model.errors import nearest

WIDE = 110  # columns from which bases lie side by side
CLEAR = "\x1b[2J\x1b[3J\x1b[H"  # the page and what has scrolled off it


class Left(Exception):
    """The person has left: end of input, Ctrl-C, or `quit`."""


class Screen:
    """A terminal to show things on and to read lines from."""

    def __init__(self, console: Console | None = None) -> None:
        self.console = console or Console(highlight=False)
        with contextlib.suppress(ImportError):  # line editing, where the system has it
            import readline  # noqa: F401

    @property
    def wide(self) -> bool:
        return self.console.width >= WIDE

    def show(self, *things: RenderableType) -> None:
        for thing in things:
            self.console.print(thing)

    def say(self, words: str, style: str = "", whole: bool = False) -> None:
        """A line of plain words: brackets in them are no markup.

        whole: the terminal breaks it, so that a command in it can be copied.
        """
        self.console.print(words, style=style or None, markup=False, soft_wrap=whole)

    def title(self, words: str) -> None:
        self.console.print()
        self.console.rule(f"[bold]{words}", align="left")

    def clear(self) -> None:
        """Leaves nothing to be seen by the next player, not even by scrolling back."""
        if self.console.is_terminal:
            self.console.file.write(CLEAR)
            self.console.file.flush()

    def read(self, prompt: str) -> str:
        """A line typed in; `Left` at the end of input and for Ctrl-C."""
        try:
            return input(prompt).strip()
        except (EOFError, KeyboardInterrupt) as error:
            self.console.print()
            raise Left from error

    def wait(self, words: str) -> None:
        """Until Enter is pressed."""
        self.read(f"{words} ")

    def choose(self, title: str, labels: Sequence[str], default: int | None = None) -> int:
        """One of a few labels, by number or by part of its name; Enter takes the default."""
        self.say(title, style="bold")
        for number, label in enumerate(labels, start=1):
            self.say(f"  {number:2}  {label}")
        hint = "" if default is None else f" [Enter: {labels[default]}]"
        while True:
            typed = self.read(f"number or name{hint} > ")
            if not typed and default is not None:
                return default
            found = pick(typed, labels)
            if len(found) == 1:
                return found[0]
            self.say(unclear(typed, found, labels), style="yellow")


def pick(typed: str, labels: Sequence[str]) -> list[int]:
    """The labels that are meant: by number from 1, by the whole name, else by parts of words."""
    if typed.isdigit():
        number = int(typed)
        return [number - 1] if 1 <= number <= len(labels) else []
    wanted = words_of(typed)
    if not wanted:
        return []
    whole = [i for i, label in enumerate(labels) if words_of(label) == wanted]
    return whole or [i for i, label in enumerate(labels) if holds(label, wanted)]


def words_of(text: str) -> list[str]:
    """The words of a text without case and punctuation: `They're Coming` is `theyre coming`."""
    return re.sub(r"[^\w\s#]", "", text.casefold()).split()


def holds(label: str, wanted: Sequence[str]) -> bool:
    """Whether each wanted word begins some word of the label."""
    have = words_of(label)
    return all(any(word.startswith(want) for word in have) for want in wanted)


def unclear(typed: str, found: Sequence[int], labels: Sequence[str]) -> str:
    """What to say to an answer that fits nothing, or several things."""
    if not typed:
        return "Type a number, or part of a name."
    if not found:
        return f"Nothing here is {typed!r}. {nearest(typed, labels)}".strip()
    return f"{typed!r} could be {', '.join(labels[i] for i in found)}."
