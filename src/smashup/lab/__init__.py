"""The laboratory: many games at once, kept, measured and checked.

`Games` reads what `smashup lab play` keeps; it needs `pip install 'smashup[lab]'`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from smashup.lab.games import Games

__all__ = ["Games"]


def __getattr__(name: str) -> Any:
    if name == "Games":
        from smashup.lab.games import Games

        return Games
    raise AttributeError(f"module 'smashup.lab' has no attribute {name!r}")
