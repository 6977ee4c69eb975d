"""A view as plain data: dictionaries, lists, strings and numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from smashup.view.seat import private
from smashup.view.table import public

if TYPE_CHECKING:
    from smashup.engine.observation import Observation


def plain(observation: Observation) -> dict[str, Any]:
    """All that a seat may know, both sections in one."""
    shown: dict[str, Any] = msgspec.to_builtins(public(observation))
    shown.update(msgspec.to_builtins(private(observation)))
    return shown
