"""What can be wrong with the file of a game, said to the person who opened it."""

from __future__ import annotations

from smashup.model.errors import SmashUpError


class ReplayError(SmashUpError):
    """Anything wrong with the file of a game."""


class Unreadable(ReplayError):
    """The file cannot be opened, or holds no game that this version knows."""


class Damaged(ReplayError):
    """The file was changed or damaged after it was written."""


class IllegalMove(ReplayError):
    """An answer in the file is not a legal one at that moment."""


class DifferentGame(ReplayError):
    """The moves are legal, but lead to another position than the one that was saved."""


class NotWritten(ReplayError):
    """The file could not be written; whatever was there before is untouched."""
