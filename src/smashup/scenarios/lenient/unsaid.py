"""What goes without saying, and may be said."""

from __future__ import annotations

from typing import NamedTuple

from smashup.scenarios.names import Target
from smashup.scenarios.steps import DECLINE, Step


class Unsaid(NamedTuple):
    """What goes, or went, without saying, and may be said: a verb, and what it is about."""

    verb: str
    names: tuple[Target, ...] = ()

    def is_said(self, step: Step) -> bool:
        """Whether a step says it."""
        if step.target is None:
            return self.verb == step.verb or (step.verb == "no" and self.verb in DECLINE)
        if self.verb == "choose" and step.verb == "use":
            return False
        # What was found out of play is chosen, or named as it is played.
        out_of_play = self.verb == "choose" and step.verb == "play"
        return any(
            _fits(step.target, name) for name in self.names if not (out_of_play and name.base)
        )


def _fits(target: Target, name: Target) -> bool:
    """Whether a target means what had this name."""
    return (
        target.name.lower() == name.name.lower()
        and target.base.lower() in ("", name.base.lower())
        and target.seat in ("", name.seat)
    )
