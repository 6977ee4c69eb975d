"""Whose code failed: the pack, the card and the line, of an error while a game was played."""

from __future__ import annotations

import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

from smashup.model.card import Card
from smashup.model.errors import SmashUpError
from smashup.model.pack import Pack
from smashup.packs.checking import Hung, all_hung
from smashup.packs.finding import said
from smashup.packs.loading import loaded


class Fault(NamedTuple):
    """Where in a pack an error arose, and what Python says of it."""

    pack: Pack
    card: str  # empty where it is no card's
    file: Path
    line: int
    said: str

    def __str__(self) -> str:
        what = f"{self.card} of the pack {self.pack.name}" if self.card else self.pack.name
        return f"{what} failed at {self.file}, line {self.line}: {self.said}"


class CardFailed(SmashUpError):
    """The code of a card has failed; the message says whose, where and how."""


@contextmanager
def blaming() -> Iterator[None]:
    """Meanwhile an error of a card's code becomes a `CardFailed`."""
    try:
        yield
    except SmashUpError:
        raise
    except Exception as error:
        fault = fault_of(error)
        if fault is None:
            raise
        raise CardFailed(str(fault)) from error


def fault_of(error: BaseException) -> Fault | None:
    """The fault of the pack whose code led to an error; None if it was no pack's.

    It is the last line of the pack on the way to the error, and the card whose ability was being
    carried out there. Compiled code leaves no frames behind, so this finds printed cards only
    where they are not compiled.
    """
    frames = list(traceback.walk_tb(error.__traceback__))
    for frame, line in reversed(frames):
        file = Path(frame.f_code.co_filename)
        pack = next((pack for pack in loaded() if file.is_relative_to(pack.folder)), None)
        if pack is not None:
            card = _card_of([frame for frame, _ in frames], pack)
            return Fault(pack, card, file, line, said(error))
    return None


def _card_of(frames: list[FrameType], pack: Pack) -> str:
    """The card whose hung function is nearest to the error."""
    functions = _functions(pack)
    for frame in reversed(frames):
        found = functions.get(frame.f_code)
        if found is not None:
            return _named_in(frame, *found)
    return ""


def _functions(pack: Pack) -> dict[Any, tuple[Card, Hung]]:
    return {
        getattr(hung.function, "__code__", None): (card, hung)
        for card in pack.cards
        for hung in all_hung(card)
    }


def _named_in(frame: FrameType, card: Card, hung: Hung) -> str:
    """The card that the function was given as `me`: several may share one function."""
    names = dict(zip(hung.given.split(", "), frame.f_code.co_varnames, strict=False))
    g, me = (frame.f_locals.get(names.get(name, "")) for name in ("g", "me"))
    return card.name if g is None or me is None else str(g.name(me))
