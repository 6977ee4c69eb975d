"""What is wrong with a pack, for the person who wrote it."""

from __future__ import annotations

from smashup.model.errors import SmashUpError


class BadPack(SmashUpError):
    """A pack that cannot be used: each of its reasons says in which file, at what, and why."""

    def __init__(self, *reasons: str) -> None:
        super().__init__("\n".join(reasons))
        self.reasons = reasons
