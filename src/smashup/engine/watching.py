"""Where those look in who watch that every verb that is called is carried out.

A compiled engine cannot be looked into from outside, so it asks: `smashup.lab.watching` sets
`make`, and each table made from then on has a watcher. In a game there is none.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from smashup.engine.rules import Rules


class Watcher(Protocol):
    """Keeps in mind which verbs were called at one table."""

    def called(self) -> int:
        """How many verbs were called since the last time that all were seen to be begun."""

    def require_begun(self, g: Rules, since: int) -> None:
        """Raises an error if one of those called after that many was not begun; forgets them."""

    def forget(self) -> None:
        """What was called before is void: another generator plays on."""


make: Callable[[], Watcher] | None = None
