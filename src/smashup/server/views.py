"""What a reader is shown, in sections, each built from what that reader may know alone."""

from __future__ import annotations

import msgspec

from smashup import view
from smashup.engine.game import Game
from smashup.model.ids import as_seat
from smashup.protocol.view import PrivateView
from smashup.view import Storyteller

EVENTS_SHOWN = 120  # of the log, to who comes in; older ones can be asked for

_encode = msgspec.json.Encoder().encode


class Views:
    """The sections of one game, each built once for each version: the public one for all readers,
    that of who watches for all who do."""

    def __init__(self) -> None:
        self._public = b""
        self._private: dict[tuple[int | None, bool, bool], bytes] = {}
        self._of: tuple[Game | None, int] = (None, -1)

    def _turn_to(self, game: Game) -> None:
        of = (game, len(game.answers))
        if of != self._of:
            self._public = b""
            self._private.clear()
            self._of = of

    def public(self, game: Game) -> bytes:
        """The same for everybody."""
        self._turn_to(game)
        if not self._public:
            self._public = _encode(view.public(game.observe(None)))
        return self._public

    def private(
        self, game: Game, seat: int | None, open_hands: bool, is_asked: bool = True
    ) -> bytes:
        """One reader's own; a spectator's shows all hands where the table agreed to it. In a game
        that can only be looked at nobody is asked."""
        self._turn_to(game)
        key = (seat, open_hands, is_asked)
        if key not in self._private:
            shown = private(game, seat, open_hands)
            if not is_asked:
                shown.decision = None
            self._private[key] = _encode(shown)
        return self._private[key]


class Story:
    """The log of a game in one reader's words, told on from where it was."""

    def __init__(self, game: Game, seat: int | None, open_hands: bool) -> None:
        self._of = game
        self._log = game.log
        self._teller = Storyteller(game.observe(as_seat(seat)), open_hands and seat is None)
        self._told = (-1, -1, b"")  # from and up to which event it was told last, and how

    def tells(self, game: Game) -> bool:
        """Whether it is still the story of this game."""
        return self._of is game

    def since(self, event: int) -> bytes:
        """From that event on."""
        end = len(self._log)
        if self._told[:2] != (event, end):
            self._told = (event, end, _encode(self._teller.events(event)))
        return self._told[2]

    def between(self, first: int, end: int) -> bytes:
        """From one event up to, not including, another."""
        return _encode(self._teller.events(first, end))

    def end(self) -> bytes:
        """The last part of it."""
        return self.since(max(0, len(self._log) - EVENTS_SHOWN))


def private(game: Game, seat: int | None, open_hands: bool) -> PrivateView:
    """One reader's own section; open hands are for who watches."""
    return view.private(game.observe(as_seat(seat)), open_hands and seat is None)
