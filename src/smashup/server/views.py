"""What a reader is shown, in sections, each built from what that reader may know and encoded once."""

from __future__ import annotations

from typing import Any

import msgspec

from smashup import view
from smashup.engine.game import Game

EVENTS_SHOWN = 120  # of the log, to who comes in; older ones can be asked for

_encode = msgspec.json.Encoder().encode


class Views:
    """The sections of one game. The public one is built once for each version, for all readers."""

    def __init__(self) -> None:
        self._public = b""
        self._of = (-1, ())

    def public(self, game: Game, v: int, names: list[str]) -> bytes:
        """The same for everybody."""
        of = (v, tuple(names))
        if of != self._of:
            self._public = _encode(view.public(game.observe(None), names))
            self._of = of
        return self._public

    def private(self, game: Game, seat: int | None, names: list[str], open_hands: bool) -> bytes:
        """One reader's own; a spectator's shows all hands where the table agreed to it."""
        return _encode(private(game, seat, names, open_hands))

    def events(self, game: Game, seat: int | None, names: list[str], since: int) -> bytes:
        """The log from that event on, in one reader's words."""
        return _encode(view.events(game.observe(seat), names, since))

    def last_events(self, game: Game, seat: int | None, names: list[str]) -> bytes:
        """The end of the log."""
        return self.events(game, seat, names, max(0, len(game.log) - EVENTS_SHOWN))


def private(game: Game, seat: int | None, names: list[str], open_hands: bool) -> dict[str, Any]:
    """One reader's own section as plain data."""
    section = view.private(game.observe(seat), names)
    if open_hands and seat is None:
        hands = [view.private(game.observe(s), names)["hand"] for s in range(game.s.seats)]
        section["known"]["hands"] = [[card["name"] for card in hand] for hand in hands]
    return section
