"""Checkpoints: how a game that stands in the middle of an ability can be copied."""

from __future__ import annotations

from smashup.model.decision import Option
from smashup.model.ids import CardId
from smashup.model.state import State


class Checkpoint:
    """A moment from which play goes on by the state alone, and all that was answered since.

    `resumed`: the answer to the Play Cards decision at which the state stands, if it stands at
    one, and `answer` its number among the options. `overlays`: cards that were exchanged since,
    each time with the number of answers before.
    """

    __slots__ = ("answer", "listening", "overlays", "resumed", "state", "trail")

    def __init__(
        self,
        state: State,
        listening: list[list[CardId]],
        resumed: Option | None,
        answer: int | None,
    ) -> None:
        self.state = state
        self.listening = listening
        self.resumed = resumed
        self.answer = answer
        self.trail: list[int] = []
        self.overlays: list[tuple[int, list[int], int]] = []

    def copy(self) -> Checkpoint:
        """The same moment, with a trail of its own; the state is never changed, so it is shared."""
        new = Checkpoint(self.state, self.listening, self.resumed, self.answer)
        new.trail = self.trail[:]
        new.overlays = self.overlays[:]
        return new
