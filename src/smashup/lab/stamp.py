"""What games of bots depend on besides who plays and what is dealt: noted with their results."""

from __future__ import annotations

from typing import Any

from smashup.engine.rules_number import RULES_NUMBER
from smashup.players.judge import present
from smashup.replay import package_version


def stamp() -> dict[str, Any]:
    """The rules number, the version, and the fingerprint of the judge that bots go by."""
    return {
        "rules": RULES_NUMBER,
        "version": package_version(),
        "judge": present().fingerprint,
    }


def in_words() -> str:
    """For the end of a report, as in `smashup 0.2.0, rules 6.`"""
    return f"smashup {package_version()}, rules {RULES_NUMBER}."
