"""Tables set by the server's own calls, for tests that begin in the middle of things."""

from __future__ import annotations

from typing import Any

from .serving import Server

BOT = {"kind": "bot", "strength": "beginner", "name": "Bea"}
ANN = {"kind": "human", "name": "Ann"}
BOB = {"kind": "human", "name": "Bob"}
FRIEND = {"kind": "open"}
STRONG = [["Dinosaurs", "Robots"], ["Aliens", "Pirates"]]  # big minions: short games


def table(
    server: Server, *seats: dict[str, str], factions: object = "random", **options: object
) -> dict[str, Any]:
    """A room with these seats; the first one begins. The cards are always dealt the same, except
    where others may join, who would have to agree to that."""
    seed = {} if FRIEND in seats else {"seed": 7}
    wish = {
        "seats": list(seats),
        "factions": factions,
        "options": {**seed, "first": 0, **options},
    }
    return dict(server.call("api/rooms", wish))
